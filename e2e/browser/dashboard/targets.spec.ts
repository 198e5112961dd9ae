import type { Page } from '@playwright/test';
import { type Shop, shortId } from '../shop.ts';
import { smallTargets } from '../targets.ts';
import { expect, test } from '../test.ts';

test.use({ login: 'admin', languages: ['en', 'de'] });

/** Every screen with something on it: its address. */
async function fill(shop: Shop): Promise<string[]> {
  const shopper = await shop.newAccount();
  const product = await shop.addProduct({
    family: { name: `Phone ${shortId()}`, options: { Color: 'Moss' } },
    stock: 2,
  });
  const { categoryId } = product;
  await shop.addProductOnly({
    categoryId: categoryId._id,
    family: { name: product.family?.name ?? '', options: { Color: 'Sand' } },
  });
  await shop.addAttributes(categoryId._id, [{ code: 'touch', name: 'Touchscreen', type: 'boolean' }]);
  await shop.addComment(product._id, 'Fine', { author: shopper, approved: true });
  const [comment] = await shop.comments(product._id);
  await shop.call('POST', `/comment/${comment?._id}/report`, { body: { reason: 'Spam' } });
  const order = await shop.placeOrder(product, shopper);
  await shop.pay(order);
  await shop.callAsAdmin('POST', '/admin/discount', { code: `TEN${shortId()}`, percent: 10 });
  return [
    '/dashboard',
    '/dashboard/products',
    `/dashboard/products/${product._id}`,
    '/dashboard/add-product',
    `/dashboard/add-product?variant=${product._id}`,
    '/dashboard/import',
    '/dashboard/users',
    `/dashboard/users/${shopper.user._id}`,
    '/dashboard/comments',
    '/dashboard/comments/reports',
    '/dashboard/categories',
    `/dashboard/categories/${categoryId._id}`,
    '/dashboard/terms',
    '/dashboard/orders',
    `/dashboard/orders/${order.id}`,
    '/dashboard/returns',
    '/dashboard/returns/withdrawals',
    '/dashboard/discounts',
    '/dashboard/shipping',
    '/dashboard/vat',
    '/dashboard/shop',
    '/dashboard/duties',
    '/dashboard/pages',
    '/dashboard/pages/guarantee',
    '/dashboard/api-keys',
    '/dashboard/webhooks',
    '/dashboard/feeds',
    '/dashboard/audit-trail',
    '/dashboard/unsent-emails',
  ];
}

/** Waits until everything on the screen has loaded. */
async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
}

test('everything that can be pressed on the screens of the dashboard is at least 24 px large', async ({
  page,
  shop,
}) => {
  for (const address of await fill(shop)) {
    await page.goto(address);
    await settle(page);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.soft.poll(() => page.evaluate(smallTargets), `${address} at ${width} px`).toEqual([]);
    }
  }
});
