import type { LimitStore } from '../../../core/limits/limit-store.ts';
import { type RateLimit, RateLimiter, rateLimitKey } from '../../../core/limits/rate-limit.ts';
import type { Attempt } from './login-limiter.ts';

const HOUR = 60 * 60;

const defaults = {
  /** Requests for one email from one address, or from one known device. */
  pair: { most: 10, seconds: HOUR },
  /** Requests for one email from unknown devices: with more, they flood its mailbox. */
  email: { most: 10, seconds: HOUR },
  /** During a flood, requests from addresses that make their first one. */
  newcomers: { most: 20, seconds: HOUR },
  first: { most: 1, seconds: HOUR },
  /** Beyond that. Less than half of the time that a link is valid, so that there always is one that works for a while. */
  latest: { most: 1, seconds: HOUR / 4 },
} satisfies Record<string, RateLimit>;

type Name = keyof typeof defaults;

/**
 * Keeps strangers from flooding a mailbox with reset links, and from keeping its owner from resetting the password: a
 * known device has a limit of its own, and another one gets a link unless dozens of addresses request some. Even then, the
 * latest link in the mailbox works, since only a request that sends a link voids it. Unknown emails have the same limits.
 */
export class ResetLimiter {
  private readonly limiters: Record<Name, RateLimiter>;

  constructor(store: LimitStore) {
    const entries = Object.entries(defaults).map(
      ([name, limit]) => [name, new RateLimiter(store, { name: `reset.${name}`, ...limit })] as const,
    );
    this.limiters = Object.fromEntries(entries) as Record<Name, RateLimiter>;
  }

  /** Counts a request and returns whether it is within the limits. */
  async allows({ email: given, address, device }: Attempt): Promise<boolean> {
    const email = given.toLowerCase();
    const pair = `${email} ${device ?? rateLimitKey(address)}`;
    const take = async (name: Name, key: string) => (await this.limiters[name].take(key)) === 0;
    if (!(await take('pair', pair))) return false;
    if (device !== null) return true;
    const isFirst = await take('first', pair);
    if (await take('email', email)) return true;
    if (isFirst && (await take('newcomers', email))) return true;
    return take('latest', email);
  }
}
