import { PATIENCE_DAYS, WEBHOOK_TIMEOUT } from '#contract/integration/webhooks.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** All in milliseconds. */
export type SendingTimes = {
  /** In which an endpoint must answer. */
  timeout: number;
  /** From one failed try to the next: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
  waits: readonly number[];
  /** The longest that `Retry-After` can make it. */
  longestWait: number;
  /** After which an endpoint to which nothing was delivered is switched off. */
  patience: number;
  /** After which the tries of a sender that vanished are repeated. */
  lease: number;
  /** The longest rest of an endpoint that fails, after a failed try. */
  rest: number;
  /** Between two looks for what is due, when no notification arrives. */
  poll: number;
};

export const SENDING_TIMES: SendingTimes = {
  timeout: WEBHOOK_TIMEOUT,
  waits: [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
  longestWait: DAY,
  patience: PATIENCE_DAYS * DAY,
  lease: 2 * WEBHOOK_TIMEOUT,
  rest: SECOND,
  poll: SECOND,
};

/** Share of a wait that is added at random, so that an endpoint that returns doesn't get everything at once. */
const JITTER = 0.1;

/**
 * Milliseconds to wait after a failed try; null after the last one.
 * @param step failed tries before
 * @param retryAfter what the endpoint asked for, in milliseconds; 0 for nothing
 */
export function waitAfter({ waits, longestWait }: SendingTimes, step: number, retryAfter: number): number | null {
  const wait = waits[step];
  if (wait === undefined) return null;
  return Math.round(Math.max(wait * (1 + Math.random() * JITTER), Math.min(retryAfter, longestWait)));
}

/** The milliseconds of a Retry-After header (RFC 9110, 10.2.3); 0 if there is none that can be read. */
export function retryAfterOf(header: string | string[] | undefined, now = Date.now()): number {
  if (typeof header !== 'string') return 0;
  const wait = /^\d+$/.test(header) ? Number(header) * SECOND : Date.parse(header) - now;
  return Number.isNaN(wait) ? 0 : Math.max(0, wait);
}
