import type { ReactNode } from 'react';
import styles from './Badge.module.css';

/** `waiting` needs an admin, `quiet` is over. */
export type BadgeTone = 'good' | 'waiting' | 'bad' | 'quiet';

/** A status in a word. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>;
}
