import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { abortCalls } from '../../../testing/responses.ts';
import { waitFor } from '../../../testing/wait.ts';
import { expectAccessible } from '../accessible.ts';
import type { Account, Order, Shop } from '../shop.ts';
import { CARDS, fillCard, heading, openProfile, payButton, toast } from '../steps.ts';
import { storeAccount, stored } from '../storage.ts';
import { expect, test } from '../test.ts';

const delivery = {
  name: 'Ada Lovelace',
  address: 'Main Street 1',
  city: 'Novi Sad',
  postCode: '21000',
  country: 'RS',
};

type Placed = Order & { shopper: Account; title: string; productId: string };

/** An order of two units at 12.50€, delivered for 5€ with a code for 10%. */
async function placeOrder(shop: Shop, stock?: number): Promise<Placed> {
  const shopper = await shop.newAccount();
  const product = await shop.addProduct({ price: 12.5, ...(stock !== undefined && { stock }) });
  const code = crypto.randomUUID();
  const method = {
    code: `post-${code}`.slice(0, 40),
    name: 'Post',
    price: 5,
    minDays: 1,
    maxDays: 3,
    countries: ['RS'],
  };
  await shop.callAsAdmin('POST', '/admin/shipping-method', method);
  await shop.callAsAdmin('POST', '/admin/discount', { code, percent: 10 });
  const { body } = await shop.call('POST', '/payment', {
    token: shopper.token,
    body: {
      amount: 27.5,
      currency: 'EUR',
      items: [{ productId: product._id, count: 2 }],
      shippingMethod: method.code,
      delivery,
      discountCode: code,
      note: 'Ring twice',
    },
  });
  const { orderId: id, number, clientSecret } = body;
  return { id, number, clientSecret, shopper, title: product.title, productId: product._id };
}

async function placePaidOrder(shop: Shop, stock?: number): Promise<Placed> {
  const order = await placeOrder(shop, stock);
  await shop.pay(order);
  await waitFor('the order to be paid', async () => (await shop.readOrder(order)).state === 'paid');
  return order;
}

async function open(page: Page, { id, number, shopper }: Placed): Promise<void> {
  await page.goto('/contact');
  await storeAccount(page, shopper);
  await page.goto(`/orders/${id}`);
  await expect(heading(page, `Order ${number}`)).toBeVisible();
}

const panel = (page: Page, name: string) => page.getByRole('region', { name });

test('shows lines, sums, address and note, and leads there from the profile', async ({ page, shop }) => {
  const order = await placePaidOrder(shop);
  await page.goto('/contact');
  await storeAccount(page, order.shopper);
  await page.goto('/');
  await openProfile(page, order.shopper);
  const listed = page.getByRole('region', { name: 'Orders' });
  await expect(listed.locator(`a[href="/product/${order.productId}"]`, { has: page.locator('img') })).toBeVisible();
  await page.getByRole('link', { name: `Order ${order.number}` }).click();
  await expect(heading(page, `Order ${order.number}`)).toBeFocused();
  const items = panel(page, 'Items');
  await expect(items).toContainText(`${order.title} × 2`);
  for (const part of ['Subtotal25.00€', '−2.50€', 'Post5.00€', 'Total27.50€']) await expect(items).toContainText(part);
  const place = panel(page, 'Delivery');
  for (const part of ['Ada Lovelace', 'Main Street 1', '21000 Novi Sad', 'Serbia', 'Ring twice']) {
    await expect(place).toContainText(part);
  }
  await expect(place).toContainText(/Arrives \w+ \d+\s–\s(\w+ )?\d+/);
  // Beside the title, which is a link too.
  await expect(items.locator('a', { has: page.locator('img') })).toHaveAttribute('href', `/product/${order.productId}`);
  await expect(panel(page, 'Progress').getByRole('listitem')).toContainText([
    'Ordered',
    'Paid',
    'Shipped',
    'Delivered',
  ]);
});

test('shows the VAT in the total', async ({ page, shop }) => {
  await shop.callAsAdmin('PUT', '/admin/tax', { shopRate: 0, rates: [{ country: 'RS', rate: 10 }] });
  const order = await placeOrder(shop);
  await shop.callAsAdmin('PUT', '/admin/tax', { shopRate: 0, rates: [] });
  await open(page, order);
  await expect(panel(page, 'Items')).toContainText('Includes 10% VAT2.50€');
});

test('shows the parcels of an order with their tracking links', async ({ page, shop }) => {
  const order = await placePaidOrder(shop);
  await shop.callAsAdmin('POST', `/admin/order/${order.id}/shipment`, {
    carrier: 'Speedy',
    trackingNumber: '00340',
    trackingUrl: 'https://track.example.com/00340',
  });
  await open(page, order);
  const place = panel(page, 'Delivery');
  await expect(place).toContainText('Speedy');
  await expect(place).toContainText('Tracking number 00340');
  await expect(place.getByRole('link', { name: 'Track this parcel' })).toHaveAttribute(
    'href',
    'https://track.example.com/00340',
  );
  await expect(page.getByRole('button', { name: 'Cancel order' })).toHaveCount(0);
});

test('an unpaid order can be paid', async ({ page, shop }) => {
  const order = await placeOrder(shop);
  await open(page, order);
  await page.getByRole('button', { name: 'Pay now' }).click();
  await fillCard(page, CARDS.success);
  await expect(payButton(page)).toHaveText('Pay 27.50€');
  await payButton(page).click();
  await expect(heading(page, 'Thank you for your order')).toBeVisible();
  await waitFor('the order to be paid', async () => (await shop.readOrder(order)).state === 'paid');
});

