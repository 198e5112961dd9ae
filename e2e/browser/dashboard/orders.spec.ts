import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { hold } from '../../../testing/responses.ts';
import { waitFor } from '../../../testing/wait.ts';
import { expectAccessible } from '../accessible.ts';
import { type Account, type Order, type Shop, shortId } from '../shop.ts';
import { badGateway, expectNothingSent, watchChanges } from '../steps.ts';
import { expect, test } from '../test.ts';
import { rows } from './table.ts';

type Placed = Order & { title: string; shopper: Account };

test.use({ login: 'admin' });

const rowOf = (page: Page, { number }: Placed) => page.getByRole('row').filter({ hasText: String(number) });

const actionsButton = (page: Page, { number }: Placed) =>
  page.getByRole('button', { name: `More actions for order ${number}` });
const openActions = (page: Page, order: Placed) => actionsButton(page, order).click();
const refundButton = (page: Page, { number }: Placed) => page.getByRole('button', { name: `Refund order ${number}` });
const checkButton = (page: Page, { number }: Placed) =>
  page.getByRole('button', { name: `Check payment status of order ${number}` });

/** Places a pending order for two units at 12.50€, as a new shopper. */
async function placeOrder(shop: Shop): Promise<Placed> {
  const shopper = await shop.newAccount();
  const product = await shop.addProduct({ price: 12.5 });
  return { ...(await shop.placeOrder(product, shopper)), title: product.title, shopper };
}

async function placePaidOrder(shop: Shop): Promise<Placed> {
  const order = await placeOrder(shop);
  await payAndWait(shop, order);
  return order;
}

async function payAndWait(shop: Shop, order: Placed): Promise<void> {
  await shop.pay(order);
  await waitFor('the order to be paid', async () => (await shop.readOrder(order)).state === 'paid');
}

async function openOrders(page: Page, { shopper: { username } }: Placed, filter = ''): Promise<void> {
  await page.goto(`/dashboard/orders?search=${username}${filter}`);
}

test('the table shows number, date, customer, items, total in its currency, state and delivery', async ({
  page,
  shop,
}) => {
  const order = await placeOrder(shop);
  await openOrders(page, order);
  const headings = page.getByRole('columnheader');
  const names = ['Number', 'Date', 'Customer', 'Items', 'Total', 'Status', 'Delivery', 'Actions'];
  await expect(headings).toHaveText(['Select all orders on this page', ...names]);
  const cells = rowOf(page, order).locator('td, th');
  await expect(cells.nth(0).getByRole('checkbox')).toHaveAccessibleName(`Select order ${order.number}`);
  await expect(cells.nth(1)).toContainText(String(order.number));
  await expect(cells.nth(2)).toHaveText(/^\w{3} \d{1,2}, \d{4} \d\d:\d\d$/);
  await expect(cells.nth(3)).toHaveText(order.shopper.username);
  await expect(cells.nth(4)).toHaveText(`2 × ${order.title}`);
  await expect(cells.nth(5)).toHaveText('25.00€');
  await expect(cells.nth(6)).toHaveText('Pending');
  await expect(cells.nth(7)).toHaveText('Collect in store');
  await openActions(page, order);
  await expect(checkButton(page, order)).toBeVisible();
});

test('an order to ship links to its form, and shows method, country and carrier', async ({ page, shop }) => {
  const method = { code: `van-${shortId()}`, name: 'Van', price: 5, minDays: 1, maxDays: 2 };
  await shop.callAsAdmin('POST', '/admin/shipping-method', method);
  const delivery = { name: 'Ada', address: 'Main Street 1', city: 'Novi Sad', postCode: '21000', country: 'RS' };
  const [shopper, product] = [await shop.newAccount(), await shop.addProduct({ price: 12.5 })];
  const placed = await shop.placeOrder(product, shopper, { amount: 30, shippingMethod: method.code, delivery });
  const order = { ...placed, title: product.title, shopper };
  await payAndWait(shop, order);
  await openOrders(page, order);
  const deliveryCell = rowOf(page, order).locator('td, th').nth(7);
  await expect(deliveryCell).toHaveText('VanSerbia');
  await page.getByRole('link', { name: `Ship order ${order.number}` }).click();
  const form = page.getByRole('region', { name: 'Ship items' });
  await form.getByLabel('Carrier').fill('DHL');
  await form.getByLabel('Tracking number').fill('JD0046');
  const link = form.getByLabel('Tracking link');
  await expect(link).toHaveValue('https://www.dhl.com/global-en/home/tracking.html?tracking-id=JD0046');
  await form.getByLabel('Carrier').fill('City Post');
  await expect(link).toHaveValue('');
  await link.fill('https://example.com/parcels/1');
  await form.getByLabel('Carrier').fill('DHL');
  await expect(link).toHaveValue('https://example.com/parcels/1');
  await form.getByRole('button', { name: 'Mark as shipped' }).click();
  await expect(form).toBeHidden();
  await page.goBack();
  await expect(deliveryCell).toHaveText('VanSerbia · DHL');
  await expect(page.getByRole('link', { name: `Ship order ${order.number}` })).toBeHidden();
});

