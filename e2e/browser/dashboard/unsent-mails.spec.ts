import type { Page } from '@playwright/test';
import type { UnsentMailView } from '#contract/shop/mails.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../test.ts';
import { madeUpStatistics } from './statistics.ts';
import { rows } from './table.ts';

test.use({ login: 'admin' });

const unsent: UnsentMailView[] = [
  {
    _id: '01900000-0000-7000-8000-000000000001',
    mail: 'orderConfirmation',
    orderNumber: 1003,
    to: 'ana@example.com',
    date: '2026-11-19T08:30:00.000Z',
    reason: 'connect ECONNREFUSED 192.0.2.1:25',
  },
  {
    _id: '01900000-0000-7000-8000-000000000002',
    mail: 'refund',
    orderNumber: 1001,
    to: null,
    date: '2026-11-18T20:15:00.000Z',
    reason: 'Greeting never received',
  },
];

/** Forges a list of emails that the shop gave up on; Retry removes one. */
async function forgeUnsentMails(page: Page, mails: readonly UnsentMailView[]): Promise<void> {
  let left = mails;
  await page.route(/admin\/(statistics|work)$/, (route) =>
    route.fulfill({ json: { status: 'success', ...madeUpStatistics({}), unsentMails: left.length } }),
  );
  await page.route('**/api/v1/admin/unsent-mail?*', (route) =>
    route.fulfill({ json: { status: 'success', mails: left, total: left.length } }),
  );
  await page.route('**/api/v1/admin/unsent-mail/retry', (route) => {
    const message = `We're sending ${left.length} emails again.`;
    left = [];
    return route.fulfill({ json: { status: 'success', message } });
  });
  await page.route('**/api/v1/admin/unsent-mail/*/retry', (route) => {
    left = left.filter(({ _id }) => !route.request().url().includes(_id));
    return route.fulfill({ json: { status: 'success', message: "We're sending the email again." } });
  });
}

test('Statistics leads to the unsent emails, where Retry sends one again', async ({ page }) => {
  await forgeUnsentMails(page, unsent);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: '2 emails not sent' }).click();
  await expect(page).toHaveURL('/dashboard/unsent-emails');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unsent emails');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('connect ECONNREFUSED 192.0.2.1:25');
  await expect(rows(page).nth(1)).toContainText('No recipient');
  await expect(page.getByRole('link', { name: 'Order 1003' })).toHaveAttribute('href', '/dashboard/orders?search=1003');
  await expectAccessible(page, 'the unsent emails');

  await page.getByRole('button', { name: 'Retry order confirmation to ana@example.com' }).click();
  await expect(page.getByText("We're sending the email again.")).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Refund');
});

test('the sidebar leads to the unsent emails, and Retry all sends them again', async ({ page }) => {
  await forgeUnsentMails(page, unsent);
  await page.goto('/dashboard');
  const entry = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Unsent emails' });
  await entry.click();
  await expect(entry).toHaveAttribute('aria-current', 'page');
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Retry all' }).click();
  await expect(page.getByText("We're sending 2 emails again.")).toBeVisible();
  await expect(page.getByText('All emails have been sent')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry all' })).toHaveCount(0);
});

test('a rejected Retry all keeps the emails and shows why', async ({ page }) => {
  await forgeUnsentMails(page, unsent);
  await page.goto('/dashboard/unsent-emails');
  // The real shop has none to retry.
  await page.unroute('**/api/v1/admin/unsent-mail/retry');
  await page.getByRole('button', { name: 'Retry all' }).click();
  await expect(page.getByText('All emails have been retried already')).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
});

test('a rejected retry keeps the email in the list and shows why', async ({ page }) => {
  await forgeUnsentMails(page, unsent);
  await page.goto('/dashboard/unsent-emails');
  // The real shop has no such email.
  await page.unroute('**/api/v1/admin/unsent-mail/*/retry');
  await page.getByRole('button', { name: 'Retry refund' }).click();
  await expect(page.getByText('Email not found. It may have been retried already.')).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
});

test('without unsent emails Statistics shows no notice, and the list says so', async ({ page }) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Last 30 days' })).toBeVisible();
  await expect(page.getByRole('link', { name: /not sent/ })).toHaveCount(0);
  await page.goto('/dashboard/unsent-emails');
  await expect(page.getByText('All emails have been sent')).toBeVisible();
});
