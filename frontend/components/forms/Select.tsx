import type { ComponentProps } from 'react';
import { Icon } from '../Icon.tsx';
import styles from './Select.module.css';

type SelectProps = ComponentProps<'select'> & {
  /** Omits the border, for toolbars. */
  quiet?: boolean;
};

/** A styled native select. Name it with a surrounding label or `aria-label`. */
export function Select({ quiet = false, className, ...select }: SelectProps) {
  return (
    <span className={[styles.box, quiet && styles.quiet, className].filter(Boolean).join(' ')}>
      <select {...select} className={`control ${styles.select}`} />
      <span className={styles.arrow}>
        <Icon name="chevronDown" size={16} />
      </span>
    </span>
  );
}
