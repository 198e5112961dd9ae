import type { Socket } from 'node:net';
import type { Pool, PoolClient, PoolOptions } from 'pg';
import type { Database } from './db.ts';
import { redactErrors } from './redact-errors.ts';

/** Milliseconds for a connection, and for the response to a statement. */
const TIMEOUT = 5_000;
/** Milliseconds after the last lock before the connection ends. */
const IDLE = 10_000;

/**
 * Locks by name that this process holds, however many, on one connection of their own. They end with the process, and with
 * the connection, so they only put work in order: something else must keep it from being done twice.
 */
export class ProcessLocks {
  private readonly database: Database;
  private readonly held = new Set<string>();
  private connection: Promise<PoolClient> | null = null;
  private idle: NodeJS.Timeout | undefined;

  constructor(database: Database) {
    this.database = database;
  }

  /** @returns whether the lock was free, and is held now */
  async tryHold(name: string): Promise<boolean> {
    if (this.held.has(name)) return false;
    this.held.add(name);
    let isHeld = false;
    try {
      isHeld = await this.ask('select pg_try_advisory_lock(hashtextextended($1, 0)) as answer', name);
    } finally {
      if (!isHeld) this.held.delete(name);
    }
    return isHeld;
  }

  /** Without the connection, the lock is gone already. */
  async release(name: string): Promise<void> {
    if (this.connection) {
      await this.ask('select pg_advisory_unlock(hashtextextended($1, 0)) as answer', name).catch(() => {});
    }
    this.held.delete(name);
    clearTimeout(this.idle);
    this.idle = setTimeout(() => this.held.size === 0 && this.connection && this.end(this.connection), IDLE).unref();
  }

  private async ask(statement: string, name: string): Promise<boolean> {
    this.connection ??= this.open();
    const { connection } = this;
    try {
      const { rows } = await (await connection).query<{ answer: boolean }>(statement, [name]);
      return rows[0]?.answer === true;
    } catch (error) {
      this.end(connection);
      throw error;
    }
  }

  private open(): Promise<PoolClient> {
    const connection = this.connect();
    connection.then((client) => client.on('error', () => this.end(connection))).catch(() => {});
    return connection;
  }

  private async connect(): Promise<PoolClient> {
    // MikroORM has its own copy of pg.
    const pool = (await this.database.em.getConnection().getNativeClient()) as Pool & {
      Client: new (options: PoolOptions) => PoolClient;
    };
    const options = { ...pool.options, connectionTimeoutMillis: TIMEOUT, query_timeout: TIMEOUT };
    const client = new pool.Client(options);
    redactErrors(client);
    client.on('error', () => {});
    await client.connect();
    (client.connection.stream as Socket).unref();
    return client;
  }

  private end(connection: Promise<PoolClient>): void {
    if (this.connection === connection) this.connection = null;
    connection.then((client) => client.end()).catch(() => {});
  }
}
