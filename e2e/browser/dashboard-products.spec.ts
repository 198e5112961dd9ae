import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { waitFor } from '../../testing/wait.ts';
import { shortId } from './shop.ts';
import { badGateway, watchChanges } from './steps.ts';
import { expect, test } from './test.ts';

test.use({ login: 'admin' });

const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

async function openProducts(page: Page, search: string): Promise<void> {
  await page.goto(`/dashboard/products?search=${encodeURIComponent(search)}`);
}

test('the table: number, picture, title, price, category in lower case, rating with one decimal, edit, delete', async ({
  page,
  shop,
}) => {
  const categoryName = `Laptops ${shortId()}`;
  const categoryId = await shop.addCategory(categoryName);
  const { _id, title } = await shop.addProduct({ categoryId, price: 1349 });
  const { token } = await shop.newAccount();
  await shop.call('PATCH', '/products/single', { token, body: { productId: _id, productRate: 4 } });
  await waitFor('the rating', async () => (await shop.readProduct(_id)).rating === 4);
  await openProducts(page, title);
  const headings = page.getByRole('columnheader');
  await expect(headings).toHaveText(['No.', 'Image', 'Title', 'Price', 'Category', 'Rating', 'Edit', 'Delete']);
  const cells = rowOf(page, title).getByRole('cell');
  await expect(cells.nth(0)).toHaveText('1');
  await expect(cells.nth(1).locator('img')).toHaveJSProperty('complete', true);
  await expect(cells.nth(2)).toHaveText(title);
  await expect(cells.nth(3)).toHaveText('1,349.00€');
  await expect(cells.nth(4)).toHaveText(categoryName.toLowerCase());
  await expect(cells.nth(5)).toHaveText('4.0');
  await expect(cells.nth(6).getByRole('link', { name: `Edit ${title}` })).toBeVisible();
  await expect(cells.nth(7).getByRole('button', { name: `Delete ${title}` })).toBeVisible();
});

test('the table narrows to a category, by the select as by the address', async ({ page, product }) => {
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

test('a catalogue without products says so', async ({ page }) => {
  const nothing = { status: 'success', products: [], total: 0 };
  await page.route(/admin\/product\?/, (route) => route.fulfill({ json: nothing }));
  await page.goto('/dashboard/products');
  await expect(page.getByText('There are no products')).toBeVisible();
});

test('a product is deleted only after a question that tells what goes with it', async ({ page, shop, product }) => {
  const { _id, title } = product;
  for (const content of ['One comment', 'Another comment']) await shop.addComment(_id, content);
  const { token } = await shop.newAccount();
  await shop.call('PATCH', '/products/single', { token, body: { productId: _id, productRate: 4 } });
  await waitFor('the rating', async () => (await shop.readProduct(_id)).allRatings.length === 1);

  await openProducts(page, title);
  const remove = page.getByRole('button', { name: `Delete ${title}` });
  await remove.click();
  const dialog = page.getByRole('dialog', { name: 'Delete this product?' });
  await expect(dialog).toContainText(`${title} leaves the shop for good, and 2 comments and 1 rating with it.`);
  await expect(dialog).toContainText('Orders keep their lines.');
  const changes = watchChanges(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(remove).toBeFocused();
  await remove.press('Enter');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(rowOf(page, title)).toBeVisible();
  expect(changes).toEqual([]);

  await remove.click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(rowOf(page, title)).toBeHidden();
  await expect(page.getByText('Product deleted')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Products' })).toBeFocused();
  await expect(page.getByText('No products match')).toBeVisible();
});

test('a delete that fails brings the row back and says why', async ({ page, product: { title } }) => {
  await openProducts(page, title);
  let fail = () => {};
  const failing = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route('**/api/v1/admin/product/*/*', async (route) => {
    await failing;
    await badGateway(route);
  });
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(rowOf(page, title)).toBeHidden();
  fail();
  await expect(rowOf(page, title)).toBeVisible();
  await expect(page.getByText('Delete product failed. Please try again.')).toBeVisible();
});

test('a product that somebody else has deleted meanwhile leaves the table, with the server’s sentence', async ({
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

test('all products are saved as a CSV file, and a failure is told', async ({ page, product: { title } }) => {
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
