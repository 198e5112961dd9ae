import type { ReactNode } from 'react';
import styles from './FormSection.module.css';

type FormSectionProps = {
  title: string;
  /** What the fields are for. */
  hint?: string;
  children: ReactNode;
};

/** A group of fields with a heading. */
export function FormSection({ title, hint, children }: FormSectionProps) {
  return (
    <fieldset className={styles.section}>
      <legend className={styles.title}>{title}</legend>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children}
    </fieldset>
  );
}
