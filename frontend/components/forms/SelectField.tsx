import type { ComponentProps } from 'react';
import styles from './Field.module.css';
import { FieldFrame, type Labelled, useControl } from './Field.tsx';
import { Select } from './Select.tsx';

type SelectFieldProps = Omit<ComponentProps<typeof Select>, 'quiet' | 'className'> & Labelled;

/** A labeled select with its error. */
export function SelectField({ label, error, hint, ...select }: SelectFieldProps) {
  const control = useControl({ error, hint });
  return (
    <FieldFrame id={control.id} label={label} error={error} hint={hint}>
      <Select {...select} {...control} className={styles.choice} />
    </FieldFrame>
  );
}
