import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { openWorkerShop, type WorkerShop } from '../shop/worker-shop.ts';
import { waitFor } from '../wait.ts';
import { isRedisInstalled, startRedis, type TestRedis } from './redis.ts';

/** The queue backends available here. delivery.test.ts warns if Redis is missing. */
export const queueBackends = isRedisInstalled ? ['PostgreSQL', 'Redis'] : ['PostgreSQL'];

/** Gives each test its own shop; the tests of a file share a Redis server. Read the returned object inside a test. */
export function useWorkerShop(
  backend: string,
  freePort: () => Promise<number>,
): { shop: WorkerShop; redis: TestRedis | null } {
  const current = { redis: null as TestRedis | null } as { shop: WorkerShop; redis: TestRedis | null };
  beforeAll(async () => {
    if (backend === 'Redis') current.redis = await startRedis(await freePort());
  });
  afterAll(() => current.redis?.remove());
  beforeEach(async () => {
    current.shop = await openWorkerShop(inject('postgresUrl'), current.redis?.url ?? null);
  });
  afterEach(async () => {
    // Retries, because the queues may still be reconnecting to a Redis that the test stopped.
    await waitFor('the queues to be empty', async () => {
      for (const queue of current.shop.queues.all) await queue.obliterate({ force: true });
      return true;
    });
    await current.shop.close();
  });
  return current;
}
