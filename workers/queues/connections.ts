import { Redis, type RedisOptions } from 'ioredis';
import pg from 'pg';
import { StartError } from '../../backend/core/process/start.ts';

/** Milliseconds to wait for a connection or a response. */
const CHECK_TIMEOUT = 5000;

type RedisConnections = {
  /** For enqueuing: commands fail fast while Redis is unreachable. */
  producer: Redis;
  /** For consuming: commands wait for the connection to return, as BullMQ requires. */
  consumer: Redis;
  close(): void;
};

/** Connects to Redis and reconnects after a loss. @throws StartError if Redis is unreachable now */
export async function connectRedis(url: string, onError: (error: unknown) => void): Promise<RedisConnections> {
  const options: RedisOptions = {
    lazyConnect: true,
    connectTimeout: CHECK_TIMEOUT,
    retryStrategy: (times) => Math.min(100 * times, 2000),
  };
  const producer = new Redis(url, {
    ...options,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: CHECK_TIMEOUT,
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

/** Creates a pool for the queues in `schema`; `listeners` of its connections stay occupied. Connects on first use. */
export function openPool(
  url: string,
  { schema, listeners, onError }: { schema: string; listeners: number; onError: (error: unknown) => void },
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: listeners + 5,
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
