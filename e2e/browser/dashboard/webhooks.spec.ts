import { createHmac } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { answering, type Received, type Receiver, startReceiver } from '../../../testing/servers/receiver.ts';
import { waitFor } from '../../../testing/wait.ts';
import { expectAccessible } from '../accessible.ts';
import type { Shop } from '../shop.ts';
import { test as base, expect } from '../test.ts';
import { rowOf } from './table.ts';

/** A program on this machine that receives events. Its webhooks are deleted after the test. */
const test = base.extend<{ receiver: Receiver }>({
  receiver: async ({ shop }, use) => {
    const receiver = await startReceiver();
    await use(receiver);
    const { webhooks } = await shop.callAsAdmin('GET', '/admin/webhook');
    for (const { _id, url } of webhooks) {
      if (url === receiver.url) await shop.callAsAdmin('DELETE', `/admin/webhook/${_id}`);
    }
    await receiver.close();
  },
});

test.use({ login: 'admin' });

const dialog = (page: Page): Locator => page.getByRole('dialog');
const entry = (page: Page, url: string): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: url });
const secretOf = (page: Page): Promise<string> => dialog(page).getByLabel('Secret').inputValue();

/** Whether one of the signatures is by this secret: https://www.standardwebhooks.com */
function isSignedBy(secret: string, { headers, body }: Received): boolean {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(signed).digest('base64');
  return String(headers['webhook-signature']).split(' ').includes(`v1,${signature}`);
}

async function addWebhook(shop: Shop, url: string, events = ['order.paid']): Promise<string> {
  return (await shop.callAsAdmin('POST', '/admin/webhook', { url, events })).webhook._id;
}

test('a webhook is added, shows its secret once, and delivers a test that it signs', async ({ page, receiver }) => {
  await page.goto('/dashboard/webhooks');
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog(page).getByLabel('Address')).toBeFocused();
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog(page).getByText('Choose at least one event')).toBeVisible();
  await expect(dialog(page).getByLabel('Address')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'the form of a webhook');

  await dialog(page).getByLabel('Address').fill(receiver.url);
  await dialog(page).getByLabel('Order paid').press('Space');
  await dialog(page).getByLabel('Low stock').press('Space');
  await dialog(page).getByRole('button', { name: 'Add', exact: true }).click();
  const secret = await secretOf(page);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await expectAccessible(page, 'the secret of a webhook');
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(entry(page, receiver.url)).toContainText('Order paid, Low stock');
  await expectAccessible(page, 'the webhooks');

  await page.getByRole('link', { name: receiver.url }).click();
  await expect(page.getByText('Nothing delivered yet')).toBeVisible();
  await page.getByRole('button', { name: 'Send test' }).click();
  await expect(dialog(page).getByRole('status')).toContainText('The receiver responded with status 204');
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();
  const row = rowOf(page, 'Test');
  await expect(row).toContainText('204');
  expect(receiver.received).toHaveLength(1);
  const [delivery] = receiver.received as [Received];
  expect(JSON.parse(delivery.body)).toMatchObject({ type: 'webhook.test' });
  await expect(row).toContainText(String(delivery.headers['webhook-id']));
  expect(isSignedBy(secret, delivery)).toBe(true);
  await expectAccessible(page, 'the deliveries of a webhook');
});

test('a failure says what the receiver answered and when the next try is, and can be sent again', async ({
  page,
  shop,
  receiver,
}) => {
  const id = await addWebhook(shop, receiver.url);
  receiver.answer = answering(500, 'The ledger is closed');
  await page.goto(`/dashboard/webhooks/${id}`);
  await page.getByRole('button', { name: 'Send test' }).click();
  await expect(dialog(page).getByRole('status')).toContainText('The receiver responded with status 500');
  await expect(dialog(page).getByText('The ledger is closed')).toBeVisible();
  await page.keyboard.press('Escape');
  const failed = rowOf(page, 'The ledger is closed').first();
  await expect(failed).toContainText('500');

  receiver.answer = answering(200, 'Booked');
  await failed.getByRole('button', { name: 'Send again' }).click();
  await expect(rowOf(page, 'Booked').first()).toContainText('200');
  const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  const bodies = new Set(receiver.received.map(({ body }) => body));
  expect([ids.size, bodies.size]).toEqual([1, 1]);
});

