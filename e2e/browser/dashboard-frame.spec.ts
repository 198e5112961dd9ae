import type { Page } from '@playwright/test';
import { overflow } from './accessible.ts';
import { adminCall, becomeAdmin, becomeUser } from './dashboard.ts';
import { productAt } from './steps.ts';
import { expect, test } from './test.ts';

const ADDRESSES = [
  '/dashboard',
  '/dashboard/add-product',
  '/dashboard/products',
  '/dashboard/import',
  '/dashboard/users',
  '/dashboard/users/any-id',
  '/dashboard/comments',
  '/dashboard/categories',
  '/dashboard/orders',
  '/dashboard/audit-trail',
  '/dashboard/no-such',
];

for (const [who, become] of [
  ['a visitor', async () => {}],
  ['a user', becomeUser],
] as const) {
  test(`${who} is led home from every address of the dashboard, and its code is never fetched`, async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
    await become(page);
    for (const address of ADDRESSES) {
      await page.goto(address);
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('link', { name: 'View Product' }).first()).toBeVisible();
    }
    const screens = /Dashboard|(Products|Statistics|Import|Users|EditUser|Comments|Categories|Orders|AuditTrail)Page/;
    expect(scripts.filter((path) => screens.test(path))).toEqual([]);
    expect(scripts.filter((path) => path.includes('/admin/'))).toEqual([]);
  });
}

test('only an admin’s menu leads to the dashboard', async ({ page }) => {
  const { user } = await becomeUser(page);
  await page.goto('/');
  await page.getByRole('banner').getByRole('button', { name: user.username }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Profile' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeHidden();
});

test('an admin goes to the dashboard by the menu, through its sidebar, and home', async ({ page }) => {
  const { user } = await becomeAdmin(page);
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
    'Orders',
    'Audit trail',
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

test('an address below the dashboard that leads nowhere says so within its frame', async ({ page }) => {
  await becomeAdmin(page);
  await page.goto('/dashboard/no-such');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible();
});

/** Opens a screen, and waits until it is whole and the shop has told who looks at it: the next call is the test's own. */
async function openWhole(page: Page, address: string, whole: (page: Page) => Promise<unknown>): Promise<void> {
  const known = page.waitForResponse('**/api/v1/user/getSingleUser');
  await page.goto(address);
  await known;
  await whole(page);
}

test('who is an admin no longer is led home with the next call', async ({ page, query }) => {
  const becomeOther = (email: string) =>
    query(`update user_account set role = 'admin' where email = $1`, [email]).then(() => {});
  const { user } = await becomeUser(page, becomeOther);
  await openWhole(page, '/dashboard', () => expect(page.getByText('Subscriptions')).toBeVisible());
  await query(`update user_account set role = 'user' where id = $1`, [user._id]);
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Products' }).click();
  await expect(page).toHaveURL('/');
});

type Form = {
  address: (page: Page, userId: string) => Promise<string>;
  whole: (page: Page) => Promise<unknown>;
  field: string;
  send: string;
};

const forms: Record<string, Form> = {
  'a product': {
    // One whose picture is ready: that of a new one would be asked for again and again.
    address: async (page) => `/dashboard/products/${(await productAt(page, 0))._id}`,
    whole: async (page) => {
      await expect(page.getByRole('img', { name: 'The product as it is shown now' })).toBeVisible();
      await expect(page.getByRole('option', { name: 'Laptops' })).toBeAttached();
    },
    field: 'Title',
    send: 'Save',
  },
  'a user': {
    address: async (_page, userId) => `/dashboard/users/${userId}`,
    whole: (page) => expect(page.getByLabel('City')).toBeVisible(),
    field: 'City',
    send: 'Save',
  },
  'a category': {
    address: async () => '/dashboard/categories?search=Laptops',
    whole: async (page) => {
      await expect(page.getByRole('button', { name: 'Edit Laptops' })).toBeVisible();
      await page.getByRole('button', { name: 'Add Category' }).click();
    },
    field: 'Category Name',
    send: 'Add',
  },
};

for (const [name, { address, whole, field, send }] of Object.entries(forms)) {
  test(`who is an admin no longer is led home when they send the form of ${name}`, async ({ page, query }) => {
    const { user } = await becomeUser(page, (email) =>
      query(`update user_account set role = 'admin' where email = $1`, [email]).then(() => {}),
    );
    await openWhole(page, await address(page, user._id), whole);
    await page.getByLabel(field).fill('Something else');
    await query(`update user_account set role = 'user' where id = $1`, [user._id]);
    await page.getByRole('button', { name: send, exact: true }).click();
    await expect(page).toHaveURL('/');
  });
}

test('who is set inactive is logged out with the next call', async ({ page, query }) => {
  const becomeOther = (email: string) =>
    query(`update user_account set role = 'admin' where email = $1`, [email]).then(() => {});
  const { user } = await becomeUser(page, becomeOther);
  // Products whose pictures are ready: a table with new ones would look at them again, and might be the first to be refused.
  await openWhole(page, '/dashboard/products?search=Sample', () =>
    expect(page.getByRole('link', { name: /^Edit/ }).first()).toBeVisible(),
  );
  await adminCall(page, 'PUT', '/admin/user', { email: user.email, username: user.username, status: false });
  await page.getByRole('searchbox', { name: 'Search products' }).fill('laptop');
  await expect(page.getByText('Your session has expired. Please log in again.')).toBeVisible();
  await expect(page).toHaveURL('/authorization');
});

test('on a phone the ways through the dashboard lie above the screen, the current one in view', async ({ page }) => {
  await becomeAdmin(page);
  await page.setViewportSize({ width: 390, height: 800 });
  for (const address of ['/dashboard', '/dashboard/add-product', '/dashboard/products', '/dashboard/import']) {
    await page.goto(address);
    const current = page.getByRole('navigation', { name: 'Dashboard' }).locator('[aria-current=page]');
    await expect(current).toBeInViewport({ ratio: 1 });
    await page.waitForLoadState('networkidle');
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  }
});
