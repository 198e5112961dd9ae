import type { Page } from '@playwright/test';
import { expectAccessible, overflow } from '../accessible.ts';
import { type Account, type Shop, shortId } from '../shop.ts';
import { hideWork } from '../steps.ts';
import { storeAccount } from '../storage.ts';
import { expect, test } from '../test.ts';

const ADDRESSES = [
  '/dashboard',
  '/dashboard/add-product',
  '/dashboard/products',
  '/dashboard/import',
  '/dashboard/users',
  '/dashboard/users/any-id',
  '/dashboard/comments',
  '/dashboard/categories',
  '/dashboard/terms',
  '/dashboard/orders',
  '/dashboard/audit-trail',
  '/dashboard/unsent-emails',
  '/dashboard/no-such',
];

for (const role of ['a visitor', 'a user']) {
  test(`${role} is redirected home from every dashboard URL and never fetches its code`, async ({ page, shop }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    if (role === 'a user') await storeAccount(page, await shop.newAccount());
    for (const address of ADDRESSES) {
      await page.goto(address);
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
    expect(requests.filter((path) => isDashboardCode(path) || isAdminCall(path))).toEqual([]);
    // Positive control: both filters match what an admin's browser fetches.
    await storeAccount(page, shop.admin);
    await page.goto('/dashboard');
    await expect(page.getByText('Subscriptions')).toBeVisible();
    expect(requests.filter(isDashboardCode)).not.toEqual([]);
    expect(requests.filter(isAdminCall)).not.toEqual([]);
  });
}

/** Whether a path is a script of the dashboard. */
function isDashboardCode(path: string): boolean {
  const pages =
    'Products|Statistics|Import|Users|EditUser|Comments|Categories|Terms|Orders|AuditTrail|UnsentMails|Discounts|Shipping|Tax|Shop';
  return new RegExp(`Dashboard|(${pages})Page`).test(path);
}

function isAdminCall(path: string): boolean {
  return path.startsWith('/api/v1/admin/');
}

test("only an admin's menu links to the dashboard", async ({ page, shopper: user }) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: user.username }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Profile' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeHidden();
});

test('an admin opens the dashboard from the menu, every screen from the sidebar, and returns home', async ({
  page,
  shop,
}) => {
  const user = shop.admin;
  await storeAccount(page, user);
  await hideWork(page);
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: user.username }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page).toHaveTitle('Dashboard · WebShop');
  await expect(page.getByRole('heading', { level: 1, name: 'Statistics' })).toBeFocused();

  const sidebar = page.getByRole('navigation', { name: 'Dashboard' });
  const entries = await sidebar.getByRole('link').allTextContents();
  expect(entries).toEqual([
    'Statistics',
    'Add Product',
    'Products',
    'Users',
    'Comments',
    'Categories',
    'Terms',
    'Companies',
    'Orders',
    'Returns',
    'Discounts',
    'VAT report',
    'Shipping',
    'VAT',
    'Shop settings',
    'Pages',
    'Legal duties',
    'API keys',
    'Webhooks',
    'Product feeds',
    'Audit trail',
    'Unsent emails',
    'Home',
  ]);

  await expect(sidebar.getByRole('link', { name: 'Statistics' })).toHaveAttribute('aria-current', 'page');
  await sidebar.getByRole('link', { name: 'Products' }).click();
  await expect(page).toHaveURL('/dashboard/products');
  await expect(page).toHaveTitle('Products · WebShop');
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeFocused();
  await expect(sidebar.getByRole('link', { name: 'Statistics' })).not.toHaveAttribute('aria-current');
  await page.getByRole('link', { name: 'Import' }).click();
  await expect(page).toHaveTitle('Import · WebShop');
  await expect(sidebar.getByRole('link', { name: 'Products' })).toHaveAttribute('aria-current', 'page');
  await sidebar.getByRole('link', { name: 'Add Product' }).click();
  await expect(page).toHaveTitle('Add Product · WebShop');
  await page.goBack();
  await expect(page).toHaveURL('/dashboard/import');
  await sidebar.getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL('/');
});

test('the dashboard has no categories and no footer, and uses wide windows', async ({ page, shop }) => {
  await storeAccount(page, shop.admin);
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto('/');
  const header = page.getByRole('banner');
  const parts = [header.getByRole('button', { name: 'Categories' }), page.getByRole('contentinfo')];
  for (const part of parts) await expect(part).toBeVisible();
  await page.goto('/dashboard/products');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const part of parts) await expect(part).toBeHidden();
  await expect(header.getByRole('link', { name: 'WebShop' })).toBeVisible();
  await expect(header.getByLabel('Currency')).toBeVisible();
  await expect(header.getByRole('button', { name: shop.admin.username })).toBeVisible();
  const table = await page.getByRole('region', { name: 'Products' }).boundingBox();
  expect(table?.width).toBeGreaterThan(1300);
});

test('an unknown dashboard URL shows an error within the frame', async ({ page, shop }) => {
  await storeAccount(page, shop.admin);
  await page.goto('/dashboard/no-such');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible();
});

/** Opens a screen and waits for its session check, so that the next call is the test's. */
async function openComplete(
  page: Page,
  address: string,
  expectComplete: (page: Page) => Promise<unknown>,
): Promise<void> {
  const checked = page.waitForResponse('**/api/v1/user/getSingleUser');
  await page.goto(address);
  await checked;
  await expectComplete(page);
}

