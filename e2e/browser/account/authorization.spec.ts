import type { Page } from '@playwright/test';
import { holdCall, respondWith } from '../../../testing/responses.ts';
import { PASSWORD } from '../../../testing/shop/api.ts';
import {
  expectInvalid,
  expectNothingSent,
  keepToasts,
  newCredentials,
  submitLogin,
  toast,
  watchChanges,
} from '../steps.ts';
import { storeAccount, stored } from '../storage.ts';
import { expect, test } from '../test.ts';

const email = (page: Page) => page.getByLabel('Email');
const username = (page: Page) => page.getByLabel('Username');
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });

async function openRegisterForm(page: Page): Promise<void> {
  await page.goto('/authorization');
  await page.getByRole('banner').getByRole('link', { name: 'Register' }).click();
  await expect(page.getByText('Welcome to WebShop Register Page')).toBeVisible();
}

/** The specification's pattern: a top-level part of 2 to 4 letters; before @ letters, digits, dot, underscore, hyphen. */
const emails = {
  invalid: ['ada', 'ada@example', '@example.com', 'ada@example.c', 'ada@example.technology', 'ada+b@example.com'],
  valid: ['ada@example.uk', 'ada.l_o-v3@mail.example.info'],
};

test.describe('the login form', () => {
  test('requires email and password, marks errors in red, and sends nothing while invalid', async ({ page }) => {
    await page.goto('/authorization');
    const changes = watchChanges(page);
    await button(page, 'Log in').click();
    await expectInvalid(email(page), 'Email is required');
    await expectInvalid(password(page), 'Password is required');
    await expect(email(page)).toBeFocused();
    for (const invalid of emails.invalid) {
      await email(page).fill(invalid);
      await expectInvalid(email(page), 'Email is not valid');
    }
    for (const valid of emails.valid) {
      await email(page).fill(valid);
      await expect(email(page)).not.toHaveAttribute('aria-invalid');
    }
    await button(page, 'Log in').click();
    await expect(password(page)).toBeFocused();
    await expectNothingSent(page, changes);
  });

  test('stores user and token and opens the shop', async ({ page, shop }) => {
    const account = await shop.newAccount();
    await page.goto('/authorization');
    await email(page).fill(account.email);
    await password(page).fill(PASSWORD);
    await password(page).press('Enter');
    await expect(page).toHaveURL('/');
    expect(JSON.parse((await stored(page, 'user')) ?? '{}')).toMatchObject({
      email: account.email,
      username: account.username,
      role: 'user',
      votedFor: [],
    });
    const token = await stored(page, 'token');
    const own = page.waitForRequest('**/api/v1/user/getSingleUser');
    await page.reload();
    expect((await own).headers().authorization).toBe(token);
    const suggestions = page.waitForRequest('**/api/v1/products/suggestions?*');
    await page.getByRole('combobox', { name: 'Search products' }).fill('laptop');
    expect((await suggestions).headers().authorization).toBe(token);
    const categories = page.waitForRequest('**/api/v1/categories');
    await page.getByRole('banner').getByRole('button', { name: 'Categories' }).click();
    expect((await categories).headers().authorization).toBe(token);
    await expect(page.getByRole('banner')).toContainText(account.username);
  });

  test('shows that email or password is wrong, keeps the email and allows a retry', async ({ page, shop }) => {
    const account = await shop.newAccount();
    await page.goto('/authorization');
    await submitLogin(page, account.email, 'not this one');
    await expect(toast(page, 'Wrong email or password')).toBeVisible();
    await expectInvalid(password(page), 'Wrong email or password');
    await expect(password(page)).toBeFocused();
    await expect(page).toHaveURL('/authorization');
    await expect(email(page)).toHaveValue(account.email);
    expect(await stored(page, 'token')).toBeNull();
    await password(page).fill(PASSWORD);
    await button(page, 'Log in').click();
    await expect(page).toHaveURL('/');
  });

  test("ends the browser's previous session only after another login succeeds", async ({
    page,
    shopper: first,
    shop,
  }) => {
    const second = await shop.newAccount();
    const readFirstUser = () => {
      return page.request.get('/api/v1/user/getSingleUser', { headers: { Authorization: first.token } });
    };
    await page.goto('/authorization');
    await submitLogin(page, second.email, 'not this one');
    await expect(toast(page, 'Wrong email or password')).toBeVisible();
    await expect(page.getByRole('banner')).toContainText(first.username);
    expect(await stored(page, 'token')).toBe(first.token);
    await submitLogin(page, second.email, PASSWORD);
    await expect(page.getByRole('banner')).toContainText(second.username);
    await expect.poll(async () => (await readFirstUser()).status()).toBe(401);
    const own = await page.request.get('/api/v1/user/getSingleUser', {
      headers: { Authorization: (await stored(page, 'token')) ?? '' },
    });
    expect(own.status()).toBe(200);
  });

  test('shows and hides the password', async ({ page }) => {
    await page.goto('/authorization');
    await expect(password(page)).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(password(page)).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect(password(page)).toHaveAttribute('type', 'password');
  });
});

