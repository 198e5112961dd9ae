import { type ComponentProps, useId } from 'react';
import styles from './Field.module.css';
import { Icon } from './Icon.tsx';
import { Select } from './Select.tsx';

type SelectFieldProps = Omit<ComponentProps<typeof Select>, 'quiet'> & {
  label: string;
  /** The sentence that tells what is wrong with the choice. */
  error?: string;
  /** What helps to choose, or why there is no choice; shown while there is no error. */
  hint?: string;
};

/** A labelled select with its error, beside the Fields of a form. */
export function SelectField({ label, error, hint, ...select }: SelectFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={[styles.field, error && styles.invalid].filter(Boolean).join(' ')}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <Select
        {...select}
        id={id}
        className={styles.choice}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? noteId : undefined}
      />
      {note && (
        <p id={noteId} className={styles.note} role={error ? 'alert' : undefined}>
          {error && <Icon name="alert" size={16} />}
          {note}
        </p>
      )}
    </div>
  );
}
