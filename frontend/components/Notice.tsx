import type { ReactNode, Ref } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Notice.module.css';

type NoticeProps = {
  ref?: Ref<HTMLDivElement>;
  icon?: IconName;
  /** The heading, or a sentence where no page has its own. */
  title: ReactNode;
  children?: ReactNode;
  /** Buttons or links. */
  actions?: ReactNode;
  /** A screen reader announces it at once. */
  urgent?: boolean;
  /** Something went wrong: urgent, in the color of errors. */
  failure?: boolean;
};

/** Replaces content that is empty, missing or failed, with a way on. */
export function Notice({ ref, icon, title, children, actions, urgent = false, failure = false }: NoticeProps) {
  return (
    <div ref={ref} className={styles.notice} role={urgent || failure ? 'alert' : undefined}>
      {icon && (
        <span className={failure ? styles.failureIcon : styles.icon}>
          <Icon name={icon} size={28} />
        </span>
      )}
      <div className={styles.title}>{title}</div>
      {children && <p className={styles.text}>{children}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