test.describe('the register form', () => {
  test('marks each invalid field in red and sends nothing while one is invalid', async ({ page }) => {
    await openRegisterForm(page);
    const changes = watchChanges(page);
    await button(page, 'Register').click();
    await expectInvalid(email(page), 'Email is required');
    await expectInvalid(username(page), 'Username is required');
    await expectInvalid(password(page), 'Password is required');
    await email(page).fill('ada@example');
    await expectInvalid(email(page), 'Email is not valid');
    await username(page).fill('   ');
    await expectInvalid(username(page), 'Username is required');
    await username(page).fill('guest');
    await expectInvalid(username(page), "'Guest' is not available as a username");
    await password(page).fill('1234567');
    await expectInvalid(password(page), 'Password must have at least 8 characters');
    await password(page).fill(PASSWORD);
    await username(page).fill('ada');
    await expect(username(page)).not.toHaveAttribute('aria-invalid');
    await button(page, 'Register').click();
    await expect(email(page)).toBeFocused();
    await expectNothingSent(page, changes);
  });

  test("shows the server's message on success and switches to the login form", async ({ page }) => {
    const credentials = newCredentials();
    await openRegisterForm(page);
    await email(page).fill(credentials.email);
    await username(page).fill(credentials.username);
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(password(page)).toHaveAttribute('type', 'text');
    await password(page).fill(PASSWORD);
    const response = page.waitForResponse('**/api/v1/user/register');
    await password(page).press('Enter');
    await expect(toast(page, (await (await response).json()).message)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
    await expect(email(page)).toHaveValue(credentials.email);
    await expect(password(page)).toBeFocused();
    await expect(password(page)).toHaveAttribute('type', 'password');
    // It need not be typed again.
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('banner')).toContainText(credentials.username);
  });

  test("shows the server's message on failure and keeps the input", async ({ page, shop }) => {
    const other = await shop.newAccount();
    await openRegisterForm(page);
    await email(page).fill(newCredentials().email);
    await username(page).fill(other.username.toUpperCase());
    await password(page).fill(PASSWORD);
    await button(page, 'Register').click();
    await expect(toast(page, 'Username is already taken')).toBeVisible();
    await email(page).fill(other.email);
    await button(page, 'Register').click();
    await expect(toast(page, 'Email is already registered')).toBeVisible();
    await expect(username(page)).toHaveValue(other.username.toUpperCase());
    await expect(page.getByText('Welcome to WebShop Register Page')).toBeVisible();
    await button(page, 'Register').click();
    await expect(toast(page, 'Email is already registered')).toHaveCount(1);
  });

  test('works after the stored session ends elsewhere', async ({ page, shopper: earlier }) => {
    const credentials = newCredentials();
    const checked = page.waitForResponse('**/api/v1/user/getSingleUser');
    await page.goto('/authorization');
    // Otherwise this call would discover that the session has ended.
    await checked;
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.request.post('/api/v1/user/logout', { headers: { Authorization: earlier.token } });
    await email(page).fill(credentials.email);
    await username(page).fill(earlier.username);
    await password(page).fill(PASSWORD);
    await button(page, 'Register').click();
    await expect(toast(page, 'Username is already taken')).toBeVisible();
    await expect(email(page)).toHaveValue(credentials.email);
    await username(page).fill(credentials.username);
    await button(page, 'Register').click();
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
    await expect(email(page)).toHaveValue(credentials.email);
  });

  test('links to the login form, which switches back', async ({ page }) => {
    await openRegisterForm(page);
    await page.getByRole('link', { name: 'Go to Login' }).click();
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(page.getByText('Welcome to WebShop Register Page')).toBeVisible();
  });
});

test('password managers save a password for the email of its account', async ({ page, shopper }) => {
  await page.goto('/authorization');
  await expect(email(page)).toHaveAttribute('autocomplete', 'username');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(email(page)).toHaveAttribute('autocomplete', 'username');
  await expect(username(page)).toHaveAttribute('autocomplete', 'nickname');
  await page.goto('/profile');
  const login = page.locator('form').filter({ has: page.locator('[autocomplete=username]') });
  await page.getByRole('button', { name: 'Change' }).click();
  await expect(login.locator('[autocomplete=username]')).toHaveValue(shopper.email);
  await expect(login.getByLabel('Current password')).toBeVisible();
});

test('a session that ended elsewhere is cleared, with a toast and the login form', async ({ page, shop }) => {
  await page.goto('/authorization');
  const account = await shop.newAccount();
  await submitLogin(page, account.email, PASSWORD);
  await expect(page).toHaveURL('/');
  await respondWith(page, '/user/getSingleUser', 401, { status: 'error', message: 'Please log in' });
  await page.reload();
  await expect(toast(page, 'Your session has expired. Please log in again.')).toBeVisible();
  await expect(page).toHaveURL('/authorization');
  expect([await stored(page, 'user'), await stored(page, 'token')]).toEqual([null, null]);
});

test('a session that ends during several calls shows one toast', async ({ page, shop }) => {
  await storeAccount(page, await shop.newAccount());
  for (const call of ['/user/getSingleUser', '/orders']) {
    await respondWith(page, call, 401, { status: 'error', message: 'Please log in' });
  }
  const user = await holdCall(page, '/user/getSingleUser');
  await holdCall(page, '/orders');
  const ordersRequested = page.waitForRequest('**/api/v1/orders');
  await page.goto('/profile');
  await ordersRequested;
  await keepToasts(page);
  const ordersCanceled = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/v1/orders'));
  user.release();
  await expect(toast(page, 'Your session has expired. Please log in again.')).toBeVisible();
  await ordersCanceled;
  // Positive control: this toast comes after any from the failed calls.
  await submitLogin(page, 'ada@example.com', 'not this one');
  await expect(toast(page, 'Wrong email or password')).toBeVisible();
  await expect(toast(page, 'Please log in')).toHaveText(['Your session has expired. Please log in again.']);
});
