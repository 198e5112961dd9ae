import { test as base, expect } from '@playwright/test';
import pg from 'pg';
import { type Shop, startShop } from './shop.ts';

type Fixtures = {
  /** Rows of the shop's database. */
  query<Row extends pg.QueryResultRow>(sql: string, parameters?: unknown[]): Promise<Row[]>;
};

type WorkerFixtures = {
  /** The shop of this Playwright worker, shared with no other. */
  shop: Shop;
};

/** Milliseconds in which a shop must start and stop, also on a slow machine. */
const SHOP_TIMEOUT = 180_000;

/** A test in the browser, with the shop at the base address. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  shop: [
    async ({}, use) => {
      const shop = await startShop(postgresUrl());
      await fillCatalogue(shop);
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: SHOP_TIMEOUT },
  ],

  baseURL: async ({ shop }, use) => use(shop.url),

  query: async ({ shop }, use) => {
    const client = new pg.Client(shop.databaseUrl);
    await client.connect();
    await use(async (sql, parameters = []) => (await client.query(sql, parameters)).rows as never);
    await client.end();
  },
});

export { expect };

/** More than one page of the catalogue, in two categories. */
async function fillCatalogue(shop: Shop): Promise<void> {
  const laptops = await shop.addCategory('Laptops');
  const keyboards = await shop.addCategory('Keyboards');
  await Promise.all(
    [...'ABCDEFGHIJKL'].map((letter, place) => {
      const [kind, categoryId] = place % 2 === 0 ? ['laptop', laptops] : ['keyboard', keyboards];
      return shop.addProduct({ title: `Sample ${kind} ${letter}`, price: 20 + place * 10, categoryId });
    }),
  );
}

function postgresUrl(): string {
  const url = process.env.BROWSER_TESTS_POSTGRES_URL;
  if (url === undefined) throw new Error('BROWSER_TESTS_POSTGRES_URL is missing: the global setup did not run');
  return url;
}
