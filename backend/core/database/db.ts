import { readdir } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Migrator } from '@mikro-orm/migrations';
import {
  defineConfig,
  type EntityClass,
  type EntityManager,
  type EntitySchema,
  IsolationLevel,
  MikroORM,
} from '@mikro-orm/postgresql';
import { type Pool, type PoolClient, types } from 'pg';
import { AppError, codeOf, reasonOf } from '../errors.ts';
import { OutboxNotifications } from '../events/outbox-notifications.ts';
import { type DatabaseTimeouts, timeouts } from '../http/timeouts.ts';
import { RunRecorder } from '../idempotency/recorded-run.ts';
import type { Logger } from '../observability/log.ts';
import { StartError } from '../process/start.ts';
import { redactErrors } from './redact-errors.ts';
import { traceStatements } from './statement-tracing.ts';

export type { EntityManager };
export type Database = MikroORM;

const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../migrations', import.meta.url));
/** Milliseconds to wait for a new or pooled connection before the database counts as unreachable. */
const CONNECTION_TIMEOUT = 10_000;

type Options = {
  url: string;
  entities: (EntityClass | EntitySchema)[];
  /** Maximum number of connections. */
  poolSize?: number;
  /** None by default. */
  timeouts?: DatabaseTimeouts;
  log?: Logger;
};

/** The pool of each database, once it exists. */
const pools = new WeakMap<Database, () => Pool | undefined>();

/** How many statements wait for a connection, per connection of the pool. */
export function waitingPerConnection(database: Database): number {
  const pool = pools.get(database)?.();
  return pool === undefined ? 0 : pool.waitingCount / pool.options.max;
}

