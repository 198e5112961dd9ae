import type { Locator, Page } from '@playwright/test';
import { waitFor } from '../../../testing/wait.ts';
import { expectAccessible } from '../accessible.ts';
import { type Account, type Order, type Shop, shortId } from '../shop.ts';
import { badGateway, expectNothingSent, toast, watchChanges } from '../steps.ts';
import { expect, test } from '../test.ts';
import { rowOf, rows } from './table.ts';

test.use({ login: 'admin' });

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Mark orders as shipped' });
const list = (page: Page): Locator => dialog(page).getByLabel('Orders');
const preview = (page: Page): Locator => dialog(page).getByRole('region', { name: 'Preview' });
const row = (page: Page, order: Order): Locator =>
  preview(page)
    .getByRole('row')
    .filter({ hasText: `Order ${order.number}` });
const button = (page: Page, name: string): Locator => dialog(page).getByRole('button', { name, exact: true });
const selected = (page: Page): Locator => page.getByRole('group', { name: 'Selected orders' });

type Placed = { shopper: Account; orders: Order[]; pickup: Order };

/** Two paid orders that are delivered, and one for pickup, all of one new shopper. */
async function placeOrders(shop: Shop): Promise<Placed> {
  const code = `post-${shortId()}`;
  const method = { code, name: 'Post', price: 0, minDays: 1, maxDays: 3 };
  await shop.callAsAdmin('POST', '/admin/shipping-method', method);
  const [shopper, product] = [await shop.newAccount(), await shop.addProduct({ price: 12.5 })];
  const address = { name: 'Ada', address: 'Main Street 1', city: 'Novi Sad', postCode: '21000', country: 'RS' };
  const place = async (delivery?: object): Promise<Order> => {
    const order = await shop.placeOrder(product, shopper, delivery);
    await shop.pay(order);
    await waitFor('the order to be paid', async () => (await shop.readOrder(order)).state === 'paid');
    return order;
  };
  const delivery = { shippingMethod: code, delivery: address };
  return { shopper, orders: [await place(delivery), await place(delivery)], pickup: await place() };
}

async function openDialog(page: Page, { shopper: { username } }: Placed): Promise<void> {
  await page.goto(`/dashboard/orders?search=${username}`);
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Ship from list' }).click();
  await expect(list(page)).toBeFocused();
}

const fulfilmentOf = async (shop: Shop, order: Order) => (await shop.readOrder(order)).fulfilment;
const shipmentsOf = async (shop: Shop, { id }: Order) =>
  (await shop.callAsAdmin('GET', `/admin/order/${id}`)).order.shipments;

test('pasted lines are previewed, shipped and reported', async ({ page, shop }) => {
  const placed = await placeOrders(shop);
  const [one, two] = placed.orders as [Order, Order];
  await openDialog(page, placed);
  await list(page).fill(
    [`${one.number}\tDHL\tA1\thttps://a.example/1`, `${two.number}\t\tA2`, `${placed.pickup.number}\tDHL\tA3`].join(
      '\n',
    ),
  );
  await dialog(page).getByLabel('Carrier').fill('GLS');
  await button(page, 'Preview').click();
  await expect(preview(page).getByRole('status')).toHaveText('2 of 3 orders will be marked as shipped');
  await expect(preview(page).getByRole('row').nth(1)).toContainText(`Order ${placed.pickup.number}`);
  await expect(row(page, placed.pickup)).toContainText('The customer collects this order');
  await expect(row(page, one)).toContainText(`Line 1 · ${placed.shopper.username} · 2 items`);
  await expect(row(page, one)).toContainText('DHL A1https://a.example/1');
  await expect(row(page, two)).toContainText('GLS A2');
  expect(await fulfilmentOf(shop, one)).toBe('open');

  await button(page, 'Mark 2 orders as shipped').click();
  await expect(preview(page).getByRole('status')).toHaveText('2 orders shipped, 1 not shipped');
  await expect(row(page, placed.pickup)).toContainText('The customer collects this order');
  await expect(row(page, two)).toContainText('Shipped');
  await expect(rowOf(page, String(two.number)).first()).toContainText('Shipped');
  expect(await fulfilmentOf(shop, one)).toBe('shipped');
  expect(await shipmentsOf(shop, two)).toMatchObject([{ carrier: 'GLS', trackingNumber: 'A2' }]);

  await button(page, 'Back').click();
  await expect(list(page)).toBeFocused();
  await button(page, 'Preview').click();
  await expect(preview(page).getByRole('status')).toHaveText('No order will be marked as shipped');
  await expect(row(page, one)).toContainText('Already shipped');
  await expect(dialog(page).getByRole('button', { name: /^Mark/ })).toBeHidden();
});

