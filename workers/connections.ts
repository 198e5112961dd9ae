import { Redis, type RedisOptions } from 'ioredis';
import pg from 'pg';
import { StartError } from '../backend/core/start.ts';

/** Milliseconds after which a connection that does not come about, or an answer that is not given, counts as failed. */
const ANSWER_TIMEOUT = 5000;

type RedisConnections = {
  /** For enqueuing: a command that can't be sent, or is not answered soon, fails. */
  producer: Redis;
  /** For consuming: a command that can't be sent waits until it can. BullMQ asks for it. */
  consumer: Redis;
  close(): void;
};

/** Connects to Redis; lost connections come back by themselves. @throws StartError if it can't be reached now */
export async function connectRedis(url: string, onError: (error: unknown) => void): Promise<RedisConnections> {
  const options: RedisOptions = {
    lazyConnect: true,
    connectTimeout: ANSWER_TIMEOUT,
    retryStrategy: (times) => Math.min(100 * times, 2000),
  };
  const producer = new Redis(url, {
    ...options,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: ANSWER_TIMEOUT,
  });
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
  return { producer, consumer, close };
}

/** A pool for queues in `schema`, of which `listeners` connections are kept to listen. Connects at the first query. */
export function openPool(
  url: string,
  { schema, listeners, onError }: { schema: string; listeners: number; onError: (error: unknown) => void },
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: listeners + 5,
    options: `-c search_path=${schema}`,
    connectionTimeoutMillis: ANSWER_TIMEOUT,
    query_timeout: 2 * ANSWER_TIMEOUT,
    keepAlive: true,
  });
  // The pool listens to the connections that nobody uses. One that is lost between two statements of a transaction would
  // end the process.
  pool.on('error', onError).on('connect', (client) => client.on('error', onError));
  // Every queue and every worker adds a listener.
  pool.setMaxListeners(0);
  return pool;
}
