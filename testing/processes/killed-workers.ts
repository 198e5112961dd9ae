import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestRedis } from '../servers/redis.ts';
import type { WorkerShop } from '../shop/worker-shop.ts';
import { kill } from './process.ts';

const STUCK_WORKERS = fileURLToPath(new URL('stuck-workers.ts', import.meta.url));

/**
 * Emits a rating event, and kills a worker process in the middle of its job. Steps of the job are in the table `effect`.
 * @param nodeOptions command-line options of that process
 * @returns the product id of the event
 */
export async function killWorkersInJob(
  { shop, redis }: { shop: WorkerShop; redis: TestRedis | null },
  nodeOptions: string[] = [],
): Promise<string> {
  await shop.database.em.fork().execute('create table effect (product_id uuid, step text)');
  const folder = await mkdtemp(join(tmpdir(), 'webshop-test-stuck-'));
  const programArguments = [...nodeOptions, STUCK_WORKERS, shop.databaseUrl, redis?.url ?? '', folder];
  const stuck = spawn(process.execPath, programArguments, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [productId = ''] = await shop.rate();
    await once(stuck.stdout, 'data');
    return productId;
  } finally {
    await kill(stuck);
    await rm(folder, { recursive: true, force: true });
  }
}
