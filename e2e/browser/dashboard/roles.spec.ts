import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { type Account, shortId } from '../shop.ts';
import { hideWork } from '../steps.ts';
import { storeAccount } from '../storage.ts';
import { expect, test } from '../test.ts';
import { rowOf } from './table.ts';

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' });
const refusal = (page: Page) => page.getByText("Your role doesn't include this page");

const screens = {
  Statistics: '/dashboard',
  'Add Product': '/dashboard/add-product',
  Products: '/dashboard/products',
  Users: '/dashboard/users',
  Comments: '/dashboard/comments',
  Categories: '/dashboard/categories',
  Terms: '/dashboard/terms',
  Companies: '/dashboard/companies',
  Orders: '/dashboard/orders',
  Returns: '/dashboard/returns',
  Discounts: '/dashboard/discounts',
  Shipping: '/dashboard/shipping',
  VAT: '/dashboard/vat',
  'Shop settings': '/dashboard/shop',
  Pages: '/dashboard/pages',
  'Legal duties': '/dashboard/duties',
  'API keys': '/dashboard/api-keys',
  Webhooks: '/dashboard/webhooks',
  'Product feeds': '/dashboard/feeds',
  'Audit trail': '/dashboard/audit-trail',
  'Unsent emails': '/dashboard/unsent-emails',
};

const roles = [
  {
    role: 'catalogue',
    first: 'Products',
    entries: ['Add Product', 'Products', 'Categories', 'Terms', 'Companies', 'Product feeds'],
  },
  { role: 'orders', first: 'Orders', entries: ['Orders', 'Returns'] },
  { role: 'support', first: 'Users', entries: ['Users', 'Comments', 'Orders', 'Returns', 'Unsent emails'] },
] as const;

for (const { role, first, entries } of roles) {
  test(`the role ${role} opens its screens and no others`, async ({ page, shop }) => {
    const account = await shop.newAccount(role);
    await storeAccount(page, account);
    await hideWork(page);
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(response.url());
    });
    await page.goto('/');
    await page.getByRole('banner').getByRole('button', { name: account.username }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
    await expect(page).toHaveURL(screens[first]);
    await expect(sidebar(page).getByRole('link')).toHaveText([...entries, 'Home']);
    // The first screen is open already.
    const rest = entries.filter((entry) => entry !== first);
    for (const entry of rest.length > 0 ? [...rest, first] : []) {
      await sidebar(page).getByRole('link', { name: entry, exact: true }).click();
      await expect(page).toHaveURL(screens[entry]);
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await expect(refusal(page)).toBeHidden();
    }
    const others = Object.entries(screens).filter(
      ([name]) => name !== 'Statistics' && !entries.some((own) => own === name),
    );
    for (const [, address] of others) {
      await page.goto(address);
      await expect(refusal(page)).toBeVisible();
    }
    await page.getByRole('link', { name: 'Go to your dashboard' }).click();
    await expect(page).toHaveURL(screens[first]);
    expect(refused).toEqual([]);
  });
}

test('support reads orders and notes them, but neither ships, refunds nor exports', async ({ page, shop, product }) => {
  const shopper = await shop.newAccount();
  const order = await shop.placeOrder(product, shopper);
  await shop.pay(order);
  const address = `/dashboard/orders/${(await shop.readOrder(order))._id}`;
  await storeAccount(page, await shop.newAccount('support'));
  await page.goto(`/dashboard/orders?search=${order.number}`);
  await expect(rowOf(page, shopper.username)).toBeVisible();
  await expect(page.getByRole('link', { name: shopper.username })).toBeVisible();
  for (const name of ['Export CSV', 'Ship from list', `More actions for order ${order.number}`]) {
    await expect(page.getByRole('button', { name })).toBeHidden();
  }
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.goto(address);
  await page.getByLabel('Note for the team').fill('Called twice');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByText('Note added')).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Documents' }).getByRole('button', { name: /^Download/ }),
  ).toBeVisible();
  for (const name of ['Packing slip', 'Mark as collected', 'Refund items or an amount']) {
    await expect(page.getByRole('button', { name })).toBeHidden();
  }
  // Positive control: the same page for those who fulfil orders, who don't read users.
  await storeAccount(page, await shop.newAccount('orders'));
  await page.goto(address);
  for (const name of ['Packing slip', 'Mark as collected', 'Refund items or an amount']) {
    await expect(page.getByRole('button', { name })).toBeVisible();
  }
  await expect(page.getByText(shopper.username, { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: shopper.username })).toBeHidden();
});

