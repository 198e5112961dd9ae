import { isIPv6 } from 'node:net';
import type { RouterMiddleware } from '@koa/router';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from './errors.ts';
import type { ShopState } from './http.ts';

/** At most `most` times within `seconds`. */
export type RateLimit = { most: number; seconds: number };

/** Counts events per key, in the memory of this process. */
export class RateLimiter {
  private readonly counts: RateLimiterMemory;

  constructor({ most, seconds }: RateLimit) {
    this.counts = new RateLimiterMemory({ points: most, duration: seconds });
  }

  /** Counts one. @returns the milliseconds to wait; 0 if it is allowed now */
  async take(key: string): Promise<number> {
    try {
      await this.counts.consume(key);
      return 0;
    } catch (rejection) {
      if (rejection instanceof RateLimiterRes) return Math.max(1, rejection.msBeforeNext);
      throw rejection;
    }
  }

  /** Undoes one `take`. */
  async giveBack(key: string): Promise<void> {
    await this.counts.reward(key);
  }

  /** Resets a key to zero. */
  async forget(key: string): Promise<void> {
    await this.counts.delete(key);
  }
}

/**
 * The key to count an address under. An IPv6 connection has a whole /64 (RFC 6177), and some proxies add the port.
 * @param address as in Koa's `ip`: IPv4 or IPv6, as the proxy wrote it
 */
export function rateLimitKey(address: string): string {
  const bare = address
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/^::ffff:(?=[\d.]+$)/i, '');
  if (!isIPv6(bare)) return bare;
  const [head = '', tail] = new URL(`http://[${bare.replace(/%.*$/, '')}]`).hostname.slice(1, -1).split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  const zeros = Array<string>(8 - first.length - last.length).fill('0');
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`;
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/**
 * Limits calls per address, so that a script can't flood the shop. Calls from this machine are not counted: behind a
 * proxy that does not forward addresses, they come from all clients.
 * @throws AppError tooMany, with the time to wait
 */
export function limitByAddress(limit: RateLimit): RouterMiddleware<ShopState> {
  const limiter = new RateLimiter(limit);
  return async (ctx, next) => {
    const wait = LOOPBACK.test(ctx.ip) ? 0 : await limiter.take(rateLimitKey(ctx.ip));
    if (wait > 0) {
      throw new AppError('tooMany', 'Too many requests. Please try again later.', { retryAfter: wait / 1000 });
    }
    await next();
  };
}
