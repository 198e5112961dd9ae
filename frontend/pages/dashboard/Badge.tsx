import type { ReactNode } from 'react';
import styles from './Badge.module.css';

/** `waiting` needs an admin's attention, `quiet` needs none. */
export type BadgeTone = 'good' | 'waiting' | 'bad' | 'quiet';

/** A status label. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>;
}
