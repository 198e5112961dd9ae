import { sql } from 'kysely';
import pg from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
} from 'rate-limiter-flexible';
import { CONNECTIONS } from '../database/connections.ts';
import type { EntityManager } from '../database/db.ts';
import { removeInBatches } from '../database/remove-in-batches.ts';
import type { Logger } from '../observability/log.ts';

/** Milliseconds for a connection to the store, and for its response. */
const TIMEOUT = 1000;
/** Milliseconds before a store that did not respond is tried again. */
const PAUSE = 2000;

/** At most `points` times within `duration` seconds. */
export type CountOptions = { keyPrefix: string; points: number; duration: number; inMemoryBlockOnConsumed?: number };

/** Where all processes of a shop count together what they limit. */
export type LimitStore = {
  openCounts(options: CountOptions): RateLimiterAbstract;
  /** Runs `shared`, or `own` while the store doesn't respond. @returns the result; takes two seconds at most */
  choose<T>(shared: () => Promise<T>, own: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** Counts within this process. */
export const ownLimits: LimitStore = {
  openCounts: (options) => new RateLimiterMemory(options),
  choose: (_shared, own) => own(),
  close: async () => {},
};

type Options = { databaseUrl: string; redisUrl: string | null; log: Logger; pause?: number };
type Connection = Pick<LimitStore, 'openCounts' | 'close'>;

/** Counts in Redis if it is configured, else in PostgreSQL. Neither has to respond yet. */
export async function openLimitStore({ databaseUrl, redisUrl, log, pause = PAUSE }: Options): Promise<LimitStore> {
  const onError = (error: unknown) => log.debug({ err: error }, 'lost a connection for rate limits');
  const connection = redisUrl ? await openRedis(redisUrl, pause, onError) : openPostgres(databaseUrl, onError);
  return { ...connection, choose: createBreaker(log, pause) };
}

function openPostgres(connectionString: string, onError: (error: unknown) => void): Connection {
  // Apart from the shop's pool, so that counting never waits for slow queries.
  const pool = new pg.Pool({
    connectionString,
    max: CONNECTIONS.api.limits,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: TIMEOUT,
    query_timeout: TIMEOUT,
    statement_timeout: TIMEOUT,
    keepAlive: true,
  });
  pool.on('error', onError).on('connect', (client) => client.on('error', onError));
  return {
    openCounts: (options) =>
      new RateLimiterPostgres({
        ...options,
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limit_count',
        // A migration creates the table, and the workers remove expired rows.
        tableCreated: true,
        clearExpiredByTimeout: false,
      }),
    close: () => pool.end(),
  };
}

async function openRedis(url: string, pause: number, onError: (error: unknown) => void): Promise<Connection> {
  const { Redis } = await import('ioredis');
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: TIMEOUT,
    commandTimeout: TIMEOUT,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => pause,
  });
  client.on('error', onError);
  await client.connect().catch(onError);
  return {
    openCounts: (options) => new RateLimiterRedis({ ...options, storeClient: client }),
    close: async () => client.disconnect(),
  };
}

/** After a failure, one call per `pause` tries the store, and the others don't wait for it. */
function createBreaker(log: Logger, pause: number): LimitStore['choose'] {
  let isAway = false;
  let retryAt = 0;
  return async (shared, own) => {
    if (performance.now() < retryAt) return own();
    if (isAway) retryAt = performance.now() + pause;
    try {
      const result = await shared();
      if (isAway) log.info('rate limits are counted across processes again');
      isAway = false;
      retryAt = 0;
      return result;
    } catch (error) {
      if (!isAway) log.warn({ err: error }, 'rate limits are counted per process until their store responds');
      isAway = true;
      retryAt = performance.now() + pause;
      return own();
    }
  };
}

/** Removes the counts of past periods. Those in Redis expire by themselves. */
export function removeExpiredLimitCounts(em: EntityManager): Promise<void> {
  return removeInBatches(em, 'rate_limit_count', sql`expire < ${Date.now()}`);
}
