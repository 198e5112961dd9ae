import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

export type ResetLimits = {
  /** Requests for one email. */
  perEmail: number;
  /** Seconds in which they are counted. */
  window: number;
};

const defaults: ResetLimits = { perEmail: 10, window: 60 * 60 };

/** Keeps strangers from filling somebody's mailbox with reset links. Counts in the memory of this process. */
export class ResetLimiter {
  private readonly emails: RateLimiterMemory;

  constructor(limits: Partial<ResetLimits> = {}) {
    const { perEmail, window } = { ...defaults, ...limits };
    this.emails = new RateLimiterMemory({ points: perEmail, duration: window });
  }

  /** Counts a request, and says whether it may still be followed. Known and unknown emails count alike. */
  async allows(email: string): Promise<boolean> {
    try {
      await this.emails.consume(email.toLowerCase());
      return true;
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection;
      return false;
    }
  }
}
