import {
  type BackendFactory,
  createPostgresBackend,
  createRedisBackend,
  DEFAULT_SCHEMA,
  type IQueueBackend,
  runMigrations,
} from 'bullmq';
import type { Config } from '../../backend/config.ts';
import { postgresClock, type QueueClock, redisClock } from './clock-jumps.ts';
import { connectRedis, openPool } from './connections.ts';
import { queueNames } from './settings.ts';

/** Where the queues live. All queues and workers share its connections. */
export type Backend = {
  name: 'Redis' | 'PostgreSQL';
  open: BackendFactory<IQueueBackend, Backend['name']>;
  clock: QueueClock;
  close(): Promise<void> | void;
};

export type QueuesConfig = Pick<Config, 'redisUrl'> & { databaseUrl: string };

/** Opens Redis if it is configured, otherwise the schema `bullmq` of the database. @throws if it doesn't respond */
export function openBackend(
  { redisUrl, databaseUrl }: QueuesConfig,
  onError: (error: unknown) => void,
): Promise<Backend> {
  return redisUrl ? openRedis(redisUrl, onError) : openPostgres(databaseUrl, onError);
}

async function openPostgres(url: string, onError: (error: unknown) => void): Promise<Backend> {
  const pool = openPool(url, { schema: DEFAULT_SCHEMA, listeners: queueNames.length, onError });
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

async function openRedis(url: string, onError: (error: unknown) => void): Promise<Backend> {
  const { producer, consumer, close } = await connectRedis(url, onError);
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
