import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { waitFor } from '../../../e2e/harness/wait.ts';
import { openOrder } from '../orders/orders.service.ts';
import { intentOf, PaymentsFixture } from './payments.fixture.ts';
import { reconcilePayments } from './payments.service.ts';

const fixture = await PaymentsFixture.use();

describe('a payment', () => {
  const cart = () => [{ productId: fixture.laptop, count: 1 }];

  test('that succeeds moves the order to paid by the webhook, and sends one confirmation', async () => {
    const { body } = await fixture.pay(cart(), 100);
    await fixture.payWith(body.clientSecret);
    await fixture.untilState('paid');
    await fixture.shop.untilCalm();
    expect(await fixture.confirmations()).toBe(1);
  });

  test('that is declined leaves an order that can still be paid', async () => {
    const { body } = await fixture.pay(cart(), 100);
    await expect(fixture.payWith(body.clientSecret, 'pm_card_chargeDeclined')).rejects.toThrow(
      'Your card was declined.',
    );
    await fixture.untilState('failed');
    const again = await fixture.pay(cart(), 100);
    expect(again.body.clientSecret).toBe(body.clientSecret);
    await fixture.payWith(again.body.clientSecret);
    await fixture.untilState('paid');
  });

  test('by two tabs with one cart is taken once', async () => {
    const [one, two] = await Promise.all([fixture.pay(cart(), 100), fixture.pay(cart(), 100)]);
    const outcomes = await Promise.allSettled([
      fixture.payWith(one.body.clientSecret),
      fixture.payWith(two.body.clientSecret),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await fixture.untilState('paid');
    expect(await fixture.orders()).toHaveLength(1);
  });

  test('that was made is found when the cart is paid again before the webhook has come', async () => {
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const { body } = await fixture.pay(cart(), 100);
    await fixture.payWith(body.clientSecret);
    const again = await fixture.pay(cart(), 100);
    expect(again.status).toBe(409);
    expect((await fixture.orders()).map(({ state }) => state)).toEqual(['paid']);
  });

  test('that is refunded at the provider moves the order to refunded', async () => {
    const { body } = await fixture.pay(cart(), 100);
    await fixture.payWith(body.clientSecret);
    await fixture.untilState('paid');
    await fixture.shop.provider.refunds.create({ payment_intent: intentOf(body.clientSecret) });
    await fixture.untilState('refunded');
  });
});

describe('an order that is left for another cart', () => {
  const carts = () => ({
    left: [{ productId: fixture.laptop, count: 1 }],
    chosen: [{ productId: fixture.laptop, count: 2 }],
  });

  async function expectChargedAsStored(): Promise<void> {
    await fixture.shop.untilCalm();
    const rows = await fixture.shop
      .em()
      .execute<{ state: string; intent: string | null }[]>(
        'select state, payment_intent_id as intent from shop_order where user_id = ?',
        [fixture.shopper.userId],
      );
    for (const { state, intent } of rows) {
      const { status } = await fixture.shop.provider.paymentIntents.retrieve(intent ?? '');
      expect([state, status]).toBeOneOf([
        ['paid', 'succeeded'],
        ['canceled', 'canceled'],
        ['pending', 'requires_payment_method'],
      ]);
    }
  }

  test('can’t be charged any more, also if its payment is being made just then', async () => {
    const { left, chosen } = carts();
    await fixture.shop.setFaults({ api: { latency: 1000 } });
    const slow = fixture.pay(left, 100);
    await waitFor('the order to be stored', async () => (await fixture.orders()).length === 1);
    await fixture.shop.setFaults({});
    const quick = await fixture.pay(chosen, 200);
    for (const { body } of [await slow, quick]) await fixture.payWith(body.clientSecret).catch(() => {});
    await expectChargedAsStored();
  });

  test('goes, and the newer one stays, when both are begun at once', async () => {
    const { left, chosen } = carts();
    await fixture.shop.setFaults({ api: { latency: 300 } });
    await Promise.all([fixture.pay(left, 100), fixture.pay(chosen, 200), fixture.pay(left, 109, 'USD')]);
    await fixture.shop.setFaults({});
    expect((await fixture.orders()).map(({ state }) => state)).toEqual(['pending', 'canceled', 'canceled']);
    await expectChargedAsStored();
  });

  test('takes its payment with it, also if the shop never heard that it was made', async () => {
    const { left, chosen } = carts();
    const items = { currency: 'EUR' as const, amount: 100, items: left };
    const { id, number } = await openOrder(fixture.shop.em(), fixture.shopper.userId, items);
    const made = await fixture.shop.provider.paymentIntents.create(
      {
        amount: 10_000,
        currency: 'eur',
        metadata: { orderId: id, orderNumber: String(number) },
        automatic_payment_methods: { enabled: true },
      },
      { idempotencyKey: `order-${id}` },
    );
    await fixture.pay(chosen, 200);
    expect((await fixture.shop.provider.paymentIntents.retrieve(made.id)).status).toBe('canceled');
    await expectChargedAsStored();
  });
});

describe('a webhook', () => {
  async function paidWithoutWebhook() {
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const { body } = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
    await fixture.payWith(body.clientSecret);
    const event = await fixture.eventOf(intentOf(body.clientSecret), 'payment_intent.succeeded');
    await fixture.shop.setFaults({});
    return { event, paymentIntent: intentOf(body.clientSecret) };
  }

  test('that comes ten times at once is stored once and pays once', async () => {
    const { event } = await paidWithoutWebhook();
    const answers = await Promise.all(Array.from({ length: 10 }, () => fixture.sendWebhook(event)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    await fixture.untilState('paid');
    await fixture.shop.untilCalm();
    expect(await storedEvents(event.id)).toBe(1);
    expect(await fixture.confirmations()).toBe(1);
  });

  test('that comes after the fixture.shopper has returned changes nothing more', async () => {
    const { event, paymentIntent } = await paidWithoutWebhook();
    const answer = await fixture.shop.call('POST', '/payment/return', {
      token: fixture.shopper.token,
      body: { paymentIntent },
    });
    expect(answer.body.order).toMatchObject({ state: 'paid', amount: 100 });
    await fixture.sendWebhook(event);
    await fixture.shop.untilCalm();
    expect((await fixture.orders())[0]?.state).toBe('paid');
    expect(await fixture.confirmations()).toBe(1);
  });

  test('that comes before the fixture.shopper returns gives the same order', async () => {
    const { event, paymentIntent } = await paidWithoutWebhook();
    await fixture.sendWebhook(event);
    await fixture.untilState('paid');
    const answer = await fixture.shop.call('POST', '/payment/return', {
      token: fixture.shopper.token,
      body: { paymentIntent },
    });
    expect(answer.body.order.state).toBe('paid');
    await fixture.shop.untilCalm();
    expect(await fixture.confirmations()).toBe(1);
  });

  test('that never comes is made up for by the reconciliation', async () => {
    await paidWithoutWebhook();
    await reconcilePayments({ em: fixture.shop.em(), provider: fixture.shop.provider }, { olderThan: 0 });
    expect((await fixture.orders())[0]?.state).toBe('paid');
    await fixture.shop.untilCalm();
    expect(await fixture.confirmations()).toBe(1);
  });

  test('of an old failure does not undo a payment that has succeeded since', async () => {
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

  test('of somebody else’s payment on the same account changes nothing, and fails nothing', async () => {
    const intent = await fixture.shop.provider.paymentIntents.create({
      amount: 1000,
      currency: 'eur',
      metadata: { orderId: 'order 66' },
    });
    await fixture.payWith(intent.client_secret ?? '');
    await fixture.eventOf(intent.id, 'payment_intent.succeeded');
    await fixture.shop.untilCalm();
    const failed = await fixture.shop.em().execute('select name, failure from outbox_event where failure is not null');
    expect(failed).toEqual([]);
  });

  test('with a wrong signature, an old one, none, or another body is refused, and nothing is stored', async () => {
    const { event } = await paidWithoutWebhook();
    const payload = JSON.stringify(event);
    const old = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: fixture.shop.webhookSecret,
      timestamp: Math.floor(Date.now() / 1000) - 3600,
    });
    const right = Stripe.webhooks.generateTestHeaderString({ payload, secret: fixture.shop.webhookSecret });
    const tries = [
      fixture.sendWebhook(event, 'whsec_somebody_else'),
      fixture.shop.call('POST', '/payment/webhook', { body: payload, headers: { 'Stripe-Signature': old } }),
      fixture.shop.call('POST', '/payment/webhook', { body: payload }),
      fixture.shop.call('POST', '/payment/webhook', { body: `${payload} `, headers: { 'Stripe-Signature': right } }),
      fixture.shop.call('POST', '/payment/webhook', { body: 'not json', headers: { 'Stripe-Signature': right } }),
    ];
    for (const { status } of await Promise.all(tries)) expect(status).toBe(400);
    expect(await storedEvents(event.id)).toBe(0);
    expect((await fixture.orders())[0]?.state).toBe('pending');
  });

  test.each([
    null,
    [],
    {},
    { id: 'evt_1' },
    { id: 'evt_2', type: 'a', data: {} },
    { id: 'evt_\u0000', type: 'a', data: { object: {} } },
    { id: 5, type: 'a', data: { object: {} } },
  ])('that is signed but no event (%j) is refused', async (event) => {
    const answer = await fixture.sendWebhook(event);
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed' } });
  });

  test('about what can be no payment of the provider changes nothing, and fails nothing', async () => {
    for (const id of ['pi_\u0000', 5, { id: null }, null]) {
      const object = { object: 'charge', payment_intent: id };
      const event = { id: `evt_${crypto.randomUUID()}`, type: 'charge.succeeded', data: { object } };
      expect((await fixture.sendWebhook(event)).status).toBe(200);
    }
    await fixture.shop.untilCalm();
  });

  async function storedEvents(id: string): Promise<number> {
    const rows = await fixture.shop.em().execute<unknown[]>('select id from payment_event where id = ?', [id]);
    return rows.length;
  }
});

describe('the reconciliation', () => {
  test('cancels what nobody began to pay within a day, with its payment', async () => {
    const { body } = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
    await reconcilePayments(
      { em: fixture.shop.em(), provider: fixture.shop.provider },
      { olderThan: 0, abandonedAfter: 0 },
    );
    expect((await fixture.orders())[0]?.state).toBe('canceled');
    const intent = await fixture.shop.provider.paymentIntents.retrieve(intentOf(body.clientSecret));
    expect(intent.status).toBe('canceled');
  });

  test('asks about no further order when its time is up, and goes on with those the next time', async () => {
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const waiting: string[] = [];
    // Less than the ten minutes after which the shop's own workers ask.
    for (const minutes of [9, 8]) {
      const { token } = await fixture.shop.registerAndLogIn();
      const { body } = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100, 'EUR', token);
      await fixture.setOrder(body.orderId, `checked_at = now() - interval '${minutes} minutes'`);
      waiting.push(body.orderId);
    }
    const reconcile = () =>
      reconcilePayments({ em: fixture.shop.em(), provider: fixture.shop.provider }, { olderThan: 420_000, within: 0 });
    const stillWaiting = async () => {
      const rows = await fixture.shop
        .em()
        .execute<{ id: string }[]>(`select id from shop_order where checked_at < now() - interval '7 minutes'`);
      return rows.map(({ id }) => id);
    };
    await reconcile();
    expect(await stillWaiting()).toEqual(waiting.slice(1));
    await reconcile();
    expect(await stillWaiting()).toEqual([]);
  });

  test('leaves alone what is being paid', async () => {
    await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
    await reconcilePayments({ em: fixture.shop.em(), provider: fixture.shop.provider }, { olderThan: 0 });
    expect((await fixture.orders())[0]?.state).toBe('pending');
  });

  test('settles the others when one can’t be settled, says so, and does not ask for it at once again', async () => {
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const { body } = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
    await fixture.payWith(body.clientSecret);
    const stranger = await fixture.shop.registerAndLogIn();
    const unknown = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100, 'EUR', stranger.token);
    await fixture.shop
      .em()
      .execute(`update shop_order set payment_intent_id = 'pi_unknown', checked_at = '2000-01-01' where id = ?`, [
        unknown.body.orderId,
      ]);
    const deps = { em: fixture.shop.em(), provider: fixture.shop.provider };
    await expect(reconcilePayments(deps, { olderThan: 0 })).rejects.toThrow('1 orders could not be settled');
    expect((await fixture.orders())[0]?.state).toBe('paid');
    await reconcilePayments(deps);
    await fixture.shop.em().execute(`update shop_order set state = 'canceled' where id = ?`, [unknown.body.orderId]);
  });

  test('finds an order that was declined and then paid by another card, of which no webhook told', async () => {
    const { body } = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
    await fixture.payWith(body.clientSecret, 'pm_card_chargeDeclined').catch(() => {});
    await fixture.untilState('failed');
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    await fixture.payWith(body.clientSecret);
    await fixture.setOrder(
      body.orderId,
      `created_at = now() - interval '1 hour', checked_at = now() - interval '11 minutes'`,
    );
    await reconcilePayments({ em: fixture.shop.em(), provider: fixture.shop.provider });
    expect((await fixture.orders())[0]?.state).toBe('paid');
    await fixture.shop.untilCalm();
    expect(await fixture.confirmations()).toBe(1);
  });

  test('asks less often about what stays open for longer', async () => {
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const { body } = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
    await fixture.payWith(body.clientSecret);
    const deps = { em: fixture.shop.em(), provider: fixture.shop.provider };
    const stateAfter = async (sinceAsked: string) => {
      await fixture.setOrder(
        body.orderId,
        `created_at = now() - interval '2 days', checked_at = now() - interval '${sinceAsked}'`,
      );
      await reconcilePayments(deps);
      return (await fixture.orders())[0]?.state;
    };
    expect(await stateAfter('110 minutes')).toBe('pending');
    expect(await stateAfter('130 minutes')).toBe('paid');
  });

  test('gives up what was begun and left for three days, and not before', async () => {
    const { body } = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
    const intent = await fixture.payWith(body.clientSecret, 'pm_card_authenticationRequired');
    expect(intent.status).toBe('requires_action');
    const deps = { em: fixture.shop.em(), provider: fixture.shop.provider };
    const stateAt = async (days: number) => {
      await fixture.setOrder(
        body.orderId,
        `created_at = now() - interval '${days} days', checked_at = now() - interval '1 day'`,
      );
      await reconcilePayments(deps);
      return (await fixture.orders())[0]?.state;
    };
    expect(await stateAt(2)).toBe('pending');
    expect(await stateAt(4)).toBe('canceled');
    expect((await fixture.shop.provider.paymentIntents.retrieve(intent.id)).status).toBe('canceled');
  });

  test('asks only about orders that have waited for ten minutes', async () => {
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const { body } = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
    await fixture.payWith(body.clientSecret);
    await reconcilePayments({ em: fixture.shop.em(), provider: fixture.shop.provider });
    expect((await fixture.orders())[0]?.state).toBe('pending');
  });
});
