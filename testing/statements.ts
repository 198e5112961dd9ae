import type { Pool, PoolClient } from 'pg';
import { type MockInstance, vi } from 'vitest';
import type { Database } from '../backend/core/db.ts';

const poolOf = ({ em }: Database): Promise<Pool> => em.getConnection().getNativeClient();

/**
 * Passes every statement that the shop sends to PostgreSQL through `edit`, `begin` and `commit` among them. What it
 * returns is sent; what it throws is the statement's error. Ends with mockRestore().
 */
export async function interceptStatements(database: Database, edit: (sql: string) => string): Promise<MockInstance> {
  const pool = await poolOf(database);
  const connection = await pool.connect();
  // The mapper brings a pg of its own: its class is known from its connections.
  const clients: PoolClient = Object.getPrototypeOf(connection);
  connection.release();
  const { query } = clients;
  async function editAndQuery(this: PoolClient, sql: unknown, ...rest: unknown[]): Promise<unknown> {
    return Reflect.apply(query, this, [typeof sql === 'string' ? edit(sql) : sql, ...rest]);
  }
  return vi.spyOn(clients, 'query').mockImplementation(editAndQuery as typeof query);
}

/** Refuses every connection of the shop's pool with `error`, or never answers without one. Ends with mockRestore(). */
export async function loseDatabase(database: Database, error?: Error): Promise<MockInstance> {
  const connect = () => (error ? Promise.reject(error) : new Promise<never>(() => {}));
  return vi.spyOn(await poolOf(database), 'connect').mockImplementation(connect);
}
