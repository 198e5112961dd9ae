/** Milliseconds. */
const HOUR = 60 * 60 * 1000;

/**
 * The longest pause before a retry, in milliseconds. A job due later than that was delayed while the clock ran ahead
 * (clock-jumps.ts).
 */
export const RETRY_PAUSE_MAX = HOUR / 2;

/** How failed jobs are retried, in milliseconds. */
export type Retries = {
  firstPause: number;
  longestPause: number;
  /** Time after which no further attempt follows a failed one. */
  giveUpAfter: number;
};

export const RETRIES: Retries = {
  firstPause: 1000,
  longestPause: RETRY_PAUSE_MAX,
  giveUpAfter: Number.POSITIVE_INFINITY,
};
export const MAIL_RETRIES: Retries = { ...RETRIES, giveUpAfter: 72 * HOUR };

/** Doubles the pause with each attempt; half of it is jitter, so that jobs don't all return at once. */
export function backoff({ firstPause, longestPause, giveUpAfter }: Retries) {
  return (attemptsMade: number, _type?: string, _error?: Error, job?: { timestamp: number }): number => {
    if (job && Date.now() - job.timestamp >= giveUpAfter) return -1;
    const pause = Math.min(firstPause * 2 ** (attemptsMade - 1), longestPause);
    return Math.round(pause * (1 - Math.random() / 2));
  };
}
