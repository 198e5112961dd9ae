import { type ComponentProps, type ReactNode, useId } from 'react';
import { formatNumber } from '#contract/numbers.ts';
import { Icon } from '../Icon.tsx';
import styles from './Field.module.css';

export type Labelled = {
  label: string;
  /** Why the value is invalid. */
  error?: string;
  /** Shown while there is no error. */
  hint?: string;
};

type FieldProps = ComponentProps<'input'> &
  Labelled & {
    /** Content at the end of the input, such as a show-password button. */
    trailing?: ReactNode;
  };

/** A labeled input with its error. Accepts the props that react-hook-form's `register` returns. */
export function Field({ label, error, hint, trailing, id, className, ...input }: FieldProps) {
  const field = useField({ error, hint, id });
  return (
    <FieldFrame {...field} label={label} className={className}>
      <div className={styles.box}>
        <input {...input} {...field.control} className={styles.input} />
        {trailing && <div className={styles.trailing}>{trailing}</div>}
      </div>
    </FieldFrame>
  );
}

type TextAreaProps = ComponentProps<'textarea'> &
  Labelled & {
    /** Shows a character counter; doesn't stop the user from typing more. */
    limit?: { length: number; max: number };
  };

/** A labeled text area with its error. */
export function TextArea({ label, error, hint, limit, id, className, ...area }: TextAreaProps) {
  const field = useField({ error, hint, id });
  const isOver = limit !== undefined && limit.length > limit.max;
  return (
    <FieldFrame {...field} label={label} className={className}>
      <div className={styles.box}>
        <textarea rows={4} {...area} {...field.control} className={styles.area} />
      </div>
      {limit && (
        <p className={`numbers text-small ${isOver ? 'medium danger' : 'soft'} ${styles.limit}`}>
          <span>{`${formatNumber(limit.length)}/${formatNumber(limit.max)}`}</span>
          <span className="visually-hidden"> characters</span>
        </p>
      )}
    </FieldFrame>
  );
}

/** Ids that link a control to its label and note: `control` for the control, the rest for its FieldFrame. */
export function useField({ error, hint, id }: Pick<Labelled, 'error' | 'hint'> & { id?: string }) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const noteId = `${inputId}-note`;
  const note = error ?? hint;
  const control = {
    id: inputId,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': note ? noteId : undefined,
  };
  return { inputId, noteId, note, isInvalid: error !== undefined, control };
}

type FrameProps = {
  inputId: string;
  noteId: string;
  label: string;
  note?: string;
  isInvalid: boolean;
  className?: string;
  children: ReactNode;
};

/** A control's label, and the note below it. */
export function FieldFrame({ inputId, noteId, label, note, isInvalid, className, children }: FrameProps) {
  return (
    <div className={['stack gap-2', isInvalid && styles.invalid, className].filter(Boolean).join(' ')}>
      <label className={`medium text-compact ${isInvalid ? 'danger' : ''}`} htmlFor={inputId}>
        {label}
      </label>
      {children}
      {note && (
        <p id={noteId} className={`note ${isInvalid ? 'danger' : 'soft'}`} role={isInvalid ? 'alert' : undefined}>
          {isInvalid && <Icon name="alert" size={16} />}
          <span>{note}</span>
        </p>
      )}
    </div>
  );
}
