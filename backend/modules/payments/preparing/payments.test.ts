import { describe, expect, test } from 'vitest';
import { type Item, intentOf, PaymentsFixture } from '../../../../testing/data/payments.ts';
import { newId } from '../../../core/ids.ts';

const fixture = await PaymentsFixture.use();

test('the configuration contains the return URL', async () => {
  const { body } = await fixture.shop.call('GET', '/payment/config');
  expect(body).toEqual({
    status: 'success',
    provider: 'stripe',
    apiUrl: null,
    publishableKey: expect.stringMatching(/^pk_/),
    scriptUrl: expect.any(String),
    returnUrl: `${fixture.shop.url}/order`,
  });
});

describe('preparing a payment', () => {
  test('requires a logged-in user', async () => {
    const response = await fixture.shop.call('POST', '/payment', { body: { amount: 100, currency: 'EUR', items: [] } });
    expect(response.status).toBe(401);
    expect(response.body.message).toBe('Have to be login.');
  });

  test("stores a pending order at the shop's prices, in the order of the cart, and returns its client secret", async () => {
    const response = await fixture.pay(
      [
        { productId: fixture.cable, count: 1 },
        { productId: fixture.laptop, count: 2 },
      ],
      200.5,
    );
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ status: 'success', clientSecret: expect.stringMatching(/^pi_\w+_secret_/) });
    const intent = await fixture.shop.provider.paymentIntents.retrieve(intentOf(response.body.clientSecret));
    expect(intent).toMatchObject({ amount: 20_050, currency: 'eur', metadata: { orderId: response.body.orderId } });
    const { body } = await fixture.shop.call('GET', `/orders/${response.body.orderId}`, {
      token: fixture.shopper.token,
    });
    expect(body.order).toMatchObject({ state: 'pending', amount: 200.5, currency: 'EUR' });
    expect(body.order.lines).toMatchObject([
      { productId: fixture.cable, title: 'Cable', detail: 'Fine', price: 0.5, count: 1, amount: 0.5 },
      { productId: fixture.laptop, title: 'Laptop', detail: 'Fine', price: 100, count: 2, amount: 200 },
    ]);
  });

  test('converts the total once, halves up', async () => {
    expect((await fixture.pay([{ productId: fixture.cable, count: 1 }], 0.55, 'USD')).status).toBe(200);
    expect((await fixture.pay([{ productId: fixture.laptop, count: 1 }], 11_700, 'RSD')).status).toBe(200);
  });

  test.each([
    ['too little', 99.99],
    ['too much', 100.01],
  ])('rejects %s with the right amount and stores nothing', async (_, amount) => {
    const response = await fixture.pay([{ productId: fixture.laptop, count: 1 }], amount);
    expect(response.status).toBe(409);
    expect(response.body).toMatchObject({ code: 'priceChanged', amount: 100, currency: 'EUR' });
    expect(await fixture.orders()).toEqual([]);
  });

  test('rejects an outdated price with the new amount', async () => {
    await fixture.shop.em().execute('update product set price_cents = 12000 where id = ?', [fixture.laptop]);
    const response = await fixture.pay([{ productId: fixture.laptop, count: 2 }], 200);
    expect(response).toMatchObject({ status: 409, body: { amount: 240, currency: 'EUR' } });
  });

  test.each([100.004, 100.000000001, 99.999])(
    'rejects %d for a total of 100, with the right amount',
    async (amount) => {
      const response = await fixture.pay([{ productId: fixture.laptop, count: 1 }], amount);
      expect(response).toMatchObject({ status: 409, body: { code: 'priceChanged', amount: 100 } });
      expect(await fixture.orders()).toEqual([]);
    },
  );

  test('names the missing products', async () => {
    const deleted = newId();
    const response = await fixture.pay(
      [
        { productId: fixture.laptop, count: 1 },
        { productId: deleted, count: 1 },
      ],
      100,
    );
    expect(response).toMatchObject({ status: 409, body: { code: 'productsMissing', missing: [deleted] } });
    expect(await fixture.orders()).toEqual([]);
  });

  test.each([
    ['deleted', (id: string) => fixture.asAdmin('DELETE', `/admin/product/${id}/any`)],
    ['unpublished', (id: string) => fixture.asAdmin('PUT', '/admin/product', { id, isPublished: false })],
  ])('names a product that was %s', async (_, withdraw) => {
    expect((await withdraw(fixture.cable)).status).toBe(200);
    const items = [
      { productId: fixture.cable, count: 1 },
      { productId: fixture.laptop, count: 1 },
    ];
    const missing = { status: 409, body: { code: 'productsMissing', missing: [fixture.cable] } };
    expect(await fixture.pay(items, 100.5)).toMatchObject(missing);
    const quote = { currency: 'EUR', items };
    expect(await fixture.shop.call('POST', '/payment/quote', { body: quote })).toMatchObject(missing);
    expect(await fixture.orders()).toEqual([]);
  });

  test.each([
    ['no items', [], 1],
    ['count 0', [{ count: 0 }], 1],
    ['count 51', [{ count: 51 }], 5100],
    ['half a laptop', [{ count: 0.5 }], 50],
    ['a product listed twice, above 50 in total', [{ count: 26 }, { count: 25 }], 5100],
  ])('rejects %s', async (_, items, amount) => {
    const response = await fixture.pay(
      items.map((item) => ({ productId: fixture.laptop, ...item }) as Item),
      amount,
    );
    expect(response.status).toBe(422);
    expect(await fixture.orders()).toEqual([]);
  });

  test.each([
    ['an amount of 0', { amount: 0, currency: 'EUR' }],
    ['an amount as text', { amount: '100', currency: 'EUR' }],
    ['an unknown currency', { amount: 100, currency: 'GBP' }],
    ['an amount with more than two decimals', { amount: 10.005, currency: 'EUR' }],
  ])('rejects %s', async (_, body) => {
    const response = await fixture.shop.call('POST', '/payment', { token: fixture.shopper.token, body });
    expect(response.status).toBe(422);
  });

  test('rejects an impossible amount with a readable message', async () => {
    const body = { amount: 1e300, currency: 'EUR' };
    const response = await fixture.shop.call('POST', '/payment', { token: fixture.shopper.token, body });
    expect(response).toMatchObject({ status: 422, body: { message: 'Amount is too large' } });
  });

  test("returns the provider's error message and stores nothing", async () => {
    const sticker = await fixture.addProduct('Sticker', 10);
    const response = await fixture.pay([{ productId: sticker, count: 1 }], 0.1);
    expect(response.status).toBe(422);
    expect(response.body.message).toMatch(/at least/i);
    expect(await fixture.orders()).toEqual([]);
  });

  test('without items creates a payment without an order', async () => {
    const response = await fixture.pay(undefined, 12.34);
    expect(response.status).toBe(200);
    const intent = await fixture.shop.provider.paymentIntents.retrieve(intentOf(response.body.clientSecret));
    expect(intent.amount).toBe(1234);
    expect(await fixture.orders()).toEqual([]);
    await fixture.payWith(response.body.clientSecret);
    await fixture.untilHandled(intent.id);
    expect(await fixture.orders()).toEqual([]);
  });

  test('reuses the order and payment of the same cart, with its items in any order', async () => {
    const first = await fixture.pay(
      [
        { productId: fixture.laptop, count: 1 },
        { productId: fixture.cable, count: 2 },
      ],
      101,
    );
    const second = await fixture.pay(
      [
        { productId: fixture.cable, count: 2 },
        { productId: fixture.laptop, count: 1 },
      ],
      101,
    );
    expect(second.body).toEqual(first.body);
    expect(await fixture.orders()).toHaveLength(1);
  });

  test('opens one order and one payment for ten concurrent requests', async () => {
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => fixture.pay([{ productId: fixture.laptop, count: 3 }], 300)),
    );
    expect(new Set(responses.map(({ body }) => body.clientSecret)).size).toBe(1);
    expect(await fixture.orders()).toHaveLength(1);
  });

  test('opens a new order for another cart and cancels the replaced one with its payment', async () => {
    const replaced = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
    await fixture.pay([{ productId: fixture.laptop, count: 2 }], 200);
    expect((await fixture.orders()).map(({ state }) => state)).toEqual(['pending', 'canceled']);
    const intent = await fixture.shop.provider.paymentIntents.retrieve(intentOf(replaced.body.clientSecret));
    expect(intent.status).toBe('canceled');
  });

  test('opens a new order if the payment was canceled at the provider', async () => {
    const first = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
    await fixture.payWith(first.body.clientSecret, 'pm_card_chargeDeclined').catch(() => {});
    await fixture.untilState('failed');
    await fixture.shop.provider.paymentIntents.cancel(intentOf(first.body.clientSecret));
    const second = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
    expect(second.status).toBe(200);
    expect(second.body.orderId).not.toBe(first.body.orderId);
    expect((await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100)).body).toEqual(second.body);
  });

  test('opens a third order if two payments were canceled at the provider', async () => {
    const orders = new Set<string>();
    for (const quantity of [2, 3]) {
      const { body } = await fixture.pay([{ productId: fixture.laptop, count: quantity }], 100 * quantity);
      await fixture.payWith(body.clientSecret, 'pm_card_chargeDeclined').catch(() => {});
      await fixture.untilState('failed');
      await fixture.shop.provider.paymentIntents.cancel(intentOf(body.clientSecret));
      orders.add(body.orderId);
    }
    const [first, second] = [...orders];
    // Makes both orders belong to one cart.
    await fixture.setOrder(
      first ?? '',
      `cart_fingerprint = (select cart_fingerprint from shop_order where id = '${second}')`,
    );
    const third = await fixture.pay([{ productId: fixture.laptop, count: 3 }], 300);
    expect(third.status).toBe(200);
    expect(orders).not.toContain(third.body.orderId);
    expect((await fixture.payWith(third.body.clientSecret)).status).toBe('succeeded');
  });

  test('opens a new order if the provider does not know the payment', async () => {
    const first = await fixture.placeOrder();
    await fixture.setOrder(first.orderId, `payment_intent_id = 'pi_unknown'`);
    const second = await fixture.placeOrder();
    expect(second.orderId).not.toBe(first.orderId);
    expect((await fixture.payWith(second.clientSecret)).status).toBe('succeeded');
    expect(await fixture.stateOf(first.orderId)).toBe('canceled');
  });
});

