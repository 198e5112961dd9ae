import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../test.ts';
import { rows } from './table.ts';

test.use({ login: 'admin' });

async function openTrail(page: Page, search: string): Promise<void> {
  await page.goto(`/dashboard/audit-trail?search=${encodeURIComponent(search)}`);
}

test('an entry shows the date, the admin, the target and both values of an edit', async ({
  page,
  product: { _id, title },
  shop,
}) => {
  await shop.callAsAdmin('PUT', '/admin/product', { id: _id, price: 15 });
  await openTrail(page, title);
  await expect(page.getByRole('columnheader')).toHaveText(['Date', 'By', 'Action', 'Changes']);
  const cells = rows(page).first().locator('td, th');
  await expect(cells.nth(0)).toHaveText(/^\w{3} \d{1,2}, \d{4} \d\d:\d\d$/);
  await expect(cells.nth(1)).toHaveText(shop.admin.username);
  await expect(cells.nth(2)).toHaveText(`Edited product ${title}`);
  await expect(cells.nth(3)).toHaveText('price: from 12.50€ → to 15.00€');
  await expect(rows(page).nth(1)).toContainText(`Added product ${title}`);

  await page.getByRole('link', { name: title }).first().click();
  await expect(page).toHaveURL(`/dashboard/products/${_id}`);
});

test('a deleted target has no link', async ({ page, product: { _id, title }, shop }) => {
  await shop.callAsAdmin('DELETE', `/admin/product/${_id}`);
  await openTrail(page, title);
  await expect(rows(page).first()).toContainText(`Deleted product ${title}`);
  await expect(rows(page).first().getByRole('link')).toHaveCount(0);
});

test('an edit of a user shows field names in words and links to the user', async ({ page, shop }) => {
  const { username, email } = await shop.newAccount();
  await shop.callAsAdmin('PUT', '/admin/user', { email, postCode: '21000', status: false });
  await openTrail(page, username);
  await expect(rows(page).first().getByRole('listitem')).toHaveText([
    'status: from Active → to Inactive',
    'post code: from empty → to 21000',
  ]);
  await page.getByRole('link', { name: username }).click();
  await expect(page.getByLabel('Username')).toHaveValue(username);
});

test('the trail filters by type of target, and the URL keeps the filter', async ({ page, shop }) => {
  const categoryName = `Audited ${crypto.randomUUID().slice(0, 8)}`;
  await shop.callAsAdmin('POST', '/admin/category', { categoryName });
  await openTrail(page, categoryName);
  await expect(rows(page)).toHaveText([new RegExp(`Added category ${categoryName}`)]);
  await page.getByLabel('Type').selectOption('Users');
  await expect(page.getByText('No entries match')).toBeVisible();
  await page.getByLabel('Type').selectOption('Categories');
  await expect(page).toHaveURL(/subject=category/);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('link', { name: categoryName }).click();
  await expect(page).toHaveURL(/\/dashboard\/products\?categoryId=/);
});

test('the trail sorts by date, oldest first', async ({ page, product: { _id, title }, shop }) => {
  await shop.callAsAdmin('PUT', '/admin/product', { id: _id, price: 15 });
  await openTrail(page, title);
  await expect(rows(page).first()).toContainText('Edited product');
  await page.getByRole('columnheader', { name: 'Date' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=date&direction=asc/);
  await expect(rows(page).first()).toContainText('Added product');
});

test('a long value is cut off and expands on demand', async ({ page, product: { _id, title }, shop }) => {
  await shop.callAsAdmin('PUT', '/admin/product', { id: _id, description: `${'words '.repeat(300)}the end` });
  await openTrail(page, title);
  const row = rows(page).first();
  const more = row.getByRole('button', { name: `Show all of the changes to ${title}` });
  await expect(more).toBeVisible();
  const cut = await row.boundingBox();
  await more.click();
  await expect.poll(async () => (await row.boundingBox())?.height).toBeGreaterThan((cut?.height ?? Number.NaN) * 2);
});

test('an empty trail says so', async ({ page }) => {
  const nothing = { status: 'success', entries: [], total: 0 };
  await page.route(/admin\/audit\?/, (route) => route.fulfill({ json: nothing }));
  await page.goto('/dashboard/audit-trail');
  await expect(page.getByText('No activity yet')).toBeVisible();
});

test('the audit trail is accessible in both themes, at 390 and 1440 px', async ({
  page,
  product: { _id, title },
  shop,
}) => {
  await shop.callAsAdmin('PUT', '/admin/product', { id: _id, price: 15, description: 'words '.repeat(300) });
  await openTrail(page, title);
  await expect(rows(page)).toHaveCount(2);
  await expectAccessible(page, 'the audit trail');
});