test('on a phone, filters unfold from a button that counts the active ones', async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openOrders(page, await placeOrder(shop), '&state=pending');
  await expect(page.getByLabel('Status')).toBeHidden();
  const toggle = page.getByRole('button', { name: 'Filters (1)' });
  await toggle.click();
  await page.getByLabel('Delivery', { exact: true }).selectOption('Not shipped');
  await expect(page.getByRole('button', { name: 'Filters (2)' })).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page, 'the filters', [390]);
  await page.getByRole('button', { name: 'Filters (2)' }).click();
  await expect(page.getByLabel('Status')).toBeHidden();
});

test('actions are in view at every width', async ({ page, shop }) => {
  const [paid, pending] = [await placePaidOrder(shop), await placeOrder(shop)];
  await page.goto('/dashboard/orders?search=shopper-');
  const actions = [
    page.getByRole('link', { name: `Hand over order ${paid.number}` }),
    actionsButton(page, paid),
    actionsButton(page, pending),
  ];
  for (const width of [390, 768, 820, 961, 1024, 1100, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const action of actions) {
      const [button, table] = [
        await action.boundingBox(),
        await page.getByRole('region', { name: 'Orders' }).boundingBox(),
      ];
      if (button === null || table === null) throw new Error(`The table has no such button at ${width} px`);
      expect(button.x + button.width, `the right edge at ${width} px`).toBeLessThanOrEqual(table.x + table.width);
    }
  }
});

test('the table filters by state, and the URL keeps the filter', async ({ page, shop }) => {
  const order = await placeOrder(shop);
  await openOrders(page, order);
  await expect(rows(page)).toHaveCount(1);
  await page.getByLabel('Status').selectOption('Paid');
  await expect(page.getByText('No orders match')).toBeVisible();
  await page.getByLabel('Status').selectOption('Pending');
  await expect(page).toHaveURL(/state=pending/);
  const today = new Date().toISOString().slice(0, 10);
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await expect(page.getByText('No orders match')).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('');
  await page.getByLabel('From', { exact: true }).fill(today);
  await page.getByLabel('Delivery').selectOption('Not shipped');
  await expect(page).toHaveURL(new RegExp(`from=${today}`));
  await page.reload();
  await expect(rowOf(page, order)).toBeVisible();
});

test('an order shows its items, dates, customer and payment ID', async ({ page, shop }) => {
  const order = await placeOrder(shop);
  await openOrders(page, order);
  await page.getByRole('link', { name: `Order ${order.number}`, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Order ${order.number}` })).toBeVisible();
  const items = page.getByRole('region', { name: 'Items' });
  const item = items.getByRole('listitem').filter({ hasText: order.title });
  await expect(item).toContainText(`${order.title} × 2`);
  await expect(item).toContainText('25.00€');
  await expect(items).toContainText('Total25.00€');
  for (const fact of ['Payment pending', 'Checked', order.shopper.email, /pi_\w+/]) {
    await expect(page.getByRole('main')).toContainText(fact);
  }
  await page.getByRole('link', { name: order.shopper.username }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit user' })).toBeVisible();
  const bought = page.getByRole('region', { name: 'Orders' });
  await expect(bought).toContainText('Total spent0.00€');
  await expect(bought.getByRole('row').nth(1)).toContainText('25.00€');
  await payAndWait(shop, order);
  await page.reload();
  await expect(bought).toContainText('Total spent25.00€');
  await expectAccessible(page, 'the customer');
  await bought.getByRole('link', { name: String(order.number) }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Order ${order.number}` })).toBeVisible();
});

