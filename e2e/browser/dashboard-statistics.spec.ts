import type { Page } from '@playwright/test';
import type { StatisticsView } from '#contract/statistics.ts';
import { badGateway, madeUpStatistics } from './steps.ts';
import { expect, test } from './test.ts';

test.use({ login: 'admin' });

async function openWith(page: Page, view: StatisticsView): Promise<void> {
  await page.route('**/api/v1/admin/statistics', (route) => route.fulfill({ json: { status: 'success', ...view } }));
  await page.goto('/dashboard');
}

const card = (page: Page, name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd');

test("the cards show the shop's counts, with Emails 0 and Subscriptions N/A", async ({ page, shop }) => {
  await shop.addProductOnly();
  const { total: users } = await shop.callAsAdmin('GET', '/admin/user?page=1');
  const { total: products } = await shop.callAsAdmin('GET', '/admin/product?page=1');
  await page.goto('/dashboard');
  await expect(card(page, 'Users')).toHaveText(String(users));
  await expect(card(page, 'Products')).toHaveText(String(products));
  await expect(card(page, 'Emails')).toHaveText('0');
  await expect(card(page, 'Subscriptions')).toHaveText('N/A');
});

test('orders and revenue have a daily chart, a text summary and a table', async ({ page }) => {
  await openWith(
    page,
    madeUpStatistics({ '2026-11-03': { orders: 12, revenue: 1250.5 }, '2026-11-20': { orders: 2, revenue: 99.5 } }),
  );
  const revenue = page.getByRole('img', { name: /^Revenue by day/ });
  await expect(revenue).toHaveAccessibleName('Revenue by day: 1,350.00€ in 30 days, peaking on Nov 3 at 1,250.50€');
  const orders = page.getByRole('img', { name: /^Paid orders by day/ });
  await expect(orders).toHaveAccessibleName('Paid orders by day: 14 in 30 days, peaking on Nov 3 at 12');
  await expect(revenue.locator('title', { hasText: 'Nov 20: 99.50€' })).toBeAttached();
  await expect(page.getByText('Not enough orders to show a trend.')).toBeHidden();

  await page.getByText('View as table').click();
  const table = page.getByRole('table', { name: 'Paid orders and revenue by day' });
  await expect(table.getByRole('row')).toHaveCount(31);
  await expect(table.getByRole('row', { name: 'Nov 3 12 1,250.50€' })).toBeVisible();
});

test('a few orders show no trend, and no orders show no chart', async ({ page }) => {
  await openWith(page, madeUpStatistics({ '2026-11-03': { orders: 9, revenue: 90 } }));
  await expect(page.getByText('Not enough orders to show a trend.')).toBeVisible();
  await openWith(page, madeUpStatistics({}));
  await expect(page.getByText('No paid orders in this period.')).toBeVisible();
  await expect(page.getByRole('img', { name: /^Revenue by day/ })).toBeHidden();
});

test('orders and pending comments link to their tables, best sellers to the shop', async ({ page }) => {
  const view = madeUpStatistics({});
  await openWith(page, view);
  const states = page.getByRole('region', { name: 'Orders by status' });
  await expect(states.getByRole('listitem')).toHaveText(['Pending3', 'Paid1,200', 'Failed2', 'Canceled1', 'Refunded4']);
  await expect(states.getByRole('link', { name: 'Paid' })).toHaveAttribute('href', '/dashboard/orders?state=paid');
  const waiting = states.getByRole('link', { name: '7 comments awaiting approval' });
  await expect(waiting).toHaveAttribute('href', '/dashboard/comments?status=waiting');
  const rated = page.getByRole('region', { name: 'Top rated' });
  await expect(rated.getByRole('listitem')).toHaveText(/Well liked4\.[89]20 ratings/);
  await expect(rated.getByRole('link')).toHaveAttribute('href', `/product/${view.bestRated[0]?.productId}`);
  const selling = page.getByRole('region', { name: 'Best sellers' });
  await expect(selling.getByRole('listitem')).toHaveText([
    'Much bought1,300 sold',
    'Bought once (no longer sold)1 sold',
  ]);
  await expect(selling.getByRole('link')).toHaveCount(1);
});

test('a new shop shows empty lists', async ({ page }) => {
  await openWith(page, { ...madeUpStatistics({}), commentsWaiting: 0, bestRated: [], bestSelling: [] });
  await expect(page.getByText('No ratings yet')).toBeVisible();
  await expect(page.getByText('No sales yet')).toBeVisible();
  await expect(page.getByText('No comments awaiting approval')).toBeVisible();
});

test('a failed load shows why and can be retried', async ({ page }) => {
  await page.route('**/api/v1/admin/statistics', badGateway, { times: 1 });
  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByText('Request failed. Please try again.')).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(card(page, 'Emails')).toHaveText('0');
});
