import type { Page, Route } from '@playwright/test';
import { mailsTo } from '../../../testing/data/mails.ts';
import { passAMinute } from '../../../testing/data/order-mails.ts';
import { expectAccessible } from '../accessible.ts';
import type { Shop } from '../shop.ts';
import { keepToasts, toast } from '../steps.ts';
import { expect, test } from '../test.ts';

test.use({ login: 'admin' });

const emails = (page: Page) => page.getByRole('region', { name: 'Emails' });

/** An order whose confirmation was sent more than a minute ago. */
async function placeConfirmed(shop: Shop) {
  const shopper = await shop.newAccount();
  const order = await shop.placeOrder(await shop.addProduct(), shopper);
  await shop.pay(order);
  const { mailboxUrl, databaseUrl } = shop;
  await expect.poll(async () => (await shop.callAsAdmin('GET', `/admin/order/${order.id}`)).order.mails.length).toBe(1);
  await passAMinute(databaseUrl, order.id);
  const received = async () => (await mailsTo(mailboxUrl, shopper.email, /is confirmed$/)).length;
  return { ...order, shopper, received };
}

test('an order that is not confirmed yet has no emails', async ({ page, shop }) => {
  const order = await shop.placeOrder(await shop.addProduct(), await shop.newAccount());
  await page.goto(`/dashboard/orders/${order.id}`);
  await expect(page.getByRole('region', { name: 'Payment' })).toBeVisible();
  await expect(emails(page)).toBeHidden();
});

test('an admin sends an email again, which the order and the audit trail record', async ({ page, shop }) => {
  const { id, number, received } = await placeConfirmed(shop);
  await page.goto(`/dashboard/orders/${id}`);
  const send = emails(page).getByRole('button', { name: 'Send again (Order confirmation)' });
  // A double click sends once.
  await send.dblclick();
  await expect(toast(page, "We're sending the email again.")).toBeVisible();
  await expect(emails(page)).toContainText(`Sent again by ${shop.admin.username}`);
  await expect(send).toBeFocused();
  await expect.poll(received).toBe(2);
  await send.press('Enter');
  await expect(toast(page, 'This email was sent less than a minute ago.')).toBeVisible();
  expect(await received()).toBe(2);
  await page.goto(`/dashboard/audit-trail?search=${number}`);
  await expect(page.getByRole('row').filter({ hasText: `Resent email for Order ${number}` })).toContainText(
    'email: Order confirmation',
  );
});

test('an attempt whose response was lost sends once when it is repeated', async ({ page, shop }) => {
  const { id, received } = await placeConfirmed(shop);
  await page.goto(`/dashboard/orders/${id}`);
  const loseResponse = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/admin/order/*/resend', loseResponse, { times: 1 });
  const send = emails(page).getByRole('button', { name: /^Send again/ });
  await send.click();
  await expect(toast(page, "We couldn't reach the shop.")).toBeVisible();
  await expect.poll(received).toBe(2);
  await passAMinute(shop.databaseUrl, id);
  await send.click();
  await expect(toast(page, "We're sending the email")).toBeVisible();
  await expect(emails(page)).toContainText('Sent again by');
  expect(await received()).toBe(2);
});

test('an email is sent again where the shop has no https', async ({ page, shop }) => {
  const { id, received } = await placeConfirmed(shop);
  // Browsers have it only where a page comes by https or from the same machine.
  await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'randomUUID'));
  await page.goto(`/dashboard/orders/${id}`);
  await emails(page)
    .getByRole('button', { name: /^Send again/ })
    .click();
  await expect.poll(received).toBe(2);
});

test('a deleted customer gets no email again', async ({ page, shop }) => {
  const { id, shopper } = await placeConfirmed(shop);
  await shop.callAsAdmin('DELETE', `/admin/user/${shopper.user._id}`);
  // The account was deleted while an email waited for the mail server.
  await page.route(`**/api/v1/admin/order/${id}`, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    json.order.mails[0].resends = [{ date: '2026-11-01T10:00:00Z', adminName: 'admin', isSent: false }];
    await route.fulfill({ response, json });
  });
  await page.goto(`/dashboard/orders/${id}`);
  await expect(emails(page)).toContainText("The customer's account is deleted");
  await expect(emails(page)).toContainText('Not sent again');
  await expect(emails(page).getByRole('link', { name: 'Unsent emails' })).toHaveCount(0);
  await expect(emails(page).getByRole('button')).toHaveCount(0);
});

test('the emails of an order are accessible in both themes', async ({ page, shop }) => {
  const { id } = await placeConfirmed(shop);
  await page.goto(`/dashboard/orders/${id}`);
  await keepToasts(page);
  await emails(page)
    .getByRole('button', { name: /^Send again/ })
    .click();
  await expect(emails(page)).toContainText('Sent again by');
  await expectAccessible(page, "the order's page");
});
