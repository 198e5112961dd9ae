import type { ComponentProps } from 'react';
import { Icon } from './Icon.tsx';
import styles from './Select.module.css';

type SelectProps = ComponentProps<'select'> & {
  /** Without a border, for a bar of controls. */
  quiet?: boolean;
};

/** The browser's own select in the look of the shop. Its name comes from a label around it or from `aria-label`. */
export function Select({ quiet = false, className, ...select }: SelectProps) {
  return (
    <span className={[styles.box, quiet && styles.quiet, className].filter(Boolean).join(' ')}>
      <select {...select} className={styles.select} />
      <span className={styles.arrow}>
        <Icon name="chevronDown" size={16} />
      </span>
    </span>
  );
}
