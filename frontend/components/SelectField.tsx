import { type ComponentProps, useId } from 'react';
import styles from './Field.module.css';
import { Icon } from './Icon.tsx';
import { Select } from './Select.tsx';

type SelectFieldProps = Omit<ComponentProps<typeof Select>, 'quiet'> & {
  label: string;
  /** The sentence that tells what is wrong with the choice. */
  error?: string;
};

/** A labelled select with its error, beside the Fields of a form. */
export function SelectField({ label, error, ...select }: SelectFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
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
        aria-describedby={error ? noteId : undefined}
      />
      {error && (
        <p id={noteId} className={styles.note} role="alert">
          <Icon name="alert" size={16} />
          {error}
        </p>
      )}
    </div>
  );
}
