import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { isRedisInstalled, startRedis, type TestRedis } from './redis.ts';
import { waitFor } from './wait.ts';
import { openWorkerShop, type WorkerShop } from './worker-shop.ts';

/** Where the queues can live on this machine. delivery.test.ts sees to it that none is forgotten. */
export const places = isRedisInstalled ? ['PostgreSQL', 'Redis'] : ['PostgreSQL'];

/** Gives each test a shop of its own; the tests of a file share a Redis. What is returned holds them while a test runs. */
export function useWorkerShop(
  place: string,
  freePort: () => Promise<number>,
): { shop: WorkerShop; redis: TestRedis | null } {
  const current = { redis: null as TestRedis | null } as { shop: WorkerShop; redis: TestRedis | null };
  beforeAll(async () => {
    if (place === 'Redis') current.redis = await startRedis(await freePort());
  });
  afterAll(() => current.redis?.remove());
  beforeEach(async () => {
    current.shop = await openWorkerShop(inject('postgresUrl'), current.redis?.url ?? null);
  });
  afterEach(async () => {
    // A Redis that the test took away is back, but perhaps not yet heard of by these connections.
    await waitFor('the queues to be emptied', async () => {
      for (const queue of current.shop.queues.all) await queue.obliterate({ force: true });
      return true;
    });
    await current.shop.close();
  });
  return current;
}
