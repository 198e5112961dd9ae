import type { LimitStore } from '../../core/limit-store.ts';
import { type RateLimit, RateLimiter } from '../../core/rate-limit.ts';

/** Requests per email. */
const defaultLimit: RateLimit = { most: 10, seconds: 60 * 60 };

/** Keeps strangers from flooding a mailbox with reset links. */
export class ResetLimiter {
  private readonly emails: RateLimiter;

  constructor(store: LimitStore, limit: RateLimit = defaultLimit) {
    this.emails = new RateLimiter(store, { name: 'resetByEmail', ...limit });
  }

  /** Counts a request and returns whether it is within the limit. Unknown emails count too. */
  async allows(email: string): Promise<boolean> {
    return (await this.emails.take(email.toLowerCase())) === 0;
  }
}
