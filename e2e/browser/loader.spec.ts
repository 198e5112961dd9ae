import type { Page } from '@playwright/test';
import { hold, holdCall } from '../../testing/responses.ts';
import { cards, stopClock } from './steps.ts';
import { storeAccount } from './storage.ts';
import { expect, test } from './test.ts';

const loader = (page: Page) => page.getByRole('status').filter({ hasText: /^Loading$/ });

/** Opens the shop with a stopped clock. */
async function openWithStoppedClock(page: Page): Promise<void> {
  await stopClock(page);
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Products' })).toHaveAttribute('aria-busy', 'true');
}

/** Advances the clock until the loader shows; its delay starts a moment after the request. */
async function advanceUntilLoader(page: Page): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1000);
    await expect(loader(page)).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 10_000 });
}

/** The catalogue needs a card to show. */
test.beforeEach(async ({ shop }) => {
  await shop.addProductOnly();
});

test('the full-screen loader shows during a slow request and closes with its response', async ({ page }) => {
  const response = await holdCall(page, '/products?*');
  await openWithStoppedClock(page);
  await advanceUntilLoader(page);
  const box = await loader(page).boundingBox();
  expect(box).toMatchObject({ x: 0, y: 0, ...page.viewportSize() });
  response.release();
  await expect(cards(page).first()).toBeVisible();
  await page.clock.runFor(1000);
  await expect(loader(page)).toHaveCount(0);
});

test('the full-screen loader does not flash during a fast request', async ({ page }) => {
  const response = await holdCall(page, '/products?*');
  await openWithStoppedClock(page);
  await page.clock.runFor(100);
  await expect(loader(page)).toHaveCount(0);
  response.release();
  await expect(cards(page).first()).toBeVisible();
  await page.clock.runFor(1000);
  await expect(loader(page)).toHaveCount(0);
});

test('the loader stays open across consecutive requests', async ({ page }) => {
  const first = await holdCall(page, '/products?*');
  const second = await holdCall(page, '/products/single/*');
  await openWithStoppedClock(page);
  await advanceUntilLoader(page);
  first.release();
  await cards(page).first().click();
  await page.clock.runFor(100);
  await expect(loader(page)).toBeVisible();
  second.release();
  await page.clock.resume();
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeVisible();
  await expect(loader(page)).toHaveCount(0);
});

test('the loader shows while a reset link is requested, after the dialog has closed', async ({ page }) => {
  const response = await holdCall(page, '/user/forgotPassword');
  await page.goto('/authorization');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('dialog').getByLabel('Email').fill('somebody@example.com');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(loader(page)).toBeVisible();
  response.release();
  await expect(loader(page)).toHaveCount(0);
});

test('the loader shows while the code of a page loads', async ({ page }) => {
  const code = await hold(page, '**/assets/ContactPage-*.js');
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
  await expect(loader(page)).toBeVisible();
  code.release();
  await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeFocused();
  await expect(loader(page)).toHaveCount(0);
});

const changes: Record<string, (page: Page) => Promise<unknown>> = {
  search: (page) => page.getByRole('combobox', { name: 'Search products' }).pressSequentially('lap'),
  filter: (page) => page.getByRole('slider', { name: 'Minimum price' }).press('ArrowRight'),
  'sort order': (page) => page.getByLabel('Sort by').selectOption('Low price'),
};

for (const [name, change] of Object.entries(changes)) {
  test(`the loader covers the list while a changed ${name} takes longer than 400 ms`, async ({ page }) => {
    await stopClock(page);
    await page.goto('/');
    await expect(cards(page).first()).toBeVisible();
    const response = await holdCall(page, '/products?*');
    await change(page);
    await response.caught;
    await page.clock.runFor(380);
    await expect(loader(page)).toHaveCount(0);
    await advanceUntilLoader(page);
    response.release();
    await page.clock.resume();
    await expect(page.getByRole('region', { name: 'Products' })).toHaveAttribute('aria-busy', 'false');
    await expect(loader(page)).toHaveCount(0);
  });
}

test('the loader leaves the focus in the search, so that typing continues under it', async ({ page }) => {
  await page.goto('/');
  const response = await holdCall(page, '/products?*');
  const field = page.getByRole('combobox', { name: 'Search products' });
  await field.pressSequentially('lap');
  await expect(loader(page)).toBeVisible();
  await expect(field).toBeFocused();
  await page.keyboard.type('top');
  await expect(field).toHaveValue('laptop');
  response.release();
  await expect(loader(page)).toHaveCount(0);
});

test("a table's next page shows the loader, too", async ({ page, shop }) => {
  await shop.importProducts(Array.from({ length: 12 }, (_, index) => ({ title: `Thing ${index}`, price: 1 })));
  await storeAccount(page, shop.admin);
  await page.goto('/dashboard/products?pageSize=10');
  const next = page.getByRole('link', { name: 'Next page' });
  await expect(next).toBeVisible();
  const response = await holdCall(page, '/admin/product?*');
  await next.click();
  await expect(loader(page)).toBeVisible();
  response.release();
  await expect(page).toHaveURL(/page=2/);
  await expect(loader(page)).toHaveCount(0);
});
