import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { picture } from '../shop.ts';
import { storeAccount } from '../storage.ts';
import { expect, test } from '../test.ts';
import { openEdit } from './edit-product.ts';

test.use({ login: 'admin' });

const discardDialog = (page: Page) => page.getByRole('dialog', { name: 'Discard unsaved changes?' });

/** Records the browser's own prompts, which the page may show only on close or reload. */
function watchPrompts(page: Page): string[] {
  const prompts: string[] = [];
  page.on('dialog', async (dialog) => {
    prompts.push(dialog.type());
    await dialog.dismiss();
  });
  return prompts;
}

test('a link, Back and a reload ask before discarding a half-filled form', async ({ page }) => {
  await page.goto('/dashboard/add-product');
  const sidebar = page.getByRole('navigation', { name: 'Dashboard' });
  await sidebar.getByRole('link', { name: 'Categories' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Categories');
  await sidebar.getByRole('link', { name: 'Add Product' }).click();
  const title = page.getByLabel('Title');
  await title.fill('Half written');
  const prompts = watchPrompts(page);

  await sidebar.getByRole('link', { name: 'Products', exact: true }).click();
  await discardDialog(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(discardDialog(page)).toBeHidden();
  await expect(title).toHaveValue('Half written');

  await page.evaluate(() => window.history.back());
  await expect(discardDialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(discardDialog(page)).toBeHidden();
  await expect(page).toHaveURL('/dashboard/add-product');
  await expect(title).toHaveValue('Half written');
  expect(prompts).toEqual([]);

  await page.evaluate(() => window.location.reload());
  await expect.poll(() => prompts).toEqual(['beforeunload']);
  await expect(title).toHaveValue('Half written');

  await sidebar.getByRole('link', { name: 'Products', exact: true }).click();
  await discardDialog(page).getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL('/dashboard/products');
  await expect(discardDialog(page)).toBeHidden();
});

test('Back goes to the previous page once the changes are discarded', async ({ page }) => {
  await page.goto('/dashboard/categories');
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Add Product' }).click();
  await page.getByLabel('Title').fill('Half written');
  await page.evaluate(() => window.history.back());
  await discardDialog(page).getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL('/dashboard/categories');
  await page.goForward();
  await expect(page).toHaveURL('/dashboard/add-product');
  await expect(page.getByLabel('Title')).toHaveValue('');
});

test('a link to the same form for another product asks as well', async ({ page, product }) => {
  await page.goto(`/dashboard/add-product?variant=${product._id}`);
  const description = page.getByLabel('Description');
  await description.fill('Half written');
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Add Product' }).click();
  await discardDialog(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL(`/dashboard/add-product?variant=${product._id}`);
  await expect(description).toHaveValue('Half written');
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Add Product' }).click();
  await discardDialog(page).getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL('/dashboard/add-product');
  await expect(description).toHaveValue('');
});

test('an untouched or saved form does not ask', async ({ page, shop, product }) => {
  const { _id, title, categoryId } = product;
  const prompts = watchPrompts(page);
  await openEdit(page, product);
  await page.getByLabel('Title').fill(`${title} again`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Product updated')).toBeVisible();
  await page.getByRole('link', { name: 'Back to products' }).click();
  await expect(page).toHaveURL('/dashboard/products');
  await openEdit(page, await shop.readProduct(_id));
  await page.getByRole('link', { name: 'Back to products' }).click();
  await expect(page).toHaveURL('/dashboard/products');
  await page.goto('/dashboard/add-product');
  await page.getByLabel('Title').fill(`${title} once more`);
  await page.getByLabel('Description').fill('What it is, and what it is for.');
  await page.getByLabel('Category').selectOption(categoryId._id);
  await page.getByLabel('Price', { exact: true }).fill('199.90');
  await page.locator('input[type=file]').setInputFiles(await picture('#336699', 'new.png'));
  await page.getByRole('button', { name: 'Add product' }).click();
  await expect(page).toHaveURL('/dashboard/products');
  expect(prompts).toEqual([]);
  // Positive control: an unsaved change asks.
  await openEdit(page, await shop.readProduct(_id));
  await page.getByLabel('Title').fill(`${title} unsaved`);
  await page.getByRole('link', { name: 'Back to products' }).click();
  await expect(discardDialog(page)).toBeVisible();
});

test('an unsaved edit of a user survives Keep editing and can be saved', async ({ page, shop }) => {
  const { username } = await shop.newAccount();
  await page.goto(`/dashboard/users?search=${username}`);
  await page.getByRole('link', { name: `Edit ${username}` }).click();
  const city = page.getByLabel('City');
  await city.fill('Oslo');
  await page.getByRole('link', { name: 'Back to users' }).click();
  await discardDialog(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL(/\/dashboard\/users\/[\w-]+$/);
  await expect(city).toHaveValue('Oslo');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('User updated')).toBeVisible();
  await page.getByRole('link', { name: 'Back to users' }).click();
  await expect(page).toHaveURL('/dashboard/users');
});

test('a logout from a half-filled form opens the login form', async ({ page, shop }) => {
  const admin = await shop.newAccount('admin');
  await storeAccount(page, admin);
  await page.goto('/dashboard/add-product');
  await page.getByLabel('Title').fill('Half written');
  await page.getByRole('banner').getByRole('button', { name: admin.username }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeFocused();
  await expect(page).toHaveURL('/authorization');
  await expect(discardDialog(page)).toBeHidden();
});

test('the unsaved changes dialog is accessible', async ({ page }) => {
  await page.goto('/dashboard/add-product');
  await page.getByLabel('Title').fill('Half written');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(discardDialog(page)).toBeVisible();
  await expectAccessible(page, 'the unsaved changes dialog');
});
