/** Milliseconds. */
const HOUR = 60 * 60 * 1000;

/**
 * The longest pause before a retry, in milliseconds. A job due later than that was delayed while the clock ran ahead
 * (clock-jumps.ts).
 */
export const RETRY_PAUSE_MAX = HOUR / 2;

/** How mails are retried, in milliseconds. */
export type MailRetries = {
  firstPause: number;
  longestPause: number;
  /** Time after which no further attempt follows a failed one. */
  giveUpAfter: number;
};

export const MAIL_RETRIES: MailRetries = { firstPause: 1000, longestPause: RETRY_PAUSE_MAX, giveUpAfter: 72 * HOUR };

/** Doubles the pause with each attempt; half of it is jitter, so that mails don't all return at once. */
export function mailBackoff({ firstPause, longestPause, giveUpAfter }: MailRetries) {
  return (attemptsMade: number, _type?: string, _error?: Error, job?: { timestamp: number }): number => {
    if (job && Date.now() - job.timestamp >= giveUpAfter) return -1;
    const pause = Math.min(firstPause * 2 ** (attemptsMade - 1), longestPause);
    return Math.round(pause * (1 - Math.random() / 2));
  };
}
