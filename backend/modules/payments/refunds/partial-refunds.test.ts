import { beforeEach, describe, expect, test } from 'vitest';
import { PaymentsFixture } from '../../../../testing/data/payments.ts';
import type { ApiResponse, LoggedIn } from '../../../../testing/shop/shop.ts';
import { newId } from '../../../core/ids.ts';
import { requestRefund } from '../../orders/money/refund-requests.ts';
import { refundOrder } from './refunds.service.ts';

const fixture = await PaymentsFixture.use();
let admin: LoggedIn;

beforeEach(async () => {
  admin = await fixture.shop.admin();
  await fixture.setStock(fixture.laptop, 10);
});

type Order = { orderId: string; intentId: string };

/** A paid order of three laptops (100 EUR each) and two cables (0.50 EUR each), for 301 EUR. */
async function placeOrder(): Promise<Order> {
  const items = [
    { productId: fixture.laptop, count: 3 },
    { productId: fixture.cable, count: 2 },
  ];
  const { body } = await fixture.pay(items, 301);
  const intent = await fixture.payWith(body.clientSecret);
  await fixture.untilState('paid');
  await fixture.untilHandled(intent.id);
  return { orderId: body.orderId, intentId: intent.id };
}

const refund = (orderId: string, body: object, key?: string): Promise<ApiResponse> =>
  fixture.shop.call('POST', `/admin/order/${orderId}/refund`, {
    token: admin.token,
    body: { reason: 'Broken', restock: false, ...body },
    ...(key && { headers: { 'Idempotency-Key': key } }),
  });
const laptops = (count: number) => ({ lines: [{ productId: fixture.laptop, count }] });
const refundsOf = async (intentId: string) =>
  (await fixture.shop.provider.refunds.list({ payment_intent: intentId })).data.map(({ amount }) => amount);

