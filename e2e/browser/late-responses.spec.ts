import type { Page } from '@playwright/test';
import type { ProductView } from '#contract/catalogue/catalogue.ts';
import type { UserView } from '#contract/users/users.ts';
import { holdResponse, respondWith } from '../../testing/responses.ts';
import { cards, madeUpListing, madeUpProduct, productLinks, serveProducts, submitLogin, toast } from './steps.ts';
import { stored } from './storage.ts';
import { expect, test } from './test.ts';

/** Responses that the server sends before a change and the page receives after it. */

async function storedUser(page: Page): Promise<UserView> {
  return JSON.parse((await stored(page, 'user')) ?? '{}');
}

test('a late response about a product does not undo a rating', async ({ page, shopper, product }) => {
  await page.goto('/');
  const old = await holdResponse(page, `/products/single/${product._id}`);
  await productLinks(page.getByRole('listitem').filter({ hasText: product.title })).click();
  await old.caught;
  await page.getByRole('group', { name: 'Your rating' }).locator('label').nth(2).click();
  await page.getByRole('button', { name: 'Submit rating' }).click();
  await expect(toast(page, 'Thank you for your rating')).toBeVisible();
  await expect(page.getByText('3.00 (1 rating)')).toBeVisible();
  await old.deliver();
  await expect(page.getByText('3.00 (1 rating)')).toBeVisible();
  await expect(page.getByText('You have already rated this product')).toBeVisible();
  expect(await storedUser(page)).toMatchObject({ _id: shopper.user._id, votedFor: [product._id] });
});

test('a late response about the user does not undo a profile edit', async ({ page, shopper }) => {
  const old = await holdResponse(page, '/user/getSingleUser');
  await page.goto('/profile');
  await old.caught;
  await page.getByRole('button', { name: 'Edit profile' }).click();
  await page.getByLabel('City').fill('Oslo');
  await page.getByRole('button', { name: 'Save' }).click();
  const account = page.getByRole('region', { name: 'Your account' });
  await expect(account).toContainText('Oslo');
  await old.deliver();
  await expect(account).toContainText('Oslo');
  expect(await storedUser(page)).toMatchObject({ _id: shopper.user._id, city: 'Oslo' });
});

test('a late response about one user does not show for the next', async ({ page, shop, shopper }) => {
  const next = await shop.newAccount();
  const old = await holdResponse(page, '/user/getSingleUser');
  await page.goto('/authorization');
  await old.caught;
  await submitLogin(page, next.email, next.password);
  await expect(page.getByRole('banner')).toContainText(next.username);
  await old.deliver();
  await expect(page.getByRole('banner')).toContainText(next.username);
  await expect(page.getByRole('banner')).not.toContainText(shopper.username);
  expect(await storedUser(page)).toMatchObject({ _id: next.user._id });
});

test('a late response about the catalogue does not replace a newer one', async ({ page }) => {
  const [before, after] = [madeUpProduct({ title: 'Before' }), madeUpProduct({ title: 'After' })];
  const list = (product: ProductView) => ({ json: madeUpListing([product]) });
  const old = await holdResponse(page, '/products?*', list(before));
  await page.goto('/');
  await old.caught;
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { name: 'Contact Us' })).toBeVisible();
  await page.route('**/api/v1/products?*', (route) => route.fulfill(list(after)));
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { name: 'After' })).toBeVisible();
  await old.deliver();
  await expect(page.getByRole('heading', { name: 'After' })).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
});

test('a search keeps the old products until new ones arrive, aborts the call, and ignores its late response', async ({
  page,
}) => {
  await serveProducts(page, [madeUpProduct({ title: 'First of all' })]);
  await page.goto('/');
  const titles = page.getByRole('heading', { level: 2 });
  await expect(titles).toHaveText(['First of all']);
  const old = await holdResponse(page, '/products?search=keys*', { json: madeUpListing([madeUpProduct()]) });
  const aborted = page.waitForEvent('requestfailed', (request) => request.url().includes('search=keys&'));
  await page.getByRole('combobox', { name: 'Search products' }).fill('keys');
  await old.caught;
  await expect(page.getByRole('region', { name: 'Products' })).toHaveAttribute('aria-busy', 'true');
  await expect(titles).toHaveText(['First of all']);
  await respondWith(page, '/products?search=mouse*', 200, madeUpListing([madeUpProduct({ title: 'A mouse' })]));
  await page.getByRole('combobox', { name: 'Search products' }).fill('mouse');
  await expect(titles).toHaveText(['A mouse']);
  await aborted;
  await old.deliver();
  await expect(titles).toHaveText(['A mouse']);
});
