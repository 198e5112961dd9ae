import type { Page } from '@playwright/test';
import { hold } from '../../../testing/responses.ts';
import { addApp } from '../../../testing/shop/second-factors.ts';
import { expectAccessible } from '../accessible.ts';
import type { Account } from '../shop.ts';
import { badGateway, expectNothingSent, watchChanges } from '../steps.ts';
import { storeAccount } from '../storage.ts';
import { expect, test } from '../test.ts';
import { rowOf } from './table.ts';

test.use({ login: 'admin' });

async function openUsers(page: Page, search: string): Promise<void> {
  await page.goto(`/dashboard/users?search=${encodeURIComponent(search)}`);
}

async function openUser(page: Page, { user, username }: Account): Promise<void> {
  await page.goto(`/dashboard/users/${user._id}`);
  await expect(page.getByLabel('Username')).toHaveValue(username);
}

const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();

test('the table shows number, email, username, status, role, Edit and Delete', async ({ page, shop }) => {
  const { username, email } = await shop.newAccount();
  await openUsers(page, username);
  const headings = page.getByRole('columnheader');
  await expect(headings).toHaveText(['No.', 'Email', 'Username', 'Status', 'Role', 'Edit', 'Delete']);
  const cells = rowOf(page, username).locator('td, th');
  await expect(cells).toHaveText(['1', email, username, 'Active', 'user', `Edit ${username}`, `Delete ${username}`]);
});