async function openUser(page: Page, editor: Account, { user }: Account): Promise<void> {
  await storeAccount(page, editor);
  await page.goto(`/dashboard/users/${user._id}`);
}

test('an admin chooses a role by what it may do', async ({ page, shop }) => {
  const account = await shop.newAccount();
  await openUser(page, shop.admin, account);
  const role = page.getByLabel('Role');
  await expect(role.getByRole('option')).toHaveText(['User', 'Support', 'Orders', 'Catalogue', 'Admin']);
  await role.selectOption('Orders');
  await expect(role).toHaveAccessibleDescription('Ships, refunds and exports orders, and adds notes.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('User updated')).toBeVisible();
  await page.goto(`/dashboard/users?role=orders&search=${account.username}`);
  await expect(rowOf(page, account.username)).toContainText('orders');
  await page.goto('/dashboard/audit-trail?subject=user');
  await expect(page.locator('tbody tr').first()).toContainText(account.username);
});

test('only owners change the accounts of owners', async ({ page, shop }) => {
  const owner = await shop.newAccount('owner');
  const colleague = await shop.newAccount('owner');
  await storeAccount(page, shop.admin);
  await page.goto(`/dashboard/users?search=${owner.username}`);
  await page.getByRole('link', { name: `View ${owner.username}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'View user' })).toBeVisible();
  await expect(page.getByText('Only owners can change this account.')).toBeVisible();
  for (const label of ['Username', 'Status', 'Role', 'City']) await expect(page.getByLabel(label)).toBeDisabled();
  await expect(page.getByLabel('Role')).toHaveValue('owner');
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden();
  await expectAccessible(page, 'an account that can only be read');
  await openUser(page, owner, colleague);
  await page.getByLabel('Role').selectOption('Support');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('User updated')).toBeVisible();
});

test("support edits customers' accounts, and only reads those of colleagues", async ({ page, shop }) => {
  const name = `Person ${shortId()}`;
  const [customer, colleague] = [await shop.newAccount(), await shop.newAccount('orders')];
  for (const { email } of [customer, colleague])
    await shop.callAsAdmin('PUT', '/admin/user', { email, firstName: name });
  await storeAccount(page, await shop.newAccount('support'));
  await page.goto(`/dashboard/users?search=${encodeURIComponent(name)}`);
  await expect(page.getByRole('link', { name: `View ${colleague.username}` })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  await page.getByRole('link', { name: `Edit ${customer.username}` }).click();
  await expect(page.getByLabel('Role')).toBeDisabled();
  await page.getByLabel('City').fill('Novi Sad');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('User updated')).toBeVisible();
});

test('a role that changes while the dashboard is open applies at the next call', async ({ page, shop }) => {
  const account = await shop.newAccount('orders');
  await storeAccount(page, account);
  // Otherwise, the sidebar's next request could be the next call.
  await hideWork(page);
  await page.goto('/dashboard/orders');
  await expect(page.getByRole('button', { name: 'Ship from list' })).toBeVisible();
  // A call that is still under way would be the next one.
  await page.waitForLoadState('networkidle');
  await shop.callAsAdmin('PUT', '/admin/user', { email: account.email, role: 'catalogue' });
  await page.getByRole('searchbox', { name: 'Search orders' }).fill('1');
  await expect(refusal(page)).toBeVisible();
  await expect(sidebar(page).getByRole('link')).toHaveText([
    'Add Product',
    'Products',
    'Categories',
    'Terms',
    'Companies',
    'Product feeds',
    'Home',
  ]);
  await expectAccessible(page, 'a screen that the role does not include');
});
