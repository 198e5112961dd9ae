import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createTestDatabase } from '../../../testing/servers/postgres.ts';
import { type NetworkProxy, startProxy } from '../../../testing/servers/proxy.ts';
import { queueBackends } from '../../../testing/servers/queue-backends.ts';
import { startRedis } from '../../../testing/servers/redis.ts';
import { waitFor } from '../../../testing/wait.ts';
import { freePort } from '../../local/ports.ts';
import { type LimitStore, openLimitStore } from './limit-store.ts';
import { RateLimiter } from './rate-limit.ts';

/** Milliseconds for calls while the store is away: one that waits for it, on a busy machine. */
const CALLS_MAX = 8000;
/** Milliseconds. */
const PAUSE = 300;

const log = pino({ level: 'silent' });

describe.each(queueBackends)('counts in %s', (backend) => {
  let network: NetworkProxy;
  /** Those of two processes. */
  const stores: LimitStore[] = [];
  const closing: (() => Promise<unknown>)[] = [];

  const url = new URL('postgresql://localhost');
  beforeAll(async () => {
    let target: number;
    if (backend === 'Redis') {
      target = await freePort();
      const redis = await startRedis(target);
      closing.push(() => redis.remove());
    } else {
      url.href = await createTestDatabase(inject('postgresUrl'));
      target = Number(url.port);
    }
    network = await startProxy({ targets: () => [target] });
    closing.push(() => network.close());
    url.port = String(network.port);
    const redisUrl = backend === 'Redis' ? `redis://127.0.0.1:${network.port}` : null;
    for (let process = 0; process < 2; process += 1) {
      const store = await openLimitStore({ databaseUrl: url.href, redisUrl, log, pause: PAUSE });
      stores.push(store);
      closing.push(() => store.close());
    }
    await untilShared(limitersOf('opened', 3));
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  /** A new store's first connection may take too long on a busy machine. */
  const untilShared = (limiters: RateLimiter[]) => {
    let turn = 0;
    return waitFor('the counts to be shared', async () => {
      turn += 1;
      return (await countAllowed(limiters, `shared ${turn}`, 10)) === 3;
    });
  };

  const limitersOf = (name: string, most: number, isFinal = false) =>
    stores.map((store) => new RateLimiter(store, { name, most, seconds: 60, isFinal })) as [RateLimiter, RateLimiter];
  const countAllowed = async (limiters: RateLimiter[], key: string, times: number) => {
    const waits = await Promise.all(
      Array.from({ length: times }, (_, turn) => limiters[turn % limiters.length]?.take(key)),
    );
    return waits.filter((wait) => wait === 0).length;
  };

  test('hold for both processes at once, per key and limit', async () => {
    const limiters = limitersOf('shared', 10);
    expect(await countAllowed(limiters, 'a', 50)).toBe(10);
    expect(await limiters[1].take('a')).toBeGreaterThan(50_000);
    expect(await limiters[1].take('b')).toBe(0);
    expect(await limitersOf('other', 10)[0].take('a')).toBe(0);
  });

  test('are given back and forgotten for both', async () => {
    const [one, other] = limitersOf('returned', 2);
    expect(await countAllowed([one], 'a', 3)).toBe(2);
    await other.giveBack('a');
    await other.giveBack('a');
    expect(await countAllowed([one], 'a', 3)).toBe(1);
    await other.forget('a');
    expect(await countAllowed([one], 'a', 3)).toBe(2);
  });

  test('of a final limit need no store once they are over it', async () => {
    const [one] = limitersOf('final', 1, true);
    expect(await countAllowed([one], 'a', 2)).toBe(1);
    await stores[1]?.choose(
      () => limitersOf('final', 1)[1].forget('a'),
      () => Promise.reject(),
    );
    expect(await one.take('a')).toBeGreaterThan(50_000);
  });

  test('are kept per process from the start if the store is down', async () => {
    const redisUrl = backend === 'Redis' ? 'redis://127.0.0.1:1' : null;
    const store = await openLimitStore({ databaseUrl: 'postgresql://127.0.0.1:1/shop', redisUrl, log });
    expect(await countAllowed([new RateLimiter(store, { name: 'down', most: 3, seconds: 60 })], 'a', 10)).toBe(3);
    await store.close();
  });

  test.each(['cut', 'freeze'] as const)('are kept per process during a %s, and shared afterwards', async (fault) => {
    const limiters = limitersOf(fault, 3);
    network[fault]();
    const start = performance.now();
    expect(await Promise.all(limiters.map((limiter) => countAllowed([limiter], 'a', 10)))).toEqual([3, 3]);
    await limiters[0].giveBack('a');
    await limiters[0].forget('b');
    expect(performance.now() - start).toBeLessThan(CALLS_MAX);

    network.restore();
    await untilShared(limiters);
  });
});
