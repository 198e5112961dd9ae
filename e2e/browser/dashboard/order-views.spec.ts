import type { Locator, Page } from '@playwright/test';
import { VIEW_NAME_MAX } from '#contract/users/saved-views.ts';
import type { WorkView } from '#contract/users/work.ts';
import { expectAccessible } from '../accessible.ts';
import { type Account, type Shop, shortId } from '../shop.ts';
import { badGateway, toast } from '../steps.ts';
import { storeAccount } from '../storage.ts';
import { expect, test } from '../test.ts';

const views = (page: Page) => page.getByRole('navigation', { name: 'Views' });
const viewLink = (page: Page, name: string) => views(page).getByRole('link', { name });
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

/** Opens the orders as a new admin, who has no views yet. */
async function open(page: Page, shop: Shop, query = ''): Promise<Account> {
  const admin = await shop.newAccount('admin');
  await storeAccount(page, admin);
  await page.goto(`/dashboard/orders${query}`);
  await expect(viewLink(page, 'All orders')).toBeVisible();
  return admin;
}

/** Saves what the page shows as a view. */
async function save(page: Page, name: string): Promise<void> {
  await button(page, 'Save view').click();
  await dialog(page).getByLabel('Name').fill(name);
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(viewLink(page, name)).toBeVisible();
}

/** Moves the focus with the Tab key. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  while (!(await target.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab');
}

test('built-in views are links that show a part of the orders', async ({ page, shop }) => {
  await open(page, shop);
  await expect(viewLink(page, 'All orders')).toHaveAttribute('aria-current', 'page');
  await expect(button(page, 'Save view')).toBeHidden();
  await viewLink(page, 'To ship').click();
  await expect(page).toHaveURL(/state=paid&fulfilment=open&method=shipping&sort=date&direction=asc/);
  await expect(viewLink(page, 'To ship')).toHaveAttribute('aria-current', 'page');
  await expect(page.getByLabel('Status')).toHaveValue('paid');
  await expect(page.getByLabel('Delivery')).toHaveValue('open');
  await expect(page.getByLabel('Shipping or pickup')).toHaveValue('shipping');
  await page.goBack();
  await expect(viewLink(page, 'All orders')).toHaveAttribute('aria-current', 'page');
});

test('an order to ship leaves its view once it is shipped, and one to collect has a view of its own', async ({
  page,
  shop,
}) => {
  const shopper = await shop.newAccount();
  const product = await shop.addProduct();
  const pickup = await shop.placeOrder(product, shopper);
  await shop.pay(pickup);
  const method = { code: `van-${shortId()}`, name: 'Van', price: 5, minDays: 1, maxDays: 2 };
  await shop.callAsAdmin('POST', '/admin/shipping-method', method);
  const delivery = { name: 'Ada', address: 'Main Street 1', city: 'Novi Sad', postCode: '21000', country: 'RS' };
  const items = [{ productId: product._id, count: 1 }];
  const body = { items, currency: 'EUR', amount: product.price + 5, shippingMethod: method.code, delivery };
  const { orderId, number, clientSecret } = (await shop.call('POST', '/payment', { token: shopper.token, body })).body;
  await shop.pay({ id: orderId, number, clientSecret });
  for (const order of [pickup, { number }]) {
    await expect.poll(async () => (await shop.readOrder(order)).state).toBe('paid');
  }
  await open(page, shop, `?search=${shopper.username}`);
  const numbers = page.locator('tbody tr').getByRole('link', { name: /^Order \d/ });
  await expect(numbers).toHaveCount(2);
  await viewLink(page, 'To ship').click();
  await page.getByRole('searchbox').fill(shopper.username);
  await expect(numbers).toHaveText([`Order ${number}`]);
  await viewLink(page, 'To collect').click();
  await page.getByRole('searchbox').fill(shopper.username);
  await expect(numbers).toHaveText([`Order ${pickup.number}`]);
  await shop.callAsAdmin('POST', `/admin/order/${orderId}/shipment`, { carrier: 'DHL' });
  await viewLink(page, 'To ship').click();
  await page.getByRole('searchbox').fill(shopper.username);
  await expect(page.getByText('No orders match')).toBeVisible();
});

test('an admin names filters, finds them on another device, changes and deletes them', async ({
  page,
  shop,
  browser,
}) => {
  const admin = await open(page, shop, '?page=2&pageSize=50');
  await page.getByLabel('Country').selectOption('DE');
  await page.getByRole('searchbox').fill('Berlin');
  await expect(page).toHaveURL(/search=Berlin/);
  await save(page, '  Berlin ');
  await expect(toast(page, 'View saved')).toBeVisible();
  await expect(viewLink(page, 'Berlin')).toHaveAttribute('aria-current', 'page');
  await expect(button(page, 'Rename Berlin')).toBeFocused();
  await expect(button(page, 'Save view')).toBeHidden();

  const other = await (await browser.newContext({ baseURL: shop.url })).newPage();
  await storeAccount(other, admin);
  await other.goto('/dashboard/orders');
  await viewLink(other, 'Berlin').click();
  await expect(other.getByLabel('Country')).toHaveValue('DE');
  await expect(other.getByRole('searchbox')).toHaveValue('Berlin');
  await other.context().close();

  // The view stays active while its filters are changed, also after a reload.
  await page.getByLabel('Status').selectOption('Paid');
  await expect(viewLink(page, 'Berlin')).toContainText('edited');
  await page.reload();
  await expect(viewLink(page, 'Berlin')).toContainText('edited');
  await button(page, 'Save changes to Berlin').click();
  await expect(toast(page, 'View updated')).toBeVisible();
  await expect(viewLink(page, 'Berlin')).not.toContainText('edited');
  await expect(button(page, 'Rename Berlin')).toBeFocused();
  await viewLink(page, 'All orders').click();
  await expect(page).toHaveURL(/\/dashboard\/orders\?pageSize=50$/);
  await viewLink(page, 'Berlin').click();
  await expect(page.getByLabel('Status')).toHaveValue('paid');

  // Changed filters can become a view of their own.
  await page.getByLabel('Country').selectOption('RS');
  await button(page, 'Save as new view').click();
  await dialog(page).getByLabel('Name').fill('BERLIN');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByLabel('Name')).toHaveAccessibleDescription('You already have a view with this name');
  await dialog(page).getByLabel('Name').fill('Serbia');
  await page.keyboard.press('Enter');
  await expect(viewLink(page, 'Serbia')).toHaveAttribute('aria-current', 'page');
  await viewLink(page, 'Berlin').click();
  await expect(page.getByLabel('Country')).toHaveValue('DE');

  await button(page, 'Rename Berlin').click();
  await expect(dialog(page).getByLabel('Name')).toHaveValue('Berlin');
  await dialog(page).getByLabel('Name').fill('Germany');
  await page.keyboard.press('Enter');
  await expect(viewLink(page, 'Germany')).toHaveAttribute('aria-current', 'page');
  await expect(button(page, 'Rename Germany')).toBeFocused();

  await button(page, 'Delete Germany').click();
  await expect(dialog(page)).toContainText("Germany will be permanently deleted. Orders aren't affected.");
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'View deleted')).toBeVisible();
  await expect(viewLink(page, 'Germany')).toBeHidden();
  // What it showed stays, and can be saved again.
  await expect(page.getByLabel('Country')).toHaveValue('DE');
  await expect(button(page, 'Save view')).toBeFocused();
  await expect(page).not.toHaveURL(/view=/);
});

test('a view needs a name, and shows why it cannot be saved', async ({ page, shop }) => {
  await open(page, shop, '?state=paid');
  await button(page, 'Save view').click();
  await expect(dialog(page).getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Name')).toHaveAccessibleDescription('Name is required');
  await page.route('**/api/v1/admin/order-view', badGateway);
  await dialog(page).getByLabel('Name').fill('Paid');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Save view failed. Please try again.')).toBeVisible();
  await expect(dialog(page)).toBeVisible();
});