test('refunds a paid order after a confirmation that names the amount', async ({ page, shop }) => {
  const order = await placePaidOrder(shop);
  await openOrders(page, order);
  const changes = watchChanges(page);
  const button = actionsButton(page, order);
  await button.click();
  await refundButton(page, order).click();
  const dialog = page.getByRole('dialog', { name: `Refund order ${order.number}` });
  await expect(dialog).toContainText(`Refund 25.00€ to ${order.shopper.username}'s card? This can't be undone.`);
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await expectNothingSent(page, changes);
  await button.press('Enter');
  await refundButton(page, order).press('Enter');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(rowOf(page, order)).toContainText('Refunded');
  await expect(page.getByText('Order refunded')).toBeVisible();
  await expect(button).toBeHidden();
  expect(await shop.readOrder(order)).toMatchObject({ state: 'refunded' });
});

test('refunds what is left of an order, and offers nothing once all is gone', async ({ page, shop }) => {
  const order = await placePaidOrder(shop);
  await shop.callAsAdmin('POST', `/admin/order/${order.id}/refund`, { amount: 5, reason: 'Late', restock: false });
  await openOrders(page, order);
  await openActions(page, order);
  await refundButton(page, order).click();
  const dialog = page.getByRole('dialog', { name: `Refund order ${order.number}` });
  await expect(dialog).toContainText(`Refund 20.00€ to ${order.shopper.username}'s card?`);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.route(/admin\/order\?/, async (route) => {
    const response = await route.fetch();
    const { orders, ...rest } = await response.json();
    const lost = orders.map((each: object) => ({ ...each, isDisputed: true, dispute: 'lost', lost: 20 }));
    await route.fulfill({ response, json: { ...rest, orders: lost } });
  });
  await page.reload();
  await expect(rowOf(page, order)).toContainText('Paid');
  await expect(actionsButton(page, order)).toHaveCount(0);
});

test('a failed refund leaves the order paid and shows why', async ({ page, shop }) => {
  const order = await placePaidOrder(shop);
  await openOrders(page, order);
  await page.route('**/api/v1/admin/order/*/refund', badGateway);
  const failure = await hold(page, '**/api/v1/admin/order/*/refund');
  await openActions(page, order);
  await refundButton(page, order).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
  await expect(rowOf(page, order)).toContainText('Refunded');
  failure.release();
  await expect(rowOf(page, order)).toContainText('Paid');
  await expect(page.getByText('Refund failed. Please try again.')).toBeVisible();
});

test('checks the payment of a pending order with the provider', async ({ page, shop }) => {
  const order = await placeOrder(shop);
  await openOrders(page, order);
  const check = async () => {
    await openActions(page, order);
    await checkButton(page, order).click();
  };
  await check();
  await expect(page.getByText(`Order ${order.number} is pending`)).toBeVisible();
  await page.route('**/api/v1/admin/order/*/check', badGateway);
  await check();
  await expect(page.getByText('Checking the payment failed. Please try again.')).toBeVisible();
  await page.unroute('**/api/v1/admin/order/*/check');
  await shop.pay(order);
  await check();
  await expect(rowOf(page, order)).toContainText('Paid');
  await expect(page.getByText(`Order ${order.number} is paid`)).toBeVisible();
});

test('downloads the filtered orders as CSV and shows a failed download', async ({ page, shop }) => {
  const order = await placeOrder(shop);
  await openOrders(page, order, '&state=pending');
  await expect(rows(page)).toHaveCount(1);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(order.title);

  await page.route('**/api/v1/admin/order/export?*', badGateway);
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.getByText('Export failed. Please try again.')).toBeVisible();
});

test('an empty table says so', async ({ page }) => {
  const nothing = { status: 'success', orders: [], total: 0 };
  await page.route(/admin\/order\?/, (route) => route.fulfill({ json: nothing }));
  await page.goto('/dashboard/orders');
  await expect(page.getByText('No orders yet')).toBeVisible();
});

test('an order with a long product description fits its page on a phone', async ({ page, shop }) => {
  const shopper = await shop.newAccount();
  const product = await shop.addProduct({ description: 'Runs for eight hours. '.repeat(20) });
  const order = await shop.placeOrder(product, shopper);
  await page.setViewportSize({ width: 390, height: 844 });
  await openOrders(page, { ...order, title: product.title, shopper });
  await page.getByRole('link', { name: `Order ${order.number}`, exact: true }).click();
  await expect(page.getByRole('region', { name: 'Payment' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
});

test('the orders and their refund dialog are accessible in both themes, at 390 and 1440 px', async ({ page, shop }) => {
  const order = await placePaidOrder(shop);
  await openOrders(page, order);
  await expect(rowOf(page, order)).toBeVisible();
  await expectAccessible(page, 'the orders');
  await openActions(page, order);
  await refundButton(page, order).click();
  await expectAccessible(page, 'the refund dialog');
});
