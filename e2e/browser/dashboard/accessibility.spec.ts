import type { Page } from '@playwright/test';
import { respondWith } from '../../../testing/responses.ts';
import { expectAccessible } from '../accessible.ts';
import type { Shop } from '../shop.ts';
import { badGateway } from '../steps.ts';
import { expect, test } from '../test.ts';
import { madeUpStatistics } from './statistics.ts';

test.use({ login: 'admin' });

async function openProducts(page: Page, shop: Shop): Promise<void> {
  await shop.addProduct();
  await page.goto('/dashboard/products');
  await page.getByRole('link', { name: /^Edit/ }).first().waitFor();
}

/** Every screen, and the steps that open it. */
const screens: Record<string, (page: Page, shop: Shop) => Promise<void>> = {
  'the statistics screen': async (page) => {
    const statistics = madeUpStatistics({ '2026-11-03': { orders: 12, revenue: 1250.5 } });
    const [euros] = statistics.sales;
    if (euros) statistics.sales.push({ ...euros, currency: 'RSD', refunds: 1, refunded: 9 });
    statistics.conversion = { opened: 20, paid: 12, open: 1, expired: 5, canceled: 2 };
    statistics.runningOut.products.push({
      productId: crypto.randomUUID(),
      title: 'Nearly gone',
      left: 0,
      perDay: 1.5,
      daysLeft: 0,
    });
    await respondWith(page, '/admin/statistics', 200, { status: 'success', ...statistics });
    await page.goto('/dashboard');
    await page.getByText('View as table').click();
  },
  'the products table': openProducts,
  'the products table without a match': async (page) => {
    await page.goto('/dashboard/products?search=no+such+thing');
    await page.getByText('No products match').waitFor();
  },
  'the delete dialog': async (page, shop) => {
    await openProducts(page, shop);
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
  },
  'the product form with errors': async (page) => {
    await page.goto('/dashboard/add-product');
    await page.getByRole('button', { name: 'Add product' }).click();
    await page.getByText('Image is required').waitFor();
  },
  'the product form without categories': async (page) => {
    await page.route('**/api/v1/admin/category?summary=true', badGateway);
    await page.goto('/dashboard/add-product');
    await page.getByRole('button', { name: 'Reload categories' }).waitFor();
  },
  'the edit form of a product': async (page, shop) => {
    const { _id } = await shop.addProduct();
    await page.goto(`/dashboard/products/${_id}`);
    await page.getByRole('img', { name: 'Picture 1' }).waitFor();
  },
  'the gallery of a product': async (page, shop) => {
    const { _id } = await shop.addProduct();
    await shop.addPictures(_id, 3);
    await page.goto(`/dashboard/products/${_id}`);
    await page.getByRole('button', { name: 'Delete picture 4' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Picture deleted').waitFor();
  },
  'an edit conflict': async (page, shop) => {
    const { _id, title } = await shop.addProduct();
    await page.goto(`/dashboard/products/${_id}`);
    await page.getByLabel('Title').fill('Mine');
    await shop.callAsAdmin('PUT', '/admin/product', { id: _id, title: `${title} theirs` });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor();
  },
  'the import of an empty file': async (page) => {
    await page.goto('/dashboard/import');
    const empty = { name: 'empty.jsonl', mimeType: 'text/plain', buffer: Buffer.alloc(0) };
    await page.locator('input[type=file]').first().setInputFiles(empty);
    await page.getByRole('button', { name: 'Check file' }).click();
    await page.getByRole('group').getByText('The file is empty').waitFor();
  },
  'the import with a report': async (page) => {
    await page.goto('/dashboard/import');
    const file = { name: 'broken.jsonl', mimeType: 'text/plain', buffer: Buffer.from('{"title":"Alone"}\n') };
    await page.locator('input[type=file]').first().setInputFiles(file);
    await page.getByRole('button', { name: 'Check file' }).click();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page
      .getByRole('listitem')
      .getByText(/rows? rejected$/)
      .first()
      .waitFor();
  },
};

for (const [name, open] of Object.entries(screens)) {
  test(`${name} is accessible in both themes, at 390 and 1440 px`, async ({ page, shop }) => {
    await open(page, shop);
    await expectAccessible(page, name);
  });
}

test('an admin finds, edits and saves a product with the keyboard alone', async ({ page, product: { title } }) => {
  await page.goto('/dashboard/products');
  const search = page.getByRole('searchbox');
  await search.waitFor();
  while (!(await search.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab');
  await page.keyboard.type(title);
  await expect(page.locator('tbody tr')).toHaveCount(1);
  const edit = page.getByRole('link', { name: `Edit ${title}` });
  while (!(await edit.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Edit product' })).toBeFocused();
  const field = page.getByLabel('Title');
  await expect(field).toHaveValue(title);
  while (!(await field.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab');
  await page.keyboard.press('End');
  await page.keyboard.type(' by hand');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Product updated')).toBeVisible();
});