test('a receiver that is not there is said to be', async ({ page, shop }) => {
  // Nothing listens on the discard port.
  const id = await addWebhook(shop, 'http://127.0.0.1:9/');
  await page.goto(`/dashboard/webhooks/${id}`);
  await page.getByRole('button', { name: 'Send test' }).click();
  await expect(dialog(page).getByRole('status')).toContainText('No connection to the receiver.');
  await page.goto('/dashboard/webhooks');
  await expect(entry(page, '127.0.0.1:9')).toContainText('No success since');
  await shop.callAsAdmin('DELETE', `/admin/webhook/${id}`);
});

test('a new secret signs beside the old one', async ({ page, shop, receiver }) => {
  const { webhook, secret: old } = await shop.callAsAdmin('POST', '/admin/webhook', {
    url: receiver.url,
    events: ['*'],
  });
  await page.goto(`/dashboard/webhooks/${webhook._id}`);
  await page.getByRole('button', { name: 'New secret' }).click();
  await expect(dialog(page)).toContainText('For 24 hours events are signed with both secrets');
  await dialog(page).getByRole('button', { name: 'Create new secret' }).click();
  await expect(dialog(page).getByLabel('Secret')).toBeVisible();
  const secret = await secretOf(page);
  expect(secret).not.toBe(old);
  await dialog(page).getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Send test' }).click();
  await expect(dialog(page).getByRole('status')).toContainText('204');
  await waitFor('the test to arrive', async () => receiver.received.length === 1);
  const [delivery] = receiver.received as [Received];
  expect([isSignedBy(secret, delivery), isSignedBy(old, delivery)]).toEqual([true, true]);
});

test("an edit sends only its own changes and keeps another admin's", async ({ page, shop, receiver }) => {
  const id = await addWebhook(shop, receiver.url, ['*']);
  await page.goto('/dashboard/webhooks');
  await page.getByRole('button', { name: `Edit ${receiver.url}` }).click();
  await shop.callAsAdmin('PUT', `/admin/webhook/${id}`, { events: ['order.paid'] });
  await dialog(page).getByLabel('Send events').press('Space');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(entry(page, receiver.url)).toContainText('Off');
  const { webhooks } = await shop.callAsAdmin('GET', '/admin/webhook');
  expect(webhooks.find(({ _id }: { _id: string }) => _id === id)).toMatchObject({
    events: ['order.paid'],
    isActive: false,
  });
});

test('a webhook is edited, turned off and deleted', async ({ page, shop, receiver }) => {
  const id = await addWebhook(shop, receiver.url);
  await page.goto('/dashboard/webhooks');
  await page.getByRole('button', { name: `Edit ${receiver.url}` }).click();
  await dialog(page).getByLabel('All events').press('Space');
  await expect(dialog(page).getByLabel('Order paid')).toBeHidden();
  await dialog(page).getByLabel('Send events').press('Space');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(entry(page, receiver.url)).toContainText('Off');
  await expect(entry(page, receiver.url)).toContainText('All events');
  const { webhooks } = await shop.callAsAdmin('GET', '/admin/webhook');
  expect(webhooks.find(({ _id }: { _id: string }) => _id === id)).toMatchObject({ events: ['*'], isActive: false });

  await page.getByRole('button', { name: `Delete ${receiver.url}` }).click();
  await expect(dialog(page)).toHaveAccessibleName('Delete this webhook?');
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(entry(page, receiver.url)).toHaveCount(0);
  await page.goto(`/dashboard/webhooks/${id}`);
  await expect(page.getByText('Webhook not found')).toBeVisible();
});
