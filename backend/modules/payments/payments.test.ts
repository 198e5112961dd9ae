import Stripe from 'stripe';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type LoggedIn, startTestShop, type TestShop } from '../../../e2e/harness/shop.ts';
import { waitFor } from '../../../e2e/harness/wait.ts';
import { newId } from '../../core/ids.ts';
import { createCategory } from '../catalogue/categories.service.ts';
import { reconcilePayments } from './payments.service.ts';

let shop: TestShop;
let shopper: LoggedIn;
/** 100.00 EUR and 0.50 EUR. */
let laptop: string;
let cable: string;

beforeAll(async () => {
  shop = await startTestShop({ workers: true });
});

beforeEach(async () => {
  await shop.setFaults({});
  shopper = await shop.registerAndLogIn();
  [laptop, cable] = await Promise.all([addProduct('Laptop', 10_000), addProduct('Cable', 50)]);
});

async function addProduct(title: string, priceCents: number): Promise<string> {
  const em = shop.em();
  const categoryId = await createCategory(em, `Category ${newId()}`);
  const id = newId();
  await em.execute(
    `insert into product (id, title, description, price_cents, image, category_id) values (?, ?, 'Fine', ?, 'a.jpg', ?)`,
    [id, title, priceCents, categoryId],
  );
  return id;
}

type Item = { productId: string; count: number };

function pay(items: Item[] | undefined, amount: number, currency = 'EUR', token = shopper.token) {
  return shop.call('POST', '/payment', { token, body: { amount, currency, ...(items && { items }) } });
}

/** Pays as the browser does, past the shop. */
async function payWith(clientSecret: string, paymentMethod = 'pm_card_visa'): Promise<Stripe.PaymentIntent> {
  return shop.provider.paymentIntents.confirm(intentOf(clientSecret), {
    payment_method: paymentMethod,
    return_url: 'http://localhost/order',
  });
}

function intentOf(clientSecret: string): string {
  return clientSecret.replace(/_secret_.*/, '');
}

async function orders(token = shopper.token) {
  const { body } = await shop.call('GET', '/orders', { token });
  return body.orders as { _id: string; state: string; amount: number; currency: string; number: number }[];
}

async function untilState(state: string): Promise<void> {
  await waitFor(`the order to be ${state}`, async () => (await orders())[0]?.state === state);
}

/** The webhook that the provider would send, sent by hand. */
function sendWebhook(event: object, { secret = shop.webhookSecret, payload = JSON.stringify(event) } = {}) {
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  return shop.call('POST', '/payment/webhook', { body: payload, headers: { 'Stripe-Signature': signature } });
}

async function eventOf(intentId: string, type: string): Promise<Stripe.Event> {
  return waitFor(`the event ${type}`, async () => {
    const { data } = await shop.provider.events.list({ limit: 100 });
    return data.find((event) => event.type === type && (event.data.object as { id?: string }).id === intentId);
  });
}

async function confirmationsFor(email: string): Promise<number> {
  const mails = (await (await fetch(`${shop.mailbox.url}/mails.json`)).json()) as { to: string }[];
  return mails.filter((mail) => mail.to === email).length;
}

