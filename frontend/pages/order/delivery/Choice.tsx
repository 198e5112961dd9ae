import type { ComponentProps } from 'react';
import { PAY_FORM } from '../payment/PaymentForm.tsx';
import styles from './Choice.module.css';

type ChoicesProps = Pick<ComponentProps<'fieldset'>, 'children'> & {
  /** What is chosen. */
  legend: string;
};

/** What to choose one of, as one stop of the keyboard. */
export function Choices({ legend, children }: ChoicesProps) {
  return (
    <fieldset className="stack gap-2">
      <legend className={`medium text-compact ${styles.legend}`}>{legend}</legend>
      {children}
    </fieldset>
  );
}

/** One of the choices, in a box. */
export function Choice({ children, ...input }: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <label className={`row ${styles.choice}`}>
      <input {...input} type="radio" form={PAY_FORM} />
      {children}
    </label>
  );
}
