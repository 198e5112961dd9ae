import { beforeEach, describe, expect, test } from 'vitest';
import type { SalesView, StatisticsView } from '#contract/orders/statistics.ts';
import { intentOf, PaymentsFixture } from '../../../testing/data/payments.ts';
import { waitFor } from '../../../testing/wait.ts';
import { announceExpired } from '../orders/money/cancel-requests.service.ts';
import { openOrder } from '../orders/placing/orders.service.ts';

const fixture = await PaymentsFixture.use();

beforeEach(() => fixture.shop.em().execute('truncate shop_order, daily_sales, daily_product_sales cascade'));

const statistics = async (): Promise<StatisticsView> => (await fixture.asAdmin('GET', '/admin/statistics')).body;

/** What was sold in each currency, in total and today. */
async function sales() {
  const { sales } = await statistics();
  return Object.fromEntries(
    sales.map(({ currency, days, ...totals }: SalesView) => [currency, { ...totals, today: days.at(-1) }]),
  );
}

/** Pays for laptops (100 EUR each). */
async function pay(count: number, amount: number, currency: string) {
  const { body } = await fixture.pay([{ productId: fixture.laptop, count }], amount, currency);
  const intent = await fixture.payWith(body.clientSecret);
  await fixture.untilState('paid');
  await fixture.untilHandled(intent.id);
  return { orderId: body.orderId as string, intentId: intent.id };
}

const refund = (orderId: string, body: object) =>
  fixture.asAdmin('POST', `/admin/order/${orderId}/refund`, { reason: 'Broken', restock: false, ...body });

test('sales are what the provider charged and gave back, in each currency', async () => {
  const day = new Date().toISOString().slice(0, 10);
  const [euros, dollars] = [await pay(2, 200, 'EUR'), await pay(1, 109, 'USD')];
  await pay(1, 100, 'EUR');
  await pay(1, 11_700, 'RSD');
  await refund(euros.orderId, { amount: 30.25 });
  await refund(euros.orderId, { lines: [{ productId: fixture.laptop, count: 1 }] });
  // At the provider, without the shop's knowledge.
  await fixture.shop.provider.refunds.create({ payment_intent: dollars.intentId });
  await waitFor('the refund', async () => (await fixture.stateOf(dollars.orderId)) === 'refunded');

  expect(await sales()).toEqual({
    EUR: {
      orders: 2,
      revenue: 300,
      averageOrder: 150,
      refunds: 2,
      refunded: 130.25,
      lost: 0,
      today: { day, orders: 2, revenue: 300, refunded: 130.25 },
    },
    USD: {
      orders: 1,
      revenue: 109,
      averageOrder: 109,
      refunds: 1,
      refunded: 109,
      lost: 0,
      today: { day, orders: 1, revenue: 109, refunded: 109 },
    },
    RSD: {
      orders: 1,
      revenue: 11_700,
      averageOrder: 11_700,
      refunds: 0,
      refunded: 0,
      lost: 0,
      today: { day, orders: 1, revenue: 11_700, refunded: 0 },
    },
  });
  const { ordersByState, bestSelling, conversion } = await statistics();
  expect(ordersByState).toMatchObject({ paid: 3, refunded: 1 });
  expect(bestSelling).toMatchObject([{ productId: fixture.laptop, sold: 4 }]);
  expect(conversion).toMatchObject({ opened: 4, paid: 4 });
});

test('a refund counts once, although webhooks report it again, and a refused one does not', async () => {
  const { orderId, intentId } = await pay(1, 100, 'EUR');
  await refund(orderId, { amount: 40 });
  expect((await refund(orderId, { amount: 70 })).status).toBe(422);
  await fixture.untilHandled(intentId);
  expect((await sales()).EUR).toMatchObject({ revenue: 100, refunds: 1, refunded: 40 });
});

describe('conversion', () => {
  const conversion = async () => (await statistics()).conversion;
  const historyOf = async (orderId: string) =>
    (await fixture.asAdmin('GET', `/admin/order/${orderId}`)).body.order.history.map(
      ({ what, by }: { what: string; by: string }) => `${what} by ${by}`,
    );

  test('leaves out an order that its shopper replaced by changing the cart', async () => {
    const { orderId } = await fixture.placeOrder();
    await pay(2, 200, 'EUR');
    expect(await historyOf(orderId)).toEqual(['ordered by shopper', 'replaced by shopper']);
    expect(await conversion()).toEqual({ opened: 1, paid: 1, open: 0, expired: 0, canceled: 0 });
  });

  test('leaves it out even if the webhook about its canceled payment comes first', async () => {
    const { orderId, intentId } = await fixture.placeOrder();
    await fixture.shop.provider.paymentIntents.cancel(intentId);
    await waitFor('the webhook', async () => (await fixture.stateOf(orderId)) === 'canceled');
    expect(await conversion()).toMatchObject({ opened: 1, canceled: 1 });
    await openOrder(
      fixture.shop.em(),
      fixture.shopper.userId,
      {
        amount: 200,
        currency: 'EUR',
        items: [{ productId: fixture.laptop, count: 2 }],
        shippingMethod: 'pickup',
        discountCode: '',
        delivery: null,
        note: '',
      },
      new Map([[orderId, 'canceled']]),
    );
    expect(await historyOf(orderId)).toEqual(['ordered by shopper', 'replaced by shopper']);
    expect(await conversion()).toEqual({ opened: 1, paid: 0, open: 1, expired: 0, canceled: 0 });
  });

  test('distinguishes expired, canceled, declined and paid orders', async () => {
    const expired = await fixture.placeOrder();
    await fixture.setOrder(expired.orderId, "attempted_at = now() - interval '1 day'");
    await announceExpired(fixture.shop.em(), 60_000);
    await waitFor('the expiry', async () => (await fixture.stateOf(expired.orderId)) === 'canceled');
    const canceled = await fixture.placeOrder();
    await fixture.shop.call('POST', `/orders/${canceled.orderId}/cancel`, { token: fixture.shopper.token });
    await pay(1, 100, 'EUR');
    // A refund does not undo the sale.
    const refunded = await pay(1, 100, 'EUR');
    await fixture.shop.call('POST', `/orders/${refunded.orderId}/cancel`, { token: fixture.shopper.token });
    const { clientSecret } = await fixture.placeOrder();
    await fixture.payWith(clientSecret, 'pm_card_chargeDeclined').catch(() => {});
    await fixture.untilState('failed');
    expect(await conversion()).toEqual({ opened: 5, paid: 2, open: 1, expired: 1, canceled: 1 });
    await fixture.payWith(clientSecret);
    await fixture.untilState('paid');
    await fixture.untilHandled(intentOf(clientSecret));
    expect(await conversion()).toEqual({ opened: 5, paid: 3, open: 0, expired: 1, canceled: 1 });
  });
});
