import type { ComponentProps } from 'react';
import { type Labelled, useField } from './Field.tsx';
import styles from './SwitchField.module.css';

type SwitchFieldProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & Labelled;

/** A labeled on/off switch. */
export function SwitchField({ label, error, hint, id, ...input }: SwitchFieldProps) {
  const { control, note, noteId } = useField({ error, hint, id });
  return (
    <div className={`stack gap-1 ${styles.field}`}>
      <label className={`row medium text-compact ${styles.label}`} htmlFor={control.id}>
        <input {...input} {...control} type="checkbox" className={styles.switch} />
        <span>{label}</span>
      </label>
      {note && (
        <p id={noteId} className={`note ${error ? 'danger' : 'soft'}`} role={error ? 'alert' : undefined}>
          {note}
        </p>
      )}
    </div>
  );
}
