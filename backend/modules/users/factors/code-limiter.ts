import { AppError } from '../../../core/errors.ts';
import type { LimitStore } from '../../../core/limits/limit-store.ts';
import { RateLimiter, tooMany } from '../../../core/limits/rate-limit.ts';

/** A guess hits one of three codes in a million, so ten an hour find one in about four years. */
const LIMIT = { most: 10, seconds: 60 * 60 };

/** Limits the wrong codes of an account. Passkeys and recovery codes can't be guessed, so they still let the owner in. */
export class CodeLimiter {
  private readonly attempts: RateLimiter;

  constructor(store: LimitStore) {
    this.attempts = new RateLimiter(store, { name: 'codeByUser', ...LIMIT });
  }

  /** Runs `work`, which checks a code. Counts first, so that concurrent attempts can't exceed the limit. @throws AppError tooMany */
  async attempt<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const wait = await this.attempts.take(userId);
    if (wait > 0) throw tooMany('codes', wait);
    try {
      const result = await work();
      await this.attempts.forget(userId);
      return result;
    } catch (error) {
      // An outage is not a wrong code.
      if (!(error instanceof AppError)) await this.attempts.giveBack(userId);
      throw error;
    }
  }
}
