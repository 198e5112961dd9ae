import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { ProductView } from '#contract/catalogue.ts';
import { answerWith } from '../../testing/answers.ts';
import { picture, type Shop, shortId } from './shop.ts';
import { badGateway, bitmap, dropFile, expectNothingSent, watchChanges } from './steps.ts';
import { expect, test } from './test.ts';

test.use({ login: 'admin' });

const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

/** Opens the form for a new product in a shop with one more category. @returns the category's name */
async function openAddProduct(page: Page, shop: Shop): Promise<string> {
  const categoryName = `Category ${shortId()}`;
  await shop.addCategory(categoryName);
  await page.goto('/dashboard/add-product');
  await expect(page.getByRole('option', { name: categoryName })).toBeAttached();
  return categoryName;
}

async function openEdit(page: Page, { _id, title, categoryId }: ProductView): Promise<void> {
  await page.goto(`/dashboard/products/${_id}`);
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await expect(page.getByRole('option', { name: categoryId.categoryName })).toBeAttached();
}

async function fillIn(page: Page, title: string, categoryName: string): Promise<void> {
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Description').fill('What it is, and what it is for.');
  await page.getByLabel('Category').selectOption(categoryName);
  await page.getByLabel('Price').fill('199,90');
}

const submit = (page: Page) => page.getByRole('button', { name: 'Add product' });
const save = (page: Page) => page.getByRole('button', { name: 'Save' });

test('a shop without categories links to the first step', async ({ page }) => {
  await answerWith(page, '/admin/category*', 200, { status: 'success', allCategories: [] });
  await page.goto('/dashboard/add-product');
  await expect(page.getByLabel('Category')).toHaveAccessibleDescription(/No categories yet/);
});

test('categories that failed to load can be retried without losing input', async ({ page, shop }) => {
  const categoryId = await shop.addCategory();
  await page.route('**/api/v1/admin/category?summary=true', badGateway);
  await page.goto('/dashboard/add-product');
  const category = page.getByLabel('Category');
  await expect(category).toHaveAccessibleDescription('Request failed. Please try again.');
  await expect(category.getByRole('option')).toHaveText('Couldn’t load categories');
  await page.getByLabel('Title').fill('Kept title');
  const again = page.getByRole('button', { name: 'Reload categories' });
  const failed = page.waitForResponse('**/api/v1/admin/category?summary=true');
  await again.click();
  await failed;
  await expect(again).not.toHaveAttribute('aria-busy');
  await page.unroute('**/api/v1/admin/category?summary=true');
  await again.click();
  await expect(again).toBeHidden();
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
  for (const sentence of [
    'Title is required',
    'Description is required',
    'Category is required',
    'Price is required',
    'Image is required',
  ]) {
    await expect(page.getByText(sentence, { exact: true })).toBeVisible();
  }
  await expect(page.getByLabel('Title')).toBeFocused();
  const label = page.getByText('Category', { exact: true }).and(page.locator('label'));
  const red = await label.evaluate((element) => getComputedStyle(element).color);
  await expect(page.getByLabel('Category')).toHaveCSS('border-color', red);

  await fillIn(page, 'A title', categoryName);
  await page.getByLabel('Price').fill('-1');
  await submit(page).click();
  await expect(page.getByText('Price must be positive value')).toBeVisible();
  for (const unreadable of ['abc', '1 000', '1.000,50', '€5', '0x10', '1e3', '--1']) {
    await page.getByLabel('Price').fill(unreadable);
    await expect(page.getByText('Price must be a number, such as 12.50'), unreadable).toBeVisible();
    await page.getByLabel('Price').fill(' ');
    await expect(page.getByText('Price is required')).toBeVisible();
  }
  await page.getByLabel('Price').fill('1.234');
  await expect(page.getByText('Price can have at most two decimals')).toBeVisible();
  await page.getByLabel('Price').fill('0');
  await submit(page).click();
  await expect(page.getByText('Image is required')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose a picture' })).toBeFocused();
  await expectNothingSent(page, changes);
});

test('refuses an unsupported picture before sending it', async ({ page }) => {
  await page.goto('/dashboard/add-product');
  const input = page.locator('input[type=file]');
  await input.setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
  await expect(page.getByText('The picture must be JPEG, PNG, WebP, AVIF or GIF')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose a picture' })).toHaveAccessibleDescription(
    /^The picture must be JPEG, PNG, WebP, AVIF or GIF/,
  );
  const large = Buffer.alloc(10 * 1024 * 1024 + 1);
  await input.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: large });
  await expect(page.getByText('Pictures can be up to 10 MB')).toBeVisible();
  await input.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') });
  await expect(page.getByRole('group', { name: 'Picture' }).getByRole('alert')).toHaveText(
    "We can't read this picture. It must be JPEG, PNG, WebP, AVIF or GIF.",
  );
  await expect(page.getByRole('img', { name: 'Preview' })).toBeHidden();
  for (const format of ['avif', 'gif', 'webp', 'jpeg'] as const) {
    const buffer = await sharp((await picture()).buffer)
      .toFormat(format)
      .toBuffer();
    await input.setInputFiles({ name: `whole.${format}`, mimeType: `image/${format}`, buffer });
    const chosen = page.getByRole('img', { name: 'Preview' });
    await expect.poll(() => chosen.evaluate((image: HTMLImageElement) => image.naturalWidth), format).toBe(700);
    await expect(page.getByRole('group', { name: 'Picture' }).getByRole('alert')).toBeHidden();
  }
  await input.setInputFiles(await picture());
  await expect(page.getByText(/^picture\.png, \d\.\d kB$/)).toBeVisible();
});

