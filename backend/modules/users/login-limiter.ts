import { AppError } from '../../core/errors.ts';
import { RateLimiter, rateLimitKey } from '../../core/rate-limit.ts';

type LoginLimits = {
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
  private readonly emails: RateLimiter;
  private readonly addresses: RateLimiter;

  constructor(limits: Partial<LoginLimits> = {}) {
    const { perEmail, perAddress, window } = { ...defaults, ...limits };
    this.emails = new RateLimiter({ most: perEmail, seconds: window });
    this.addresses = new RateLimiter({ most: perAddress, seconds: window });
  }

  /**
   * Counts a login as failed before it is tried, so that many at once can't slip through together.
   * @throws AppError tooMany, which says when to come back
   */
  async begin(email: string, address: string): Promise<void> {
    const wait = (await this.addresses.take(rateLimitKey(address))) || (await this.emails.take(email.toLowerCase()));
    if (wait === 0) return;
    const minutes = Math.ceil(wait / 60_000);
    const sentence = `Too many failed logins. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
    throw new AppError('tooMany', sentence, { retryAfter: wait / 1000 });
  }

  /** Takes back what begin counted, and forgets the earlier failures of this email. Those of the address stay. */
  async succeed(email: string, address: string): Promise<void> {
    await this.forgive(email);
    await this.addresses.giveBack(rateLimitKey(address));
  }

  /** Forgets the failures of an email whose owner has proved to be it in another way. */
  async forgive(email: string): Promise<void> {
    await this.emails.forget(email.toLowerCase());
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
    await this.emails.giveBack(email.toLowerCase());
    await this.addresses.giveBack(rateLimitKey(address));
  }
}
