import type { Page } from '@playwright/test';
import { resetLinks } from '../../../testing/data/mails.ts';
import { PASSWORD } from '../../../testing/shop/api.ts';
import type { Shop } from '../shop.ts';
import { expectNothingSent, logIn, openProfile, submitLogin, toast, watchChanges } from '../steps.ts';
import { stored } from '../storage.ts';
import { expect, installClock, test } from '../test.ts';

const NEXT_PASSWORD = 'battery staple';

test('a forgotten password: the dialog checks the email and sends a reset link', async ({ page, shop }) => {
  const { email } = await shop.newAccount();
  await page.goto('/authorization');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Forgot password' });
  const send = dialog.getByRole('button', { name: 'Send reset link' });
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await send.click();
  await expect(dialog.getByText('Email is required')).toBeVisible();
  await dialog.getByLabel('Email').fill('ada');
  await send.click();
  await expect(dialog.getByText('Email is not valid')).toBeVisible();
  await dialog.getByLabel('Email').fill(email);
  await send.click();
  await expect(dialog).toBeHidden();
  await expect(toast(page, 'If an account with this email exists')).toBeVisible();
  const [link = ''] = await resetLinks(shop.mailboxUrl, email);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible();
});

/** Opens the form of a new account's reset link. */
async function openReset(page: Page, shop: Shop) {
  const { email } = await shop.newAccount();
  await shop.call('POST', '/user/forgotPassword', { body: { email } });
  const [link = ''] = await resetLinks(shop.mailboxUrl, email);
  await page.goto(link);
  return { email, link };
}

const reset = (page: Page) => page.getByRole('button', { name: 'Reset password' });

async function fillInReset(page: Page, password: string, confirmation = password): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password').fill(confirmation);
}

test('the reset form requires a new password and a matching confirmation', async ({ page }) => {
  await page.goto('/resetPassword/any-token');
  const changes = watchChanges(page);
  await reset(page).click();
  await expect(page.getByText('New password is required!', { exact: true })).toBeVisible();
  await expect(page.getByText('Confirm new password is required!')).toBeVisible();
  await fillInReset(page, NEXT_PASSWORD, 'another one');
  await reset(page).click();
  // The focus shows that validation has run: the message was there before, from typing.
  await expect(page.getByLabel('Confirm new password')).toBeFocused();
  await expect(page.getByText('New passwords must match!')).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('another one');
  await expect(page.getByText('New passwords must match!')).toBeHidden();
  await page.getByLabel('New password', { exact: true }).fill(NEXT_PASSWORD);
  await expect(page.getByText('New passwords must match!')).toBeVisible();
  await expectNothingSent(page, changes);
});

test('a reset password replaces the old one, and the login form opens after 7 seconds', async ({ page, shop }) => {
  await installClock(page);
  const { email, link } = await openReset(page, shop);
  // Password managers save the new password for this login.
  await expect(page.locator('input[autocomplete="username"]')).toHaveValue(email);
  await fillInReset(page, NEXT_PASSWORD);
  // The clock stops before the result shows, so that the countdown does not run during the checks.
  await page.clock.pauseAt(Date.now() + 60_000);
  await reset(page).click();
  await expect(page.getByRole('heading', { name: 'Your password has been reset' })).toBeFocused();
  await page.clock.runFor(6500);
  await expect(page).toHaveURL(link);
  await page.clock.runFor(1000);
  await page.clock.resume();
  await expect(page).toHaveURL('/authorization');
  await submitLogin(page, email, PASSWORD);
  await expect(toast(page, 'Wrong email or password')).toBeVisible();
  await submitLogin(page, email, NEXT_PASSWORD);
  await expect(page).toHaveURL('/');
});

test('a reset link works once', async ({ page, shop }) => {
  await openReset(page, shop);
  await fillInReset(page, NEXT_PASSWORD);
  await reset(page).click();
  await expect(page.getByRole('heading', { name: 'Your password has been reset' })).toBeVisible();
  await page.reload();
  await fillInReset(page, PASSWORD);
  await reset(page).click();
  await expect(page.getByRole('heading', { name: 'This reset link is no longer valid' })).toBeVisible();
});

test('a reset link opens with an expired session', async ({ page, shop }) => {
  await logIn(page, await shop.newAccount());
  await page.evaluate(() => localStorage.setItem('token', 'expired'));
  await page.goto('/resetPassword/some-token');
  await expect(page.getByText('Your session has expired. Please log in again.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible();
  await expect(page).toHaveURL('/resetPassword/some-token');
});

test('the Forgot password dialog keeps the typed email, closes on Escape and submits on Enter', async ({ page }) => {
  await page.goto('/authorization');
  await page.getByLabel('Email').fill('ada@example.com');
  const open = page.getByRole('button', { name: 'Forgot password?' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Forgot password' });
  await expect(dialog.getByLabel('Email')).toHaveValue('ada@example.com');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await dialog.getByLabel('Email').press('Enter');
  await expect(dialog).toBeHidden();
  await expect(toast(page, /If an account with this email exists/)).toBeVisible();
});

test('changing the password logs out on all devices and opens the login form', async ({ page, shop }) => {
  const account = await logIn(page, await shop.newAccount());
  await openProfile(page, account);
  await page.getByRole('button', { name: 'Change' }).click();
  await expect(page.getByLabel('Current password')).toBeFocused();
  const submit = page.getByRole('button', { name: 'Change password' });
  await submit.click();
  await expect(page.getByText('Current password is required!')).toBeVisible();
  await expect(page.getByText('New password is required!')).toBeVisible();
  await expect(page.getByText('Confirm password is required')).toBeVisible();

  await page.getByLabel('Current password').fill('not this one');
  await page.getByLabel('New password', { exact: true }).fill(NEXT_PASSWORD);
  await page.getByLabel('Confirm password').fill('another one');
  await submit.click();
  // The focus shows that validation has run: the message was there before, from typing.
  await expect(page.getByLabel('Confirm password')).toBeFocused();
  await expect(page.getByText('New passwords must match')).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('another one');
  await expect(page.getByText('New passwords must match')).toBeHidden();
  await page.getByLabel('New password', { exact: true }).fill(NEXT_PASSWORD);
  await page.getByLabel('Confirm password').fill(NEXT_PASSWORD);
  await submit.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Current password is wrong' }).first()).toBeVisible();
  await expect(page.getByLabel('Current password')).toBeFocused();

  await page.getByLabel('Current password').fill(PASSWORD);
  await submit.click();
  await expect(page).toHaveURL('/authorization');
  await expect(page.getByText(/Password changed/)).toBeVisible();
  expect([await stored(page, 'user'), await stored(page, 'token')]).toEqual([null, null]);
  const own = await page.request.get('/api/v1/user/getSingleUser', { headers: { Authorization: account.token } });
  expect(own.status()).toBe(401);
  await submitLogin(page, account.email, NEXT_PASSWORD);
  await expect(page).toHaveURL('/');
});