test('adds a product with a dropped picture, which has a preview and is then processed', async ({ page, shop }) => {
  test.slow();
  const title = `Dropped ${shortId()}`;
  const categoryName = await openAddProduct(page, shop);
  await fillIn(page, title, categoryName);
  await dropFile(page, 'Picture', await picture('#aa3344', 'dropped.png'));
  await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible();
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

test('the price of a product is shown with two decimals, which change nothing by themselves', async ({
  page,
  shop,
}) => {
  const product = await shop.addProduct({ price: 1089.9 });
  await openEdit(page, product);
  const price = page.getByLabel('Price');
  await expect(price).toHaveValue('1089.90');
  const changes = watchChanges(page);
  await price.fill('1089,9');
  await save(page).click();
  await expect(page.getByText('No changes to save')).toBeVisible();
  await expectNothingSent(page, changes);
  await price.fill('1089.5');
  await save(page).click();
  await expect(page.getByText('Product updated')).toBeVisible();
  await expect(price).toHaveValue('1089.50');
  await page.getByRole('link', { name: 'Back to products' }).click();
  await expect(rowOf(page, product.title)).toContainText('1,089.50€');
});

test('shows the progress of the upload', async ({ page, shop }) => {
  const categoryName = await openAddProduct(page, shop);
  await fillIn(page, `Slow ${shortId()}`, categoryName);
  await page.locator('input[type=file]').setInputFiles(await picture());
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/v1/admin/product', async (route) => {
    await held;
    await route.continue();
  });
  await submit(page).click();
  await expect(page.getByRole('progressbar', { name: 'Uploading the picture' })).toBeVisible();
  await expect(submit(page)).toHaveAttribute('aria-busy', 'true');
  answer();
  await expect(page.getByText('Product added')).toBeVisible();
});

