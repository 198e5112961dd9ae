import { pino } from 'pino';
import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { intentOf, PaymentsFixture } from '../../../../testing/data/payments.ts';
import { reconcilePayments } from '../settlement/reconciliation.service.ts';

const fixture = await PaymentsFixture.use();

describe('a webhook', () => {
  async function paidWithoutWebhook() {
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const { body } = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
    await fixture.payWith(body.clientSecret);
    const event = await fixture.eventOf(intentOf(body.clientSecret), 'payment_intent.succeeded');
    await fixture.shop.setFaults({});
    return { event, paymentIntent: intentOf(body.clientSecret) };
  }

  test('that arrives ten times concurrently is stored once and settles once', async () => {
    const { event } = await paidWithoutWebhook();
    const responses = await Promise.all(Array.from({ length: 10 }, () => fixture.sendWebhook(event)));
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    await fixture.untilState('paid');
    await fixture.shop.untilCalm();
    expect(await storedEvents(event.id)).toBe(1);
    expect(await fixture.confirmations()).toBe(1);
  });

  test("that arrives after the shopper's return changes nothing", async () => {
    const { event, paymentIntent } = await paidWithoutWebhook();
    const response = await fixture.shop.call('POST', '/payment/return', {
      token: fixture.shopper.token,
      body: { paymentIntent },
    });
    expect(response.body.order).toMatchObject({ state: 'paid', amount: 100 });
    await fixture.sendWebhook(event);
    await fixture.shop.untilCalm();
    expect((await fixture.orders())[0]?.state).toBe('paid');
    expect(await fixture.confirmations()).toBe(1);
  });

  test("that arrives before the shopper's return settles the same order", async () => {
    const { event, paymentIntent } = await paidWithoutWebhook();
    await fixture.sendWebhook(event);
    await fixture.untilState('paid');
    const response = await fixture.shop.call('POST', '/payment/return', {
      token: fixture.shopper.token,
      body: { paymentIntent },
    });
    expect(response.body.order.state).toBe('paid');
    await fixture.shop.untilCalm();
    expect(await fixture.confirmations()).toBe(1);
  });

  test('that is lost is compensated by the reconciliation', async () => {
    await paidWithoutWebhook();
    const log = pino({ level: 'silent' });
    await reconcilePayments(
      { em: fixture.shop.em(), settings: fixture.shop.settings, provider: fixture.shop.payments, log },
      { olderThan: 0 },
    );
    expect((await fixture.orders())[0]?.state).toBe('paid');
    await fixture.shop.untilCalm();
    expect(await fixture.confirmations()).toBe(1);
  });

  test('of a stale failure does not undo a later success', async () => {
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const { body } = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
    await fixture.payWith(body.clientSecret, 'pm_card_chargeDeclined').catch(() => {});
    const failure = await fixture.eventOf(intentOf(body.clientSecret), 'payment_intent.payment_failed');
    await fixture.payWith(body.clientSecret);
    const success = await fixture.eventOf(intentOf(body.clientSecret), 'payment_intent.succeeded');
    await fixture.shop.setFaults({});
    await fixture.sendWebhook(success);
    await fixture.untilState('paid');
    await fixture.sendWebhook(failure);
    await fixture.shop.untilCalm();
    expect((await fixture.orders())[0]?.state).toBe('paid');
  });

  test("about another system's payment on the same account changes nothing", async () => {
    const intent = await fixture.shop.provider.paymentIntents.create({
      amount: 1000,
      currency: 'eur',
      metadata: { orderId: 'order 66' },
    });
    await fixture.payWith(intent.client_secret ?? '');
    await fixture.untilHandled(intent.id);
    const failed = await fixture.shop.em().execute('select name, failure from outbox_event where failure is not null');
    expect(failed).toEqual([]);
  });

  test('with a wrong, expired or missing signature or a changed body is rejected, and nothing is stored', async () => {
    const { event } = await paidWithoutWebhook();
    const payload = JSON.stringify(event);
    const old = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: fixture.shop.webhookSecret,
      timestamp: Math.floor(Date.now() / 1000) - 3600,
    });
    const right = Stripe.webhooks.generateTestHeaderString({ payload, secret: fixture.shop.webhookSecret });
    const tries = [
      fixture.sendWebhook(event, 'whsec_another_shop'),
      fixture.shop.call('POST', '/payment/webhook', { body: payload, headers: { 'Stripe-Signature': old } }),
      fixture.shop.call('POST', '/payment/webhook', { body: payload }),
      fixture.shop.call('POST', '/payment/webhook', { body: `${payload} `, headers: { 'Stripe-Signature': right } }),
      fixture.shop.call('POST', '/payment/webhook', { body: 'not json', headers: { 'Stripe-Signature': right } }),
    ];
    for (const { status } of await Promise.all(tries)) expect(status).toBe(400);
    expect(await storedEvents(event.id)).toBe(0);
    expect((await fixture.orders())[0]?.state).toBe('pending');
  });

  const object = { object: {} };
  test.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['empty', {}],
    ['without a type', { id: 'evt_1' }],
    ['without an object', { id: 'evt_2', type: 'a', data: {} }],
    ['with a NUL in its id', { id: 'evt_\u0000', type: 'a', data: object }],
    ['with a number for an id', { id: 5, type: 'a', data: object }],
    ['with an id of 900 kB', { id: `evt_${'1'.repeat(900_000)}`, type: 'a', data: object }],
    ['with a type of 900 kB', { id: 'evt_3', type: 'a'.repeat(900_000), data: object }],
    ['with __proto__', JSON.parse('{"id":"evt_4","type":"a","data":{"object":{}},"__proto__":{"id":5}}')],
    ['with __proto__ in its data', JSON.parse('{"id":"evt_5","type":"a","data":{"__proto__":{"object":{}}}}')],
    ['with __proto__ in its object', JSON.parse('{"id":"evt_6","type":"a","data":{"object":{"__proto__":null}}}')],
  ])('that is signed but not an event (%s) is rejected', async (_what, event) => {
    const response = await fixture.sendWebhook(event);
    expect(response).toMatchObject({ status: 400, body: { code: 'malformed' } });
  });

  test.each([
    ['no JSON', 'evt_7'],
    [
      'lists too deep to walk through',
      `{"id":"evt_8","type":"a","data":{"object":{"a":${'['.repeat(1e5)}${']'.repeat(1e5)}}}}`,
    ],
  ])('that signs %s is rejected', async (_what, payload) => {
    const response = await fixture.sendSigned(payload);
    expect(response).toMatchObject({ status: 400, body: { code: 'malformed' } });
  });

  test.each(['constructor', 'toString', 'hasOwnProperty'])('may have members named %s', async (name) => {
    const event = { id: `evt_${name}`, type: 'a', [name]: 1, data: { [name]: 1, object: { [name]: 1 } } };
    expect((await fixture.sendWebhook(event)).status).toBe(200);
    expect(await storedEvents(event.id)).toBe(1);
  });

  test('with an invalid payment id changes nothing', async () => {
    for (const id of ['pi_\u0000', 5, { id: null }, null]) {
      const object = { object: 'charge', payment_intent: id };
      const event = { id: `evt_${crypto.randomUUID()}`, type: 'charge.succeeded', data: { object } };
      expect((await fixture.sendWebhook(event)).status).toBe(200);
    }
    await fixture.shop.untilCalm();
  });

  test('about a payment that the provider does not know is handled once', async () => {
    const { orderId } = await fixture.placeOrder();
    const unknown = `pi_${crypto.randomUUID().replaceAll('-', '')}`;
    await fixture.setOrder(orderId, `payment_intent_id = '${unknown}'`);
    for (const id of [unknown, 'pi_without_order']) {
      const object = { object: 'payment_intent', id };
      const type = 'payment_intent.succeeded';
      expect((await fixture.sendWebhook({ id: `evt_${crypto.randomUUID()}`, type, data: { object } })).status).toBe(
        200,
      );
    }
    await fixture.shop.untilCalm();
    expect(await fixture.stateOf(orderId)).toBe('canceled');
    const failed = await fixture.shop.em().execute('select name, failure from outbox_event where failure is not null');
    expect(failed).toEqual([]);
  });

  async function storedEvents(id: string): Promise<number> {
    const rows = await fixture.shop.em().execute<unknown[]>('select id from payment_event where id = ?', [id]);
    return rows.length;
  }
});
