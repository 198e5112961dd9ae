import type { ReactNode } from 'react';
import styles from './Badge.module.css';

/** How something stands: `good` is as it should be, `waiting` needs somebody, `bad` went wrong, `quiet` is over. */
export type BadgeTone = 'good' | 'waiting' | 'bad' | 'quiet';

/** A state in a word. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>;
}
