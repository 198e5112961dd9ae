import { hash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { m } from '#messages';
import { AppError } from '../errors.ts';
import type { LimitStore } from './limit-store.ts';

/** At most `most` times within `seconds`. */
export type RateLimit = { most: number; seconds: number };

type Options = RateLimit & {
  /** Identifies its counts in the store. */
  name: string;
  /** A key over its limit stays so until its time is over, so that this process need not ask the store again. */
  isFinal?: boolean;
};

/** Counts events per key: across all processes, or within this one while their store doesn't respond. */
export class RateLimiter {
  private readonly store: LimitStore;
  private readonly shared: RateLimiterAbstract;
  private readonly own: RateLimiterAbstract;
  private readonly most: number;

  constructor(store: LimitStore, { name, most, seconds, isFinal = false }: Options) {
    const options = { keyPrefix: name, points: most, duration: seconds };
    this.store = store;
    this.most = most;
    this.shared = store.openCounts({ ...options, ...(isFinal && { inMemoryBlockOnConsumed: most + 1 }) });
    this.own = new RateLimiterMemory(options);
  }

  /** Counts one. @returns the milliseconds to wait; 0 if it is allowed now */
  take(key: string): Promise<number> {
    return this.count(key, (counts, hashed) => counts.consume(hashed).then(() => 0, millisecondsToWait));
  }

  /** Counts several, whether or not they are allowed. @returns the count, and the milliseconds until it starts again */
  add(key: string, points: number): Promise<{ taken: number; left: number }> {
    return this.count(key, async (counts, hashed) => {
      const { consumedPoints, msBeforeNext } = await counts.penalty(hashed, points);
      return { taken: consumedPoints, left: msBeforeNext };
    });
  }

  /** Counts nothing. @returns the milliseconds to wait; 0 if one more is allowed now */
  wait(key: string): Promise<number> {
    return this.count(key, async (counts, hashed) => {
      const current = await counts.get(hashed);
      return current !== null && current.consumedPoints >= this.most ? millisecondsToWait(current) : 0;
    });
  }

  /** Undoes one `take`. */
  async giveBack(key: string): Promise<void> {
    await this.count(key, (counts, hashed) => counts.reward(hashed));
  }

  /** Resets a key to zero. */
  async forget(key: string): Promise<void> {
    await this.count(key, (counts, hashed) => counts.delete(hashed));
  }

  private count<T>(key: string, work: (counts: RateLimiterAbstract, hashed: string) => Promise<T>): Promise<T> {
    // Keys contain emails and addresses, and may be long.
    const hashed = hash('sha256', key, 'base64url');
    return this.store.choose(
      () => work(this.shared, hashed),
      () => work(this.own, hashed),
    );
  }
}

function millisecondsToWait(rejection: unknown): number {
  if (rejection instanceof RateLimiterRes) return Math.max(1, rejection.msBeforeNext);
  throw rejection;
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

/** Whether an address is this machine. Behind a proxy that doesn't forward addresses, its calls come from all clients. */
export function isLoopback(address: string): boolean {
  return LOOPBACK.test(address);
}

/** What there can be too many of. */
export type Limited = Parameters<typeof m.api.tooMany>[0]['what'];

/** The error for too many of something. @param wait milliseconds */
export function tooMany(what: Limited, wait: number): AppError {
  const minutes = Math.max(1, Math.ceil(wait / 60_000));
  return new AppError('tooMany', m.api.tooMany({ what, minutes }), { retryAfter: wait / 1000 });
}
