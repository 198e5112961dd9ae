import { truncate, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { hold, respondWith } from '../../../testing/responses.ts';
import { picture, type Shop, shortId } from '../shop.ts';
import { badGateway, bitmap, dropFile, expectNothingSent, watchChanges } from '../steps.ts';
import { expect, test } from '../test.ts';
import { rowOf } from './table.ts';

test.use({ login: 'admin' });

/** Opens the form for a new product in a shop with one more category. @returns the category's name */
async function openAddProduct(page: Page, shop: Shop): Promise<string> {
  const categoryName = `Category ${shortId()}`;
  await shop.addCategory(categoryName);
  await page.goto('/dashboard/add-product');
  await expect(page.getByRole('option', { name: categoryName })).toBeAttached();
  return categoryName;
}

async function fillIn(page: Page, title: string, categoryName: string): Promise<void> {
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Description').fill('What it is, and what it is for.');
  await page.getByLabel('Category').selectOption(categoryName);
  await page.getByLabel('Price', { exact: true }).fill('199,90');
}

const submit = (page: Page) => page.getByRole('button', { name: 'Add product' });

test('without categories, the category field says how to add one', async ({ page }) => {
  await respondWith(page, '/admin/category*', 200, { status: 'success', allCategories: [] });
  await page.goto('/dashboard/add-product');
  await expect(page.getByLabel('Category')).toHaveAccessibleDescription(/No categories yet/);
});

test('categories that failed to load can be retried without losing input', async ({ page, shop }) => {
  const categoryId = await shop.addCategory();
  await page.route('**/api/v1/admin/category?summary=true', badGateway);
  await page.goto('/dashboard/add-product');
  const category = page.getByLabel('Category');
  await expect(category).toHaveAccessibleDescription('Request failed. Please try again.');
  await expect(category.getByRole('option')).toHaveText("Couldn't load categories");
  await page.getByLabel('Title').fill('Kept title');
  const retry = page.getByRole('button', { name: 'Reload categories' });
  const failed = page.waitForResponse('**/api/v1/admin/category?summary=true');
  await retry.click();
  await failed;
  await expect(retry).not.toHaveAttribute('aria-busy');
  await page.unroute('**/api/v1/admin/category?summary=true');
  await retry.click();
  await expect(retry).toBeHidden();
  await expect(category).toBeFocused();
  await category.selectOption(categoryId);
  await expect(page.getByLabel('Title')).toHaveValue('Kept title');
});

test('each invalid field of a new product shows its error, and nothing is sent until all are valid', async ({
  page,
  shop,
}) => {
  const categoryName = await openAddProduct(page, shop);
  const changes = watchChanges(page);
  await expect(page.getByText('JPEG, PNG, WebP, AVIF or GIF, at most 10 MB and 40 megapixels.')).toBeVisible();
  await submit(page).click();
  for (const message of [
    'Title is required',
    'Description is required',
    'Category is required',
    'Price is required',
    'Image is required',
  ]) {
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  }
  await expect(page.getByLabel('Title')).toBeFocused();
  const label = page.getByText('Category', { exact: true }).and(page.locator('label'));
  const red = await label.evaluate((element) => getComputedStyle(element).color);
  await expect(page.getByLabel('Category')).toHaveCSS('border-color', red);

  await fillIn(page, 'A title', categoryName);
  await page.getByLabel('Price', { exact: true }).fill('-1');
  await submit(page).click();
  await expect(page.getByText('Price must be positive value')).toBeVisible();
  for (const unreadable of ['abc', '1 000', '1.000,50', '€5', '0x10', '1e3', '--1']) {
    await page.getByLabel('Price', { exact: true }).fill(unreadable);
    await expect(page.getByText('Price must be a number, such as 12.50'), unreadable).toBeVisible();
    await page.getByLabel('Price', { exact: true }).fill(' ');
    await expect(page.getByText('Price is required')).toBeVisible();
  }
  await page.getByLabel('Price', { exact: true }).fill('1.234');
  await expect(page.getByText('Price can have at most two decimals')).toBeVisible();
  await page.getByLabel('Price', { exact: true }).fill('0');
  await submit(page).click();
  await expect(page.getByText('Image is required')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose pictures' })).toBeFocused();
  await expectNothingSent(page, changes);
});

test('rejects an unsupported picture before sending it', async ({ page }) => {
  await page.goto('/dashboard/add-product');
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
  await expect(page.getByText('The picture must be JPEG, PNG, WebP, AVIF or GIF')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose pictures' })).toHaveAccessibleDescription(
    /^notes\.pdf: The picture must be JPEG, PNG, WebP, AVIF or GIF/,
  );
  // From a file, because Playwright takes seconds to copy a buffer of this size.
  const large = test.info().outputPath('large.png');
  await writeFile(large, '');
  await truncate(large, 10 * 1024 * 1024 + 1);
  await input.setInputFiles(large);
  await expect(page.getByText('Pictures can be up to 10 MB')).toBeVisible();
  await input.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') });
  await expect(page.getByRole('group', { name: 'Pictures' }).getByRole('alert')).toHaveText(
    "notes.png: We can't read this picture. It must be JPEG, PNG, WebP, AVIF or GIF.",
  );
  await expect(page.getByRole('img', { name: 'Picture 1' })).toBeHidden();
  for (const format of ['avif', 'gif', 'webp', 'jpeg'] as const) {
    const buffer = await sharp((await picture()).buffer)
      .toFormat(format)
      .toBuffer();
    await input.setInputFiles({ name: `whole.${format}`, mimeType: `image/${format}`, buffer });
    await expect(page.getByText(new RegExp(`^whole\\.${format}, `))).toBeVisible();
    const chosen = page.getByRole('img', { name: 'Picture 1' });
    await expect.poll(() => chosen.evaluate((image: HTMLImageElement) => image.naturalWidth), format).toBe(700);
    await expect(page.getByRole('group', { name: 'Pictures' }).getByRole('alert')).toBeHidden();
    await page.getByRole('button', { name: 'Remove picture 1' }).click();
  }
  await input.setInputFiles(await picture());
  await expect(page.getByText(/^picture\.png, \d\.\d kB$/)).toBeVisible();
});

test('adds a product with a dropped picture, which is previewed and then processed', async ({ page, shop }) => {
  const title = `Dropped ${shortId()}`;
  const categoryName = await openAddProduct(page, shop);
  await fillIn(page, title, categoryName);
  await dropFile(page, 'Pictures', await picture('#aa3344', 'dropped.png'));
  await expect(page.getByRole('img', { name: 'Picture 1' })).toBeVisible();
  await expect(page.getByText(/^dropped\.png/)).toBeVisible();
  await submit(page).click();
  await expect(page.getByText('Product added')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/products');
  await expect(rowOf(page, title)).toContainText('199.90€');
  await expect(rowOf(page, title)).toContainText(categoryName.toLowerCase());
  // The table polls until the worker has processed the picture.
  await expect(rowOf(page, title).locator('img')).toBeVisible({ timeout: 60_000 });
  await expect(rowOf(page, title)).not.toContainText('Picture being prepared');
});

test('shows upload progress', async ({ page, shop }) => {
  const categoryName = await openAddProduct(page, shop);
  await fillIn(page, `Slow ${shortId()}`, categoryName);
  await page.locator('input[type=file]').setInputFiles(await picture());
  const response = await hold(page, '**/api/v1/admin/product');
  await submit(page).click();
  await expect(page.getByRole('progressbar', { name: 'Uploading pictures' })).toBeVisible();
  await expect(submit(page)).toHaveAttribute('aria-busy', 'true');
  response.release();
  await expect(page.getByText('Product added')).toBeVisible();
});

test("a failed add keeps the input and shows the server's picture error at its field", async ({ page, shop }) => {
  const categoryName = await openAddProduct(page, shop);
  await fillIn(page, 'Kept title', categoryName);
  await page.locator('input[type=file]').setInputFiles(await picture());
  await page.route('**/api/v1/admin/product', badGateway, { times: 1 });
  await submit(page).click();
  await expect(page.getByText('Add product failed. Please try again.')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Kept title');
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('199,90');
  await expect(page.getByLabel('Category')).not.toHaveValue('');
  await expect(page.getByRole('img', { name: 'Picture 1' })).toBeVisible();

  await page.getByRole('button', { name: 'Remove picture 1' }).click();
  await page.locator('input[type=file]').setInputFiles(bitmap('disguised.png', 'image/png'));
  await submit(page).click();
  const field = page.getByRole('group', { name: 'Pictures' });
  await expect(field.getByText('The picture must be JPEG, PNG, WebP, AVIF or GIF')).toBeVisible();
  await expect(field.getByRole('button')).toBeFocused();
  await expect(page.getByLabel('Title')).toHaveValue('Kept title');
});

const tiles = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.getByRole('img', { name: /^Picture \d$/ }) });

test('several pictures are added at once, in the order of the form', async ({ page, shop }) => {
  const title = `Gallery ${shortId()}`;
  const categoryName = await openAddProduct(page, shop);
  await fillIn(page, title, categoryName);
  await page
    .locator('input[type=file]')
    .setInputFiles([
      await picture('#aa3344', 'red.png'),
      await picture('#33aa44', 'green.png'),
      await picture('#3344aa', 'blue.png'),
    ]);
  await expect(tiles(page)).toContainText(['red.png', 'green.png', 'blue.png']);
  await page.getByRole('button', { name: 'Move picture 3 earlier' }).click();
  await expect(tiles(page)).toContainText(['red.png', 'blue.png', 'green.png']);
  await page.getByRole('button', { name: 'Remove picture 1' }).click();
  await expect(tiles(page)).toContainText(['blue.png', 'green.png']);
  await submit(page).click();
  await expect(page.getByText('Product added')).toBeVisible();
  await rowOf(page, title)
    .getByRole('link', { name: `Edit ${title}` })
    .click();
  const gallery = page.getByRole('region', { name: 'Pictures' });
  await expect(gallery).toContainText('2 of 8');
  await expect(gallery.getByRole('img')).toHaveCount(2, { timeout: 60_000 });
});

test('a product can start with up to eight pictures', async ({ page }) => {
  await page.goto('/dashboard/add-product');
  const nine = await Promise.all(Array.from({ length: 9 }, (_, index) => picture('#aa3344', `${index + 1}.png`)));
  await page.locator('input[type=file]').setInputFiles(nine);
  await expect(page.getByRole('alert')).toHaveText("1 picture wasn't added: a product can have up to 8");
  await expect(tiles(page)).toHaveCount(8);
  await page.getByRole('button', { name: 'Remove all' }).click();
  await expect(tiles(page)).toHaveCount(0);
});
