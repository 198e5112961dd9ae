import { isIPv6 } from 'node:net';
import type { RouterMiddleware } from '@koa/router';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from './errors.ts';
import type { ShopState } from './http.ts';

/** So many times in so many seconds. */
export type RateLimit = { most: number; seconds: number };

/** Counts what happens under a key, in the memory of this process. */
export class RateLimiter {
  private readonly counts: RateLimiterMemory;

  constructor({ most, seconds }: RateLimit) {
    this.counts = new RateLimiterMemory({ points: most, duration: seconds });
  }

  /** Counts once more. @returns the milliseconds after which it may happen again; 0 if it may now */
  async take(key: string): Promise<number> {
    try {
      await this.counts.consume(key);
      return 0;
    } catch (rejection) {
      if (rejection instanceof RateLimiterRes) return Math.max(1, rejection.msBeforeNext);
      throw rejection;
    }
  }

  /** Takes back one. */
  async giveBack(key: string): Promise<void> {
    await this.counts.reward(key);
  }

  async forget(key: string): Promise<void> {
    await this.counts.delete(key);
  }
}

/**
 * Whom an address stands for: an IPv6 line has a whole /64 for itself (RFC 6177), and some proxies write the port, too.
 * @param address as Koa tells it: IPv4 or IPv6, whatever the proxy wrote
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
 * Lets an address call so often, against those who fill the shop by a script. This machine's own calls are not counted:
 * behind a proxy that says nothing of its clients they are everybody's.
 * @throws AppError tooMany, which says when to come back
 */
export function limitByAddress(limit: RateLimit): RouterMiddleware<ShopState> {
  const limiter = new RateLimiter(limit);
  return async (ctx, next) => {
    const wait = LOOPBACK.test(ctx.ip) ? 0 : await limiter.take(rateLimitKey(ctx.ip));
    if (wait > 0) {
      throw new AppError('tooMany', 'That was too often. Please try again later.', { retryAfter: wait / 1000 });
    }
    await next();
  };
}
