import { setTimeout as pause } from 'node:timers/promises';
import type { CompiledQuery } from 'kysely';
import type { Pool, PoolClient, PoolOptions } from 'pg';
import type { EntityManager } from './db.ts';
import { redactErrors } from './redact-errors.ts';

/** Milliseconds between heartbeats on a connection that only holds a lock; less than any `silence` of timeouts.ts. */
const HEARTBEAT = 10_000;

/** Milliseconds until `runInTurn` tries again. */
const TURN = 500;

/** Takes no snapshot, and drops that of the last statement: `create index concurrently` would wait for the transaction. */
const PING = { sql: 'show server_version', parameters: [] };

type Run = <Row>(query: Pick<CompiledQuery<Row>, 'sql' | 'parameters'>) => Promise<Row[]>;

/**
 * Runs `work` in a transaction on a connection of its own, for locks that are held while other work goes on. On connections
 * of the pool, such transactions could hold all of them, and all wait for another one.
 * @param work gets a function that runs a statement in the transaction
 * @throws the errors of `work`, and an error if the connection was lost
 */
export async function holdingLock<T>(
  em: EntityManager,
  work: (run: Run) => Promise<T>,
  heartbeat = HEARTBEAT,
): Promise<T> {
  // MikroORM has its own copy of pg.
  const pool = (await em.getConnection().getNativeClient()) as Pool & {
    Client: new (options: PoolOptions) => PoolClient;
  };
  const client = new pool.Client({ ...pool.options, query_timeout: pool.options.idle_in_transaction_session_timeout });
  redactErrors(client);
  // A lost connection fails the next statement, at the latest the commit.
  client.on('error', () => {});
  const run: Run = async ({ sql, parameters }) => (await client.query(sql, [...parameters])).rows;
  await client.connect();
  // Keeps the connection from counting as lost.
  const timer = setInterval(() => run(PING).catch(() => clearInterval(timer)), heartbeat);
  try {
    await client.query('begin');
    const result = await work(run);
    await client.query('commit');
    return result;
  } finally {
    clearInterval(timer);
    // Rolls back what is not committed.
    await client.end();
  }
}

/**
 * Runs `work` unless work of the same name is running, in this process or another. The lock lives as long as its
 * connection, so it never outlives a killed process. Long work calls `hold`, which throws if the connection is lost.
 * @returns whether the work ran
 * @throws the errors of `work`, and an error if the lock was lost
 */
export function runAlone(
  em: EntityManager,
  name: string,
  work: (hold: () => Promise<void>) => Promise<unknown>,
  heartbeat?: number,
): Promise<boolean> {
  const tryLock = {
    sql: 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as "isAlone"',
    parameters: [name],
  };
  return holdingLock(
    em,
    async (run) => {
      const [row] = await run<{ isAlone: boolean }>(tryLock);
      if (!row?.isAlone) return false;
      const hold = async () => {
        await run(PING);
      };
      await hold();
      await work(hold);
      return true;
    },
    heartbeat,
  );
}

/**
 * Runs `work` like `runAlone`, once other work of the same name has ended. Polls, since a statement that waits for the lock
 * would exceed the silence limit of its connection, and `create index concurrently` would wait for it.
 */
export async function runInTurn(...call: Parameters<typeof runAlone>): Promise<void> {
  while (!(await runAlone(...call))) await pause(TURN);
}
