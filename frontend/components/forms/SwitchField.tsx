import type { ComponentProps } from 'react';
import { FieldNote, type Labelled, useControl } from './Field.tsx';
import styles from './SwitchField.module.css';

type SwitchFieldProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & Labelled;

/** A labeled on/off switch. */
export function SwitchField({ label, error, hint, ...input }: SwitchFieldProps) {
  const control = useControl({ error, hint });
  return (
    <div className={`stack gap-1 ${styles.field}`}>
      <label className={`row medium text-compact ${styles.label}`}>
        <input {...input} {...control} type="checkbox" className={styles.switch} />
        <span>{label}</span>
      </label>
      <FieldNote id={control.id} error={error} hint={hint} />
    </div>
  );
}
