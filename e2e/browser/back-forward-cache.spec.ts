import { createServer } from 'node:http';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { browserOptions } from '../../testing/browser.ts';
import { waitFor } from '../../testing/wait.ts';
import { CARDS, cartLink, fillCard, payButton } from './steps.ts';
import { storeAccount } from './storage.ts';
import { test as base, expect } from './test.ts';

/** Another site that the browser opens after the shop. */
async function startOtherSite() {
  const server = createServer((_request, response) => response.end('<title>Elsewhere</title>'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The other site has no port');
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}

// In one worker, so that one browser is enough.
base.describe.configure({ mode: 'default' });

/** Playwright disables the cache in its browser, so these tests launch their own. */
const test = base.extend<{ cachingContext: BrowserContext; otherSite: string }, { cachingBrowser: Browser }>({
  cachingBrowser: [
    async ({}, use) => {
      const browser = await chromium.launch({
        ...browserOptions({ isFull: true }),
        ignoreDefaultArgs: ['--disable-back-forward-cache'],
      });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  cachingContext: async ({ cachingBrowser, baseURL }, use) => {
    const context = await cachingBrowser.newContext({ baseURL, locale: 'en-US' });
    await use(context);
    await context.close();
  },
  otherSite: async ({}, use) => {
    const site = await startOtherSite();
    await use(site.url);
    site.close();
  },
});

/** Leaves the shop for another site, makes a change in a second tab, and returns with the back button. */
async function leaveAndReturn(
  page: Page,
  leaving: string | (() => Promise<unknown>),
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  await page.evaluate(() => addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted })));
  await (typeof leaving === 'string' ? page.goto(leaving) : leaving());
  await meanwhile();
  await page.goBack({ waitUntil: 'commit' });
  // Control: a reloaded page would prove nothing.
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'persisted'))).toBe(true);
}

test('Back to a cached page shows the cart as another tab left it', async ({ cachingContext, otherSite, product }) => {
  const page = await cachingContext.newPage();
  await page.goto('/contact');
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 0 items');
  await leaveAndReturn(page, otherSite, async () => {
    const other = await cachingContext.newPage();
    await other.goto(`/product/${product._id}`);
    await other.getByRole('button', { name: 'Add to Cart' }).click();
    await expect(cartLink(other)).toHaveAccessibleName('Cart, 1 item');
  });
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item');
});

test('Back to a cached profile after a logout elsewhere shows no data', async ({ cachingContext, otherSite, shop }) => {
  const account = await shop.newAccount();
  const page = await cachingContext.newPage();
  await storeAccount(page, account);
  await page.goto('/profile');
  await expect(page.getByRole('main')).toContainText(account.email);
  await leaveAndReturn(page, otherSite, async () => {
    const other = await cachingContext.newPage();
    await other.goto('/contact');
    await other.getByRole('banner').getByRole('button', { name: account.username }).click();
    await other.getByRole('button', { name: 'Logout' }).click();
    await expect(other).toHaveURL('/authorization');
  });
  await expect(page).toHaveURL('/');
  await expect(page.getByText(account.email)).toHaveCount(0);
});

test('Back to a cached catalogue works: the search still filters', async ({ cachingContext, otherSite, product }) => {
  const page = await cachingContext.newPage();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: product.title })).toBeVisible();
  await leaveAndReturn(page, otherSite, async () => {});
  await page.getByRole('combobox', { name: 'Search products' }).fill('no such thing');
  await expect(page.getByText('There are no products')).toBeVisible();
});

test('Back from the bank to a cached order lets the shopper pay again, until it is paid', async ({
  cachingContext,
  shop,
  product,
}) => {
  const shopper = await shop.newAccount();
  const order = await shop.placeOrder(product, shopper);
  const page = await cachingContext.newPage();
  await storeAccount(page, shopper);
  await page.goto(`/orders/${order.id}`);
  await page.getByRole('button', { name: 'Pay now' }).click();
  await fillCard(page, CARDS.threeDSecure);
  const goToBank = async () => {
    await payButton(page).click();
    await expect(page.getByRole('button', { name: 'Complete authentication' })).toBeVisible();
  };
  await leaveAndReturn(page, goToBank, async () => {});
  await expect(page.getByRole('button', { name: 'Not now' })).toBeEnabled();
  await leaveAndReturn(page, goToBank, async () => {
    await shop.pay(order);
    await waitFor('the order to be paid', async () => (await shop.readOrder(order)).state === 'paid');
  });
  await expect(payButton(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Buy again' })).toBeVisible();
});
