import type { ReactNode } from 'react';
import styles from './ProductForm.module.css';

/** The unit of a number, at the end of its field. */
export function Unit({ children }: { children: ReactNode }) {
  return <span className={`soft ${styles.unit}`}>{children}</span>;
}