test('an admin who loses the role is redirected home at the next call', async ({ page, shop }) => {
  const other = await shop.newAccount('admin');
  await storeAccount(page, other);
  await openComplete(page, '/dashboard', () => expect(page.getByText('Subscriptions')).toBeVisible());
  await shop.callAsAdmin('PUT', '/admin/user', { email: other.email, role: 'user' });
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Products' }).click();
  await expect(page).toHaveURL('/');
});

type Form = {
  address: (shop: Shop, account: Account) => Promise<string>;
  expectComplete: (page: Page) => Promise<unknown>;
  field: string;
  send: string;
};

const forms: Record<string, Form> = {
  'a product': {
    address: async (shop) => `/dashboard/products/${(await shop.addProduct())._id}`,
    expectComplete: async (page) => {
      await expect(page.getByRole('img', { name: 'Picture 1' })).toBeVisible();
      await expect(page.getByLabel('Category')).not.toHaveValue('');
    },
    field: 'Title',
    send: 'Save',
  },
  'a user': {
    address: async (_shop, { user }) => `/dashboard/users/${user._id}`,
    expectComplete: (page) => expect(page.getByLabel('City')).toBeVisible(),
    field: 'City',
    send: 'Save',
  },
  'a category': {
    address: async (shop) => {
      const categoryName = `Category ${shortId()}`;
      await shop.addCategory(categoryName);
      return `/dashboard/categories?search=${encodeURIComponent(categoryName)}`;
    },
    expectComplete: async (page) => {
      await expect(page.getByRole('button', { name: /^Edit Category / })).toBeVisible();
      await page.getByRole('button', { name: 'Add category' }).click();
    },
    field: 'Category Name',
    send: 'Add',
  },
};

for (const [name, { address, expectComplete, field, send }] of Object.entries(forms)) {
  test(`an admin who loses the role is redirected home when submitting ${name}`, async ({ page, shop }) => {
    const other = await shop.newAccount('admin');
    await storeAccount(page, other);
    await openComplete(page, await address(shop, other), expectComplete);
    await page.getByLabel(field).fill('Something else');
    await shop.callAsAdmin('PUT', '/admin/user', { email: other.email, role: 'user' });
    await page.getByRole('button', { name: send, exact: true }).click();
    await expect(page).toHaveURL('/');
  });
}

test('a deactivated admin is logged out at the next call', async ({ page, shop, product }) => {
  const other = await shop.newAccount('admin');
  await storeAccount(page, other);
  const table = `/dashboard/products?categoryId=${product.categoryId._id}`;
  await openComplete(page, table, () =>
    expect(page.getByRole('link', { name: `Edit ${product.title}` })).toBeVisible(),
  );
  await shop.callAsAdmin('PUT', '/admin/user', { email: other.email, status: false });
  await page.getByRole('searchbox', { name: 'Search products' }).fill('laptop');
  await expect(page.getByText('Your session has expired. Please log in again.')).toBeVisible();
  await expect(page).toHaveURL('/authorization');
});

test('on a phone a button above the content opens the navigation, with the current link in view', async ({
  page,
  shop,
}) => {
  await storeAccount(page, shop.admin);
  await page.setViewportSize({ width: 390, height: 800 });
  const title = `Product ${shortId()}`;
  const categoryId = await shop.importProducts([{ title, price: 10 }]);
  const screens = {
    '/dashboard': page.getByText('Subscriptions'),
    '/dashboard/add-product': page.locator(`option[value="${categoryId}"]`),
    [`/dashboard/products?categoryId=${categoryId}`]: page.getByRole('link', { name: `Edit ${title}` }),
    '/dashboard/import': page.getByText('products.jsonl').first(),
  };
  for (const [address, content] of Object.entries(screens)) {
    await page.goto(address);
    const navigation = page.getByRole('navigation', { name: 'Dashboard' });
    const current = navigation.locator('[aria-current=page]');
    const menu = navigation.getByRole('button', { name: 'Dashboard menu' });
    await expect(current).toBeHidden();
    await menu.click();
    await expect(current).toBeInViewport({ ratio: 1 });
    await expect(content).toBeAttached();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');
    await expect(current).toBeHidden();
    await expect(menu).toBeFocused();
  }
  const menu = page.getByRole('button', { name: 'Dashboard menu' });
  await menu.click();
  await expectAccessible(page, 'the menu', [390]);
  await page.getByRole('link', { name: 'Comments' }).click();
  await expect(page).toHaveURL('/dashboard/comments');
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
});

test('the sidebar counts what waits, and again after each change', async ({ page, shop, product }) => {
  await storeAccount(page, shop.admin);
  await shop.addComment(product._id, 'Fine');
  const work = { ordersToShip: 1204, ordersToCollect: 3, commentsWaiting: 13, unsentMails: 0 };
  await page.route('**/api/v1/admin/work', (route) => route.fulfill({ json: { status: 'success', ...work } }));
  await page.goto('/dashboard');
  const sidebar = page.getByRole('navigation', { name: 'Dashboard' });
  await expect(sidebar.getByRole('link', { name: 'Orders 1,204 to ship', exact: true })).toBeVisible();
  await expect(sidebar.getByRole('link', { name: 'Comments 13 to moderate', exact: true })).toBeVisible();
  await expect(sidebar.getByRole('link', { name: 'Unsent emails', exact: true })).toBeVisible();
  await expectAccessible(page, 'the badges', [1440]);

  work.commentsWaiting = 12;
  await sidebar.getByRole('link', { name: 'Comments' }).click();
  await page
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click();
  await expect(sidebar.getByRole('link', { name: 'Comments 12 to moderate', exact: true })).toBeVisible();
});
