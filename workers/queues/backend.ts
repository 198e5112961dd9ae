import {
  type BackendFactory,
  createPostgresBackend,
  createRedisBackend,
  DEFAULT_SCHEMA,
  type IQueueBackend,
  runMigrations,
} from 'bullmq';
import { Redis, type RedisOptions } from 'ioredis';
import pg from 'pg';
import type { Config } from '../../backend/config.ts';
import { CONNECTIONS } from '../../backend/core/database/connections.ts';
import { StartError } from '../../backend/core/process/start.ts';
import { postgresClock, type QueueClock, redisClock } from './clock-jumps.ts';

/** Where the queues live. All queues and workers share its connections. */
export type Backend = {
  name: 'Redis' | 'PostgreSQL';
  open: BackendFactory<IQueueBackend, Backend['name']>;
  clock: QueueClock;
  close(): Promise<void> | void;
};

/** Milliseconds to wait for a connection or a response. */
const CHECK_TIMEOUT = 5000;

export type QueuesConfig = Pick<Config, 'redisUrl'> & { databaseUrl: string };

/** Opens Redis if it is configured, otherwise the schema `bullmq` of the database. @throws if it doesn't respond */
export function openBackend(
  { redisUrl, databaseUrl }: QueuesConfig,
  onError: (error: unknown) => void,
): Promise<Backend> {
  return redisUrl ? openRedis(redisUrl, onError) : openPostgres(databaseUrl, onError);
}

async function openPostgres(url: string, onError: (error: unknown) => void): Promise<Backend> {
  const pool = openPool(url, { schema: DEFAULT_SCHEMA, size: CONNECTIONS.worker.queues, onError });
  const client = await pool.connect();
  try {
    await runMigrations(client);
  } finally {
    client.release();
  }
  return {
    name: 'PostgreSQL',
    open: (queue, options, kind) => createPostgresBackend(queue, { ...options, connection: pool }, kind),
    clock: postgresClock(pool),
    close: () => pool.end(),
  };
}

/** Creates a pool for the queues in `schema`. Connects on first use. */
export function openPool(
  url: string,
  { schema, size, onError }: { schema: string; size: number; onError: (error: unknown) => void },
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    options: `-c search_path=${schema}`,
    connectionTimeoutMillis: CHECK_TIMEOUT,
    query_timeout: 2 * CHECK_TIMEOUT,
    keepAlive: true,
  });
  // The pool handles errors of idle connections only. Losing one mid-transaction would otherwise crash the process.
  pool.on('error', onError).on('connect', (client) => client.on('error', onError));
  // Every queue and every worker adds a listener.
  pool.setMaxListeners(0);
  return pool;
}

/** Connects to Redis and reconnects after a loss. @throws StartError if Redis is unreachable now */
async function openRedis(url: string, onError: (error: unknown) => void): Promise<Backend> {
  const options: RedisOptions = {
    lazyConnect: true,
    connectTimeout: CHECK_TIMEOUT,
    retryStrategy: (times) => Math.min(100 * times, 2000),
  };
  // For enqueuing: commands fail fast while Redis is unreachable.
  const producer = new Redis(url, {
    ...options,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: CHECK_TIMEOUT,
  });
  // For consuming: commands wait for the connection to return, as BullMQ requires.
  const consumer = new Redis(url, { ...options, maxRetriesPerRequest: null });
  const clients = [producer, consumer];
  const close = () => {
    for (const client of clients) client.disconnect();
  };
  for (const client of clients) client.on('error', onError);
  try {
    await Promise.all(clients.map((client) => client.connect()));
  } catch (cause) {
    close();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`Redis can't be used at the address in REDIS_URL: ${reason}`, { cause });
  }
  return {
    name: 'Redis',
    open: (queue, options, kind) => {
      const connection = kind?.withBlockingConnection ? consumer : producer;
      return createRedisBackend(queue, { ...options, connection }, kind);
    },
    clock: redisClock(producer),
    close,
  };
}