/** Sets up the ORM for the database at `url`. Connects on the first query. */
export async function openDatabase({
  url,
  entities,
  poolSize = 10,
  timeouts: limits = {},
  log,
}: Options): Promise<Database> {
  const notifications = new OutboxNotifications(log);
  let pool: Pool | undefined;
  const database = await MikroORM.init(
    defineConfig({
      clientUrl: url,
      // A mistyped name is an error, not a new database.
      ensureDatabase: false,
      entities,
      extensions: [Migrator],
      subscribers: [notifications, new RunRecorder()],
      pool: { min: 0, max: poolSize },
      driverOptions: {
        // MikroORM reads only parts of the URL, and would ignore `sslmode`.
        connectionString: url,
        connectionTimeoutMillis: CONNECTION_TIMEOUT,
        keepAlive: true,
        statement_timeout: limits.statement,
        lock_timeout: limits.lock,
        // Make PostgreSQL release the locks of a client that vanished.
        idle_in_transaction_session_timeout: limits.silence,
        onPoolCreated: (created: Pool) => {
          pool = created;
          // Counts and amounts stay far below 2^53.
          created.on('connect', (client) => client.setTypeParser(types.builtins.INT8, Number));
          created.on('connect', redactErrors);
          watchConnections(created, limits.silence);
          created.on('connect', traceStatements);
          notifications.connect(created);
        },
      },
      colors: false,
      logger: (message) => log?.debug(message),
      // Each request and job forks its own EntityManager.
      allowGlobalContext: false,
      forceUtcTimezone: true,
      // BullMQ's tables; a schema diff would drop them.
      // Migrations write functions, such as name_key.
      schemaGenerator: { ignoreSchema: ['bullmq'], ignoreRoutines: true },
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
  pools.set(database, () => pool);
  return database;
}

/** Milliseconds for the user of an ended connection to release it. */
const GRACE = 1000;

/**
 * Destroys connections in use that are silent for longer than `silenceLimit`; their pending statements then fail.
 *
 * Kysely does not release a connection lost in a transaction, because the rollback fails too: without this, every such
 * loss would shrink the pool for good.
 */
function watchConnections(pool: Pool, silenceLimit: number | undefined): void {
  const used = new Set<PoolClient>();
  const known = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    used.add(client);
    // Kysely never releases a connection that opens after end() was called: end() would never resolve.
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

/** Opens the database. @throws StartError if it is unreachable or not migrated */
export async function openMigratedDatabase(options: Options): Promise<Database> {
  const database = await openDatabase(options);
  await requireDatabase(database, options.url);
  // Later ones may have run: during a deploy, the previous release runs on the new schema.
  if ((await database.migrator.getPending()).length > 0) {
    throw new StartError(
      'The database is not migrated: run `make migrate`, or `node backend/migrate.ts` in production',
    );
  }
  return database;
}

/** @throws StartError in one line, without the password, if the database is unreachable */
export async function requireDatabase(database: Database, url: string): Promise<void> {
  try {
    await pingDatabase(database);
  } catch (cause) {
    throw unreachable(url, cause);
  }
}

/** The error of a database that can't be reached, without the password in its URL. */
export function unreachable(url: string, cause: unknown): StartError {
  const { host, pathname } = new URL(url);
  return new StartError(`The database at ${host}${pathname} can't be reached: ${reasonOf(cause)}`, { cause });
}

/**
 * Runs `work` in a transaction with an empty identity map, so that it reads current rows under its own locks instead of
 * entities that the caller loaded earlier.
 */
export function inFreshTransaction<T>(em: EntityManager, work: (em: EntityManager) => Promise<T>): Promise<T> {
  return em.fork().transactional(work);
}

/** Deletes all tables, also those of the queues. */
export async function emptyDatabase(database: Database): Promise<void> {
  await database.em.fork().transactional(async (em) => {
    await em.execute('drop schema public cascade');
    await em.execute('create schema public');
    await em.execute('drop schema if exists bullmq cascade');
  });
}

/** A transaction that sees the database as it was when it began. */
export type DatabaseSnapshot = { em: EntityManager; close(): Promise<void> };

/** Opens a snapshot of the database, which takes a connection until it is closed. */
export async function openSnapshot(em: EntityManager): Promise<DatabaseSnapshot> {
  const own = em.fork();
  await own.begin({ isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true });
  return { em: own, close: () => own.rollback() };
}

/** Runs `work` in a transaction with the timeouts of a long request, on a connection for short ones. */
export function inLongTransaction<T>(em: EntityManager, work: (em: EntityManager) => Promise<T>): Promise<T> {
  const { statement, lock } = timeouts.longRequest;
  return em.transactional(async (em) => {
    const set = `select set_config('statement_timeout', ?, true), set_config('lock_timeout', ?, true)`;
    await em.execute(set, [String(statement), String(lock)]);
    return work(em);
  });
}

/** The names of the migrations that have run, in order; none in an empty database. */
export async function listMigrations(em: EntityManager): Promise<string[]> {
  const [table] = await em.execute<{ exists: boolean }[]>(
    `select to_regclass('mikro_orm_migrations') is not null as exists`,
  );
  if (!table?.exists) return [];
  const rows = await em.execute<{ name: string }[]>('select name from mikro_orm_migrations order by id');
  return rows.map(({ name }) => name);
}

/** The names of all migrations of this version of the shop. */
export async function listKnownMigrations(): Promise<string[]> {
  const files = await readdir(MIGRATIONS_FOLDER);
  return files.filter((file) => file.endsWith('.ts')).map((file) => parse(file).name);
}

/** @throws if the database is unreachable */
export async function pingDatabase(database: Database): Promise<void> {
  await database.em.fork().execute('select 1');
}

/** Runs a change. @throws AppError conflict with `message` if it violates a unique constraint */
export async function refuseDuplicate<T>(constraint: string, message: string, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!isUniqueViolation(error, constraint)) throw error;
    throw new AppError('conflict', message, { cause: error });
  }
}

/** Whether an error is a unique violation: of `constraint`, if given, or else of any. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof Error) || codeOf(error) !== '23505') return false;
  return constraint === undefined || ('constraint' in error && error.constraint === constraint);
}
