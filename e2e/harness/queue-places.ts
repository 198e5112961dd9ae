import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { isRedisInstalled, startRedis, type TestRedis } from './redis.ts';
import { openTestShop, type TestShop } from './worker-shop.ts';

/** Where the queues can live on this machine. delivery.test.ts sees to it that none is forgotten. */
export const places = isRedisInstalled ? ['PostgreSQL', 'Redis'] : ['PostgreSQL'];

/** Gives each test a shop of its own; the tests of a file share a Redis. What is returned holds them while a test runs. */
export function useTestShop(
  place: string,
  freePort: () => Promise<number>,
): { shop: TestShop; redis: TestRedis | null } {
  const current = { redis: null as TestRedis | null } as { shop: TestShop; redis: TestRedis | null };
  beforeAll(async () => {
    if (place === 'Redis') current.redis = await startRedis(await freePort());
  });
  afterAll(() => current.redis?.remove());
  beforeEach(async () => {
    current.shop = await openTestShop(inject('postgresUrl'), current.redis?.url ?? null);
  });
  afterEach(async () => {
    for (const queue of current.shop.queues.all) await queue.obliterate({ force: true });
    await current.shop.close();
  });
  return current;
}
