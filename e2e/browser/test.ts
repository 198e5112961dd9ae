import { test as base, expect } from '@playwright/test';
import type { ProductView } from '#contract/catalogue.ts';
import { type Account, type Shop, startShop } from './shop.ts';
import { storeAccount } from './storage.ts';

type Options = {
  /** The account that is logged in when the browser opens the first page. */
  login: 'none' | 'admin';
};

type Fixtures = {
  /** A new account, logged in when the browser opens the first page. */
  shopper: Account;
  /** A product with a ready picture, in a category of its own. */
  product: ProductView;
};

type WorkerFixtures = {
  /** The shop of this Playwright worker. */
  shop: Shop;
};

/** Milliseconds to start or stop a shop, even on a slow machine. */
const SHOP_TIMEOUT = 180_000;

/** A browser test whose base URL is the worker's shop. */
export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  shop: [
    async ({}, use) => {
      const shop = await startShop(postgresUrl());
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: SHOP_TIMEOUT },
  ],

  baseURL: async ({ shop }, use) => use(shop.url),

  login: ['none', { option: true }],

  page: async ({ page, shop, login }, use) => {
    if (login === 'admin') await storeAccount(page, shop.admin);
    await use(page);
  },

  shopper: async ({ page, shop }, use) => {
    const account = await shop.newAccount();
    await storeAccount(page, account);
    await use(account);
  },

  product: async ({ shop }, use) => use(await shop.addProduct()),
});

export { expect };

function postgresUrl(): string {
  const url = process.env.BROWSER_TESTS_POSTGRES_URL;
  if (url === undefined) throw new Error('BROWSER_TESTS_POSTGRES_URL is missing: the global setup did not run');
  return url;
}
