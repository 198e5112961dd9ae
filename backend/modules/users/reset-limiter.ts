import { type RateLimit, RateLimiter } from '../../core/rate-limit.ts';

/** Requests for one email. */
const defaultLimit: RateLimit = { most: 10, seconds: 60 * 60 };

/** Keeps strangers from filling somebody's mailbox with reset links. Counts in the memory of this process. */
export class ResetLimiter {
  private readonly emails: RateLimiter;

  constructor(limit: RateLimit = defaultLimit) {
    this.emails = new RateLimiter(limit);
  }

  /** Counts a request, and says whether it may still be followed. Known and unknown emails count alike. */
  async allows(email: string): Promise<boolean> {
    return (await this.emails.take(email.toLowerCase())) === 0;
  }
}
