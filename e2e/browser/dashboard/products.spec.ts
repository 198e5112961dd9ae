import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { TOTAL_MAX } from '#contract/table.ts';
import { hold } from '../../../testing/responses.ts';
import { waitFor } from '../../../testing/wait.ts';
import { shortId } from '../shop.ts';
import { badGateway, expectNothingSent, toast, watchChanges } from '../steps.ts';
import { expect, test } from '../test.ts';
import { rowOf } from './table.ts';

test.use({ login: 'admin' });

async function openProducts(page: Page, search: string): Promise<void> {
  await page.goto(`/dashboard/products?search=${encodeURIComponent(search)}`);
}

/** The page's controls that a box covers, by text or label. */
function coveredControls(page: Page, box: { x: number; y: number; width: number; height: number }): Promise<string[]> {
  return page.evaluate((box) => {
    const isCovered = ({ left, right, top, bottom }: DOMRect) =>
      left < box.x + box.width && right > box.x && top < box.y + box.height && bottom > box.y;
    const controls = document.querySelectorAll<HTMLElement>(
      'header a, header button, main :is(a, button, input, select)',
    );
    return [...controls]
      .filter((control) => control.checkVisibility() && isCovered(control.getBoundingClientRect()))
      .map((control) => control.ariaLabel ?? control.textContent);
  }, box);
}

for (const width of [390, 768, 1440]) {
  test(`a toast hides no control at ${width} px`, async ({ page, product: { title } }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.route('**/api/v1/admin/product/export', badGateway);
    await openProducts(page, title);
    await expect(rowOf(page, title)).toBeVisible();
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const shown = toast(page, 'Export failed. Please try again.');
    await expect(shown).toBeVisible();
    // Its entrance animation has ended.
    await expect.poll(() => shown.evaluate((element) => element.getAnimations().length)).toBe(0);
    const box = await shown.boundingBox();
    expect(box && (await coveredControls(page, box))).toEqual([]);
    // Positive control: the button is covered by its own box.
    const own = await page.getByRole('button', { name: 'Export CSV' }).boundingBox();
    expect(own && (await coveredControls(page, own))).toEqual(['Export CSV']);
  });
}

test('the table shows number, picture, title, price, stock, lower-case category, one-decimal rating and actions', async ({
  page,
  shop,
}) => {
  const categoryName = `Laptops ${shortId()}`;
  const categoryId = await shop.addCategory(categoryName);
  const { _id, title } = await shop.addProduct({ categoryId, price: 1349, stock: 1200 });
  const { token } = await shop.newAccount();
  await shop.call('PATCH', '/products/single', { token, body: { productId: _id, productRate: 4 } });
  await waitFor('the rating', async () => (await shop.readProduct(_id)).rating === 4);
  await openProducts(page, title);
  const headings = page.getByRole('columnheader');
  const names = ['No.', 'Image', 'Title', 'Price', 'Stock', 'Category', 'Rating', 'Edit', 'More', 'Delete'];
  await expect(headings).toHaveText([/Select all products/, ...names]);
  const cells = rowOf(page, title).locator('td, th');
  await expect(cells.nth(1)).toHaveText('1');
  await expect(cells.nth(2).locator('img')).toHaveJSProperty('complete', true);
  await expect(cells.nth(3)).toHaveText(title);
  await expect(cells.nth(4)).toHaveText('1,349.00€');
  await expect(cells.nth(5)).toHaveText('1,200');
  await expect(cells.nth(6)).toHaveText(categoryName.toLowerCase());
  await expect(cells.nth(7)).toHaveText('4.0');
  await expect(cells.nth(8).getByRole('link', { name: `Edit ${title}` })).toBeVisible();
  await expect(cells.nth(9).getByRole('button', { name: `More actions for ${title}` })).toBeVisible();
  await expect(cells.nth(10).getByRole('button', { name: `Delete ${title}` })).toBeVisible();
});

test('an unrated product shows a dash, and screen readers read "No ratings"', async ({ page, product }) => {
  await openProducts(page, product.title);
  const rating = rowOf(page, product.title).locator('td, th').nth(7);
  await expect(rating).toHaveText('–No ratings');
  await expect(rating.getByText('–')).toHaveAttribute('aria-hidden', 'true');
});

test('all numbers are grouped: row numbers, the range, the pages and the total', async ({ page, product }) => {
  const response = { status: 'success', products: [{ ...product, stockCount: null }], total: 16_302 };
  await page.route(/admin\/product\?/, (route) => route.fulfill({ json: response }));
  await page.goto('/dashboard/products?page=1631&pageSize=10');
  await expect(page.getByRole('status').getByText('16,302 products')).toBeVisible();
  await expect(page.getByRole('row').nth(1).locator('td, th').nth(1)).toHaveText('16,301');
  await expect(page.getByText('16,301–16,301 of 16,302')).toBeVisible();
  await expect(page.getByRole('link', { name: '1,630' })).toHaveText('1,630');
});