test('a CSV file fills the list, and a wrong one says why', async ({ page, shop }) => {
  const placed = await placeOrders(shop);
  const [one, two] = placed.orders as [Order, Order];
  await openDialog(page, placed);
  const choose = (name: string, buffer: Buffer) =>
    dialog(page).getByLabel('CSV file').locator('input').setInputFiles({ name, mimeType: 'text/csv', buffer });
  const drop = dialog(page).getByRole('group', { name: 'CSV file' });

  await choose('parcels.xlsx', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0xff, 0xfe]));
  await expect(drop.getByRole('alert')).toHaveText(
    'The file is a spreadsheet or an archive, not text. Save your spreadsheet as CSV UTF-8.',
  );
  await choose('large.csv', Buffer.alloc(90_001, '1'));
  await expect(drop.getByRole('alert')).toHaveText('A list can have up to 90,000 characters. Split it into parts.');
  await expect(list(page)).toHaveValue('');

  const lines = ['number;carrier;trackingNumber', `${one.number};Pošta;A1`, `${two.number};Pošta;A2`];
  await choose('parcels.csv', Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`));
  await expect(drop).toContainText('parcels.csv');
  await expect(drop.getByRole('alert')).toBeHidden();
  await expect(list(page)).toHaveValue(`${lines.join('\n')}\n`);
  await button(page, 'Preview').click();
  await button(page, 'Mark 2 orders as shipped').click();
  await expect(toast(page, '2 orders shipped')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  expect(await shipmentsOf(shop, one)).toMatchObject([{ carrier: 'Pošta', trackingNumber: 'A1' }]);
});

test('selected orders are filled in, ready for tracking numbers, and shipped with the keyboard alone', async ({
  page,
  shop,
}) => {
  const placed = await placeOrders(shop);
  const [one, two] = placed.orders as [Order, Order];
  await page.goto(`/dashboard/orders?search=${placed.shopper.username}&fulfilment=open&sort=number&direction=asc`);
  for (const { number } of [one, two]) {
    await page.getByRole('checkbox', { name: `Select order ${number}`, exact: true }).press('Space');
  }
  const mark = selected(page).getByRole('button', { name: 'Mark as shipped' });
  await mark.press('Enter');
  await expect(list(page)).toHaveValue(`number,trackingNumber\n${one.number},\n${two.number},`);
  await expect(list(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(mark).toBeFocused();

  await page.keyboard.press('Enter');
  await page.keyboard.type('A1');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.type('A2');
  await expect(list(page)).toHaveValue(`number,trackingNumber\n${one.number},A1\n${two.number},A2`);
  await page.keyboard.press('Tab');
  await expect(button(page, 'Choose a CSV file')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('DHL');
  await page.keyboard.press('Enter');
  await expect(preview(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(button(page, 'Back')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect(rows(page)).toHaveCount(1);
  await expect(selected(page)).toBeHidden();
  await expect(page.getByRole('region', { name: 'Orders' })).toBeFocused();
  expect(await shipmentsOf(shop, two)).toMatchObject([{ carrier: 'DHL', trackingNumber: 'A2' }]);
});

test('a list that is empty or has an unknown column is not previewed', async ({ page, shop }) => {
  const placed = await placeOrders(shop);
  await openDialog(page, placed);
  const changes = watchChanges(page);
  await button(page, 'Preview').click();
  await expect(list(page)).toHaveAccessibleDescription('Paste a list or choose a file');
  await expectNothingSent(page, changes);
  await list(page).fill('number,weight\n1001,5');
  await button(page, 'Preview').click();
  await expect(list(page)).toHaveAccessibleDescription(/^The list has an unknown column/);
  await expect(list(page)).toBeFocused();
});

test('hostile text is shown as text', async ({ page, shop }) => {
  const placed = await placeOrders(shop);
  await openDialog(page, placed);
  const script = '<img src=x onerror="document.title=1">';
  await list(page).fill(`${script}\t${script}\tA1\tjavascript:alert(1)`);
  await button(page, 'Preview').click();
  await expect(preview(page).getByText(script)).toHaveCount(2);
  await expect(preview(page).locator('img, a')).toHaveCount(0);
});

test('after a lost answer, a second try finds the orders shipped', async ({ page, shop }) => {
  const placed = await placeOrders(shop);
  const [one] = placed.orders as [Order, Order];
  await openDialog(page, placed);
  await list(page).fill(`${one.number},DHL,A1`);
  await button(page, 'Preview').click();
  await page.route('**/api/v1/admin/order/shipments', async (route) => {
    await route.fetch();
    await badGateway(route);
  });
  await button(page, 'Mark 1 order as shipped').click();
  await expect(dialog(page).getByRole('alert')).toHaveText('Mark as shipped failed. Please try again.');
  await page.unroute('**/api/v1/admin/order/shipments');
  await button(page, 'Mark 1 order as shipped').click();
  await expect(toast(page, '1 order shipped')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  expect(await shipmentsOf(shop, one)).toHaveLength(1);
});

test('on a phone, the buttons stay in reach while the preview scrolls', async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const placed = await placeOrders(shop);
  await openDialog(page, placed);
  await list(page).fill(
    [placed.orders[0]?.number, ...Array.from({ length: 20 }, (_, index) => 9_000_000 + index)].join('\n'),
  );
  await dialog(page).getByLabel('Carrier').fill('DHL');
  await button(page, 'Preview').click();
  await expect(button(page, 'Mark 1 order as shipped')).toBeInViewport({ ratio: 1 });
  await preview(page).getByRole('row').last().scrollIntoViewIfNeeded();
  await expect(button(page, 'Mark 1 order as shipped')).toBeInViewport({ ratio: 1 });
});

test('the list, its preview and its report are accessible in both themes, at 390 and 1440 px', async ({
  page,
  shop,
}) => {
  const placed = await placeOrders(shop);
  const [one] = placed.orders as [Order, Order];
  await openDialog(page, placed);
  await button(page, 'Preview').click();
  await expectAccessible(page, 'the list');
  await list(page).fill(`${one.number},DHL,A1,https://a.example/1\n9000000,DHL\n,DHL`);
  await button(page, 'Preview').click();
  await expect(preview(page)).toBeVisible();
  await expectAccessible(page, 'the preview');
  await button(page, 'Mark 1 order as shipped').click();
  await expect(preview(page)).toContainText('1 order shipped, 2 not shipped');
  await expectAccessible(page, 'the report');
});
