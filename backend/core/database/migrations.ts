import { setTimeout as pause } from 'node:timers/promises';
import { codeOf } from '../errors.ts';
import type { Logger } from '../observability/log.ts';
import type { Database } from './db.ts';
import { runInTurn } from './locks.ts';

/**
 * How long a migration waits for a lock. All later requests for the table wait behind it:
 * https://www.postgresql.org/docs/current/runtime-config-client.html#GUC-LOCK-TIMEOUT
 */
const LOCK_TIMEOUT = '1s';
/** lock_not_available and deadlock_detected: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const LOCK_ERRORS = ['55P03', '40P01'];
/** Milliseconds until the next attempt, in which the requests that waited run, and until the last attempt. */
const RETRY_PAUSE = 1000;
const GIVE_UP_AFTER = 10 * 60 * 1000;

type Options = {
  /** Runs only these. */
  names?: readonly string[];
  log?: Logger;
};

/**
 * Runs the pending migrations, one transaction each, while the shop is running. A migration that can't get its locks is
 * retried for ten minutes. Concurrent calls wait for the first and then find none.
 * @throws the error of a migration; those before it stay
 */
export async function migrate(database: Database, options: Options = {}): Promise<void> {
  await runInTurn(database.em, 'migration', () => runPending(database, options));
}

async function runPending(database: Database, { names, log }: Options): Promise<void> {
  for (const { name } of await database.migrator.getPending()) {
    if (names !== undefined && !names.includes(name)) continue;
    const end = performance.now() + GIVE_UP_AFTER;
    while (!(await runMigration(database, name, performance.now() < end))) {
      log?.warn({ migration: name }, 'could not get a lock in time, trying again');
      await pause(RETRY_PAUSE);
    }
  }
}

/** @returns false if it could not get a lock and `mayRetry` */
async function runMigration(database: Database, name: string, mayRetry: boolean): Promise<boolean> {
  try {
    await database.em.fork().transactional(async (em) => {
      // Without effect on a migration that runs outside of this transaction, to build an index concurrently.
      await em.execute(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
      await database.migrator.up({ migrations: [name], transaction: em.getTransactionContext() });
    });
    return true;
  } catch (error) {
    if (mayRetry && LOCK_ERRORS.includes(codeOf(error))) return false;
    throw error;
  }
}
