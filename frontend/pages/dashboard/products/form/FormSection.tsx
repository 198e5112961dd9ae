import type { ReactNode } from 'react';
import styles from './ProductForm.module.css';

type FormSectionProps = {
  title: string;
  /** What the fields are for. */
  hint?: string;
  children: ReactNode;
};

/** A group of fields with a heading. */
export function FormSection({ title, hint, children }: FormSectionProps) {
  return (
    <fieldset className={`stack gap-5 ${styles.section}`}>
      <legend className={styles.title}>{title}</legend>
      {hint && <p className="soft text-note">{hint}</p>}
      {children}
    </fieldset>
  );
}

/** The unit of a number, at the end of its field. */
export function Unit({ children }: { children: ReactNode }) {
  return <span className={`soft ${styles.unit}`}>{children}</span>;
}
