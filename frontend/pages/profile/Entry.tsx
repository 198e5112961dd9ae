import type { ReactNode } from 'react';
import styles from './ProfilePage.module.css';

type EntryProps = { name: ReactNode; note: string; children: ReactNode };

/** An item of the account, with what can be done about it. */
export function Entry({ name, note, children }: EntryProps) {
  return (
    <li className={`cluster ${styles.entry}`}>
      <div className={styles.text}>
        <div className="medium breaks">{name}</div>
        <p className="soft text-note">{note}</p>
      </div>
      {children}
    </li>
  );
}