describe('preparing a payment', () => {
  test('needs a logged-in user', async () => {
    const answer = await shop.call('POST', '/payment', { body: { amount: 100, currency: 'EUR', items: [] } });
    expect(answer.status).toBe(401);
    expect(answer.body.message).toBe('Have to be login.');
  });

  test('stores a pending order at the shop’s own prices, and answers the secret of its payment', async () => {
    const answer = await pay(
      [
        { productId: laptop, count: 2 },
        { productId: cable, count: 1 },
      ],
      200.5,
    );
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: 'success', clientSecret: expect.stringMatching(/^pi_\w+_secret_/) });
    const intent = await shop.provider.paymentIntents.retrieve(intentOf(answer.body.clientSecret));
    expect(intent).toMatchObject({ amount: 20_050, currency: 'eur', metadata: { orderId: answer.body.orderId } });
    const { body } = await shop.call('GET', `/orders/${answer.body.orderId}`, { token: shopper.token });
    expect(body.order).toMatchObject({ state: 'pending', amount: 200.5, currency: 'EUR' });
    expect(body.order.lines).toHaveLength(2);
    expect(body.order.lines).toContainEqual({ productId: laptop, title: 'Laptop', price: 100, count: 2 });
  });

  test('converts the total once, halves up', async () => {
    expect((await pay([{ productId: cable, count: 1 }], 0.55, 'USD')).status).toBe(200);
    expect((await pay([{ productId: laptop, count: 1 }], 11_700, 'RSD')).status).toBe(200);
  });

  test.each([
    ['too little', 99.99],
    ['too much', 100.01],
  ])('refuses an amount that is %s, with the right one, and stores nothing', async (_, amount) => {
    const answer = await pay([{ productId: laptop, count: 1 }], amount);
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ code: 'priceChanged', amount: 100, currency: 'EUR' });
    expect(await orders()).toEqual([]);
  });

  test('refuses the old price of a product that has become dearer, with the new amount', async () => {
    await shop.em().execute('update product set price_cents = 12000 where id = ?', [laptop]);
    const answer = await pay([{ productId: laptop, count: 2 }], 200);
    expect(answer).toMatchObject({ status: 409, body: { amount: 240, currency: 'EUR' } });
  });

  test('names the products that are gone', async () => {
    const gone = newId();
    const answer = await pay(
      [
        { productId: laptop, count: 1 },
        { productId: gone, count: 1 },
      ],
      100,
    );
    expect(answer).toMatchObject({ status: 409, body: { code: 'productsMissing', missing: [gone] } });
    expect(await orders()).toEqual([]);
  });

  test.each([
    ['no items', [], 1],
    ['count 0', [{ count: 0 }], 1],
    ['count 51', [{ count: 51 }], 5100],
    ['half a laptop', [{ count: 0.5 }], 50],
    ['the same twice, together above 50', [{ count: 26 }, { count: 25 }], 5100],
  ])('refuses %s', async (_, items, amount) => {
    const answer = await pay(
      items.map((item) => ({ productId: laptop, ...item }) as Item),
      amount,
    );
    expect(answer.status).toBe(422);
    expect(await orders()).toEqual([]);
  });

  test.each([
    ['an amount of 0', { amount: 0, currency: 'EUR' }],
    ['an amount as text', { amount: '100', currency: 'EUR' }],
    ['an unknown currency', { amount: 100, currency: 'GBP' }],
  ])('refuses %s', async (_, body) => {
    const answer = await shop.call('POST', '/payment', { token: shopper.token, body });
    expect(answer.status).toBe(422);
  });

  test('passes on the provider’s refusal as its sentence, and stores nothing', async () => {
    const trifle = await addProduct('Sticker', 10);
    const answer = await pay([{ productId: trifle, count: 1 }], 0.1);
    expect(answer.status).toBe(422);
    expect(answer.body.message).toMatch(/at least/i);
    expect(await orders()).toEqual([]);
  });

  test('without items makes a payment with no goods behind it', async () => {
    const answer = await pay(undefined, 12.34);
    expect(answer.status).toBe(200);
    const intent = await shop.provider.paymentIntents.retrieve(intentOf(answer.body.clientSecret));
    expect(intent.amount).toBe(1234);
    expect(await orders()).toEqual([]);
    await payWith(answer.body.clientSecret);
    await shop.untilCalm();
    expect(await orders()).toEqual([]);
  });

  test('the same cart again, in another order, is the same order and payment', async () => {
    const first = await pay(
      [
        { productId: laptop, count: 1 },
        { productId: cable, count: 2 },
      ],
      101,
    );
    const second = await pay(
      [
        { productId: cable, count: 2 },
        { productId: laptop, count: 1 },
      ],
      101,
    );
    expect(second.body).toEqual(first.body);
    expect(await orders()).toHaveLength(1);
  });

  test('ten at once for one cart are one order and one payment', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay([{ productId: laptop, count: 3 }], 300)));
    expect(new Set(answers.map(({ body }) => body.clientSecret)).size).toBe(1);
    expect(await orders()).toHaveLength(1);
  });

  test('another cart is a new order, and the one that was left is canceled with its payment', async () => {
    const left = await pay([{ productId: laptop, count: 1 }], 100);
    await pay([{ productId: laptop, count: 2 }], 200);
    expect((await orders()).map(({ state }) => state)).toEqual(['pending', 'canceled']);
    const intent = await shop.provider.paymentIntents.retrieve(intentOf(left.body.clientSecret));
    expect(intent.status).toBe('canceled');
  });

  test('an order that somebody began to pay is not canceled by another cart', async () => {
    const begun = await pay([{ productId: laptop, count: 1 }], 100);
    await payWith(begun.body.clientSecret, 'pm_card_chargeDeclined').catch(() => {});
    await untilState('failed');
    await pay([{ productId: laptop, count: 2 }], 200);
    const intent = await shop.provider.paymentIntents.retrieve(intentOf(begun.body.clientSecret));
    expect(intent.status).toBe('requires_payment_method');
  });
});