describe('a partial refund', () => {
  test('gives back units at their price, adds up, and emails the shopper each time', async () => {
    const { orderId, intentId } = await placeOrder();
    const first = await refund(orderId, laptops(1));
    expect(first).toMatchObject({ status: 200, body: { order: { state: 'paid', refunded: 100, fulfilment: 'open' } } });
    expect(first.body.order.lines).toMatchObject([{ refunded: 1 }, { refunded: 0 }]);
    expect(first.body.order.refunds).toMatchObject([
      { amount: 100, reason: 'Broken', state: 'done', lines: [{ productId: fixture.laptop, count: 1 }] },
    ]);
    await refund(orderId, { amount: 0.99 });
    const last = await refund(orderId, {});
    expect(last.body.order).toMatchObject({ state: 'refunded', refunded: 301, fulfilment: 'canceled' });
    expect(await refundsOf(intentId)).toEqual([20_001, 99, 10_000]);
    await fixture.shop.untilCalm();
    expect((await fixture.refundNotices()).sort()).toEqual([
      "We've refunded 0.99€ for order",
      "We've refunded 100.00€ for order",
      "We've refunded 200.01€ for order",
    ]);
    const steps = last.body.order.history.map(({ what, by, adminName }: Record<string, string>) => [
      what,
      by,
      adminName,
    ]);
    expect(steps).toEqual([
      ['ordered', 'shopper', undefined],
      ['paid', 'provider', undefined],
      ['partlyRefunded', 'shop', 'admin'],
      ['partlyRefunded', 'shop', 'admin'],
      ['refunded', 'shop', 'admin'],
    ]);
  });

  test('returns units to stock only if it is asked to', async () => {
    const { orderId } = await placeOrder();
    expect(await fixture.stockOf(fixture.laptop)).toBe(7);
    await refund(orderId, laptops(1));
    expect(await fixture.stockOf(fixture.laptop)).toBe(7);
    await refund(orderId, { ...laptops(1), restock: true });
    expect(await fixture.stockOf(fixture.laptop)).toBe(8);
    await refund(orderId, { amount: 1, restock: true });
    expect(await fixture.stockOf(fixture.laptop)).toBe(8);
    // All that are not back.
    await refund(orderId, { restock: true });
    expect(await fixture.stockOf(fixture.laptop)).toBe(10);
  });

  test('takes the discount off each unit, the last taking the remainder, and gives back the shipping with the rest', async () => {
    const code = `THIRD-${newId().slice(-8)}`;
    await fixture.asAdmin('POST', '/admin/discount', { code, amount: 100 });
    const van = { code: `van-${newId().slice(-8)}`, name: 'Van', price: 5, minDays: 1, maxDays: 2 };
    await fixture.asAdmin('POST', '/admin/shipping-method', van);
    const { body } = await fixture.prepare({
      items: laptops(3).lines,
      amount: 205,
      discountCode: code,
      shippingMethod: van.code,
      delivery: { name: 'Ada', address: 'Main Street 1', city: 'Novi Sad', postCode: '21000', country: 'RS' },
    });
    const intent = await fixture.payWith(body.clientSecret);
    await fixture.untilState('paid');
    for (let unit = 0; unit < 3; unit++) expect((await refund(body.orderId, laptops(1))).status).toBe(200);
    const { order } = (await refund(body.orderId, {})).body;
    expect(order).toMatchObject({ state: 'refunded', refunded: 205, shipping: 5 });
    expect(await refundsOf(intent.id)).toEqual([500, 6666, 6667, 6667]);
  });

  test('can have an amount of its own for its units', async () => {
    const { orderId } = await placeOrder();
    const { body } = await refund(orderId, { ...laptops(2), amount: 50, restock: true });
    expect(body.order).toMatchObject({ refunded: 50, lines: [{ refunded: 2 }, { refunded: 0 }] });
    expect(await fixture.stockOf(fixture.laptop)).toBe(9);
  });

  test.each([
    ['an amount above the rest', { amount: 301.01 }, 'amount'],
    ['no reason', { reason: ' ' }, 'reason'],
    ['a reason of 501 characters', { reason: 'x'.repeat(501) }, 'reason'],
    ['no word about the stock', { restock: undefined }, 'restock'],
    ['an amount of 0', { amount: 0 }, 'amount'],
    ['three decimals', { amount: 1.001 }, 'amount'],
    ['no lines', { lines: [] }, 'lines'],
  ])('is refused with %s', async (_, body, field) => {
    const { orderId, intentId } = await placeOrder();
    const response = await refund(orderId, body);
    expect([response.status, Object.keys(response.body.fields ?? {})]).toEqual([422, [field]]);
    expect(await refundsOf(intentId)).toEqual([]);
  });

  test('is refused for units that the order does not have, or no longer', async () => {
    const { orderId, intentId } = await placeOrder();
    const unknown = await fixture.addProduct('Mouse', 100);
    for (const lines of [laptops(4).lines, [{ productId: unknown, count: 1 }]]) {
      expect(await refund(orderId, { lines })).toMatchObject({ status: 422, body: { fields: { lines: /./ } } });
    }
    await refund(orderId, laptops(3));
    expect((await refund(orderId, laptops(1))).status).toBe(422);
    expect((await refund(orderId, { amount: 1.01 })).status).toBe(422);
    expect(await refundsOf(intentId)).toEqual([30_000]);
  });

  test('is refused for units that cost a cent more than what is left', async () => {
    const { orderId, intentId } = await placeOrder();
    await refund(orderId, { amount: 0.01 });
    const lines = [...laptops(3).lines, { productId: fixture.cable, count: 2 }];
    expect(await refund(orderId, { lines })).toMatchObject({ status: 422, body: { fields: { lines: /./ } } });
    expect(await refundsOf(intentId)).toEqual([1]);
  });

  test('by two admins at once never gives back more than was paid', async () => {
    const { orderId, intentId } = await placeOrder();
    const responses = await Promise.all([1, 2, 3, 4].map(() => refund(orderId, { amount: 100 })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 422]);
    expect(await refundsOf(intentId)).toEqual([10_000, 10_000, 10_000]);
  });
});

describe('an Idempotency-Key', () => {
  test('of a rejected refund stays rejected, also when the provider would accept it', async () => {
    const { orderId, intentId } = await placeOrder();
    await fixture.setOrder(orderId, `payment_intent_id = 'pi_unknown_${newId().replaceAll('-', '')}'`);
    expect((await refund(orderId, { amount: 1 }, 'rejected')).status).toBe(409);
    await fixture.setOrder(orderId, `payment_intent_id = '${intentId}'`);
    expect(await refund(orderId, { amount: 1 }, 'rejected')).toMatchObject({
      status: 409,
      body: { message: 'The payment provider rejected this refund' },
    });
    expect(await refundsOf(intentId)).toEqual([]);
    expect((await refund(orderId, { amount: 1 }, 'another')).status).toBe(200);
    expect(await refundsOf(intentId)).toEqual([100]);
  });

  test('makes one refund of repeated and concurrent requests', async () => {
    const { orderId, intentId } = await placeOrder();
    const body = { ...laptops(1), restock: true };
    const responses = await Promise.all([1, 2, 3].map(() => refund(orderId, body, 'one')));
    responses.push(await refund(orderId, body, 'one'));
    for (const { status, body } of responses) expect([status, body.order?.refunded]).toEqual([200, 100]);
    expect(await refundsOf(intentId)).toEqual([10_000]);
    expect(await fixture.stockOf(fixture.laptop)).toBe(8);
    await refund(orderId, body, 'two');
    expect(await refundsOf(intentId)).toEqual([10_000, 10_000]);
  });

  test('is refused with another body', async () => {
    const { orderId, intentId } = await placeOrder();
    await refund(orderId, { amount: 5 }, 'one');
    expect((await refund(orderId, { amount: 6 }, 'one')).status).toBe(409);
    expect(await refundsOf(intentId)).toEqual([500]);
  });
});

