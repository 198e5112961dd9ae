import type { ComponentProps } from 'react';
import { type Labelled, useField } from './Field.tsx';
import styles from './SwitchField.module.css';

type SwitchFieldProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & Labelled;

/** A labeled on/off switch. */
export function SwitchField({ label, error, hint, id, ...input }: SwitchFieldProps) {
  const { control, note, noteId } = useField({ error, hint, id });
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={control.id}>
        <input {...input} {...control} type="checkbox" className={styles.switch} />
        <span>{label}</span>
      </label>
      {note && (
        <p id={noteId} className={error ? styles.error : styles.note} role={error ? 'alert' : undefined}>
          {note}
        </p>
      )}
    </div>
  );
}
