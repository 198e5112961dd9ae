import { picture, shortId } from '../shop.ts';
import { badGateway, expectNothingSent, watchChanges } from '../steps.ts';
import { expect, test } from '../test.ts';
import { openEdit, save } from './edit-product.ts';
import { rowOf } from './table.ts';

test.use({ login: 'admin' });

test('the price is shown with two decimals, which alone are not a change', async ({ page, shop }) => {
  const product = await shop.addProduct({ price: 1089.9 });
  await openEdit(page, product);
  const price = page.getByLabel('Price', { exact: true });
  await expect(price).toHaveValue('1089.90');
  const changes = watchChanges(page);
  await price.fill('1089,9');
  await save(page).click();
  await expect(page.getByText('No changes to save')).toBeVisible();
  await expectNothingSent(page, changes);
  for (const [typed, problem] of [
    ['1.2.3', 'Price must be a number, such as 12.50'],
    ['1.349', 'Price can have at most two decimals'],
  ]) {
    await price.fill(typed as string);
    await save(page).click();
    await expect(page.getByText(problem as string)).toBeVisible();
  }
  await expectNothingSent(page, changes);
  await price.fill('1,200');
  await page.getByLabel('Stock').fill('2,500');
  await save(page).click();
  await expect(page.getByText('Product updated')).toBeVisible();
  await expect(price).toHaveValue('1200.00');
  await expect(page.getByLabel('Stock')).toHaveValue('2500');
  await price.fill('1089.5');
  await save(page).click();
  await expect(page.getByText('Product updated')).toBeVisible();
  await expect(price).toHaveValue('1089.50');
  await page.getByRole('link', { name: 'Back to products' }).click();
  await expect(rowOf(page, product.title)).toContainText('1,089.50€');
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
  await page.getByLabel('Price', { exact: true }).fill('');
  await save(page).click();
  for (const message of ['Title is required', 'Description is required', 'Price is required']) {
    await expect(page.getByText(message)).toBeVisible();
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
  await page.getByLabel('Price', { exact: true }).fill('77.70');
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

test('a form that opens again starts from the current product', async ({ page, shop, product: { _id, title } }) => {
  await page.goto(`/dashboard/products?search=${encodeURIComponent(title)}`);
  await page.getByRole('link', { name: `Edit ${title}` }).click();
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await page.goBack();
  await shop.callAsAdmin('PUT', '/admin/product', { id: _id, price: 99 });
  await page.getByRole('link', { name: `Edit ${title}` }).click();
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('99.00');
  await page.getByLabel('Title').fill(`${title} II`);
  await save(page).click();
  await expect(page.getByText('Product updated')).toBeVisible();
});

test('the only picture is replaced by another one, which shows once it is processed', async ({ page, product }) => {
  await openEdit(page, product);
  const main = page.getByRole('img', { name: 'Picture 1' });
  await expect(main).toBeVisible({ timeout: 60_000 });
  const before = (await main.getAttribute('src')) ?? '';
  await page.locator('input[type=file][multiple]').setInputFiles(await picture('#117733'));
  await expect(page.getByRole('img', { name: 'Picture 2' })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Delete picture 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('img', { name: 'Picture 2' })).toBeHidden();
  await expect(main).not.toHaveAttribute('src', before);
  await expect(page.getByText('Picture being prepared')).toBeHidden();
});

test('a broken picture shows the reason beside the product', async ({ page, shop }) => {
  const title = `Broken ${shortId()}`;
  const whole = await picture('#117733');
  const _id = await shop.addProductOnly({ title, picture: { ...whole, buffer: whole.buffer.subarray(0, 200) } });
  await page.goto(`/dashboard/products/${_id}`);
  await expect(page.getByText('Picture failed: The picture is broken', { exact: true })).toBeVisible({
    timeout: 60_000,
  });
  await page.goto(`/dashboard/products?search=${encodeURIComponent(title)}`);
  await expect(rowOf(page, title)).toContainText('Picture failed: The picture is broken');
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
