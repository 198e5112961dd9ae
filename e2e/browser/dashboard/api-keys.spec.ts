import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { shortId } from '../shop.ts';
import { expect, test } from '../test.ts';

test.use({ login: 'admin' });

const rowOf = (page: Page, name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name });
const widths = [390, 768, 1440];
const dialog = (page: Page) => page.getByRole('dialog');

test('adds an API key, shows its secret once, and deletes it', async ({ page, shop }) => {
  const name = `ERP ${shortId()}`;
  await page.goto('/dashboard/api-keys');
  await page.getByRole('button', { name: 'Add API key' }).first().click();
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog(page).getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog(page)).toContainText('Choose at least one permission');
  await dialog(page).getByLabel('Name').fill(name);
  await dialog(page).getByLabel('Read products').press('Space');
  await dialog(page).getByLabel('Process orders').press('Space');
  await dialog(page).getByLabel('Expires').selectOption('In 90 days');
  await expectAccessible(page, 'the form of an API key', widths);
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();

  const field = dialog(page).getByLabel('API key');
  await expect(field).toHaveValue(/^wsk_[\w-]{43}$/);
  await expect(field).toBeFocused();
  const secret = await field.inputValue();
  await expectAccessible(page, 'a new API key');
  await dialog(page).getByRole('button', { name: 'Copy' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Copied' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Done' }).click();

  for (const text of [
    'Active',
    `${secret.slice(0, 10)}…`,
    'Read products, Process orders',
    'Never used',
    'Expires on',
  ]) {
    await expect(rowOf(page, name)).toContainText(text);
  }
  await expect(page.getByText(secret)).toHaveCount(0);
  await expectAccessible(page, 'the API keys', widths);
  const { status } = await shop.call('GET', '/admin/category', { token: secret });
  expect(status).toBe(200);
  await page.reload();
  await expect(rowOf(page, name)).toContainText('Last used on');

  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await expect(dialog(page)).toHaveAccessibleName('Delete this API key?');
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, name)).toHaveCount(0);
  expect((await shop.call('GET', '/admin/category', { token: secret })).status).toBe(401);
});

test('the audit trail names the key beside its author', async ({ page, shop }) => {
  const [name, category] = [`Books ${shortId()}`, `Category ${shortId()}`];
  const { secret } = await shop.callAsAdmin('POST', '/admin/api-key', { name, scopes: ['products:write'] });
  await shop.call('POST', '/admin/category', { token: secret, body: { categoryName: category } });
  await page.goto(`/dashboard/audit-trail?search=${encodeURIComponent(category)}`);
  const row = page.getByRole('row').filter({ hasText: category });
  await expect(row).toContainText(`by the key ${name}`);
  await expect(row).toContainText(shop.admin.username);
  await expectAccessible(page, 'the audit trail of a key');
});
