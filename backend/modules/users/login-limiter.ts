import { AppError } from '../../core/errors.ts';
import { RateLimiter, rateLimitKey } from '../../core/rate-limit.ts';

type LoginLimits = {
  /** Failed logins for one email from one address: low, against who guesses. */
  perGuesser: number;
  /** Failed logins for one email from anywhere: higher, so that a stranger alone can't lock anybody out. */
  perEmail: number;
  /** Failed logins from one address. */
  perAddress: number;
  /** Seconds in which they are counted. */
  window: number;
};

const defaults: LoginLimits = { perGuesser: 10, perEmail: 100, perAddress: 100, window: 15 * 60 };

/** Slows down those who guess passwords. Counts in the memory of this process. */
export class LoginLimiter {
  private readonly guessers: RateLimiter;
  private readonly emails: RateLimiter;
  private readonly addresses: RateLimiter;

  constructor(limits: Partial<LoginLimits> = {}) {
    const { perGuesser, perEmail, perAddress, window } = { ...defaults, ...limits };
    this.guessers = new RateLimiter({ most: perGuesser, seconds: window });
    this.emails = new RateLimiter({ most: perEmail, seconds: window });
    this.addresses = new RateLimiter({ most: perAddress, seconds: window });
  }

  /**
   * Counts a login as failed before it is tried, so that many at once can't slip through together.
   * @throws AppError tooMany, which says when to come back
   */
  async begin(email: string, address: string): Promise<void> {
    const keys = keysOf(email, address);
    const wait =
      (await this.addresses.take(keys.address)) ||
      (await this.guessers.take(keys.guesser)) ||
      (await this.emails.take(keys.email));
    if (wait === 0) return;
    const minutes = Math.ceil(wait / 60_000);
    const sentence = `Too many failed logins. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
    throw new AppError('tooMany', sentence, { retryAfter: wait / 1000 });
  }

  /** Takes back what begin counted, and forgets the earlier failures of this email. Those of the address stay. */
  async succeed(email: string, address: string): Promise<void> {
    await this.forgive(email, address);
    await this.addresses.giveBack(keysOf(email, address).address);
  }

  /** Forgets the failures of an email whose owner has proved at this address to be it. */
  async forgive(email: string, address: string): Promise<void> {
    const keys = keysOf(email, address);
    await this.guessers.forget(keys.guesser);
    await this.emails.forget(keys.email);
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
    const keys = keysOf(email, address);
    await this.guessers.giveBack(keys.guesser);
    await this.emails.giveBack(keys.email);
    await this.addresses.giveBack(keys.address);
  }
}

function keysOf(givenEmail: string, givenAddress: string) {
  const email = givenEmail.toLowerCase();
  const address = rateLimitKey(givenAddress);
  return { email, address, guesser: `${email} ${address}` };
}
