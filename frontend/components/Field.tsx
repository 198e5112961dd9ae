import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './Field.module.css';
import { Icon } from './Icon.tsx';

type FieldProps = ComponentProps<'input'> & {
  label: string;
  /** The sentence that tells what is wrong with the value. */
  error?: string;
  /** What helps to fill the field in, shown while there is no error. */
  hint?: string;
  /** What stands within the field at its end, such as a button that shows a password. */
  trailing?: ReactNode;
};

/** A labelled input with its error. Everything that `register` of react-hook-form returns can be spread on it. */
export function Field({ label, error, hint, trailing, id, className, ...input }: FieldProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const noteId = `${inputId}-note`;
  const note = error ?? hint;
  return (
    <div className={[styles.field, error && styles.invalid, className].filter(Boolean).join(' ')}>
      <label className={styles.label} htmlFor={inputId}>
        {label}
      </label>
      <div className={styles.box}>
        <input
          {...input}
          id={inputId}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? noteId : undefined}
        />
        {trailing && <div className={styles.trailing}>{trailing}</div>}
      </div>
      {note && (
        <p id={noteId} className={styles.note} role={error ? 'alert' : undefined}>
          {error && <Icon name="alert" size={16} />}
          {note}
        </p>
      )}
    </div>
  );
}
