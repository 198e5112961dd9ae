import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { waitFor } from '../../testing/wait.ts';
import { expectNoFault } from './accessible.ts';
import { addProduct, adminCall, badGateway, becomeAdmin, watchChanges } from './dashboard.ts';
import { expect, test } from './test.ts';

type Placed = { id: string; number: number; title: string; username: string; email: string; clientSecret: string };

const rows = (page: Page) => page.locator('tbody tr');
const rowOf = (page: Page, { number }: Placed) => page.getByRole('row').filter({ hasText: String(number) });

/** An order by somebody new, of two pieces of a product that costs 12.50€, which nobody has paid yet. */
async function placeOrder(page: Page): Promise<Placed> {
  const { id: productId, title } = await addProduct(page, { price: 12.5 });
  const username = `shopper-${crypto.randomUUID().slice(0, 8)}`;
  const credentials = { email: `${username}@example.com`, password: 'correct horse' };
  await page.request.post('/api/v1/user/register', { data: { ...credentials, username } });
  const { token } = await (await page.request.post('/api/v1/user/login', { data: credentials })).json();
  const payment = await page.request.post('/api/v1/payment', {
    headers: { Authorization: token },
    data: { amount: 27.25, currency: 'USD', items: [{ productId, count: 2 }] },
  });
  expect(payment.ok(), await payment.text()).toBe(true);
  const { clientSecret, orderId } = await payment.json();
  const { orders } = await adminCall(page, 'GET', `/admin/order?search=${username}`);
  return { id: orderId, number: orders[0].number, title, username, email: credentials.email, clientSecret };
}

/** Pays at the provider, as the card form does. */
async function pay(page: Page, { clientSecret }: Placed): Promise<void> {
  const { publishableKey, scriptUrl } = await (await page.request.get('/api/v1/payment/config')).json();
  const [paymentIntentId] = clientSecret.split('_secret_');
  const address = `${new URL(scriptUrl).origin}/v1/payment_intents/${paymentIntentId}/confirm`;
  const confirmed = await page.request.post(address, {
    headers: { Authorization: `Bearer ${publishableKey}` },
    form: { client_secret: clientSecret, payment_method: 'pm_card_visa', return_url: 'http://localhost/order' },
  });
  expect(confirmed.ok(), await confirmed.text()).toBe(true);
}

async function placePaidOrder(page: Page): Promise<Placed> {
  const order = await placeOrder(page);
  await pay(page, order);
  await waitFor('the order to be paid', async () => {
    const { orders } = await adminCall(page, 'GET', `/admin/order?search=${order.username}`);
    return orders[0].state === 'paid';
  });
  return order;
}

async function openOrders(page: Page, { username }: Placed, filter = ''): Promise<void> {
  await becomeAdmin(page);
  await page.goto(`/dashboard/orders?search=${username}${filter}`);
}

test('the table: number, date, shopper, lines, total in its currency, state, the provider’s id', async ({ page }) => {
  const order = await placeOrder(page);
  await openOrders(page, order);
  const headings = page.getByRole('columnheader');
  const names = ['Number', 'Date', 'Shopper', 'Lines', 'Total', 'State', 'Provider’s id', 'Payment'];
  await expect(headings).toHaveText(names);
  const cells = rowOf(page, order).getByRole('cell');
  await expect(cells.nth(0)).toContainText(String(order.number));
  await expect(cells.nth(1)).toHaveText(/^\w{3} \d{1,2}, \d{4} \d{1,2}:\d\d\s[AP]M$/);
  await expect(cells.nth(2)).toHaveText(order.username);
  await expect(cells.nth(3)).toHaveText(`2 × ${order.title}`);
  await expect(cells.nth(4)).toHaveText('$27.25');
  await expect(cells.nth(5)).toHaveText(/^Pendingchecked \d{1,2}\/\d{1,2}\/\d\d$/);
  await expect(cells.nth(6)).toHaveText(order.clientSecret.split('_secret_')[0] ?? '');
  await expect(cells.nth(7).getByRole('button')).toHaveText(`Ask the provider again about order ${order.number}`);
});

