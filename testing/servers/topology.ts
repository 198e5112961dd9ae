import { Redis } from 'ioredis';
import type { TestProject } from 'vitest/node';
import type { S3Config } from '../../backend/core/storage/s3-storage.ts';
import { freePort } from '../../backend/local/ports.ts';
import { isRedisInstalled, startRedis } from './redis.ts';

/** How many APIs and workers a test shop has, and what they share besides PostgreSQL. */
export type Topology = { apis: number; workers: number; redisUrl: string | null; s3: S3Config | null };

/** The servers of `make test-many`; null otherwise. */
export type SharedServers = { redisUrl: string; s3Endpoint: string } | null;

declare module 'vitest' {
  interface ProvidedContext {
    sharedServers: SharedServers;
  }
}

/** Loaded only where it is used, as it starts Python to see whether S3 is there. */
const s3Servers = () => import('./s3.ts');

/** Databases of the Redis server: one for each test shop. */
const REDIS_DATABASES = 1000;
const PROCESSES = 3;

/** Starts Redis and S3 for all test files if the test shops are to run as on many machines. */
export async function startSharedServers(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.TEST_TOPOLOGY !== 'many') {
    project.provide('sharedServers', null);
    return async () => {};
  }
  const { isSwiftInstalled, startS3 } = await s3Servers();
  if (!isRedisInstalled || !isSwiftInstalled) throw new Error('make test-many needs redis-server and python3-swift');
  const redis = await startRedis(await freePort(), undefined, { databases: REDIS_DATABASES });
  const s3 = await startS3();
  project.provide('sharedServers', { redisUrl: redis.url, s3Endpoint: s3.endpoint });
  return async () => {
    await s3.remove();
    await redis.remove();
  };
}

/** One API and one worker on PostgreSQL and a folder; with shared servers, three of each on Redis and S3. */
export async function chooseTopology(servers: SharedServers): Promise<Topology> {
  if (servers === null) return { apis: 1, workers: 1, redisUrl: null, s3: null };
  const redis = new Redis(servers.redisUrl);
  const number = await redis.incr('test shops');
  redis.disconnect();
  // Database 0 holds this counter.
  if (number >= REDIS_DATABASES) throw new Error(`More than ${REDIS_DATABASES - 1} test shops`);
  const { createBucket } = await s3Servers();
  const s3 = await createBucket(servers.s3Endpoint);
  return { apis: PROCESSES, workers: PROCESSES, redisUrl: `${servers.redisUrl}/${number}`, s3 };
}
