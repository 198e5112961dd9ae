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
export function Field({ label, error, hint, trailing, className, ...input }: FieldProps) {
  return (
    <FieldFrame label={label} error={error} hint={hint} className={className}>
      {(control) => (
        <div className={`control ${styles.box}`}>
          <input {...input} {...control} className={styles.input} />
          {trailing && <div className={styles.trailing}>{trailing}</div>}
        </div>
      )}
    </FieldFrame>
  );
}

type TextAreaProps = ComponentProps<'textarea'> &
  Labelled & {
    /** Shows a character counter; doesn't stop the user from typing more. */
    limit?: { length: number; max: number };
  };

/** A labeled text area with its error. */
export function TextArea({ label, error, hint, limit, className, ...area }: TextAreaProps) {
  const isOver = limit !== undefined && limit.length > limit.max;
  return (
    <FieldFrame label={label} error={error} hint={hint} className={className}>
      {(control) => (
        <>
          <div className={`control ${styles.box}`}>
            <textarea rows={4} {...area} {...control} className={styles.area} />
          </div>
          {limit && (
            <p className={`numbers text-small ${isOver ? 'medium danger' : 'soft'} ${styles.limit}`}>
              <span>{`${formatNumber(limit.length)}/${formatNumber(limit.max)}`}</span>
              <span className="visually-hidden"> characters</span>
            </p>
          )}
        </>
      )}
    </FieldFrame>
  );
}

/** The note below a control, and the attributes by which the control refers to it. */
export function useNote({ error, hint }: Pick<Labelled, 'error' | 'hint'>) {
  const id = useId();
  const text = error ?? hint;
  const control = {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': text ? `${id}-note` : undefined,
  };
  const note = text && (
    <p id={`${id}-note`} className={`note ${error ? 'danger' : 'soft'}`} role={error ? 'alert' : undefined}>
      {error && <Icon name="alert" size={16} />}
      <span>{text}</span>
    </p>
  );
  return { control, note };
}

type FrameProps = Labelled & {
  className?: string;
  /** Renders the control with these attributes. */
  children: (control: ReturnType<typeof useNote>['control']) => ReactNode;
};

/** A control's label, and the note below it. */
export function FieldFrame({ label, error, hint, className, children }: FrameProps) {
  const { control, note } = useNote({ error, hint });
  return (
    <div className={['stack gap-2', error && styles.invalid, className].filter(Boolean).join(' ')}>
      <label className={`medium text-compact ${error ? 'danger' : ''}`} htmlFor={control.id}>
        {label}
      </label>
      {children(control)}
      {note}
    </div>
  );
}
