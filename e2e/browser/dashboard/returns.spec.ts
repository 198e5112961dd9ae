import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import type { Account, Shop } from '../shop.ts';
import { badGateway, heading, toast } from '../steps.ts';
import { expect, test } from '../test.ts';
import { rowOf } from './table.ts';

test.use({ login: 'admin' });

type Arrived = { orderId: string; number: number; laptop: string; shopper: Account };

/** An order of two laptops that its shopper has collected. */
async function placeArrived(shop: Shop): Promise<Arrived> {
  const laptop = await shop.addProductOnly({ title: 'Laptop', price: 100, stock: 5 });
  const shopper = await shop.newAccount();
  const body = { amount: 200, currency: 'EUR', items: [{ productId: laptop, count: 2 }] };
  const { orderId, number, clientSecret } = (await shop.call('POST', '/payment', { token: shopper.token, body })).body;
  await shop.pay({ id: orderId, number, clientSecret });
  await expect.poll(async () => (await shop.readOrder({ number })).state).toBe('paid');
  await shop.callAsAdmin('POST', `/admin/order/${orderId}/collected`);
  return { orderId, number, laptop, shopper };
}

/** The shopper wants to return one laptop. */
async function request(shop: Shop, { orderId, laptop, shopper }: Arrived, wants: string, note = ''): Promise<void> {
  const body = { lines: [{ productId: laptop, count: 1 }], reason: 'defective', wants, note };
  await shop.call('POST', `/orders/${orderId}/returns`, { token: shopper.token, body });
}

const section = (page: Page) => page.getByRole('region', { name: 'Returns' });
const dialog = (page: Page) => page.getByRole('dialog');

