import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../core/errors.ts';

export type LoginLimits = {
  /** Failed logins for one email. */
  perEmail: number;
  /** Failed logins from one address. */
  perAddress: number;
  /** Seconds in which they are counted. */
  window: number;
};

const defaults: LoginLimits = { perEmail: 10, perAddress: 100, window: 15 * 60 };

/** Slows down those who guess passwords. Counts in the memory of this process. */
export class LoginLimiter {
  private readonly emails: RateLimiterMemory;
  private readonly addresses: RateLimiterMemory;

  constructor(limits: Partial<LoginLimits> = {}) {
    const { perEmail, perAddress, window } = { ...defaults, ...limits };
    this.emails = new RateLimiterMemory({ points: perEmail, duration: window });
    this.addresses = new RateLimiterMemory({ points: perAddress, duration: window });
  }

  /**
   * Counts a login as failed before it is tried, so that many at once can't slip through together.
   * @throws AppError tooMany, which says when to come back
   */
  async begin(email: string, address: string): Promise<void> {
    try {
      await this.addresses.consume(address);
      await this.emails.consume(email.toLowerCase());
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection;
      throw new AppError('tooMany', 'Too many failed logins. Please try again later.', {
        retryAfter: rejection.msBeforeNext / 1000,
      });
    }
  }

  /** Takes back what begin counted, and forgets the earlier failures of this email. Those of the address stay. */
  async succeed(email: string, address: string): Promise<void> {
    await this.emails.delete(email.toLowerCase());
    await this.addresses.reward(address);
  }

  /**
   * Runs `work`, which needs the right password. A refusal counts as a failed login; a shop that could not answer has
   * refused nobody, and an outage locks nobody out.
   * @throws AppError tooMany, and what `work` throws
   */
  async attempt<T>(email: string, address: string, work: () => Promise<T>): Promise<T> {
    await this.begin(email, address);
    try {
      const result = await work();
      await this.succeed(email, address);
      return result;
    } catch (error) {
      if (!(error instanceof AppError)) await this.takeBack(email, address);
      throw error;
    }
  }

  private async takeBack(email: string, address: string): Promise<void> {
    await this.emails.reward(email.toLowerCase());
    await this.addresses.reward(address);
  }
}
