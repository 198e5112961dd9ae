import type { Page } from '@playwright/test';
import { abortCalls, holdResponse } from '../../../testing/responses.ts';
import { expectAccessible } from '../accessible.ts';
import { storeAccount } from '../storage.ts';
import { expect, test } from '../test.ts';

test.use({ login: 'admin' });

const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to' });
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name });

/** Opens the palette from a screen, by the shortcut. */
async function open(page: Page, text = ''): Promise<void> {
  await page.goto('/dashboard/vat');
  await expect(page.getByRole('button', { name: 'Go to' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').fill(text);
}

test('a shortcut or a button opens screens and actions, whose code loads only then', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto('/dashboard/categories');
  const button = page.getByRole('button', { name: 'Go to' });
  await expect(button).toBeVisible();
  expect(scripts.filter((url) => /Palette-/.test(url))).toEqual([]);
  await button.click();
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  await expect(option(page, 'Statistics')).toBeVisible();
  await expectAccessible(page, 'the palette');
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('ship');
  await expect(palette(page).getByRole('option')).toHaveText(['Ship orders', 'Shipping']);
  await expect(option(page, 'Ship orders')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/shipping');
  await expect(palette(page)).toBeHidden();
});

test('finds an order by its number, a product and a customer', async ({ page, shop, product }) => {
  const shopper = await shop.newAccount();
  const order = await shop.placeOrder(product, shopper);
  await open(page, String(order.number));
  await expect(option(page, `Order ${order.number}`)).toContainText(shopper.username);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: `Order ${order.number}` })).toBeVisible();

  await open(page, product.title);
  await option(page, product.title).click();
  await expect(page.getByLabel('Title')).toHaveValue(product.title);

  await open(page, shopper.username);
  await option(page, shopper.email).click();
  await expect(page.getByLabel('Username')).toHaveValue(shopper.username);

  await open(page, 'nothing is called so');
  await expect(palette(page).getByText('Nothing found')).toBeVisible();
});

test('Enter opens nothing that an earlier text has found', async ({ page, product }) => {
  await open(page, product.title);
  await expect(option(page, product.title)).toBeVisible();
  const held = await holdResponse(page, '/admin/product?search=elsewhere*');
  await palette(page).getByRole('combobox').fill('elsewhere');
  await page.keyboard.press('Enter');
  await held.caught;
  await page.keyboard.press('Enter');
  await expect(palette(page).getByRole('option')).toHaveCount(0);
  await expect(palette(page).getByText('Nothing found')).toBeHidden();
  await expect(page).toHaveURL('/dashboard/vat');
  await held.deliver();
  await expect(palette(page).getByText('Nothing found')).toBeVisible();
});

test('a text that is too short for an index searches no table', async ({ page }) => {
  const searches: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/admin/order')) searches.push(searchParams.get('search') ?? '');
  });
  await open(page, 'q7');
  await expect(palette(page).getByText('Type at least 3 characters')).toBeVisible();
  await palette(page).getByRole('combobox').fill('q7xzkq9w');
  await expect.poll(() => searches).toEqual(['q7xzkq9w']);
  await expect(palette(page).getByText('Nothing found')).toBeVisible();
});

test('a search that failed says so, and not that nothing was found', async ({ page }) => {
  await abortCalls(page, '/admin/product?search=*');
  await open(page, 'nothing is called so');
  await expect(palette(page).getByRole('alert')).toBeVisible();
  await expect(palette(page).getByText('Nothing found')).toBeHidden();
  await palette(page).getByRole('combobox').fill('tax');
  await expect(palette(page).getByRole('alert')).toBeVisible();
  await palette(page).getByRole('combobox').fill('');
  await expect(palette(page).getByRole('alert')).toBeHidden();
  await expect(option(page, 'Statistics')).toBeVisible();
});

test('a role finds only what it may open', async ({ page, shop, product }) => {
  await storeAccount(page, await shop.newAccount('orders'));
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  await open(page);
  await expect(palette(page).getByRole('option')).toHaveText(['Ship orders', 'Hand over orders', 'Orders', 'Returns']);
  const found = page.waitForResponse(/admin\/order\?search/);
  await palette(page).getByRole('combobox').fill(product.title);
  await found;
  await expect(palette(page).getByText('Nothing found')).toBeVisible();
  expect(refused).toEqual([]);
});

test.describe('on a Mac', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/140.0.0.0' });

  test('only ⌘K opens it, as Control K deletes to the end of a line', async ({ page }) => {
    await page.goto('/dashboard/users');
    const search = page.getByRole('searchbox', { name: 'Search users' });
    await search.press('Meta+k');
    await expect(palette(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(palette(page)).toBeHidden();
    await search.fill('ana');
    await search.press('Control+k');
    await page.keyboard.type('b');
    await expect(search).toHaveValue('anab');
  });
});