describe('a refund whose answer is lost', () => {
  test('is completed by the webhook, once', async () => {
    const { orderId, intentId } = await placeOrder();
    const input = { ...laptops(1), amount: undefined, reason: 'Broken', restock: true };
    const requested = await requestRefund(fixture.shop.em(), admin, orderId, { input, key: 'lost' });
    const metadata = { orderId, refundId: requested?.id ?? '' };
    const params = { payment_intent: intentId, amount: 10_000, metadata };
    await fixture.shop.provider.refunds.create(params, { idempotencyKey: `refund-${requested?.id}` });
    await fixture.untilHandled(intentId);
    expect(await fixture.stockOf(fixture.laptop)).toBe(8);
    const repeated = await refund(orderId, { ...laptops(1), restock: true }, 'lost');
    expect(repeated.body.order).toMatchObject({ refunded: 100, refunds: [{ state: 'done' }] });
    expect(await refundsOf(intentId)).toEqual([10_000]);
    expect(await fixture.stockOf(fixture.laptop)).toBe(8);
  });

  test('is not repeated by a retry after the provider has forgotten its key', async () => {
    const { orderId, intentId } = await placeOrder();
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const input = { ...laptops(1), amount: undefined, reason: 'Broken', restock: true };
    const requested = await requestRefund(fixture.shop.em(), admin, orderId, { input, key: 'forgotten' });
    const metadata = { orderId, refundId: requested?.id ?? '' };
    await fixture.shop.provider.refunds.create({ payment_intent: intentId, amount: 10_000, metadata });
    const { body } = await refund(orderId, { ...laptops(1), restock: true }, 'forgotten');
    expect(body.order).toMatchObject({ refunded: 100, refunds: [{ state: 'done' }] });
    expect(await refundsOf(intentId)).toEqual([10_000]);
    expect(await fixture.stockOf(fixture.laptop)).toBe(8);
  });

  test('leaves the units where they are if the provider rejects it', async () => {
    const { orderId } = await placeOrder();
    await fixture.setOrder(orderId, `payment_intent_id = 'pi_unknown_${orderId.replaceAll('-', '')}'`);
    const response = await refund(orderId, { ...laptops(1), restock: true });
    expect(response.status).toBe(409);
    expect(await fixture.stockOf(fixture.laptop)).toBe(7);
    const { body } = await fixture.shop.call('GET', `/admin/order/${orderId}`, { token: admin.token });
    expect(body.order).toMatchObject({ lines: [{ refunded: 0 }, {}], refunds: [{ state: 'rejected' }] });
  });
});

test('a refund whose webhook arrives before the answer of its call happens once', async () => {
  const { orderId, intentId } = await placeOrder();
  const provider = fixture.providerWith('refunds', 'create', async (...parameters) => {
    const made = await fixture.shop.provider.refunds.create(...parameters);
    await fixture.untilHandled(intentId);
    return made;
  });
  const input = { ...laptops(1), amount: undefined, reason: 'Broken', restock: true };
  await refundOrder({ em: fixture.shop.em(), settings: fixture.shop.settings, provider }, admin, orderId, {
    input,
    key: null,
  });
  await fixture.shop.untilCalm();
  const { body } = await fixture.asAdmin('GET', `/admin/order/${orderId}`);
  expect(body.order).toMatchObject({ refunded: 100, lines: [{ refunded: 1 }, {}], refunds: [{ state: 'done' }] });
  expect(body.order.history.map(({ what }: { what: string }) => what)).toEqual(['ordered', 'paid', 'partlyRefunded']);
  expect(await refundsOf(intentId)).toEqual([10_000]);
  expect(await fixture.stockOf(fixture.laptop)).toBe(8);
  expect(await fixture.refundNotices()).toHaveLength(1);
});
