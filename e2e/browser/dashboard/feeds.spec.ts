import { expectAccessible } from '../accessible.ts';
import { shortId } from '../shop.ts';
import { expect, test } from '../test.ts';

test.use({ login: 'admin' });

test('a feed is added, read, edited and deleted', async ({ page, shop, request }) => {
  await page.goto('/dashboard/feeds');
  await page.getByRole('button', { name: 'Add feed' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Service').selectOption('idealo');
  await dialog.getByLabel('Country').selectOption('AT');
  await expectAccessible(page, 'the form of a feed');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Feed added')).toBeVisible();
  const feed = page.getByRole('listitem').filter({ hasText: 'idealo: Austria, English, EUR' });
  await expect(feed).toContainText('Not read yet');
  const address = await feed.getByLabel('Address').inputValue();
  expect(address).toMatch(/\/feeds\/[\w-]{43}\/idealo\.csv$/);
  await feed.getByRole('button', { name: 'Copy' }).click();
  await expectAccessible(page, 'the feeds');
  const file = await request.get(shop.url + new URL(address).pathname);
  expect(await file.text()).toContain('sku;brand;title;');
  await page.reload();
  await expect(feed).toContainText('Last read on');

  await feed.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Currency').selectOption('USD');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Feed updated')).toBeVisible();
  const edited = page.getByRole('listitem').filter({ hasText: 'idealo: Austria, English, USD' });
  await edited.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toContainText('the address stops working');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Feed deleted')).toBeVisible();
  await expect(edited).toHaveCount(0);
  expect((await request.get(shop.url + new URL(address).pathname)).status()).toBe(404);
});

test('the problems of a feed lead to the forms of its products', async ({ page, shop }) => {
  const title = `Nameless ${shortId()}`;
  const product = await shop.addProduct({ title });
  const settings = { format: 'google', language: 'en', currency: 'EUR', country: 'RS' };
  const { feed } = await shop.callAsAdmin('POST', '/admin/feed', settings);
  await page.goto('/dashboard/feeds');
  const address = page.locator(`[href="/dashboard/feeds/${feed._id}"]`);
  await address.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Google Merchant Center: Serbia, English, EUR');
  await page.getByRole('searchbox').fill(title);
  const row = page.getByRole('row').filter({ hasText: title });
  await expect(row).toContainText('GTIN missing, or MPN with brand');
  await expect(row).toContainText('Brand missing');
  await page.getByLabel('Problem', { exact: true }).selectOption({ label: 'The price is 0' });
  await expect(page.getByText('No products match')).toBeVisible();
  await page.getByLabel('Problem', { exact: true }).selectOption({ label: 'Brand missing' });
  await expectAccessible(page, 'the problems of a feed');
  await row.getByRole('link', { name: title }).first().click();
  await expect(page).toHaveURL(`/dashboard/products/${product._id}`);
  await shop.callAsAdmin('DELETE', `/admin/feed/${feed._id}`);
});

test('Google’s number of a category is part of its form', async ({ page, shop }) => {
  const name = `Numbered ${shortId()}`;
  const categoryId = await shop.addCategory(name);
  await page.goto(`/dashboard/categories?search=${encodeURIComponent(name)}`);
  const number = page.getByRole('dialog').getByLabel('Google product category');
  const open = () => page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: /^Edit/ }).click();
  await open();
  await number.fill('1.5');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Google product category must be a whole number')).toBeVisible();
  await number.fill('267');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Category updated')).toBeVisible();
  await page.reload();
  await open();
  await expect(number).toHaveValue('267');
  const { allCategories } = await shop.callAsAdmin('GET', `/admin/category?search=${encodeURIComponent(name)}`);
  expect(allCategories).toMatchObject([{ _id: categoryId, googleCategory: 267 }]);
});
