import type { ComponentProps } from 'react';
import { type FieldError, type FieldValues, get, type Path, type UseFormReturn } from 'react-hook-form';
import styles from './Form.module.css';

/** Fields below one another. What is wrong with them is said in the shop's words, never in the browser's. */
export function Form({ className, ...rest }: Omit<ComponentProps<'form'>, 'noValidate'>) {
  return <form {...rest} className={[styles.form, className].filter(Boolean).join(' ')} noValidate />;
}

/** Fields that stand side by side where there is room. */
export function FieldPair({ children }: ComponentProps<'div'>) {
  return <div className={styles.pair}>{children}</div>;
}

/** What the fields of a form need of it: spread `field('email')` on one, and it is registered and shows its error. */
export function fieldsOf<T extends FieldValues>({ register, formState: { errors } }: UseFormReturn<T>) {
  const errorOf = (name: Path<T>): FieldError | undefined => get(errors, name);
  return (name: Path<T>) => ({ ...register(name), error: errorOf(name)?.message });
}
