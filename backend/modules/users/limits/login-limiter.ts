import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '../../../core/errors.ts';
import type { LimitStore } from '../../../core/limits/limit-store.ts';
import { type RateLimit, RateLimiter, rateLimitKey, tooMany } from '../../../core/limits/rate-limit.ts';
import { logins } from '../../../core/observability/metrics.ts';

/** Who tries to log in. */
export type Attempt = {
  email: string;
  address: string;
  /** The device's id if it is known for the email (known-devices.ts); null otherwise. */
  device: string | null;
};

const QUARTER = 15 * 60;
const HOUR = 60 * 60;
const DAY = 24 * HOUR;

const defaults = {
  /** Failures for one email from one address, or from one known device. */
  pair: { most: 10, seconds: QUARTER },
  /** Failures from one address. */
  address: { most: 100, seconds: QUARTER },
  /** Failures for one email from unknown devices: with more, the email is under attack. */
  email: { most: 100, seconds: HOUR },
  /** During an attack, failures for the email from one address with an unknown device. */
  attackPair: { most: 2, seconds: HOUR },
  /** During an attack, failures for the email from all unknown devices. */
  attack: { most: 3000, seconds: HOUR },
  /** Warnings to the owner of an email. */
  warning: { most: 1, seconds: DAY },
  /** Logins that succeed: each stores a session. */
  success: { most: 1000, seconds: HOUR },
} satisfies Record<string, RateLimit>;

/** What a wrong password, or the right one of an inactive account, leads to. */
const REFUSALS: readonly ErrorCode[] = ['unauthenticated', 'invalid', 'forbidden'];

type Name = keyof typeof defaults;
type Taken = [name: Name, key: string][];

/**
 * Limits failed logins against guessing passwords, without locking the owner out. Unknown devices that guess at one email
 * from many addresses slow each other down: each address then may fail only twice per hour, so that 1,000 of them check
 * 2,100 passwords per hour at most. The owner has a limit of their own on each known device, and two attempts on another.
 * With more addresses, only known devices get in, and a reset makes a device known. Unknown emails have the same limits.
 */
export class LoginLimiter {
  private readonly limiters: Record<Name, RateLimiter>;

  constructor(store: LimitStore, limits: Partial<Record<Name, RateLimit>> = {}) {
    const entries = Object.entries({ ...defaults, ...limits }).map(
      ([name, limit]) => [name, new RateLimiter(store, { name: `login.${name}`, ...limit })] as const,
    );
    this.limiters = Object.fromEntries(entries) as Record<Name, RateLimiter>;
  }

  /**
   * Runs `work`, which checks a password. A wrong one counts as a failure; another error doesn't, so that an outage locks
   * nobody out.
   * @param warn called before, at most once a day for an email, if it is under attack
   * @throws AppError tooMany with the time to wait, and what `work` throws
   */
  async attempt<T>(attempt: Attempt, work: () => Promise<T>, warn?: () => Promise<void>): Promise<T> {
    const { taken, isAttacked } = await this.begin(attempt);
    let result: T;
    try {
      if (warn && isAttacked && (await this.isWarningDue(attempt))) await warn();
      result = await work();
    } catch (error) {
      const isRefusal = error instanceof AppError && REFUSALS.includes(error.code);
      if (!isRefusal) await this.giveBack(taken);
      throw error;
    }
    await this.succeed(attempt, taken);
    return result;
  }

  private async isWarningDue(attempt: Attempt): Promise<boolean> {
    return (await this.limiters.warning.take(keysOf(attempt).email)) === 0;
  }

  /** Counts a failure before the attempt, so that concurrent ones can't exceed a limit. @throws AppError tooMany */
  async begin(attempt: Attempt): Promise<{ taken: Taken; isAttacked: boolean }> {
    const { email, address, pair } = keysOf(attempt);
    const taken: Taken = [];
    const take = async (name: Name, key: string) => {
      const wait = await this.limiters[name].take(key);
      if (wait === 0) taken.push([name, key]);
      return wait;
    };
    let wait = await this.limiters.success.wait(email);
    let isAttacked = false;
    if (attempt.device !== null) {
      wait ||= await take('pair', pair);
    } else {
      wait ||= (await take('address', address)) || (await take('pair', pair));
      isAttacked = wait === 0 && (await take('email', email)) > 0;
      if (isAttacked) wait = (await take('attackPair', pair)) || (await take('attack', email));
    }
    if (wait === 0) return { taken, isAttacked };
    logins.inc({ result: 'limited' });
    throw tooMany('attempts', wait);
  }

  /** Takes back what `begin` counted, and forgets earlier failures of the email here. Those of the address stay. */
  private async succeed(attempt: Attempt, taken: Taken): Promise<void> {
    const { email, pair } = keysOf(attempt);
    const others = taken.filter(([name]) => name !== 'pair' && name !== 'attackPair');
    await Promise.all([this.giveBack(others), this.forget(pair), this.limiters.success.take(email)]);
  }

  /** Forgets the failures of an email here, also with an unknown device, as its owner has proven to receive its mails. */
  async forgive(attempt: Attempt): Promise<void> {
    await Promise.all([attempt, { ...attempt, device: null }].map((each) => this.forget(keysOf(each).pair)));
  }

  private async forget(pair: string): Promise<void> {
    await Promise.all([this.limiters.pair.forget(pair), this.limiters.attackPair.forget(pair)]);
  }

  private async giveBack(taken: Taken): Promise<void> {
    await Promise.all(taken.map(([name, key]) => this.limiters[name].giveBack(key)));
  }
}

function keysOf({ email: given, address: from, device }: Attempt) {
  const email = given.toLowerCase();
  const address = rateLimitKey(from);
  return { email, address, pair: device === null ? `${email} ${address}` : `${email} device ${device}` };
}
