import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { waitFor } from '../../testing/wait.ts';
import { addProduct, adminCall, badGateway, becomeAdmin, becomeUser, watchChanges } from './dashboard.ts';
import { expect, test } from './test.ts';

const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

async function openProducts(page: Page, search: string): Promise<void> {
  await becomeAdmin(page);
  await page.goto(`/dashboard/products?search=${encodeURIComponent(search)}`);
}

test('the table: number, picture, title, price, category in lower case, rating with one decimal, edit, delete', async ({
  page,
}) => {
  await openProducts(page, 'Lumen 14');
  const headings = page.getByRole('columnheader');
  await expect(headings).toHaveText(['No.', 'Image', 'Title', 'Price', 'Category', 'Rating', 'Edit', 'Delete']);
  const cells = rowOf(page, 'Lumen 14').getByRole('cell');
  await expect(cells.nth(0)).toHaveText('1');
  await expect(cells.nth(1).locator('img')).toHaveJSProperty('complete', true);
  await expect(cells.nth(2)).toHaveText('Lumen 14 Laptop, 16 GB, 512 GB');
  await expect(cells.nth(3)).toHaveText('1,349.00€');
  await expect(cells.nth(4)).toHaveText('laptops');
  await expect(cells.nth(5)).toHaveText(/^\d\.\d$/);
  await expect(cells.nth(6).getByRole('link', { name: 'Edit Lumen 14' })).toBeVisible();
  await expect(cells.nth(7).getByRole('button', { name: 'Delete Lumen 14' })).toBeVisible();
});

test('the table narrows to a category, by the select as by the address', async ({ page }) => {
  await becomeAdmin(page);
  const { allCategories } = await adminCall(page, 'GET', '/admin/category?summary=true');
  // One that no other test puts a product into.
  const category = allCategories.find(({ categoryName }: { categoryName: string }) => categoryName === 'Speakers');
  await page.goto(`/dashboard/products?categoryId=${category._id}`);
  await expect(page.getByText(`${category.productCount} products`, { exact: true })).toBeVisible();
  await expect(page.getByLabel('Category')).toHaveValue(category._id);
  await page.getByLabel('Category').selectOption('All categories');
  await expect(page).toHaveURL('/dashboard/products');
  await page.getByLabel('Category').selectOption('Speakers');
  await expect(page).toHaveURL(`/dashboard/products?categoryId=${category._id}`);
  await expect(page.getByText(`${category.productCount} products`, { exact: true })).toBeVisible();
});

test('a catalogue without products says so', async ({ page }) => {
  await becomeAdmin(page);
  const nothing = { status: 'success', products: [], total: 0 };
  await page.route(/admin\/product\?/, (route) => route.fulfill({ json: nothing }));
  await page.goto('/dashboard/products');
  await expect(page.getByText('There are no products')).toBeVisible();
});

test('a product is deleted only after a question that tells what goes with it', async ({ page }) => {
  const { id, title } = await addProduct(page);
  const { token } = await becomeUser(page);
  const headers = { Authorization: token };
  for (const content of ['One comment', 'Another comment']) {
    await page.request.post('/api/v1/comment', {
      headers,
      data: { author: '', content, productId: id, productTitle: title },
    });
  }
  await page.request.patch('/api/v1/products/single', { headers, data: { productId: id, productRate: 4 } });
  await waitFor('the rating', async () => {
    const { product } = await adminCall(page, 'GET', `/admin/product/${id}`);
    return product.allRatings.length === 1;
  });

  const admin = await page.context().newPage();
  await openProducts(admin, title);
  const remove = admin.getByRole('button', { name: `Delete ${title}` });
  await remove.click();
  const dialog = admin.getByRole('dialog', { name: 'Delete this product?' });
  await expect(dialog).toContainText(`${title} leaves the shop for good, and 2 comments and 1 rating with it.`);
  await expect(dialog).toContainText('Orders keep their lines.');
  const changes = watchChanges(admin);
  await admin.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(remove).toBeFocused();
  await remove.press('Enter');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(rowOf(admin, title)).toBeVisible();
  expect(changes).toEqual([]);

  await remove.click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(rowOf(admin, title)).toBeHidden();
  await expect(admin.getByText('Product has been deleted')).toBeVisible();
  await expect(admin.getByRole('heading', { name: 'Products' })).toBeFocused();
  await expect(admin.getByText('No products match')).toBeVisible();
});

test('a delete that fails brings the row back and says why', async ({ page }) => {
  const { title } = await addProduct(page);
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
}) => {
  const { id, title } = await addProduct(page);
  await openProducts(page, title);
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await adminCall(page, 'DELETE', `/admin/product/${id}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('There is no such product')).toBeVisible();
  await expect(page.getByText('No products match')).toBeVisible();
});

test('all products are saved as a CSV file, and a failure is told', async ({ page }) => {
  const { title } = await addProduct(page);
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
