import { AppError } from '../../core/errors.ts';
import { count } from '../../core/figures.ts';
import type { LimitStore } from '../../core/limit-store.ts';
import { RateLimiter, rateLimitKey } from '../../core/rate-limit.ts';

type LoginLimits = {
  /** Failed logins for one email from one address: low, against guessing. */
  perEmailAndAddress: number;
  /** Failed logins for one email from all addresses: higher, so that one stranger can't lock a user out. */
  perEmail: number;
  /** Failed logins from one address. */
  perAddress: number;
  /** The length of the window in seconds. */
  window: number;
};

const defaults: LoginLimits = { perEmailAndAddress: 10, perEmail: 100, perAddress: 100, window: 15 * 60 };

/** Limits failed logins against guessing passwords. */
export class LoginLimiter {
  private readonly pairs: RateLimiter;
  private readonly emails: RateLimiter;
  private readonly addresses: RateLimiter;

  constructor(store: LimitStore, limits: Partial<LoginLimits> = {}) {
    const { perEmailAndAddress, perEmail, perAddress, window: seconds } = { ...defaults, ...limits };
    this.pairs = new RateLimiter(store, { name: 'loginByPair', most: perEmailAndAddress, seconds });
    this.emails = new RateLimiter(store, { name: 'loginByEmail', most: perEmail, seconds });
    this.addresses = new RateLimiter(store, { name: 'loginByAddress', most: perAddress, seconds });
  }

  /**
   * Counts a login as failed before the attempt, so that concurrent attempts can't exceed the limit.
   * @throws AppError tooMany with the time to wait
   */
  async begin(email: string, address: string): Promise<void> {
    const keys = keysOf(email, address);
    const wait =
      (await this.addresses.take(keys.address)) ||
      (await this.pairs.take(keys.pair)) ||
      (await this.emails.take(keys.email));
    if (wait === 0) return;
    count('webshop_logins_total', 'limited');
    const minutes = Math.ceil(wait / 60_000);
    const sentence = `Too many failed logins. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
    throw new AppError('tooMany', sentence, { retryAfter: wait / 1000 });
  }

  /** Takes back what begin counted, and forgets the earlier failures of this email. Those of the address stay. */
  async succeed(email: string, address: string): Promise<void> {
    await Promise.all([this.forgive(email, address), this.addresses.giveBack(keysOf(email, address).address)]);
  }

  /** Forgets the failures of an email whose owner has authenticated from this address. */
  async forgive(email: string, address: string): Promise<void> {
    const keys = keysOf(email, address);
    await Promise.all([this.pairs.forget(keys.pair), this.emails.forget(keys.email)]);
  }

  /**
   * Runs `work`, which checks a password. A rejection counts as a failed login. Other errors don't, so an outage doesn't
   * lock users out.
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
    await Promise.all([
      this.pairs.giveBack(keys.pair),
      this.emails.giveBack(keys.email),
      this.addresses.giveBack(keys.address),
    ]);
  }
}

function keysOf(givenEmail: string, givenAddress: string) {
  const email = givenEmail.toLowerCase();
  const address = rateLimitKey(givenAddress);
  return { email, address, pair: `${email} ${address}` };
}