test('what can be done about a payment is in view at every width', async ({ page }) => {
  const [paid, pending] = [await placePaidOrder(page), await placeOrder(page)];
  await becomeAdmin(page);
  await page.goto('/dashboard/orders?search=shopper-');
  const actions = [
    page.getByRole('button', { name: `Refund order ${paid.number}` }),
    page.getByRole('button', { name: `Ask the provider again about order ${pending.number}` }),
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

test('the table narrows to a state, which its address keeps', async ({ page }) => {
  const order = await placeOrder(page);
  await openOrders(page, order);
  await expect(rows(page)).toHaveCount(1);
  await page.getByLabel('State').selectOption('Paid');
  await expect(page.getByText('No orders match')).toBeVisible();
  await page.getByLabel('State').selectOption('Pending');
  await expect(page).toHaveURL(/state=pending/);
  await page.reload();
  await expect(rowOf(page, order)).toBeVisible();
});

test('an order shows its lines, dates, shopper and the provider’s id', async ({ page }) => {
  const order = await placeOrder(page);
  await openOrders(page, order);
  await page.getByRole('button', { name: `Order ${order.number}`, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Order ${order.number}` });
  await expect(dialog.getByRole('listitem')).toContainText(`${order.title} × 2`);
  await expect(dialog.getByRole('listitem')).toContainText('$27.25');
  await expect(dialog).toContainText('Total$27.25');
  for (const fact of ['Pending', 'Placed', 'Last checked', order.email, /pi_\w+/]) {
    await expect(dialog).toContainText(fact);
  }
  await dialog.getByRole('link', { name: order.username }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit user' })).toBeVisible();
});

test('a paid order is refunded after a question that says how much goes back', async ({ page }) => {
  const order = await placePaidOrder(page);
  await openOrders(page, order);
  const changes = watchChanges(page);
  const button = page.getByRole('button', { name: `Refund order ${order.number}` });
  await button.click();
  const dialog = page.getByRole('dialog', { name: `Refund order ${order.number}?` });
  await expect(dialog).toContainText(`The whole order goes back: $27.25 to the card of ${order.username}.`);
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  expect(changes).toEqual([]);
  await button.press('Enter');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(rowOf(page, order)).toContainText('Refunded');
  await expect(page.getByText('Order has been refunded')).toBeVisible();
  await expect(button).toBeHidden();
  const { orders } = await adminCall(page, 'GET', `/admin/order?search=${order.username}`);
  expect(orders[0].state).toBe('refunded');
});

test('a refund that fails leaves the order paid and says why', async ({ page }) => {
  const order = await placePaidOrder(page);
  await openOrders(page, order);
  let fail = () => {};
  const failing = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route('**/api/v1/admin/order/*/refund', async (route) => {
    await failing;
    await badGateway(route);
  });
  await page.getByRole('button', { name: `Refund order ${order.number}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
  await expect(rowOf(page, order)).toContainText('Refunded');
  fail();
  await expect(rowOf(page, order)).toContainText('Paid');
  await expect(page.getByText('Refund failed. Please try again.')).toBeVisible();
});

test('the provider is asked again about a pending order', async ({ page }) => {
  const order = await placeOrder(page);
  await openOrders(page, order);
  const ask = page.getByRole('button', { name: `Ask the provider again about order ${order.number}` });
  await ask.click();
  await expect(page.getByText(`Order ${order.number} is pending`)).toBeVisible();
  await page.route('**/api/v1/admin/order/*/check', badGateway);
  await ask.click();
  await expect(page.getByText('Asking the payment provider failed. Please try again.')).toBeVisible();
  await page.unroute('**/api/v1/admin/order/*/check');
  await pay(page, order);
  await ask.click();
  await expect(rowOf(page, order)).toContainText('Paid');
  await expect(page.getByText(`Order ${order.number} is paid`)).toBeVisible();
});

test('the orders that are shown are saved as a CSV file, and a failure is told', async ({ page }) => {
  const order = await placeOrder(page);
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

test('a shop without orders says so', async ({ page }) => {
  await becomeAdmin(page);
  const nothing = { status: 'success', orders: [], total: 0 };
  await page.route(/admin\/order\?/, (route) => route.fulfill({ json: nothing }));
  await page.goto('/dashboard/orders');
  await expect(page.getByText('There are no orders')).toBeVisible();
});

test('the orders and their dialogs: no accessibility fault in either theme, at 390 and 1440 px', async ({ page }) => {
  test.slow();
  const order = await placePaidOrder(page);
  await openOrders(page, order);
  await expect(rowOf(page, order)).toBeVisible();
  await expectNoFault(page, 'the orders');
  await page.getByRole('button', { name: `Order ${order.number}`, exact: true }).click();
  await expectNoFault(page, 'an order');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Refund order ${order.number}` }).click();
  await expectNoFault(page, 'the question before a refund');
});