test('the table filters by status and role, and the URL keeps the filters', async ({ page, shop }) => {
  const { email, username } = await shop.newAccount();
  await shop.callAsAdmin('PUT', '/admin/user', { email, status: false });
  await openUsers(page, username);
  await expect(rowOf(page, username)).toContainText('Inactive');
  await page.getByLabel('Status').selectOption('Active');
  await expect(page.getByText('No users match')).toBeVisible();
  await expect(page).toHaveURL(/status=active/);
  await page.getByLabel('Status').selectOption('Inactive');
  await page.getByLabel('Role').selectOption('Users');
  await expect(page).toHaveURL(/status=inactive&role=user/);
  await page.reload();
  await expect(rowOf(page, username)).toBeVisible();
  await page.getByLabel('Role').selectOption('Admins');
  await expect(page.getByText('No users match')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/dashboard/users');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
});

test("edits a user's details, status and role", async ({ page, shop }) => {
  const account = await shop.newAccount();
  await openUsers(page, account.username);
  await page.getByRole('link', { name: `Edit ${account.username}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit user' })).toBeFocused();
  await expect(page.getByText(account.email)).toBeVisible();
  const edited = {
    Username: `${account.username}-new`,
    'First name': 'Maja',
    'Last name': 'Petrović',
    Address: 'Zmaj Jovina 1',
    City: 'Novi Sad',
    'Post code': '21000',
    'Phone number': '+381 21 555 333',
  };
  for (const [label, value] of Object.entries(edited)) await page.getByLabel(label).fill(value);
  await page.getByLabel('Gender').selectOption('Female');
  await page.getByLabel('Role').selectOption('Admin');
  await save(page);
  await expect(page.getByText('User updated')).toBeVisible();
  await page.reload();
  for (const [label, value] of Object.entries(edited)) await expect(page.getByLabel(label)).toHaveValue(value);
  await expect(page.getByLabel('Gender')).toHaveValue('female');
  await expect(page.getByLabel('Role')).toHaveValue('admin');
  await expect(page.getByLabel('Status')).toHaveValue('true');
  await page.getByRole('link', { name: 'Back to users' }).click();
  await expect(page).toHaveURL('/dashboard/users');
});

test('requires an available username and keeps the input', async ({ page, shop }) => {
  const account = await shop.newAccount();
  const other = await shop.newAccount();
  await openUser(page, account);
  const changes = watchChanges(page);
  await page.getByLabel('Username').fill('  ');
  await save(page);
  await expect(page.getByText('Username is required')).toBeVisible();
  await expect(page.getByLabel('Username')).toBeFocused();
  await expectNothingSent(page, changes);
  await page.getByLabel('Username').fill(other.username);
  await page.getByLabel('City').fill('Beograd');
  await save(page);
  await expect(page.getByText('Username is already taken').first()).toBeVisible();
  await expect(page.getByLabel('City')).toHaveValue('Beograd');
});

test('an edit without changes says so and is not sent', async ({ page, shop }) => {
  const account = await shop.newAccount();
  await openUser(page, account);
  const changes = watchChanges(page);
  await page.getByLabel('Status').selectOption('Inactive');
  await page.getByLabel('Status').selectOption('Active');
  await save(page);
  await expect(page.getByText('No changes to save')).toBeVisible();
  await expectNothingSent(page, changes);
});

test("an edit sends only its own changes and keeps another admin's", async ({ page, shop }) => {
  const account = await shop.newAccount();
  await openUser(page, account);
  await shop.callAsAdmin('PUT', '/admin/user', { email: account.email, status: false, city: 'Oslo' });
  await page.getByLabel('Phone number').fill('+47 22 00 00');
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await save(page);
  expect((await sent).postDataJSON()).toEqual({ email: account.email, phoneNumber: '+47 22 00 00' });
  await expect(page.getByText('User updated')).toBeVisible();
  await expect(page.getByLabel('Status')).toHaveValue('false');
  await expect(page.getByLabel('City')).toHaveValue('Oslo');
});

test('what is typed survives another change of the user on the same page', async ({ page, shop }) => {
  const account = await shop.newAccount();
  await addApp(shop.call, account);
  await openUser(page, account);
  await page.getByLabel('City').fill('Oslo');
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Two-step login turned off')).toBeVisible();
  await expect(page.getByLabel('City')).toHaveValue('Oslo');
  const back = page.getByRole('link', { name: 'Back to users' });
  await back.click();
  const prompt = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
  await prompt.getByRole('button', { name: 'Keep editing' }).click();
  await save(page);
  await expect(page.getByText('User updated')).toBeVisible();
  await back.click();
  await expect(page).toHaveURL('/dashboard/users');
});

test('deactivating a user warns first and logs the user out at once', async ({ page, shop }) => {
  const account = await shop.newAccount();
  await openUser(page, account);
  const warning = page.getByText('Saving logs this user out on all devices and blocks new logins.');
  await expect(warning).toBeHidden();
  await page.getByLabel('Status').selectOption('Inactive');
  await expect(warning).toBeVisible();
  await save(page);
  await expect(page.getByText('User updated')).toBeVisible();
  await expect(warning).toBeHidden();
  const own = await page.request.get('/api/v1/user/getSingleUser', { headers: { Authorization: account.token } });
  expect(own.status()).toBe(401);
  await page.goto(`/dashboard/users?search=${account.username}`);
  await expect(rowOf(page, account.username)).toContainText('Inactive');
});

test("admins can't change their own role or status, but can change their name", async ({ page, shop }) => {
  const other = await shop.newAccount('admin');
  await storeAccount(page, other);
  await page.goto(`/dashboard/users/${other.user._id}`);
  for (const label of ['Status', 'Role']) {
    await expect(page.getByLabel(label)).toBeDisabled();
    await expect(page.getByLabel(label)).toHaveAccessibleDescription("You can't change your own status or role.");
  }
  await page.getByLabel('Username').fill(`${other.username}-self`);
  await save(page);
  await expect(page.getByText('User updated')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: `${other.username}-self` })).toBeVisible();
  await expect(page.getByLabel('Role')).toHaveValue('admin');
});

test('a failed edit without a server message shows the fallback', async ({ page, shop }) => {
  const account = await shop.newAccount();
  await openUser(page, account);
  await page.route('**/api/v1/admin/user', badGateway);
  await page.getByLabel('City').fill('Niš');
  await save(page);
  await expect(page.getByText('Edit user failed. Please try again.')).toBeVisible();
  await expect(page.getByLabel('City')).toHaveValue('Niš');
});

test('a deleted user shows an error instead of the form', async ({ page }) => {
  await page.goto(`/dashboard/users/${crypto.randomUUID()}`);
  await expect(page.getByText('User not found')).toBeVisible();
  await page.getByRole('link', { name: 'Back to users' }).click();
  await expect(page).toHaveURL('/dashboard/users');
});

test('deleting an admin shows a toast and sends nothing', async ({ page, shop }) => {
  await openUsers(page, shop.admin.email);
  const changes = watchChanges(page);
  await page.getByRole('button', { name: /^Delete/ }).click();
  await expect(page.getByText('Cannot delete admin')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectNothingSent(page, changes);
});

test('deletes a user only after a confirmation that names the consequences', async ({ page, shop }) => {
  const account = await shop.newAccount();
  await shop.placeOrder(await shop.addProduct(), account);
  await openUsers(page, account.username);
  const remove = page.getByRole('button', { name: `Delete ${account.username}` });
  await remove.click();
  const dialog = page.getByRole('dialog', { name: 'Delete this user?' });
  await expect(dialog).toContainText(`The account ${account.username} (${account.email}) will be permanently deleted.`);
  await expect(dialog).toContainText('Their order is kept without personal data.');
  await expect(dialog).toContainText('Comments keep the username, and ratings still count.');
  const changes = watchChanges(page);
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();
  await expectNothingSent(page, changes);
  await remove.press('Enter');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('User deleted')).toBeVisible();
  await expect(page.getByText('No users match')).toBeVisible();
  const { total } = await shop.callAsAdmin('GET', `/admin/user?search=${account.username}`);
  expect(total).toBe(0);
});

test('a failed delete restores the user and shows why', async ({ page, shop }) => {
  const account = await shop.newAccount();
  await openUsers(page, account.username);
  await page.route('**/api/v1/admin/user/*', badGateway);
  const failure = await hold(page, '**/api/v1/admin/user/*');
  await page.getByRole('button', { name: `Delete ${account.username}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(rowOf(page, account.username)).toBeHidden();
  failure.release();
  await expect(rowOf(page, account.username)).toBeVisible();
  await expect(page.getByText('Delete user failed. Please try again.')).toBeVisible();
});

test('the users, their form and the delete dialog are accessible in both themes, at 390 and 1440 px', async ({
  page,
  shop,
}) => {
  const account = await shop.newAccount();
  await openUsers(page, account.username);
  await page.getByRole('button', { name: `Delete ${account.username}` }).click();
  await expectAccessible(page, 'the delete dialog');
  await page.keyboard.press('Escape');
  await expectAccessible(page, 'the users');
  await page.getByRole('link', { name: `Edit ${account.username}` }).click();
  await page.getByLabel('Username').fill('');
  await page.getByLabel('Status').selectOption('Inactive');
  await save(page);
  await expect(page.getByText('Username is required')).toBeVisible();
  await expectAccessible(page, 'the user form with errors');
});
