import { beforeEach, describe, expect, test } from 'vitest';
import { STOCK_LOW } from '#contract/catalogue/catalogue.ts';
import { type OrderStep, orderStates } from '#contract/orders/orders.ts';
import {
  BEST_PRODUCTS,
  RUNNING_OUT_MAX,
  type SalesView,
  STATISTICS_DAYS,
  type StatisticsView,
} from '#contract/orders/statistics.ts';
import { type CurrencyCode, currencyCodes } from '#contract/values/money.ts';
import { addProduct } from '../../../testing/data/catalogue.ts';
import { addPastOrder, dayOf, type PastOrder } from '../../../testing/data/past-orders.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';
import { newId } from '../../core/ids.ts';
import { sumUpDays } from '../orders/statistics/sales-days.service.ts';

const shop = await startTestShop();

beforeEach(async () => {
  await shop
    .em()
    .execute('truncate shop_order, order_line, order_history, product, daily_sales, daily_product_sales cascade');
});

const statistics = async (): Promise<StatisticsView> => {
  const { token } = await shop.admin();
  return (await shop.call('GET', '/admin/statistics', { token })).body;
};

const [first, before, today] = [dayOf(STATISTICS_DAYS - 1), dayOf(STATISTICS_DAYS), dayOf(0)];

const addOrder = (order: PastOrder) => addPastOrder(shop.em(), order);
const addPaid = (date: string, order: Omit<PastOrder, 'state'> = {}) =>
  addOrder({ state: 'paid', steps: [['paid', date]], ...order });

/** What a currency's days say, without those of zeros. */
const busyDays = ({ days }: SalesView) =>
  days.filter(({ orders, revenue, refunded }) => orders + revenue + refunded > 0);

const salesIn = (currency: CurrencyCode, { sales }: StatisticsView) =>
  sales.find((each) => each.currency === currency) as SalesView;

/** The statistics, which are the same before and after the days that are over are summed up. */
async function bothWays(): Promise<StatisticsView> {
  const live = await statistics();
  await sumUpDays(shop.em(), 'UTC');
  const summed = await statistics();
  expect(summed).toEqual(live);
  return summed;
}

test('the statistics of an empty shop are zero', async () => {
  const days = Array.from({ length: STATISTICS_DAYS }, (_, index) => dayOf(STATISTICS_DAYS - 1 - index));
  expect(await bothWays()).toEqual({
    status: 'success',
    usersCount: 1,
    productsCount: 0,
    sales: currencyCodes.map((currency) => ({
      currency,
      orders: 0,
      revenue: 0,
      averageOrder: null,
      refunds: 0,
      refunded: 0,
      lost: 0,
      days: days.map((day) => ({ day, orders: 0, revenue: 0, refunded: 0 })),
    })),
    conversion: { opened: 0, paid: 0, open: 0, expired: 0, canceled: 0 },
    runningOut: { products: [], total: 0 },
    lowStock: { products: [], soldOut: 0, low: 0 },
    ordersToShip: 0,
    ordersToCollect: 0,
    ordersByState: Object.fromEntries(orderStates.map((state) => [state, 0])),
    commentsWaiting: 0,
    unsentMails: 0,
    bestRated: [],
    bestSelling: [],
  });
});

test('comments and ratings are counted and ranked', async () => {
  const ids = [];
  for (const title of ['Phone', 'Cable', 'Case', 'Lamp']) ids.push(await addProduct(shop.em(), shop.storage, title));
  const [phone, cable, unrated, lamp] = ids;
  const rate = (id: string | undefined, rates: string, rating: number) =>
    shop.em().execute('update product set rating = ?, all_ratings = ?::int[] where id = ?', [rating, rates, id]);
  await rate(phone, '{4,5}', 4.5);
  await rate(cable, '{4,5,4,5}', 4.5);
  await rate(lamp, '{5}', 5);
  for (const content of ['a', 'b']) await shop.call('POST', '/comment', { body: { productId: unrated, content } });
  await shop.em().execute("update comment set approved = true where content = 'a'");
  const { bestRated, productsCount, commentsWaiting } = await statistics();
  expect([productsCount, commentsWaiting]).toEqual([4, 1]);
  expect(bestRated).toEqual([
    { productId: lamp, title: 'Lamp', rating: 5, ratings: 1 },
    { productId: cable, title: 'Cable', rating: 4.5, ratings: 4 },
    { productId: phone, title: 'Phone', rating: 4.5, ratings: 2 },
  ]);
});

