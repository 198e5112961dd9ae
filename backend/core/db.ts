import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, type EntityClass, type EntityManager, type EntitySchema, MikroORM } from '@mikro-orm/postgresql';
import { type Pool, type PoolClient, types } from 'pg';
import type { Logger } from './log.ts';
import { StartError } from './start.ts';

export type { EntityManager };
export type Database = MikroORM;

const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url));
/** Milliseconds to wait for a connection, be it a new one or one that others use: then the database counts as gone. */
const CONNECTION_TIMEOUT = 10_000;
/** Milliseconds between two signs of life on a connection that only holds a lock: less than any `silenceLimit`. */
const SIGN_OF_LIFE = 10_000;

type Options = {
  url: string;
  entities: (EntityClass | EntitySchema)[];
  /** Connections kept at most. */
  poolSize?: number;
  /**
   * Milliseconds for which a statement may go without an answer, and a transaction without a statement, before its
   * connection counts as lost: a network can swallow everything and say nothing. For as long as it takes if absent.
   */
  silenceLimit?: number;
  log?: Logger;
};

/** The mapping of the entities to the database at `url`. Connects at the first query. */
export function openDatabase({ url, entities, poolSize = 10, silenceLimit, log }: Options): Promise<Database> {
  return MikroORM.init(
    defineConfig({
      clientUrl: url,
      // A name that is mistyped is told, and makes no database.
      ensureDatabase: false,
      entities,
      extensions: [Migrator],
      pool: { min: 0, max: poolSize },
      driverOptions: {
        // The mapper takes only half of an address, and would leave its `sslmode` aside.
        connectionString: url,
        connectionTimeoutMillis: CONNECTION_TIMEOUT,
        keepAlive: true,
        // The server too must not wait for ever for a shop that it can't hear, with what that has locked.
        idle_in_transaction_session_timeout: silenceLimit,
        onPoolCreated: (pool: Pool) => {
          // Counts and amounts of money stay far below 2^53.
          pool.on('connect', (client) => client.setTypeParser(types.builtins.INT8, Number));
          watchConnections(pool, silenceLimit);
        },
      },
      colors: false,
      logger: (message) => log?.debug(message),
      // Requests share nothing: everyone forks.
      allowGlobalContext: false,
      forceUtcTimezone: true,
      // BullMQ keeps its own tables in a schema of its own; a diff would drop them.
      schemaGenerator: { ignoreSchema: ['bullmq'] },
      migrations: {
        path: MIGRATIONS_FOLDER,
        snapshotName: 'schema-snapshot',
        snapshotOnMigrate: false,
        emit: 'ts',
        glob: '[0-9]*.ts',
        fileName: (timestamp, name) => `${timestamp}-${name ?? 'change'}`,
      },
    }),
  );
}

/** Milliseconds in which whoever uses a connection gives it back after its end. */
const GRACE = 1000;

/**
 * Ends a connection that is used and silent for longer than `silenceLimit`: whoever waits for it is told so.
 *
 * Kysely does not give back a connection that was lost in a transaction, since the rollback fails too: the pool would
 * have one place less for good, and after some outages none.
 */
function watchConnections(pool: Pool, silenceLimit: number | undefined): void {
  const used = new Set<PoolClient>();
  const known = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    used.add(client);
    // Kysely neither uses nor gives back a connection that is made after the end was asked for: it would never come.
    if (pool.ending && !known.has(client)) setImmediate(() => used.has(client) && client.release(true));
    known.add(client);
  });
  pool.on('release', (_error, client) => used.delete(client));
  pool.on('connect', (client) => {
    if (silenceLimit !== undefined) {
      const socket = client.connection.stream as Socket;
      const silence = Object.assign(new Error(`The database has not answered for ${silenceLimit} ms`), {
        code: 'ETIMEDOUT',
      });
      socket.setTimeout(silenceLimit, () => used.has(client) && socket.destroy(silence));
    }
    client.once('end', () => {
      setTimeout(() => used.has(client) && client.release(true), GRACE).unref();
    });
  });
}

/** Opens the database for a program that needs it whole. @throws StartError if it can't be reached or is not migrated */
export async function openMigratedDatabase(options: Options): Promise<Database> {
  const database = await openDatabase(options);
  await requireDatabase(database, options.url);
  if (!(await isMigrated(database))) {
    throw new StartError(
      'The database is not migrated: run `make migrate`, or `node backend/migrate.ts` in production',
    );
  }
  return database;
}

/** @throws StartError in one line, without the password, if the database does not answer */
export async function requireDatabase(database: Database, url: string): Promise<void> {
  try {
    await pingDatabase(database);
  } catch (cause) {
    const { host, pathname } = new URL(url);
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : cause;
    throw new StartError(`The database at ${host}${pathname} can't be reached: ${reason}`, { cause });
  }
}

/** Brings the schema up to date. Whoever comes second waits, and finds nothing left to do. */
export async function migrate(database: Database): Promise<void> {
  // An advisory lock belongs to a connection, so a transaction keeps one until the work is done. Raw: no table, no types.
  await database.em.fork().transactional(async (em) => {
    await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', ['migration']);
    await database.migrator.up();
  });
}

/**
 * Does `work` unless somebody else, in this process or another, is doing what has the same name, however long it takes. A
 * process that dies leaves nothing behind: the lock goes with its connection, as it does with one that is lost while the
 * work goes on. `hold`, which the work is given, throws if that has happened.
 * @returns whether it was done
 * @throws what the work throws; also if the lock was lost meanwhile
 */
export async function runAlone(
  em: EntityManager,
  name: string,
  work: (hold: () => Promise<void>) => Promise<unknown>,
  signOfLife = SIGN_OF_LIFE,
): Promise<boolean> {
  return em.fork().transactional(async (lock) => {
    const [row] = await lock.execute<{ isAlone: boolean }[]>(
      'select pg_try_advisory_xact_lock(hashtextextended(?, 0)) as "isAlone"',
      [name],
    );
    if (!row?.isAlone) return false;
    const hold = async () => {
      await lock.execute('select 1');
    };
    // A silent connection counts as lost. One that is lost all the same is told by the transaction's end.
    const timer = setInterval(() => hold().catch(() => clearInterval(timer)), signOfLife);
    try {
      await work(hold);
    } finally {
      clearInterval(timer);
    }
    return true;
  });
}

/**
 * A transaction that begins with nothing read: what the caller has loaded before is read anew in it, under its locks,
 * and not taken from the caller's identity map.
 */
export function inFreshTransaction<T>(em: EntityManager, work: (em: EntityManager) => Promise<T>): Promise<T> {
  return em.fork().transactional(work);
}

/** Whether the database has the schema that this code was written for. */
async function isMigrated(database: Database): Promise<boolean> {
  return (await database.migrator.getPending()).length === 0;
}

/** Throws if the database does not answer. */
export async function pingDatabase(database: Database): Promise<void> {
  await database.em.fork().execute('select 1');
}

/** Whether an error says that a unique constraint was broken, and, if `constraint` is given, that very one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return false;
  return constraint === undefined || ('constraint' in error && error.constraint === constraint);
}