test('an unpaid order can be canceled, and no longer paid', async ({ page, shop }) => {
  const order = await placeOrder(shop);
  await open(page, order);
  await page.getByRole('button', { name: 'Cancel order' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel this order?' });
  await expect(question).toContainText("You haven't been charged.");
  await question.getByRole('button', { name: 'Cancel order' }).click();
  await expect(panel(page, 'Progress').getByRole('listitem')).toContainText(['Ordered', 'Canceled by you']);
  await expect(page.getByRole('button', { name: 'Pay now' })).toHaveCount(0);
});

test('a step that went wrong has another sign than one that went well', async ({ page, shop }) => {
  const order = await placeOrder(shop);
  await open(page, order);
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
  const steps = panel(page, 'Progress').getByRole('listitem');
  await expect(steps).toContainText(['Ordered', 'Canceled by you']);
  const signs = await steps.evaluateAll((items) => items.map((item) => item.querySelector('svg')?.innerHTML));
  expect(new Set(signs).size).toBe(2);
});

test('an order that can no longer be paid closes its card form, even while the shop is unreachable', async ({
  page,
  shop,
}) => {
  const order = await placeOrder(shop);
  await open(page, order);
  const uncaught: Error[] = [];
  page.on('pageerror', (error) => uncaught.push(error));
  await abortCalls(page, `/orders/${order.id}*`);
  await abortCalls(page, `/orders/${order.id}/payment`);
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(toast(page, "We couldn't reach the shop.")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
  expect(uncaught).toEqual([]);
});

test('a paid order can be canceled, after a question', async ({ page, shop }) => {
  const order = await placePaidOrder(shop);
  await open(page, order);
  await page.getByRole('button', { name: 'Cancel order' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel this order?' });
  await expect(question).toContainText("You'll get a full refund.");
  await question.getByRole('button', { name: 'Cancel order' }).click();
  await expect(toast(page, `Order ${order.number} is canceled`)).toBeVisible();
  await expect(panel(page, 'Progress').getByRole('listitem')).toContainText([
    'Ordered',
    'Paid',
    'Canceled by you',
    'Refunded',
  ]);
  await expect(panel(page, 'Items')).toContainText('Refunded−27.50€');
  await expect(page.getByRole('button', { name: 'Cancel order' })).toHaveCount(0);
});

test('an order that was shipped meanwhile can not be canceled, and its page says so', async ({ page, shop }) => {
  const order = await placePaidOrder(shop);
  await open(page, order);
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await shop.callAsAdmin('POST', `/admin/order/${order.id}/shipment`, { carrier: 'Speedy' });
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
  await expect(panel(page, 'Delivery')).toContainText('Speedy');
  await expect(page.getByRole('button', { name: 'Cancel order' })).toHaveCount(0);
});

test('the invoice of a paid order can be downloaded', async ({ page, shop }) => {
  const order = await placePaidOrder(shop);
  await open(page, order);
  const downloading = page.waitForEvent('download');
  await panel(page, 'Documents')
    .getByRole('button', { name: /^Download/ })
    .click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^\d{4}-\d{6}\.pdf$/);
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
});

test('the documents of a refunded order are listed and downloaded', async ({ page, shop }) => {
  const order = await placePaidOrder(shop);
  await shop.callAsAdmin('POST', `/admin/order/${order.id}/refund`, { amount: 5, reason: 'Late', restock: false });
  await open(page, order);
  const documents = panel(page, 'Documents').getByRole('listitem');
  await expect(documents).toHaveText([/^Invoice .*27\.50€/, /^Credit note CN-.*5\.00€/]);
  await expectAccessible(page, 'the documents of an order');
  const downloading = page.waitForEvent('download');
  await documents.last().getByRole('button').click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^CN-.*-\d{6}\.pdf$/);
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
});

test('an order can be bought again, and what is gone is said', async ({ page, shop }) => {
  const order = await placePaidOrder(shop);
  await open(page, order);
  await page.getByRole('button', { name: 'Buy again' }).click();
  await expect(heading(page, 'Your cart')).toBeVisible();
  expect(JSON.parse((await stored(page, 'cart')) ?? '[]')).toMatchObject([{ _id: order.productId, count: 2 }]);
  await shop.callAsAdmin('DELETE', `/admin/product/${order.productId}/any`);
  await page.goto(`/orders/${order.id}`);
  await page.getByRole('button', { name: 'Buy again' }).click();
  await expect(toast(page, `${order.title} is no longer available.`)).toBeVisible();
  await expect(heading(page, `Order ${order.number}`)).toBeVisible();
});

test('what is sold out is said when an order is bought again', async ({ page, shop }) => {
  const order = await placePaidOrder(shop, 2);
  await open(page, order);
  await page.getByRole('button', { name: 'Buy again' }).click();
  await expect(toast(page, `${order.title} is sold out.`)).toBeVisible();
  await expect(heading(page, `Order ${order.number}`)).toBeVisible();
});

test("another shopper's order is not found, and a visitor is asked to log in", async ({ page, shop }) => {
  const order = await placeOrder(shop);
  await page.goto(`/orders/${order.id}`);
  await expect(page.getByText('Log in to see your order.')).toBeVisible();
  await storeAccount(page, await shop.newAccount());
  await page.goto(`/orders/${order.id}`);
  await expect(heading(page, 'Order not found')).toBeVisible();
});

test('the order is accessible in both themes, at 390 and 1440 px', async ({ page, shop }) => {
  const order = await placePaidOrder(shop);
  await open(page, order);
  await expectAccessible(page, 'an order');
});