describe('sales', () => {
  test('are what was charged in each currency on the UTC day of the payment', async () => {
    await addPaid(`${first}T00:00:00Z`, { amount: 10.1 });
    await addPaid(`${first}T23:59:59.999Z`, { amount: 20.25 });
    await addPaid(`${first}T12:00:00Z`, { amount: 109.01, currency: 'USD' });
    await addPaid(`${dayOf(28)}T01:30:00+02:00`, { amount: 5 });
    await addPaid(`${today}T00:00:00Z`, { amount: 1170, currency: 'RSD' });
    await addPaid(`${before}T23:59:59.999Z`, { amount: 999 });
    for (const state of ['pending', 'failed', 'canceled'] as const) await addOrder({ state, amount: 999 });

    const numbers = await bothWays();
    expect(salesIn('EUR', numbers)).toMatchObject({
      orders: 3,
      revenue: 35.35,
      averageOrder: 11.78,
      refunds: 0,
      refunded: 0,
    });
    expect(busyDays(salesIn('EUR', numbers))).toEqual([{ day: first, orders: 3, revenue: 35.35, refunded: 0 }]);
    expect(salesIn('USD', numbers)).toMatchObject({ orders: 1, revenue: 109.01, averageOrder: 109.01 });
    expect(busyDays(salesIn('RSD', numbers))).toEqual([{ day: today, orders: 1, revenue: 1170, refunded: 0 }]);
    expect(numbers.ordersByState).toEqual({ pending: 1, paid: 6, failed: 1, canceled: 1, refunded: 0 });
  });

  test('include an order that was placed before the period and paid in it', async () => {
    await addPaid(`${first}T00:10:00Z`, { amount: 30, openedAt: `${before}T23:50:00Z` });
    const numbers = await bothWays();
    expect(busyDays(salesIn('EUR', numbers))).toEqual([{ day: first, orders: 1, revenue: 30, refunded: 0 }]);
    expect(numbers.conversion).toMatchObject({ opened: 0, paid: 0 });
  });

  test('keep the day of a payment, and count each refund on its own', async () => {
    await addOrder({
      state: 'refunded',
      currency: 'USD',
      amount: 100,
      steps: [
        ['paid', `${dayOf(5)}T10:00:00Z`],
        ['partlyRefunded', `${dayOf(4)}T10:00:00Z`, 30.5],
        ['refunded', `${dayOf(3)}T10:00:00Z`, 69.5],
      ],
    });
    await addOrder({
      state: 'paid',
      currency: 'USD',
      amount: 40,
      steps: [
        ['paid', `${before}T10:00:00Z`],
        ['partlyRefunded', `${dayOf(3)}T23:00:00Z`, 8],
      ],
    });
    await addOrder({
      state: 'refunded',
      steps: [
        ['paid', `${dayOf(40)}T10:00:00Z`],
        ['refunded', `${before}T23:59:59Z`, 1],
      ],
    });
    const numbers = await bothWays();
    expect(salesIn('USD', numbers)).toMatchObject({
      orders: 1,
      revenue: 100,
      averageOrder: 100,
      refunds: 3,
      refunded: 108,
    });
    expect(busyDays(salesIn('USD', numbers))).toEqual([
      { day: dayOf(5), orders: 1, revenue: 100, refunded: 0 },
      { day: dayOf(4), orders: 0, revenue: 0, refunded: 30.5 },
      { day: dayOf(3), orders: 0, revenue: 0, refunded: 77.5 },
    ]);
    expect(salesIn('EUR', numbers)).toMatchObject({ orders: 0, refunds: 0, refunded: 0 });
    expect(numbers.ordersByState).toMatchObject({ paid: 1, refunded: 2 });
  });
});

