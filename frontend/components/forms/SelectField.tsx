import type { ComponentProps } from 'react';
import styles from './Field.module.css';
import { FieldFrame, type Labelled, useField } from './Field.tsx';
import { Select } from './Select.tsx';

type SelectFieldProps = Omit<ComponentProps<typeof Select>, 'quiet' | 'className'> & Labelled;

/** A labeled select with its error. */
export function SelectField({ label, error, hint, id, ...select }: SelectFieldProps) {
  const field = useField({ error, hint, id });
  return (
    <FieldFrame {...field} label={label}>
      <Select {...select} {...field.control} className={styles.choice} />
    </FieldFrame>
  );
}
