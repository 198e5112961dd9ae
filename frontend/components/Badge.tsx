import type { ReactNode } from 'react';
import styles from './Badge.module.css';

const tones = { good: 'tone-good', waiting: styles.waiting, bad: 'tone-bad', quiet: 'tone-quiet' };

/** `waiting` needs an admin's attention, `quiet` needs none. */
export type BadgeTone = keyof typeof tones;

/** A status label. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return <span className={`medium nowrap text-small ${styles.badge} ${tones[tone]}`}>{children}</span>;
}