test('what became of the orders that were opened in the period adds up', async () => {
  const at = (time: string) => `${dayOf(10)}T${time}Z`;
  await addPaid(at('10:00:00'));
  await addPaid(`${today}T00:00:00Z`, { openedAt: `${first}T00:00:00Z` });
  await addOrder({
    state: 'refunded',
    steps: [
      ['paid', at('10:00:00')],
      ['refunded', at('11:00:00'), 1],
    ],
  });
  for (const state of ['pending', 'failed'] as const) await addOrder({ state });
  const ended = (what: OrderStep, by: string) => addOrder({ state: 'canceled', by, steps: [[what, at('12:00:00')]] });
  await ended('canceled', 'shop');
  for (const by of ['shopper', 'provider']) await ended('canceled', by);
  for (const _ of [1, 2, 3]) await ended('replaced', 'shopper');
  // Opened before.
  await addOrder({
    state: 'canceled',
    by: 'shop',
    openedAt: `${before}T23:59:59Z`,
    steps: [['canceled', `${first}T00:30:00Z`]],
  });
  await addOrder({ state: 'pending', openedAt: `${before}T23:59:59Z` });

  const { conversion, ordersByState } = await bothWays();
  expect(conversion).toEqual({ opened: 8, paid: 3, open: 2, expired: 1, canceled: 2 });
  expect(ordersByState).toEqual({ pending: 2, paid: 2, failed: 1, canceled: 7, refunded: 1 });
});

test('best sellers are ranked by the units in orders that are still paid, deleted ones with their last title', async () => {
  const [phone, cable] = [await addProduct(shop.em(), shop.storage, 'Phone'), newId()];
  const phones = (count: number) => ({ productId: phone, title: 'Old phone', count });
  const ghost = newId();
  const ghosts = (title: string, count: number) => ({ productId: ghost, title, count });
  await addPaid(`${first}T00:00:00Z`, { lines: [phones(2), ghosts('Zebra', 1)] });
  await addPaid(`${first}T23:59:59.999Z`, { lines: [ghosts('Older title', 1)] });
  await addPaid(`${today}T00:00:00Z`, { lines: [ghosts('Last title', 2)] });
  await addPaid(`${before}T23:59:59.999Z`, { lines: [phones(9)] });
  await addOrder({
    state: 'refunded',
    steps: [
      ['paid', `${first}T00:00:00Z`],
      ['refunded', `${today}T00:00:00Z`, 1],
    ],
    lines: [{ productId: cable, title: 'Cable', count: 50 }],
  });
  await addOrder({ state: 'canceled', lines: [phones(50)] });
  expect((await bothWays()).bestSelling).toEqual([
    { productId: ghost, title: 'Last title', sold: 4, isGone: true },
    { productId: phone, title: 'Phone', sold: 2, isGone: false },
  ]);

  for (let index = 0; index < BEST_PRODUCTS; index += 1) {
    await addPaid(`${today}T00:00:00Z`, { lines: [{ productId: newId(), title: 'Other', count: 3 }] });
  }
  const { bestSelling } = await statistics();
  expect(bestSelling.map(({ sold }) => sold)).toEqual([4, 3, 3, 3, 3]);
});