test('a failed add keeps the input and shows the server’s picture error at its field', async ({ page, shop }) => {
  const categoryName = await openAddProduct(page, shop);
  await fillIn(page, 'Kept title', categoryName);
  await page.locator('input[type=file]').setInputFiles(await picture());
  await page.route('**/api/v1/admin/product', badGateway, { times: 1 });
  await submit(page).click();
  await expect(page.getByText('Add product failed. Please try again.')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Kept title');
  await expect(page.getByLabel('Price')).toHaveValue('199,90');
  await expect(page.getByLabel('Category')).not.toHaveValue('');
  await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible();

  await page.locator('input[type=file]').setInputFiles(bitmap('disguised.png', 'image/png'));
  await submit(page).click();
  const place = page.getByRole('group', { name: 'Picture' });
  await expect(place.getByText('The picture must be JPEG, PNG, WebP, AVIF or GIF')).toBeVisible();
  await expect(place.getByRole('button')).toBeFocused();
  await expect(page.getByLabel('Title')).toHaveValue('Kept title');
});

test('an edit without changes says so and is not sent', async ({ page, product }) => {
  const { title } = product;
  await openEdit(page, product);
  const changes = watchChanges(page);
  await page.getByLabel('Title').fill('Something else');
  await page.getByLabel('Title').fill(title);
  await save(page).click();
  await expect(page.getByText('No changes to save')).toBeVisible();
  await page.getByLabel('Title').fill(' ');
  await page.getByLabel('Description').fill('');
  await page.getByLabel('Price').fill('');
  await save(page).click();
  for (const sentence of ['Title is required', 'Description is required', 'Price is required']) {
    await expect(page.getByText(sentence)).toBeVisible();
  }
  await expectNothingSent(page, changes);
});

test('an edit opened from the table shows in the table and in the shop', async ({ page, shop, product: { title } }) => {
  const categoryName = `Monitors ${shortId()}`;
  await shop.addCategory(categoryName);
  await page.goto(`/dashboard/products?search=${encodeURIComponent(title)}`);
  await page.getByRole('link', { name: `Edit ${title}` }).click();
  await expect(page).toHaveTitle('Edit product · WebShop');
  await page.getByLabel('Title').fill(`${title} II`);
  await page.getByLabel('Price').fill('77.70');
  await page.getByLabel('Category').selectOption(categoryName);
  await save(page).click();
  await expect(page.getByText('Product updated')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue(`${title} II`);
  await save(page).click();
  await expect(page.getByText('No changes to save')).toBeVisible();
  await page.getByRole('link', { name: 'View in store' }).click();
  await expect(page.getByRole('heading', { name: `${title} II` })).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(rowOf(page, `${title} II`)).toContainText('77.70€');
  await expect(rowOf(page, `${title} II`)).toContainText(categoryName.toLowerCase());
});

test('replaces only the picture, which shows once it is processed', async ({ page, product }) => {
  test.slow();
  await openEdit(page, product);
  const shown = page.getByRole('img', { name: 'As shown in the store' });
  await expect(shown).toBeVisible({ timeout: 60_000 });
  const before = (await shown.getAttribute('src')) ?? '';
  await page.locator('input[type=file]').setInputFiles(await picture('#117733'));
  await save(page).click();
  await expect(page.getByText('Product updated')).toBeVisible();
  await expect(shown).not.toHaveAttribute('src', before, { timeout: 60_000 });
  await expect(page.getByText('Picture being prepared')).toBeHidden();
});

test('a broken picture shows its reason beside the product', async ({ page, product }) => {
  test.slow();
  const { title } = product;
  await openEdit(page, product);
  const whole = await picture('#117733');
  await page.locator('input[type=file]').setInputFiles({ ...whole, buffer: whole.buffer.subarray(0, 200) });
  await save(page).click();
  await expect(page.getByText('Picture failed: The picture is broken', { exact: true })).toBeVisible({
    timeout: 60_000,
  });
  await page.goto(`/dashboard/products?search=${encodeURIComponent(title)}`);
  await expect(rowOf(page, title)).toContainText('Picture failed: The picture is broken');
});

test('a conflicting edit shows both versions, and the newer one can be taken over', async ({ page, shop }) => {
  const product = await shop.addProduct({ price: 10 });
  const { _id, title } = product;
  await openEdit(page, product);
  await shop.callAsAdmin('PUT', '/admin/product', { id: _id, title: `${title} theirs`, price: 20 });
  await page.getByLabel('Title').fill(`${title} mine`);
  await save(page).click();
  const dialog = page.getByRole('dialog', { name: 'Someone saved changes while you were editing' });
  await expect(dialog).toContainText(`Before${title}Theirs${title} theirsYours${title} mine`);
  await expect(dialog).toContainText('Before10.00€Theirs20.00€Yours10.00€');
  await expect(dialog).not.toContainText('Category');
  await expect(dialog.getByRole('button', { name: 'Keep both' })).toBeHidden();

  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Title')).toHaveValue(`${title} mine`);
  await save(page).click();
  await dialog.getByRole('button', { name: 'Keep theirs' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Title')).toHaveValue(`${title} theirs`);
  await expect(page.getByLabel('Price')).toHaveValue('20.00');
  await page.getByLabel('Price').fill('30');
  await save(page).click();
  await expect(page.getByText('Product updated')).toBeVisible();
  const { product: saved } = await shop.callAsAdmin('GET', `/admin/product/${_id}`);
  expect(saved).toMatchObject({ title: `${title} theirs`, price: 30 });
});

test('a conflicting edit can be overwritten after seeing its latest version', async ({ page, shop }) => {
  const product = await shop.addProduct({ price: 10 });
  const { _id, title } = product;
  await openEdit(page, product);
  await shop.callAsAdmin('PUT', '/admin/product', { id: _id, title: `${title} theirs` });
  await page.getByLabel('Price').fill('11');
  await save(page).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`Theirs${title} theirs`);
  // After a third edit the dialog must show that version before it is overwritten.
  await shop.callAsAdmin('PUT', '/admin/product', { id: _id, title: `${title} a third` });
  await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(dialog).toContainText(`Theirs${title} a third`);
  await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Product updated')).toBeVisible();
  const { product: saved } = await shop.callAsAdmin('GET', `/admin/product/${_id}`);
  expect(saved).toMatchObject({ title, price: 11 });
});

test('conflicting edits of different fields can both be kept', async ({ page, shop }) => {
  const product = await shop.addProduct({ price: 10 });
  const { _id, title } = product;
  await openEdit(page, product);
  await shop.callAsAdmin('PUT', '/admin/product', { id: _id, price: 20 });
  await page.getByLabel('Title').fill(`${title} mine`);
  await save(page).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Keep both adds your changes to theirs: Title.');
  await dialog.getByRole('button', { name: 'Keep both' }).click();
  await expect(page.getByText('Product updated')).toBeVisible();
  await expect(page.getByLabel('Price')).toHaveValue('20.00');
  const { product: saved } = await shop.callAsAdmin('GET', `/admin/product/${_id}`);
  expect(saved).toMatchObject({ title: `${title} mine`, price: 20 });
});

test('a failed overwrite shows its error in the conflict dialog', async ({ page, product, shop }) => {
  const { _id, title } = product;
  await openEdit(page, product);
  await shop.callAsAdmin('PUT', '/admin/product', { id: _id, title: `${title} theirs` });
  await page.getByLabel('Price').fill('11');
  await save(page).click();
  const dialog = page.getByRole('dialog');
  const overwrite = dialog.getByRole('button', { name: 'Overwrite with mine' });
  await expect(overwrite).toBeVisible();
  await page.route('**/api/v1/admin/product', badGateway);
  await overwrite.click();
  await expect(dialog.getByRole('alert')).toHaveText('Edit product failed. Please try again.');
  await page.unroute('**/api/v1/admin/product');
  await overwrite.click();
  await expect(dialog).toBeHidden();
});

test('a failed edit keeps the input', async ({ page, product }) => {
  const { title } = product;
  await openEdit(page, product);
  await page.route('**/api/v1/admin/product', badGateway);
  await page.getByLabel('Title').fill(`${title} II`);
  await save(page).click();
  await expect(page.getByText('Edit product failed. Please try again.')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue(`${title} II`);
});

test('a deleted product shows an error', async ({ page, product, shop }) => {
  const { _id } = product;
  await shop.callAsAdmin('DELETE', `/admin/product/${_id}`);
  await page.goto(`/dashboard/products/${_id}`);
  await expect(page.getByText('Product not found')).toBeVisible();
  await page.getByRole('link', { name: 'Back to products' }).click();
  await expect(page).toHaveURL('/dashboard/products');
});
