import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import type { Shop } from '../shop.ts';
import { toast } from '../steps.ts';
import { storeAccount, stored } from '../storage.ts';
import { expect, test } from '../test.ts';

async function openProfilePage(page: Page, shop: Shop) {
  const account = await shop.newAccount();
  await page.goto('/contact');
  await storeAccount(page, account);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Your data' })).toBeVisible();
  return account;
}

test('a user downloads their data', async ({ page, shop }) => {
  const { email } = await openProfilePage(page, shop);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download your data' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('webshop-account.json');
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({ user: { email }, orders: [] });
});

test('a user deletes their account with their password', async ({ page, shop }) => {
  const { password, token } = await openProfilePage(page, shop);
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  const confirm = dialog.getByRole('button', { name: 'Delete account' });
  await expectAccessible(page, 'the question before an account is deleted');
  await confirm.click();
  await expect(dialog.getByText('Password is required')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill('wrong');
  await confirm.click();
  await expect(dialog.getByText('Password is wrong')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await confirm.click();
  await expect(toast(page, 'Your account is deleted')).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(await stored(page, 'token')).toBeNull();
  expect((await shop.call('GET', '/user/getSingleUser', { token })).status).toBe(401);
});

test('an admin is not offered to delete the account', async ({ page, shop }) => {
  await page.goto('/contact');
  await storeAccount(page, shop.admin);
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Download your data' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete account' })).toHaveCount(0);
});
