import { test as base, expect } from '@playwright/test';
import pg from 'pg';

type Fixtures = {
  /** Rows of the shop's database. */
  query<Row extends pg.QueryResultRow>(sql: string, parameters?: unknown[]): Promise<Row[]>;
};

/** A test in the browser, with the shop at the base address and a look into its database. */
export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(provided('SHOP_URL')),

  query: async ({}, use) => {
    const client = new pg.Client(provided('SHOP_DATABASE_URL'));
    await client.connect();
    await use(async (sql, parameters = []) => (await client.query(sql, parameters)).rows as never);
    await client.end();
  },
});

export { expect };

/** Where the shop's mails can be read. */
export function mailboxUrl(): string {
  return provided('SHOP_MAILBOX_URL');
}

/** What the browser shop was started with. */
export function provided(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is missing: the global setup did not run`);
  return value;
}
