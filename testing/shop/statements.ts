import type { Pool, PoolClient, QueryConfig } from 'pg';
import { type MockInstance, vi } from 'vitest';
import type { Database } from '../../backend/core/database/db.ts';

const poolOf = ({ em }: Database): Promise<Pool> => em.getConnection().getNativeClient();

/**
 * Passes every statement to PostgreSQL, including `begin` and `commit`, through `edit`: its result is sent instead, and
 * its exception becomes the statement's error. mockRestore() ends it.
 */
export async function interceptStatements(database: Database, edit: (sql: string) => string): Promise<MockInstance> {
  const pool = await poolOf(database);
  const connection = await pool.connect();
  // MikroORM may use its own copy of pg, so take the class from a connection.
  const clients: PoolClient = Object.getPrototypeOf(connection);
  const { database: name } = connection;
  connection.release();
  const { query } = clients;
  async function editAndQuery(this: PoolClient, sql: string | QueryConfig, ...rest: unknown[]): Promise<unknown> {
    // The class is shared with the other shops of the process.
    if (this.database !== name) return Reflect.apply(query, this, [sql, ...rest]);
    return Reflect.apply(query, this, [edit(typeof sql === 'string' ? sql : sql.text), ...rest]);
  }
  return vi.spyOn(clients, 'query').mockImplementation(editAndQuery as typeof query);
}

/** Makes every connection attempt of the shop's pool fail with `error`, or hang without one. mockRestore() ends it. */
export async function loseDatabase(database: Database, error?: Error): Promise<MockInstance> {
  const connect = () => (error ? Promise.reject(error) : new Promise<never>(() => {}));
  return vi.spyOn(await poolOf(database), 'connect').mockImplementation(connect);
}