describe('stock that is running out', () => {
  /** A product of which some units are left, and some were sold a number of days ago. */
  async function addStock(title: string, left: number | null, sold: number, { daysAgo = 0, isPublished = true } = {}) {
    const id = await addProduct(shop.em(), shop.storage, title);
    await shop.em().execute('update product set stock = ?, is_published = ? where id = ?', [left, isPublished, id]);
    if (sold > 0) await addPaid(`${dayOf(daysAgo)}T00:00:00Z`, { lines: [{ productId: id, title, count: sold }] });
    return id;
  }

  test('lasts for less than a week at the rate of the last 14 days, the most urgent first', async () => {
    const slow = await addStock('Lasts just under a week', 20, 41, { daysAgo: 13 });
    await addStock('Lasts a week', 20, 40);
    await addStock('Sold before', 1, 40, { daysAgo: 14 });
    const soldOut = await addStock('Sold out', 0, 1, { daysAgo: 6 });
    const wanted = await addStock('Sold out and wanted', 0, 28);
    await addStock('Unwanted', 0, 0);
    await addStock('Not counted', null, 40);
    await addStock('Hidden', 0, 40, { isPublished: false });
    await addStock('Deleted', 0, 40);
    await shop.em().execute("delete from product where title = 'Deleted'");
    expect((await bothWays()).runningOut).toEqual({
      products: [
        { productId: wanted, title: 'Sold out and wanted', left: 0, perDay: 2, daysLeft: 0 },
        { productId: soldOut, title: 'Sold out', left: 0, perDay: 0.07, daysLeft: 0 },
        { productId: slow, title: 'Lasts just under a week', left: 20, perDay: 2.93, daysLeft: 6.83 },
      ],
      total: 3,
    });
  });

  test('counts no orders that were refunded', async () => {
    const id = await addStock('Returned', 1, 10);
    const lines = [{ productId: id, title: 'Returned', count: 9 }];
    await addOrder({
      state: 'refunded',
      steps: [
        ['paid', `${before}T00:00:00Z`],
        ['refunded', `${today}T00:00:00Z`, 1],
      ],
      lines,
    });
    expect((await bothWays()).runningOut.total).toBe(0);
  });

  test('lists the first ones, and counts the others', async () => {
    for (let left = 0; left < RUNNING_OUT_MAX + 2; left += 1) await addStock(`Thing ${left}`, left, 30);
    const { products, total } = (await statistics()).runningOut;
    expect(total).toBe(RUNNING_OUT_MAX + 2);
    expect(products.map(({ left }) => left)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});

test('low stock lists published products with few units, the fewest first, and counts all', async () => {
  const add = async (title: string, stock: number | null, isPublished = true) => {
    const productId = await addProduct(shop.em(), shop.storage, title);
    await shop
      .em()
      .execute('update product set stock = ?, is_published = ? where id = ?', [stock, isPublished, productId]);
    return { productId, title, left: stock };
  };
  await add('Enough', STOCK_LOW + 1);
  await add('Not counted', null);
  await add('Hidden', 0, false);
  const low = await add('Few', STOCK_LOW);
  const second = await add('Sold out, b', 0);
  const first = await add('Sold out, A', 0);
  expect((await statistics()).lowStock).toEqual({ products: [first, second, low], soldOut: 2, low: 1 });
  for (let n = 0; n < RUNNING_OUT_MAX; n += 1) await add(`Thing ${n}`, 1);
  const { products, soldOut, low: left } = (await statistics()).lowStock;
  expect([products.length, soldOut, left]).toEqual([RUNNING_OUT_MAX, 2, 1 + RUNNING_OUT_MAX]);
});

describe('the work that waits', () => {
  const workOf = async (role: 'admin' | 'catalogue' | 'orders' | 'support') => {
    const { token } = await shop.staff(role);
    const { status, ...work } = (await shop.call('GET', '/admin/work', { token })).body;
    return work;
  };

  test('is paid orders to ship and to collect, comments and unsent emails', async () => {
    await shop.em().execute('truncate comment, outbox_event cascade');
    const toShip = await addOrder({ state: 'paid' });
    await shop.em().execute(`update shop_order set delivery = '{"country":"RS"}' where id = ?`, [toShip.id]);
    for (let n = 0; n < 2; n += 1) await addOrder({ state: 'paid' });
    await addOrder({ state: 'paid', fulfilment: 'collected' });
    for (const state of ['pending', 'failed', 'canceled', 'refunded'] as const) await addOrder({ state });
    const productId = await addProduct(shop.em(), shop.storage, 'Phone');
    for (const content of ['a', 'b', 'c']) await shop.call('POST', '/comment', { body: { productId, content } });
    await shop.em().execute(
      `insert into outbox_event (id, name, payload, failure)
         values (?, 'order.paid', '{}', 'orderConfirmation: no connection')`,
      [newId()],
    );
    const work = { ordersToShip: 1, ordersToCollect: 2, commentsWaiting: 3, unsentMails: 1 };
    const returns = { returnsRequested: 0, returnsOverdue: 0, withdrawalsWaiting: 0 };
    expect(await workOf('admin')).toEqual({ ...work, ...returns, reportsOpen: 0, dutiesOpen: expect.any(Number) });
    expect(await statistics()).toMatchObject(work);
    await shop.em().execute('truncate outbox_event cascade');
  });

  test('is what the role sees', async () => {
    const returns = { returnsRequested: 0, returnsOverdue: 0, withdrawalsWaiting: 0 };
    const orders = { ordersToShip: 0, ordersToCollect: 0, ...returns };
    const noOrders = Object.fromEntries(Object.keys(orders).map((key) => [key, null]));
    const none = { ...noOrders, commentsWaiting: null, reportsOpen: null, unsentMails: null, dutiesOpen: null };
    expect(await workOf('catalogue')).toEqual(none);
    expect(await workOf('orders')).toEqual({ ...none, ...orders });
    expect(await workOf('support')).toEqual({
      ...orders,
      commentsWaiting: expect.any(Number),
      reportsOpen: 0,
      unsentMails: 0,
      dutiesOpen: null,
    });
  });
});