test('on phones, the active view is in view', async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  const { promise: counted, resolve: showCounts } = Promise.withResolvers<void>();
  await page.route('**/api/v1/admin/work', async (route) => {
    await counted;
    const returns = { returnsRequested: 0, returnsOverdue: 0, withdrawalsWaiting: 0 };
    const none = { ...returns, commentsWaiting: 0, reportsOpen: 0, unsentMails: 0, dutiesOpen: 0 };
    const work: WorkView = { ordersToShip: 123_456, ordersToCollect: 123_456, ...none };
    await route.fulfill({ json: { status: 'success', ...work } });
  });
  await open(page, shop, '?state=refunded');
  await expect(viewLink(page, 'Refunded')).toBeInViewport({ ratio: 1 });
  showCounts();
  await expect(viewLink(page, 'To ship 123,456')).toBeAttached();
  await expect(viewLink(page, 'Refunded')).toBeInViewport({ ratio: 1 });
  await viewLink(page, 'All orders').click();
  await expect(viewLink(page, 'All orders')).toBeInViewport({ ratio: 1 });
});

test('views without the server: the built-in ones work', async ({ page, shop }) => {
  await page.route('**/api/v1/admin/order-view', badGateway);
  await open(page, shop);
  await viewLink(page, 'Refunded').click();
  await expect(page).toHaveURL(/state=refunded$/);
});

test('an admin saves and opens a view with the keyboard alone', async ({ page, shop }) => {
  await open(page, shop, '?state=failed');
  await tabTo(page, button(page, 'Save view'));
  await page.keyboard.press('Enter');
  await page.keyboard.type('Failed ones');
  await page.keyboard.press('Enter');
  await expect(button(page, 'Rename Failed ones')).toBeFocused();
  await page.reload();
  await tabTo(page, viewLink(page, 'All orders'));
  await page.keyboard.press('Enter');
  await expect(viewLink(page, 'All orders')).toHaveAttribute('aria-current', 'page');
  await tabTo(page, viewLink(page, 'Failed ones'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/state=failed/);
});

test('views are accessible in both themes, also many with long names', async ({ page, shop }) => {
  const admin = await open(page, shop, '?state=paid');
  for (let index = 0; index < 12; index++) {
    const body = { name: `${index} ${'W'.repeat(VIEW_NAME_MAX - 3)}`, query: `search=${index}` };
    expect((await shop.call('POST', '/admin/order-view', { token: admin.token, body })).status).toBe(200);
  }
  await page.reload();
  await save(page, 'Paid');
  await page.getByLabel('Country').selectOption('RS');
  await expect(viewLink(page, 'Paid')).toContainText('edited');
  await expectAccessible(page, 'the views');
  await button(page, 'Save as new view').click();
  await expectAccessible(page, 'the dialog of a view');
});