describe('an outage of the provider', () => {
  test('causes a 503, and the next attempt reuses the order', async () => {
    await fixture.shop.setFaults({ api: { status500Rate: 1 } });
    const failed = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
    expect(failed).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(failed.headers.get('Retry-After')).not.toBeNull();
    await fixture.shop.setFaults({});
    expect((await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100)).status).toBe(200);
    expect(await fixture.orders()).toHaveLength(1);
  });
});

describe('a provider that replays its failures', () => {
  test('creates only one payment after it recovers, even for concurrent requests', async () => {
    await fixture.shop.setFaults({ api: { rememberedFailureRate: 1 } });
    for (let times = 0; times < 3; times += 1) {
      expect((await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100)).status).toBe(503);
    }
    await fixture.shop.setFaults({});
    const order = await fixture.placeOrder();
    const others = await Promise.all([1, 2, 3].map(() => fixture.placeOrder()));
    for (const other of others) expect(other).toEqual(order);
    expect(await fixture.orders()).toHaveLength(1);
    expect((await fixture.payWith(order.clientSecret)).status).toBe('succeeded');
    await fixture.untilState('paid');
  });
});

describe('orders', () => {
  test('are visible only to their own shopper', async () => {
    const { body } = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
    const other = await fixture.shop.newAccount();
    expect((await fixture.shop.call('GET', `/orders/${body.orderId}`, { token: other.token })).status).toBe(404);
    expect((await fixture.shop.call('GET', '/orders', { token: other.token })).body.orders).toEqual([]);
    expect((await fixture.shop.call('GET', '/orders')).status).toBe(401);
    const paymentIntent = intentOf(body.clientSecret);
    const stolen = await fixture.shop.call('POST', '/payment/return', { token: other.token, body: { paymentIntent } });
    expect(stolen.status).toBe(404);
  });

  test('keep their lines when a product is deleted', async () => {
    const { body } = await fixture.pay([{ productId: fixture.cable, count: 2 }], 1);
    await fixture.shop.em().execute('delete from product where id = ?', [fixture.cable]);
    const { body: found } = await fixture.shop.call('GET', `/orders/${body.orderId}`, { token: fixture.shopper.token });
    expect(found.order.lines).toMatchObject([
      { productId: fixture.cable, title: 'Cable', detail: 'Fine', price: 0.5, count: 2, amount: 1 },
    ]);
  });
});
