import { type Browser, type BrowserContext, test as base, type CDPSession, expect, type Page } from '@playwright/test';
import type { ProductView } from '#contract/catalogue/catalogue.ts';
import { DEFAULT_LANGUAGE, type LanguageCode } from '#messages/languages.ts';
import { type Account, type Shop, startShop } from './shop.ts';
import { storeAccount } from './storage.ts';

type Options = {
  /** The account that is logged in when the browser opens the first page. */
  login: 'none' | 'admin';
  /** What the shop speaks during the test. */
  languages: LanguageCode[];
};

type Fixtures = {
  /** A new account, logged in when the browser opens the first page. */
  shopper: Account;
  /** A product with a ready picture, in a category of its own. */
  product: ProductView;
};

/** A browser context that tests with the same options share, one after another. */
type SharedContext = {
  context: BrowserContext;
  /** An empty page, which keeps the process of the context's pages running. */
  blank: Page;
  session: CDPSession;
};

type WorkerFixtures = {
  /** Additional variables of the shop, by which a file gets a shop of its own. */
  variables: Record<string, string>;
  /** By the options of their tests. */
  sharedContexts: Map<string, SharedContext>;
  /** The shop of this Playwright worker. */
  shop: Shop;
};

/** Milliseconds to start or stop a shop, even on a slow machine. */
const SHOP_TIMEOUT = 180_000;

/** Contexts that are of no use to another test. */
const spentContexts = new WeakSet<BrowserContext>();

/** Installs Playwright's clock, which stays in the context. */
export async function installClock(page: Page, options?: { time: number }): Promise<void> {
  spentContexts.add(page.context());
  await page.clock.install(options);
}

/** Shows the page this time for good, in which timers still run. */
export async function fixTime(page: Page, time: string): Promise<void> {
  spentContexts.add(page.context());
  await page.clock.setFixedTime(time);
}

/** A browser test whose base URL is the worker's shop. */
export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  variables: [{}, { option: true, scope: 'worker' }],

  shop: [
    async ({ variables }, use) => {
      const shop = await startShop(postgresUrl(), variables);
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: SHOP_TIMEOUT },
  ],

  sharedContexts: [async ({}, use) => use(new Map()), { scope: 'worker' }],

  // A context of its own would start each test in a new process, which costs more than most tests. A page of its own, and
  // storage without what the last test has left there, separate tests as well.
  context: async (
    {
      browser,
      shop,
      sharedContexts,
      contextOptions,
      viewport,
      hasTouch,
      isMobile,
      javaScriptEnabled,
      locale,
      timezoneId,
      userAgent,
    },
    use,
  ) => {
    // The options of newContext that tests may set with test.use.
    const options = {
      ...contextOptions,
      viewport,
      hasTouch,
      isMobile,
      javaScriptEnabled,
      locale,
      timezoneId,
      userAgent,
    };
    const key = JSON.stringify(options);
    const shared = sharedContexts.get(key) ?? (await openContext(browser));
    sharedContexts.set(key, shared);
    const { context, blank, session } = shared;
    await use(context);
    if (spentContexts.has(context)) {
      sharedContexts.delete(key);
      await context.close();
      return;
    }
    context.removeAllListeners('request');
    for (const page of context.pages()) if (page !== blank) await closeForGood(page);
    await context.clearCookies();
    await session.send('Storage.clearDataForOrigin', { origin: shop.url, storageTypes: 'local_storage' });
  },

  baseURL: async ({ shop }, use) => use(shop.url),

  login: ['none', { option: true }],

  languages: [[DEFAULT_LANGUAGE], { option: true }],

  page: async ({ page, shop, login, languages }, use) => {
    if (login === 'admin') await storeAccount(page, shop.admin);
    if (languages.length > 1) await shop.callAsAdmin('PUT', '/admin/settings', { languages });
    await use(page);
    if (languages.length > 1) await shop.callAsAdmin('PUT', '/admin/settings', { languages: [DEFAULT_LANGUAGE] });
  },

  shopper: async ({ page, shop }, use) => {
    const account = await shop.newAccount();
    await storeAccount(page, account);
    await use(account);
  },

  product: async ({ shop }, use) => use(await shop.addProduct()),
});

export { expect };

async function openContext(browser: Browser): Promise<SharedContext> {
  const context = await browser.newContext();
  const blank = await context.newPage();
  return { context, blank, session: await context.newCDPSession(blank) };
}

/** Closes a page. While it closes, it could otherwise store what has just arrived, after its storage was cleared. */
async function closeForGood(page: Page): Promise<void> {
  const stopStoring = () => {
    Storage.prototype.setItem = () => {};
    localStorage.clear();
  };
  // A page that has crashed or belongs to no site stores nothing.
  await page.evaluate(stopStoring).catch(() => {});
  await page.close();
}

function postgresUrl(): string {
  const url = process.env.BROWSER_TESTS_POSTGRES_URL;
  if (url === undefined) throw new Error('BROWSER_TESTS_POSTGRES_URL is missing: the global setup did not run');
  return url;
}
