import { type ComponentProps, type ReactNode, useId } from 'react';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
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
  const control = useControl({ error, hint });
  return (
    <FieldFrame id={control.id} label={label} error={error} hint={hint} className={className}>
      <div className={`control ${styles.box}`}>
        <input dir="auto" {...input} {...control} className={styles.input} />
        {trailing && <div className={styles.trailing}>{trailing}</div>}
      </div>
    </FieldFrame>
  );
}

type TextAreaProps = ComponentProps<'textarea'> &
  Labelled & {
    /** Buttons above the text that change it. */
    tools?: ReactNode;
    /** Shows a character counter; doesn't stop the user from typing more. */
    limit?: { length: number; max: number };
  };

/** A labeled text area with its error. */
export function TextArea({ label, error, hint, tools, limit, className, ...area }: TextAreaProps) {
  const control = useControl({ error, hint });
  const isOver = limit !== undefined && limit.length > limit.max;
  return (
    <FieldFrame id={control.id} label={label} error={error} hint={hint} className={className}>
      {tools}
      <div className={`control ${styles.box}`}>
        <textarea rows={4} {...area} {...control} className={styles.area} />
      </div>
      {limit && (
        <p className={`numbers text-small ${isOver ? 'medium danger' : 'soft'} ${styles.limit}`}>
          <span>{`${formatNumber(limit.length)}/${formatNumber(limit.max)}`}</span>
          <span className="visually-hidden">{` ${m.forms.characters()}`}</span>
        </p>
      )}
    </FieldFrame>
  );
}

type Noted = Pick<Labelled, 'error' | 'hint'>;

/** The attributes of a control, which refer to its FieldNote. */
export function useControl({ error, hint }: Noted) {
  const id = useId();
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': (error ?? hint) ? `${id}-note` : undefined,
  };
}

/** The note below a control: why its value is invalid, else its hint. */
export function FieldNote({ id, error, hint }: Noted & { id: string }) {
  const text = error ?? hint;
  if (!text) return null;
  return (
    <p id={`${id}-note`} className={`note ${error ? 'danger' : 'soft'}`} role={error ? 'alert' : undefined}>
      {error && <Icon name="alert" size={16} />}
      <span>{text}</span>
    </p>
  );
}

type FrameProps = Labelled & {
  /** The id of the control. */
  id: string;
  className?: string;
  /** The control, with the attributes of useControl. */
  children: ReactNode;
};

/** A control's label, and the note below it. */
export function FieldFrame({ id, label, error, hint, className, children }: FrameProps) {
  return (
    <div className={['stack gap-2', error && styles.invalid, className].filter(Boolean).join(' ')}>
      <label className={`medium text-compact ${error ? 'danger' : ''}`} htmlFor={id}>
        {label}
      </label>
      {children}
      <FieldNote id={id} error={error} hint={hint} />
    </div>
  );
}