test('a total beyond the counted rows says so', async ({ page, product }) => {
  const response = { status: 'success', products: [{ ...product, stockCount: null }], total: TOTAL_MAX + 1 };
  await page.route(/admin\/product\?/, (route) => route.fulfill({ json: response }));
  await page.goto('/dashboard/products?page=2001');
  await expect(page.getByRole('status').getByText('50,000+ products')).toBeVisible();
  await expect(page.getByText('50,001–50,001 of 50,000+')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Page 2,001' })).toHaveAttribute('aria-current', 'page');
});

test('the table filters by category, from the select or the URL', async ({ page, product }) => {
  const { _id: categoryId, categoryName } = product.categoryId;
  await page.goto(`/dashboard/products?categoryId=${categoryId}`);
  await expect(page.getByText('1 product', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Category')).toHaveValue(categoryId);
  await page.getByLabel('Category').selectOption('All categories');
  await expect(page).toHaveURL('/dashboard/products');
  await page.getByLabel('Category').selectOption(categoryName);
  await expect(page).toHaveURL(`/dashboard/products?categoryId=${categoryId}`);
  await expect(page.getByText('1 product', { exact: true })).toBeVisible();
});

test('an empty catalogue says so', async ({ page }) => {
  const nothing = { status: 'success', products: [], total: 0 };
  await page.route(/admin\/product\?/, (route) => route.fulfill({ json: nothing }));
  await page.goto('/dashboard/products');
  await expect(page.getByText('There are no products')).toBeVisible();
});

test('deletes a product only after a confirmation that names the consequences', async ({ page, shop, product }) => {
  const { _id, title } = product;
  for (const content of ['One comment', 'Another comment']) await shop.addComment(_id, content);
  const { token } = await shop.newAccount();
  await shop.call('PATCH', '/products/single', { token, body: { productId: _id, productRate: 4 } });
  await waitFor('the rating', async () => (await shop.readProduct(_id)).allRatings.length === 1);

  await openProducts(page, title);
  const remove = page.getByRole('button', { name: `Delete ${title}` });
  await remove.click();
  const dialog = page.getByRole('dialog', { name: 'Delete this product?' });
  await expect(dialog).toContainText(`${title} will be permanently deleted, with its 2 comments and 1 rating.`);
  await expect(dialog).toContainText("Past orders aren't affected.");
  const changes = watchChanges(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(remove).toBeFocused();
  await remove.press('Enter');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(rowOf(page, title)).toBeVisible();
  await expectNothingSent(page, changes);

  await remove.click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(rowOf(page, title)).toBeHidden();
  await expect(page.getByText('Product deleted')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Products' })).toBeFocused();
  await expect(page.getByText('No products match')).toBeVisible();
});

test('a failed delete restores the row and shows why', async ({ page, product: { title } }) => {
  await openProducts(page, title);
  await page.route('**/api/v1/admin/product/*/*', badGateway);
  const failure = await hold(page, '**/api/v1/admin/product/*/*');
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(rowOf(page, title)).toBeHidden();
  failure.release();
  await expect(rowOf(page, title)).toBeVisible();
  await expect(page.getByText('Delete product failed. Please try again.')).toBeVisible();
});

test("a product that another admin deleted disappears with the server's message", async ({
  page,
  shop,
  product: { _id, title },
}) => {
  await openProducts(page, title);
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await shop.callAsAdmin('DELETE', `/admin/product/${_id}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Product not found')).toBeVisible();
  await expect(page.getByText('No products match')).toBeVisible();
});

test('downloads all products as CSV and shows a failed download', async ({ page, product: { title } }) => {
  await openProducts(page, title);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^products-\d{4}-\d\d-\d\d\.csv$/);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv.split('\n')[0]).toContain('title,description,price,category');
  expect(csv).toContain(title);

  await page.route('**/api/v1/admin/product/export', badGateway);
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.getByText('Export failed. Please try again.')).toBeVisible();
});

test('the table sorts by stock, the lowest first, and marks what is low or sold out', async ({ page, shop }) => {
  const categoryId = await shop.addCategory();
  for (const [title, stock] of [
    ['Many', 12],
    ['None', 0],
    ['Few', 3],
  ] as const) {
    await shop.addProductOnly({ categoryId, title, stock });
  }
  await page.goto(`/dashboard/products?categoryId=${categoryId}`);
  await page.getByRole('columnheader', { name: 'Stock' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=stock/);
  await expect(page.locator('tbody tr')).toContainText(['None', 'Few', 'Many']);
  await expect(rowOf(page, 'None')).toContainText('Sold out');
  await expect(rowOf(page, 'Few')).toContainText('3 left');
});

test("on phones, a row's menu opens within the window", async ({ page, product: { title } }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openProducts(page, title);
  await page.getByRole('button', { name: `More actions for ${title}` }).click();
  await expect(page.locator('[popover]').filter({ has: page.getByText('Add variants') })).toBeInViewport({ ratio: 1 });
});
