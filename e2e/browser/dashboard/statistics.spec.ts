import type { Page } from '@playwright/test';
import type { SalesView, StatisticsView } from '#contract/orders/statistics.ts';
import type { CurrencyCode } from '#contract/values/money.ts';
import { expectAccessible } from '../accessible.ts';
import { badGateway } from '../steps.ts';
import { expect, test } from '../test.ts';
import { madeUpStatistics } from './statistics.ts';

test.use({ login: 'admin' });

async function openWith(page: Page, view: StatisticsView): Promise<void> {
  await page.route(/admin\/(statistics|work)$/, (route) => route.fulfill({ json: { status: 'success', ...view } }));
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
  const table = page.getByRole('table', { name: 'Sales by day in EUR' });
  await expect(table.getByRole('row')).toHaveCount(31);
  await expect(table.getByRole('row', { name: 'Nov 3 12 1,250.50€ 0.00€' })).toBeVisible();
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

/** The sales of a month in another currency than the euro. */
function sold(
  currency: CurrencyCode,
  orders: number,
  revenue: number,
  refund?: { refunds: number; refunded: number },
): SalesView {
  const [euros] = madeUpStatistics({ '2026-11-20': { orders, revenue } }).sales;
  if (euros === undefined) throw new Error('There are no euros');
  return { ...euros, currency, ...refund };
}

test('each currency has its own figures, and the chosen one, kept in the URL, the chart', async ({ page }) => {
  const view = madeUpStatistics({ '2026-11-03': { orders: 12, revenue: 1250.5 } });
  view.sales.push(sold('USD', 4, 5000, { refunds: 3, refunded: 125.5 }));
  view.sales.push(sold('RSD', 0, 0));
  await openWith(page, view);
  const choices = page.getByRole('group', { name: 'Currency of the chart' });
  await expect(choices.getByRole('radio')).toHaveCount(2);
  await expect(choices.getByRole('radio', { name: 'EUR' })).toBeChecked();
  await expect(choices.locator('dl').first()).toHaveText('Revenue1,250.50€Paid orders12Average order104.21€Refunds0');
  await expect(choices.locator('dl').last()).toHaveText(
    'Revenue$5,000.00Paid orders4Average order$1,250.00Refunds3Refunded$125.502.5% of revenueAfter refunds$4,874.50',
  );

  await choices.getByRole('radio', { name: 'EUR' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/\?currency=USD$/);
  await expect(page.getByRole('img', { name: /^Revenue by day: \$5,000.00/ })).toBeVisible();
  await page.reload();
  await expect(choices.getByRole('radio', { name: 'USD' })).toBeChecked();
  await choices.locator('dl').first().click({ force: true });
  await expect(page.getByRole('img', { name: /^Revenue by day: 1,250.50€/ })).toBeVisible();

  for (const unknown of ['RSD', 'XXX']) {
    await page.goto(`/dashboard?currency=${unknown}`);
    await expect(choices.getByRole('radio', { name: 'EUR' })).toBeChecked();
  }
});

test('conversion shows what became of the orders', async ({ page }) => {
  const conversion = { opened: 1340, paid: 1100, open: 8, expired: 200, canceled: 32 };
  await openWith(page, { ...madeUpStatistics({}), conversion });
  const panel = page.getByRole('region', { name: 'Conversion' });
  await expect(panel).toContainText('82.1% of 1,340 orders paid');
  await expect(panel.getByRole('listitem')).toHaveText([
    'Paid1,10082.1%',
    'Not paid yet80.6%',
    /^Expired.*20014.9%$/,
    /^Canceled.*322.4%$/,
  ]);
  await openWith(page, {
    ...madeUpStatistics({}),
    conversion: { opened: 1, paid: 1, open: 0, expired: 0, canceled: 0 },
  });
  await expect(panel).toContainText('100.0% of 1 order paid');
  await openWith(page, madeUpStatistics({}));
  await expect(panel).toContainText('No orders in this period');
});

test('products that sell out within a week link to their forms, the most urgent first', async ({
  page,
  product,
  shop,
}) => {
  await openWith(page, {
    ...madeUpStatistics({}),
    runningOut: {
      products: [
        { productId: product._id, title: product.title, left: 0, perDay: 12.5, daysLeft: 0 },
        { productId: crypto.randomUUID(), title: 'Nearly gone', left: 1, perDay: 1.64, daysLeft: 0.61 },
        { productId: crypto.randomUUID(), title: 'Slow', left: 1, perDay: 0.29, daysLeft: 3.5 },
        { productId: crypto.randomUUID(), title: 'Many', left: 1200, perDay: 1000, daysLeft: 1.2 },
      ],
      total: 1006,
    },
  });
  const panel = page.getByRole('region', { name: 'Running out of stock' });
  await expect(panel.locator('tbody tr')).toHaveText([
    `${product.title}012.5Sold out`,
    'Nearly gone11.6Less than a day',
    'Slow10.293 days',
    'Many1,2001,000.01 day',
  ]);
  await expect(panel).toContainText('And 1,002 more selling out soon.');
  await panel.getByRole('link', { name: product.title }).click();
  await expect(page.getByLabel('Title')).toHaveValue(product.title);

  // Without forged figures: the last two units of a product are sold.
  await page.unrouteAll();
  const last = await shop.addProduct({ stock: 2 });
  await shop.pay(await shop.placeOrder(last, await shop.newAccount()));
  await expect(async () => {
    await page.goto('/dashboard');
    await expect(panel.getByRole('row', { name: `${last.title} 0 0.14 Sold out` })).toBeVisible();
  }).toPass();
});

test('products that are sold out or low come before the forecast', async ({ page }) => {
  const [gone, few, many] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  await openWith(page, {
    ...madeUpStatistics({}),
    lowStock: {
      products: [
        { productId: gone, title: 'Gone', left: 0 },
        { productId: few, title: 'Few', left: 5 },
      ],
      soldOut: 3,
      low: 9,
    },
    runningOut: {
      products: [
        { productId: many, title: 'Many', left: 20, perDay: 10, daysLeft: 2 },
        { productId: few, title: 'Few', left: 5, perDay: 2, daysLeft: 2.5 },
      ],
      total: 2,
    },
  });
  const panel = page.getByRole('region', { name: 'Running out of stock' });
  await expect(panel.locator('tbody tr')).toHaveText(['Gone0–Sold out', 'Few52.02 days', 'Many2010.02 days']);
  await expect(panel).toContainText('And 10 more with 5 left or fewer.');
});

test('what waits is on top, each kind with its count and a link to it', async ({ page }) => {
  await openWith(page, {
    ...madeUpStatistics({}),
    ordersToShip: 1204,
    ordersToCollect: 1,
    commentsWaiting: 13,
    unsentMails: 0,
    lowStock: { products: [], soldOut: 4, low: 9 },
  });
  const toDo = page.getByRole('region', { name: 'To do' });
  const links = {
    '1,204 orders to ship': /^\/dashboard\/orders\?state=paid&fulfilment=open&method=shipping/,
    '1 order to be collected': /^\/dashboard\/orders\?state=paid&fulfilment=open&method=pickup/,
    '13 comments to moderate': '/dashboard/comments?status=waiting',
    '4 products sold out': '/dashboard/products?availability=soldOut',
    '9 products low on stock': '/dashboard/products?availability=low',
  };
  await expect(toDo.getByRole('link')).toHaveCount(5);
  for (const [name, href] of Object.entries(links)) {
    await expect(toDo.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
  }
  // Above the figures.
  const figures = await page.getByText('Users count').boundingBox();
  expect((await toDo.boundingBox())?.y).toBeLessThan(figures?.y ?? 0);
  await expectAccessible(page, 'the statistics with work');

  await openWith(page, { ...madeUpStatistics({}), commentsWaiting: 0 });
  await expect(toDo).toContainText('All caught up. Nothing is waiting for you.');
});

test('a new shop shows empty lists', async ({ page }) => {
  await openWith(page, { ...madeUpStatistics({}), commentsWaiting: 0, bestRated: [], bestSelling: [] });
  await expect(page.getByText('No ratings yet')).toBeVisible();
  await expect(page.getByText('No sales yet')).toBeVisible();
  await expect(page.getByText('No comments awaiting approval')).toBeVisible();
  await expect(page.getByText('No product sells out within 7 days.')).toBeVisible();
});

test('a failed load shows why and can be retried', async ({ page }) => {
  await page.route('**/api/v1/admin/statistics', badGateway, { times: 1 });
  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByText('Request failed. Please try again.')).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(card(page, 'Emails')).toHaveText('0');
});
