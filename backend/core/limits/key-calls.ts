import type { Middleware } from 'koa';
import { LRUCache } from 'lru-cache';
import type { ShopState } from '../http/http.ts';
import type { LimitStore } from './limit-store.ts';
import { type RateLimit, RateLimiter, tooMany } from './rate-limit.ts';

/** Calls of one API key. */
const CALLS: RateLimit = { most: 600, seconds: 60 };

/** Milliseconds between two additions to the count of all processes. */
const SHARED_EVERY = 100;

type Count = {
  /** What all processes have taken, as far as this one knows. */
  all: number;
  /** What this process has taken since. */
  own: number;
  /** By the clock of performance.now(). */
  endsAt: number;
  isShared: boolean;
};

/**
 * Limits how often each API key calls. Counts in this process, so that a call needn't wait for a store, and adds what it has
 * counted to what all have: together, they exceed the limit by what they take in the meantime.
 */
export function limitKeyCalls(store: LimitStore): Middleware<ShopState> {
  const shared = new RateLimiter(store, { name: 'keyCalls', ...CALLS });
  const counts = new LRUCache<string, Count>({ max: 1000 });

  function take(keyId: string): number {
    const now = performance.now();
    let count = counts.get(keyId);
    if (count === undefined || count.endsAt <= now) {
      count = { all: 0, own: 0, endsAt: now + CALLS.seconds * 1000, isShared: true };
      counts.set(keyId, count);
    }
    if (count.all + count.own >= CALLS.most) return count.endsAt - now;
    count.own += 1;
    if (count.isShared) shareLater(keyId, count);
    return 0;
  }

  function shareLater(keyId: string, count: Count): void {
    count.isShared = false;
    const share = async () => {
      const added = count.own;
      const { taken, left } = await shared.add(keyId, added);
      Object.assign(count, { all: taken, own: count.own - added, endsAt: performance.now() + left, isShared: true });
      if (count.own > 0) shareLater(keyId, count);
    };
    setTimeout(() => void share(), SHARED_EVERY).unref();
  }

  return (ctx, next) => {
    const key = ctx.state.caller?.key;
    const wait = key ? take(key.id) : 0;
    if (wait > 0) throw tooMany('calls', wait);
    return next();
  };
}