describe('a payment', () => {
  const cart = () => [{ productId: laptop, count: 1 }];

  test('that succeeds moves the order to paid by the webhook, and sends one confirmation', async () => {
    const { body } = await pay(cart(), 100);
    await payWith(body.clientSecret);
    await untilState('paid');
    await shop.untilCalm();
    expect(await confirmationsFor(shopper.email)).toBe(1);
  });

  test('that is declined leaves an order that can still be paid', async () => {
    const { body } = await pay(cart(), 100);
    await expect(payWith(body.clientSecret, 'pm_card_chargeDeclined')).rejects.toThrow('Your card was declined.');
    await untilState('failed');
    const again = await pay(cart(), 100);
    expect(again.body.clientSecret).toBe(body.clientSecret);
    await payWith(again.body.clientSecret);
    await untilState('paid');
  });

  test('by two tabs with one cart is taken once', async () => {
    const [one, two] = await Promise.all([pay(cart(), 100), pay(cart(), 100)]);
    const outcomes = await Promise.allSettled([payWith(one.body.clientSecret), payWith(two.body.clientSecret)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await untilState('paid');
    expect(await orders()).toHaveLength(1);
  });

  test('that was made is found when the cart is paid again before the webhook has come', async () => {
    await shop.setFaults({ webhooks: { drop: true } });
    const { body } = await pay(cart(), 100);
    await payWith(body.clientSecret);
    const again = await pay(cart(), 100);
    expect(again.status).toBe(409);
    expect((await orders()).map(({ state }) => state)).toEqual(['paid']);
  });

  test('that is refunded at the provider moves the order to refunded', async () => {
    const { body } = await pay(cart(), 100);
    await payWith(body.clientSecret);
    await untilState('paid');
    await shop.provider.refunds.create({ payment_intent: intentOf(body.clientSecret) });
    await untilState('refunded');
  });
});

describe('a webhook', () => {
  async function paidWithoutWebhook() {
    await shop.setFaults({ webhooks: { drop: true } });
    const { body } = await pay([{ productId: laptop, count: 1 }], 100);
    await payWith(body.clientSecret);
    const event = await eventOf(intentOf(body.clientSecret), 'payment_intent.succeeded');
    await shop.setFaults({});
    return { event, paymentIntent: intentOf(body.clientSecret) };
  }

  test('that comes ten times at once is stored once and pays once', async () => {
    const { event } = await paidWithoutWebhook();
    const answers = await Promise.all(Array.from({ length: 10 }, () => sendWebhook(event)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    await untilState('paid');
    await shop.untilCalm();
    expect(await storedEvents(event.id)).toBe(1);
    expect(await confirmationsFor(shopper.email)).toBe(1);
  });

  test('that comes after the shopper has returned changes nothing more', async () => {
    const { event, paymentIntent } = await paidWithoutWebhook();
    const answer = await shop.call('POST', '/payment/return', { token: shopper.token, body: { paymentIntent } });
    expect(answer.body.order).toMatchObject({ state: 'paid', amount: 100 });
    await sendWebhook(event);
    await shop.untilCalm();
    expect((await orders())[0]?.state).toBe('paid');
    expect(await confirmationsFor(shopper.email)).toBe(1);
  });

  test('that comes before the shopper returns gives the same order', async () => {
    const { event, paymentIntent } = await paidWithoutWebhook();
    await sendWebhook(event);
    await untilState('paid');
    const answer = await shop.call('POST', '/payment/return', { token: shopper.token, body: { paymentIntent } });
    expect(answer.body.order.state).toBe('paid');
    await shop.untilCalm();
    expect(await confirmationsFor(shopper.email)).toBe(1);
  });

  test('that never comes is made up for by the reconciliation', async () => {
    await paidWithoutWebhook();
    await reconcilePayments({ em: shop.em(), provider: shop.provider }, { olderThan: 0 });
    expect((await orders())[0]?.state).toBe('paid');
    await shop.untilCalm();
    expect(await confirmationsFor(shopper.email)).toBe(1);
  });

  test('of an old failure does not undo a payment that has succeeded since', async () => {
    await shop.setFaults({ webhooks: { drop: true } });
    const { body } = await pay([{ productId: laptop, count: 1 }], 100);
    await payWith(body.clientSecret, 'pm_card_chargeDeclined').catch(() => {});
    const failure = await eventOf(intentOf(body.clientSecret), 'payment_intent.payment_failed');
    await payWith(body.clientSecret);
    const success = await eventOf(intentOf(body.clientSecret), 'payment_intent.succeeded');
    await shop.setFaults({});
    await sendWebhook(success);
    await untilState('paid');
    await sendWebhook(failure);
    await shop.untilCalm();
    expect((await orders())[0]?.state).toBe('paid');
  });

  test('with a wrong signature, an old one, none, or another body is refused, and nothing is stored', async () => {
    const { event } = await paidWithoutWebhook();
    const payload = JSON.stringify(event);
    const old = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: shop.webhookSecret,
      timestamp: Math.floor(Date.now() / 1000) - 3600,
    });
    const right = Stripe.webhooks.generateTestHeaderString({ payload, secret: shop.webhookSecret });
    const tries = [
      sendWebhook(event, { secret: 'whsec_somebody_else' }),
      shop.call('POST', '/payment/webhook', { body: payload, headers: { 'Stripe-Signature': old } }),
      shop.call('POST', '/payment/webhook', { body: payload }),
      shop.call('POST', '/payment/webhook', { body: `${payload} `, headers: { 'Stripe-Signature': right } }),
      shop.call('POST', '/payment/webhook', { body: 'not json', headers: { 'Stripe-Signature': right } }),
    ];
    for (const { status } of await Promise.all(tries)) expect(status).toBe(400);
    expect(await storedEvents(event.id)).toBe(0);
    expect((await orders())[0]?.state).toBe('pending');
  });

  async function storedEvents(id: string): Promise<number> {
    const rows = await shop.em().execute<unknown[]>('select id from payment_event where id = ?', [id]);
    return rows.length;
  }
});

describe('the reconciliation', () => {
  test('cancels what nobody began to pay within a day, with its payment', async () => {
    const { body } = await pay([{ productId: laptop, count: 1 }], 100);
    await reconcilePayments({ em: shop.em(), provider: shop.provider }, { olderThan: 0, abandonedAfter: 0 });
    expect((await orders())[0]?.state).toBe('canceled');
    const intent = await shop.provider.paymentIntents.retrieve(intentOf(body.clientSecret));
    expect(intent.status).toBe('canceled');
  });

  test('leaves alone what is being paid', async () => {
    await pay([{ productId: laptop, count: 1 }], 100);
    await reconcilePayments({ em: shop.em(), provider: shop.provider }, { olderThan: 0 });
    expect((await orders())[0]?.state).toBe('pending');
  });

  test('settles the others when one can’t be settled, says so, and does not ask for it at once again', async () => {
    await shop.setFaults({ webhooks: { drop: true } });
    const { body } = await pay([{ productId: laptop, count: 1 }], 100);
    await payWith(body.clientSecret);
    const stranger = await shop.registerAndLogIn();
    const unknown = await pay([{ productId: laptop, count: 1 }], 100, 'EUR', stranger.token);
    await shop
      .em()
      .execute(`update shop_order set payment_intent_id = 'pi_unknown', checked_at = '2000-01-01' where id = ?`, [
        unknown.body.orderId,
      ]);
    const deps = { em: shop.em(), provider: shop.provider };
    await expect(reconcilePayments(deps, { olderThan: 0 })).rejects.toThrow('1 orders could not be settled');
    expect((await orders())[0]?.state).toBe('paid');
    await reconcilePayments(deps);
    await shop.em().execute(`update shop_order set state = 'canceled' where id = ?`, [unknown.body.orderId]);
  });

  test('asks only about orders that have waited for ten minutes', async () => {
    await shop.setFaults({ webhooks: { drop: true } });
    const { body } = await pay([{ productId: laptop, count: 1 }], 100);
    await payWith(body.clientSecret);
    await reconcilePayments({ em: shop.em(), provider: shop.provider });
    expect((await orders())[0]?.state).toBe('pending');
  });
});

describe('a provider that is down', () => {
  test('is told as a sentence, and the next try goes on with the same order', async () => {
    await shop.setFaults({ api: { status500Rate: 1 } });
    const failed = await pay([{ productId: laptop, count: 1 }], 100);
    expect(failed).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(failed.headers.get('Retry-After')).not.toBeNull();
    await shop.setFaults({});
    expect((await pay([{ productId: laptop, count: 1 }], 100)).status).toBe(200);
    expect(await orders()).toHaveLength(1);
  });
});

describe('orders', () => {
  test('are shown to their own shopper alone', async () => {
    const { body } = await pay([{ productId: laptop, count: 1 }], 100);
    const other = await shop.registerAndLogIn();
    expect((await shop.call('GET', `/orders/${body.orderId}`, { token: other.token })).status).toBe(404);
    expect((await shop.call('GET', '/orders', { token: other.token })).body.orders).toEqual([]);
    expect((await shop.call('GET', '/orders')).status).toBe(401);
    const paymentIntent = intentOf(body.clientSecret);
    const stolen = await shop.call('POST', '/payment/return', { token: other.token, body: { paymentIntent } });
    expect(stolen.status).toBe(404);
  });

  test('keep their lines when the product goes', async () => {
    const { body } = await pay([{ productId: cable, count: 2 }], 1);
    await shop.em().execute('delete from product where id = ?', [cable]);
    const { body: found } = await shop.call('GET', `/orders/${body.orderId}`, { token: shopper.token });
    expect(found.order.lines).toEqual([{ productId: cable, title: 'Cable', price: 0.5, count: 2 }]);
  });
});
