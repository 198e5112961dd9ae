import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { addApp, codeOf, STEP } from '../../../testing/shop/second-factors.ts';
import { expectAccessible } from '../accessible.ts';
import { expectInvalid, submitLogin } from '../steps.ts';
import { expect, test } from '../test.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Two-step login' });
const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Two-step login' });

async function logOut(page: Page, username: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: username }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/authorization');
}

/** Gives the page's browser a platform authenticator that always agrees, as a phone with a fingerprint. */
async function addAuthenticator(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('an authenticator app: set up in the profile, then asked for at the login', async ({ page, shopper }) => {
  await page.goto('/profile');
  await expectAccessible(page, 'the profile without second factors');
  await panel(page).getByRole('button', { name: 'Set up' }).click();
  const setup = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await expect(setup.getByRole('img', { name: 'QR code' })).toBeVisible();
  const key = (await setup.getByText(/[A-Z2-7]{4}( [A-Z2-7]{4}){7}/).textContent()) ?? '';
  const secret = key.replace(/^Key:|\s/g, '');
  await setup.getByRole('button', { name: 'Turn on' }).click();
  await expect(setup.getByText('Enter the 6-digit code from your app')).toBeVisible();
  await expectAccessible(page, 'the setup of an app');
  await setup.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
  await setup.getByRole('button', { name: 'Turn on' }).click();

  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page, 'the recovery codes');
  const download = page.waitForEvent('download');
  await codes.getByRole('button', { name: 'Download' }).click();
  const saved = (await readFile(await (await download).path(), 'utf8')).trim().split('\n');
  expect(saved).toEqual(await codes.getByRole('listitem').allTextContents());
  await codes.getByRole('button', { name: 'Done' }).click();
  await expect(panel(page)).toContainText('10 codes left');
  await expectAccessible(page, 'the profile with an app');

  await logOut(page, shopper.username);
  await submitLogin(page, shopper.email, shopper.password);
  await expect(page.getByLabel('Code')).toBeFocused();
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'This code is wrong or was used before' }).first(),
  ).toBeVisible();
  await expectAccessible(page, 'the second step');
  await page.getByLabel('Code').fill(codeOf(secret, STEP));
  await page.getByLabel('Code').press('Enter');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner')).toContainText(shopper.username);

  await logOut(page, shopper.username);
  await submitLogin(page, shopper.email, shopper.password);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill('AAAA-AAAA');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectInvalid(page.getByLabel('Recovery code'), 'This recovery code is wrong or was used before');
  await page.getByLabel('Recovery code').fill(saved[0]?.toLowerCase() ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/');

  await page.goto('/profile');
  await expect(panel(page)).toContainText('9 codes left');
  await panel(page).getByRole('button', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove your authenticator app?' });
  await expect(dialog).toContainText('turns off two-step login');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(panel(page).getByRole('button', { name: 'Set up' })).toBeVisible();
  await expect(panel(page)).not.toContainText('Recovery codes');
});

test('a passkey: added in the profile, then enough to log in, and the second step of a password', async ({
  page,
  shopper,
}) => {
  await addAuthenticator(page);
  await page.goto('/profile');
  await panel(page).getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByRole('button', { name: 'Create passkey' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await expectAccessible(page, 'a new passkey');
  await dialog.getByLabel('Name').fill('My phone');
  await dialog.getByRole('button', { name: 'Create passkey' }).click();
  await page.getByRole('dialog', { name: 'Save your recovery codes' }).getByRole('button', { name: 'Done' }).click();
  await expect(panel(page)).toContainText('My phone');

  await logOut(page, shopper.username);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner')).toContainText(shopper.username);

  await logOut(page, shopper.username);
  await submitLogin(page, shopper.email, shopper.password);
  await expect(heading(page)).toBeVisible();
  await expect(page.getByLabel('Code')).toBeHidden();
  await expectAccessible(page, 'the second step with a passkey');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL('/');

  await page.goto('/profile');
  await expect(panel(page)).toContainText('Last used');
  await panel(page).getByRole('button', { name: 'Remove My phone' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(panel(page)).not.toContainText('My phone');

  await logOut(page, shopper.username);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page.getByRole('alert').filter({ hasText: "This passkey can't be used here" })).toBeVisible();
});

test('a login whose second step took too long starts again', async ({ page, shop }) => {
  const account = await shop.newAccount();
  const { secret } = await addApp(shop.call, account);
  await page.goto('/authorization');
  await submitLogin(page, account.email, account.password);
  await page.getByLabel('Code').fill(codeOf(secret, STEP));
  const newPassword = 'battery staple';
  const body = { currentPassword: account.password, newPassword, confirmPassword: newPassword };
  await shop.call('PATCH', '/user/changePassword', { token: account.token, body });
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This login has expired' })).toBeVisible();
  await expect(page.getByLabel('Email')).toBeVisible();
});

test('Back to login returns to the form', async ({ page, shop }) => {
  const account = await shop.newAccount();
  await addApp(shop.call, account);
  await page.goto('/authorization');
  await submitLogin(page, account.email, account.password);
  await page.getByRole('button', { name: 'Back to login' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(account.email);
});
