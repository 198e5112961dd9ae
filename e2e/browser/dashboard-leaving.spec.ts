import type { Page } from '@playwright/test';

import type { ProductView } from '#contract/catalogue.ts';
import { picture } from './shop.ts';
import { expect, test } from './test.ts';

test.use({ login: 'admin' });

async function openEdit(page: Page, { _id, title, categoryId }: ProductView): Promise<void> {
  await page.goto(`/dashboard/products/${_id}`);
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await expect(page.getByLabel('Category')).toHaveValue(categoryId._id);
}

test('what was entered is not lost by a link, the back button or a reload without a question', async ({ page }) => {
  await page.goto('/dashboard/add-product');
  const sidebar = page.getByRole('navigation', { name: 'Dashboard' });
  await sidebar.getByRole('link', { name: 'Categories' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Categories');
  await sidebar.getByRole('link', { name: 'Add Product' }).click();
  const title = page.getByLabel('Title');
  await title.fill('Half written');

  const questions: string[] = [];
  let answer: 'accept' | 'dismiss' = 'dismiss';
  page.on('dialog', async (dialog) => {
    questions.push(dialog.type());
    await dialog[answer]();
  });
  await sidebar.getByRole('link', { name: 'Products', exact: true }).click();
  await expect.poll(() => questions).toEqual(['confirm']);
  await page.evaluate(() => window.history.back());
  await expect.poll(() => questions).toEqual(['confirm', 'confirm']);
  await page.evaluate(() => window.location.reload());
  await expect.poll(() => questions).toEqual(['confirm', 'confirm', 'beforeunload']);
  await expect(page).toHaveURL('/dashboard/add-product');
  await expect(title).toHaveValue('Half written');

  answer = 'accept';
  await sidebar.getByRole('link', { name: 'Products', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/products');
  expect(questions).toHaveLength(4);
});

test('nothing is asked where nothing was entered, or all of it is saved', async ({ page, shop, product }) => {
  const { _id, title, categoryId } = product;
  const questions: string[] = [];
  page.on('dialog', async (dialog) => {
    questions.push(dialog.message());
    await dialog.accept();
  });
  await openEdit(page, product);
  await page.getByLabel('Title').fill(`${title} again`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Product updated')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the products' }).click();
  await expect(page).toHaveURL('/dashboard/products');
  await openEdit(page, await shop.readProduct(_id));
  await page.getByRole('link', { name: 'Back to the products' }).click();
  await expect(page).toHaveURL('/dashboard/products');
  await page.goto('/dashboard/add-product');
  await page.getByLabel('Title').fill(`${title} once more`);
  await page.getByLabel('Description').fill('What it is, and what it is for.');
  await page.getByLabel('Category').selectOption(categoryId._id);
  await page.getByLabel('Price').fill('199.90');
  await page.locator('input[type=file]').setInputFiles(await picture('#336699', 'new.png'));
  await page.getByRole('button', { name: 'Add product' }).click();
  await expect(page).toHaveURL('/dashboard/products');
  expect(questions).toEqual([]);
});

test('a user who is half edited is not left without a question', async ({ page, shop }) => {
  const { username } = await shop.newAccount();
  await page.goto(`/dashboard/users?search=${username}`);
  await page.getByRole('link', { name: `Edit ${username}` }).click();
  const city = page.getByLabel('City');
  await city.fill('Oslo');
  const questions: string[] = [];
  page.on('dialog', async (dialog) => {
    questions.push(dialog.type());
    await dialog.dismiss();
  });
  await page.getByRole('link', { name: 'Back to the users' }).click();
  await expect.poll(() => questions).toEqual(['confirm']);
  await expect(page).toHaveURL(/\/dashboard\/users\/[\w-]+$/);
  await expect(city).toHaveValue('Oslo');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('User has been changed')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the users' }).click();
  await expect(page).toHaveURL('/dashboard/users');
  expect(questions).toHaveLength(1);
});
