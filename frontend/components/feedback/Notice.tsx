import type { ReactNode } from 'react';
import { Icon, type IconName } from '../Icon.tsx';
import styles from './Notice.module.css';

type NoticeProps = {
  icon?: IconName;
  /** A heading, or plain text. */
  title: ReactNode;
  children?: ReactNode;
  /** Buttons or links. */
  actions?: ReactNode;
  /** Announced by screen readers at once. */
  urgent?: boolean;
  /** An error: urgent, in the error color. */
  failure?: boolean;
};

/** Replaces empty, missing or failed content, and offers what to do next. */
export function Notice({ icon, title, children, actions, urgent = false, failure = false }: NoticeProps) {
  return (
    <div className={styles.notice} role={urgent || failure ? 'alert' : undefined}>
      {icon && (
        <span className={`circle tone-${failure ? 'bad' : icon === 'check' ? 'good' : 'quiet'} ${styles.icon}`}>
          <Icon name={icon} size={28} />
        </span>
      )}
      <div className={styles.title}>{title}</div>
      {children && <p className={`soft ${styles.text}`}>{children}</p>}
      {actions && <div className={`cluster ${styles.actions}`}>{actions}</div>}
    </div>
  );
}
