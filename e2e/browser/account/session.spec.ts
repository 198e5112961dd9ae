import type { Page } from '@playwright/test';
import { goToPayment, heading, logIn, newCredentials } from '../steps.ts';
import { store, storeAccount, stored } from '../storage.ts';
import { expect, test } from '../test.ts';

const header = (page: Page) => page.getByRole('banner');

test('a login in one tab logs in the other tabs', async ({ page, context, shop }) => {
  const account = await shop.newAccount();
  const other = await context.newPage();
  await other.goto('/contact');
  await expect(header(other).getByRole('link', { name: 'Login' })).toBeVisible();
  await logIn(page, account);
  await expect(header(other).getByRole('button', { name: account.username })).toBeVisible();
});

test('a login as another user in one tab replaces the user and their data in the other tabs', async ({
  page,
  context,
  shop,
}) => {
  const [first, second] = [await shop.newAccount(), await shop.newAccount()];
  await storeAccount(page, first);
  await page.goto('/profile');
  await expect(page.getByRole('main')).toContainText(first.email);
  const other = await context.newPage();
  await logIn(other, second);
  await expect(header(page).getByRole('button', { name: second.username })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(second.email);
  await expect(page.getByRole('main')).not.toContainText(first.email);
});

test('a login as another user in one tab closes what the first user edits in the other tabs', async ({
  page,
  context,
  shopper: _,
  shop,
}) => {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit profile' }).click();
  await page.getByLabel('City').fill('Novi Sad');
  await page.getByRole('button', { name: 'Add address' }).click();
  const second = await logIn(await context.newPage(), await shop.newAccount());
  await expect(header(page).getByRole('button', { name: second.username })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByLabel('City')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Edit profile' })).toBeVisible();
});

test('a login as another user in one tab starts their own checkout in the other tabs', async ({
  page,
  context,
  shop,
}) => {
  const first = await goToPayment(page, shop);
  await page.getByLabel('Order note (optional)').fill('Ring twice');
  const second = await logIn(await context.newPage(), await shop.newAccount());
  await expect(header(page).getByRole('button', { name: second.username })).toBeVisible();
  await expect(heading(page, 'Delivery and payment')).toBeVisible();
  await expect(page.getByLabel('Order note (optional)')).toHaveValue('');
  await page.getByLabel('Order note (optional)').fill('Knock');
  await expect.poll(() => stored(page, 'checkout')).toContain('Knock');
  expect(await stored(page, 'checkout')).not.toContain(first.user._id);
});

test('a logout in one tab closes the profile in the other tabs', async ({ page, context, shopper }) => {
  await page.goto('/profile');
  await expect(page.getByRole('main')).toContainText(shopper.email);
  const other = await context.newPage();
  await other.goto('/contact');
  await header(other).getByRole('button', { name: shopper.username }).click();
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText(shopper.email)).toHaveCount(0);
});

test('a stored user without a token is cleared', async ({ page, shop }) => {
  const { user } = await shop.newAccount();
  await store(page, 'user', JSON.stringify(user));
  await page.goto('/contact');
  await expect(header(page).getByRole('link', { name: 'Login' })).toBeVisible();
  await expect.poll(() => stored(page, 'user')).toBeNull();
});

test('a stored token without a user restores the login', async ({ page, shop }) => {
  const { token, username } = await shop.newAccount();
  await store(page, 'token', token);
  await page.goto('/contact');
  await expect(header(page).getByRole('button', { name: username })).toBeVisible();
});

test('an unknown stored token is cleared', async ({ page, shopper }) => {
  await store(page, 'token', newCredentials().username);
  await page.goto('/contact');
  await expect(page.getByText('Your session has expired. Please log in again.')).toBeVisible();
  await expect(header(page).getByText(shopper.username)).toHaveCount(0);
  expect(await stored(page, 'token')).toBeNull();
});