test('a return is approved, received in parts and refunded, from the table to the end', async ({ page, shop }) => {
  const order = await placeArrived(shop);
  const { number } = order;
  await request(shop, order, 'refund', 'It stays dark.');
  await page.goto(`/dashboard/returns?search=${number}`);
  const row = rowOf(page, `${number}-1`);
  await expect(row).toContainText('Requested');
  await expect(row).toContainText('Defective');
  await expect(row).toContainText('1 × Laptop');
  await expectAccessible(page, 'the returns');
  await row.getByRole('link', { name: `${number}-1` }).click();
  await expect(heading(page, `Order ${number}`)).toBeVisible();

  const returns = section(page);
  await expect(returns).toContainText('It stays dark.');
  await expectAccessible(page, 'an order with a return');
  await returns.getByRole('button', { name: `Approve Return ${number}-1` }).click();
  await dialog(page).getByLabel('Instructions (optional)').fill('Use the box it came in.');
  await expectAccessible(page, 'the approval of a return');
  await dialog(page).getByRole('button', { name: 'Approve' }).click();
  await expect(toast(page, 'Return approved')).toBeVisible();
  await expect(returns).toContainText('Use the box it came in.');

  await returns.getByRole('button', { name: `Record arrival Return ${number}-1` }).click();
  const laptop = dialog(page).getByRole('group', { name: 'Laptop' });
  await laptop.getByLabel('Like new').fill('2');
  await dialog(page).getByRole('button', { name: 'Record arrival' }).click();
  await expect(laptop.getByLabel('Like new')).toHaveAttribute('aria-invalid', 'true');
  await laptop.getByLabel('Like new').fill('0');
  await laptop.getByLabel('Damaged').fill('1');
  await expectAccessible(page, 'the arrival of a return');
  await dialog(page).getByRole('button', { name: 'Record arrival' }).click();
  await expect(returns).toContainText('1 × Laptop (Damaged)');

  await returns.getByRole('button', { name: `Refund Return ${number}-1` }).click();
  await expect(dialog(page).getByRole('checkbox')).toHaveCount(0);
  await expect(dialog(page)).toContainText('The customer gets 100.00€, the price of the received units.');
  await expect(dialog(page).getByRole('button', { name: 'Refund 100.00€' })).toBeVisible();
  await dialog(page).getByLabel('Another amount in EUR (optional)').fill('80');
  await expectAccessible(page, 'the refund of a return');
  await dialog(page).getByRole('button', { name: 'Refund 80.00€' }).click();
  await expect(toast(page, 'Return refunded')).toBeVisible();
  await expect(returns).toContainText('Refunded: 80.00€');
  await expect(returns.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Refunds' })).toContainText(`${number}-1`);
});

test('a replacement is sent, and a return rejected', async ({ page, shop }) => {
  const order = await placeArrived(shop);
  const { number, orderId, laptop } = order;
  await request(shop, order, 'replacement');
  const { returns } = (await shop.callAsAdmin('GET', `/admin/order/${orderId}`)).order;
  const path = `/admin/return/${returns[0]._id}`;
  await shop.callAsAdmin('POST', `${path}/approve`, {});
  await shop.callAsAdmin('POST', `${path}/receive`, { lines: [{ productId: laptop, count: 1, condition: 'damaged' }] });
  await request(shop, order, 'refund');

  await page.goto(`/dashboard/orders/${orderId}`);
  await section(page)
    .getByRole('button', { name: `Send replacement Return ${number}-1` })
    .click();
  await dialog(page).getByRole('button', { name: 'Send replacement' }).click();
  await expect(dialog(page).getByLabel('Carrier')).toHaveAttribute('aria-invalid', 'true');
  await dialog(page).getByLabel('Carrier').fill('City Post');
  await dialog(page).getByRole('button', { name: 'Send replacement' }).click();
  await expect(section(page)).toContainText('Sent with City Post');
  expect((await shop.callAsAdmin('GET', `/admin/product/${laptop}`)).product.stock.left).toBe(2);

  await section(page)
    .getByRole('button', { name: `Reject Return ${number}-2` })
    .click();
  await dialog(page).getByLabel('Reason').fill('It was dropped.');
  await dialog(page).getByRole('button', { name: 'Reject' }).click();
  await expect(toast(page, 'Return rejected')).toBeVisible();
  await expect(section(page)).toContainText('It was dropped.');
});

test('a withdrawal that fits no order is matched to one, another dismissed', async ({ page, shop }) => {
  const { orderId, number } = await placeArrived(shop);
  const name = `Ada ${crypto.randomUUID()}`;
  const typed = { orderNumber: 'the blue one', name, email: 'ada@elsewhere.example', items: 'One of the laptops' };
  const { reference } = (await shop.call('POST', '/withdrawal', { body: typed })).body.withdrawal;
  const again = (await shop.call('POST', '/withdrawal', { body: typed })).body.withdrawal.reference;
  await page.goto(`/dashboard/returns/withdrawals?search=${encodeURIComponent(name)}`);
  await expect(rowOf(page, reference)).toContainText('One of the laptops');
  await expectAccessible(page, 'the withdrawals that wait');

  await rowOf(page, reference)
    .getByRole('button', { name: `Match ${reference}` })
    .click();
  await dialog(page).getByLabel('Order number').fill('0');
  await dialog(page).getByRole('button', { name: 'Find' }).click();
  await expect(dialog(page).getByText('There is no order with this number')).toBeVisible();
  await dialog(page).getByLabel('Order number').fill(`#${number}`);
  await dialog(page).getByRole('button', { name: 'Find' }).click();
  await dialog(page).getByLabel('Withdrawn units of Laptop, up to 2').fill('1');
  await expectAccessible(page, 'the match of a withdrawal');
  await dialog(page).getByRole('button', { name: 'Withdraw these units' }).click();
  await expect(toast(page, 'Withdrawal matched')).toBeVisible();
  await expect(rowOf(page, reference)).toHaveCount(0);

  await rowOf(page, again)
    .getByRole('button', { name: `Dismiss ${again}` })
    .click();
  await dialog(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(dialog(page).getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true');
  await dialog(page).getByLabel('Reason').fill('It came twice.');
  await dialog(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast(page, 'Withdrawal dismissed')).toBeVisible();

  await page.goto(`/dashboard/orders/${orderId}`);
  await expect(section(page)).toContainText(reference);
  await expect(section(page)).toContainText(`Return ${number}-1`);
  await expect(section(page).getByText(/^Refund due by/)).toBeVisible();
});

test('a withdrawal whose order number is known opens with its order', async ({ page, shop }) => {
  const { number } = await placeArrived(shop);
  const typed = { orderNumber: `No. ${number}`, name: 'Ada', email: 'ada@elsewhere.example', items: '' };
  const { reference } = (await shop.call('POST', '/withdrawal', { body: typed })).body.withdrawal;
  await page.goto(`/dashboard/returns/withdrawals?search=${reference}`);
  await rowOf(page, reference)
    .getByRole('button', { name: `Match ${reference}` })
    .click();
  await expect(dialog(page).getByLabel('Withdrawn units of Laptop, up to 2')).toHaveValue('2');
});

test('a step that a return has already taken shows what became of it', async ({ page, shop }) => {
  const order = await placeArrived(shop);
  await request(shop, order, 'refund');
  await page.goto(`/dashboard/orders/${order.orderId}`);
  await section(page)
    .getByRole('button', { name: `Approve Return ${order.number}-1` })
    .click();
  const { returns } = (await shop.callAsAdmin('GET', `/admin/order/${order.orderId}`)).order;
  await shop.callAsAdmin('POST', `/admin/return/${returns[0]._id}/reject`, { reason: 'It was dropped.' });
  await dialog(page).getByRole('button', { name: 'Approve' }).click();
  await expect(section(page)).toContainText('It was dropped.');
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(section(page).getByRole('button')).toHaveCount(0);
});

test('an order that could not be found for a withdrawal says why', async ({ page, shop }) => {
  const typed = { orderNumber: 'the blue one', name: 'Ada', email: 'ada@elsewhere.example', items: '' };
  const { reference } = (await shop.call('POST', '/withdrawal', { body: typed })).body.withdrawal;
  await page.goto(`/dashboard/returns/withdrawals?search=${reference}`);
  await rowOf(page, reference)
    .getByRole('button', { name: `Match ${reference}` })
    .click();
  await page.route('**/api/v1/admin/order?*', badGateway);
  await dialog(page).getByLabel('Order number').fill('1');
  await dialog(page).getByRole('button', { name: 'Find' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText('Finding the order failed. Please try again.');
});
