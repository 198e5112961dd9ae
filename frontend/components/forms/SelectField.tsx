import type { ComponentProps } from 'react';
import styles from './Field.module.css';
import { FieldFrame, type Labelled } from './Field.tsx';
import { Select } from './Select.tsx';

type SelectFieldProps = Omit<ComponentProps<typeof Select>, 'quiet' | 'className'> & Labelled;

/** A labeled select with its error. */
export function SelectField({ label, error, hint, ...select }: SelectFieldProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(control) => <Select {...select} {...control} className={styles.choice} />}
    </FieldFrame>
  );
}
