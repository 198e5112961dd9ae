import type { Page } from '@playwright/test';
import { respondWith } from '../../../testing/responses.ts';
import { addApp, codeOf, STEP } from '../../../testing/shop/second-factors.ts';
import { ageSessions } from '../../../testing/shop/sessions.ts';
import { expectAccessible } from '../accessible.ts';
import { rowOf } from '../dashboard/table.ts';
import type { Account, Shop } from '../shop.ts';
import { storeAccount } from '../storage.ts';
import { expect, test } from '../test.ts';

const question = (page: Page) => page.getByRole('dialog', { name: "Confirm it's you" });

/** Opens the users table with one user, as an admin whose login is two hours old. */
async function openAsStaleAdmin(page: Page, shop: Shop): Promise<{ admin: Account; user: Account }> {
  const [admin, user] = [await shop.newAccount('admin'), await shop.newAccount()];
  await storeAccount(page, admin);
  await ageSessions(shop.databaseUrl, admin.user._id);
  await page.goto(`/dashboard/users?search=${user.username}`);
  return { admin, user };
}

async function deleteUser(page: Page, { username }: Account): Promise<void> {
  await page.getByRole('button', { name: `Delete ${username}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
}

test('a dangerous action asks for the password again, and then happens', async ({ page, shop }) => {
  const { admin, user } = await openAsStaleAdmin(page, shop);
  await deleteUser(page, user);
  await expect(question(page).getByLabel('Password', { exact: true })).toBeFocused();
  await question(page).getByLabel('Password', { exact: true }).fill('not this one');
  await question(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(question(page).getByText('Password is wrong')).toBeVisible();
  await expectAccessible(page, 'the question');
  await question(page).getByLabel('Password', { exact: true }).fill(admin.password);
  await question(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(question(page)).toBeHidden();
  await expect(page.getByText('User deleted')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No users match')).toBeVisible();
});

test('the question says why it could not be answered', async ({ page, shop }) => {
  const { admin, user } = await openAsStaleAdmin(page, shop);
  await deleteUser(page, user);
  const message = 'Too many attempts. Try again in 5 minutes.';
  await respondWith(page, '/user/reauthenticate', 429, { status: 'error', code: 'tooMany', message });
  await question(page).getByLabel('Password', { exact: true }).fill(admin.password);
  await question(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(question(page).getByRole('alert')).toHaveText(message);
});

test('Cancel takes the action back', async ({ page, shop }) => {
  const { user } = await openAsStaleAdmin(page, shop);
  await deleteUser(page, user);
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(rowOf(page, user.username)).toBeVisible();
  await expect(question(page)).toBeHidden();
});

test('an admin confirms with a code, and turns off the two-step login of a user who has lost it', async ({
  page,
  shop,
}) => {
  const { admin, user } = await openAsStaleAdmin(page, shop);
  const fresh = (await shop.call('POST', '/user/login', { body: { email: admin.email, password: admin.password } }))
    .body;
  const { secret } = await addApp(shop.call, fresh);
  await addApp(shop.call, user);
  await page.goto(`/dashboard/users/${user.user._id}`);
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await question(page).getByRole('button', { name: 'Use your authenticator app' }).click();
  await question(page).getByLabel('Code').fill(codeOf(secret, STEP));
  await question(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Two-step login turned off')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeHidden();
  await page.goto('/dashboard/audit-trail');
  await expect(page.getByText(`Turned off two-step login of ${user.username}`)).toBeVisible();
});

test('changing second factors asks, too', async ({ page, shop, shopper }) => {
  await ageSessions(shop.databaseUrl, shopper.user._id);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Set up' }).click();
  await question(page).getByLabel('Password', { exact: true }).fill(shopper.password);
  await question(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('dialog', { name: 'Set up an authenticator app' })).toBeVisible();
});

test('a dashboard that requires two-step login leads to it', async ({ page, shop }) => {
  await storeAccount(page, await shop.newAccount('admin'));
  const refusal = { status: 'error', code: 'secondFactorRequired', message: 'Set up two-step login', requestId: 'x' };
  await respondWith(page, '/admin/**', 403, refusal);
  const factors = { appSince: null, passkeys: [], recoveryCodesLeft: 0, isRequired: true };
  await respondWith(page, '/user/factors', 200, { status: 'success', factors });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Set up two-step login' })).toBeVisible();
  await expectAccessible(page, 'the dashboard without a second factor');
  await page.getByRole('link', { name: 'Open your profile' }).click();
  await expect(page.getByText('The dashboard requires it.')).toBeVisible();
});
