import type Stripe from 'stripe';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Answer, LoggedIn } from '../../../e2e/harness/shop.ts';
import { waitFor } from '../../../e2e/harness/wait.ts';
import { newId } from '../../core/ids.ts';
import { requestRefund } from '../orders/refunds.service.ts';
import { intentOf, PaymentsFixture } from './payments.fixture.ts';
import { reconcilePayments } from './payments.service.ts';

const fixture = PaymentsFixture.use();
let admin: LoggedIn;

beforeEach(async () => {
  admin = await fixture.shop.admin();
});

type Paid = { orderId: string; intentId: string };

/** An order of 100 EUR that nobody has begun to pay. */
async function placeOrder(): Promise<Paid & { clientSecret: string }> {
  const { orderId, clientSecret } = (await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100)).body;
  return { orderId, clientSecret, intentId: intentOf(clientSecret) };
}

async function placePaidOrder(): Promise<Paid> {
  const order = await placeOrder();
  await fixture.payWith(order.clientSecret);
  await fixture.untilState('paid');
  return order;
}

const refund = (orderId: string) => ask(orderId, 'refund');
const check = (orderId: string) => ask(orderId, 'check');
const ask = (orderId: string, what: string): Promise<Answer> =>
  fixture.shop.call('POST', `/admin/order/${orderId}/${what}`, { token: admin.token });

const refundsOf = async (intentId: string) =>
  (await fixture.shop.provider.refunds.list({ payment_intent: intentId })).data.map(({ amount }) => amount);
const stateOf = async (orderId: string) => {
  const rows = await fixture.shop
    .em()
    .execute<{ state: string }[]>('select state from shop_order where id = ?', [orderId]);
  return rows[0]?.state;
};
const entriesOn = (orderId: string) =>
  fixture.shop.em().execute(
    `select action, actor_name as actor, subject_name as "subjectName", changes from audit_entry
       where subject_id = ? order by id`,
    [orderId],
  );
const set = (orderId: string, assignment: string) =>
  fixture.shop.em().execute(`update shop_order set ${assignment} where id = ?`, [orderId]);

describe('refunding', () => {
  test('gives the whole of a paid order back, and says so', async () => {
    const { orderId, intentId } = await placePaidOrder();
    const answer = await refund(orderId);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: 'success',
        message: 'Order has been refunded',
        order: {
          _id: orderId,
          state: 'refunded',
          amount: 100,
          currency: 'EUR',
          paymentIntentId: intentId,
          shopper: { _id: fixture.shopper.userId, username: fixture.shopper.username, email: fixture.shopper.email },
          lines: [{ productId: fixture.laptop, title: 'Laptop', price: 100, count: 1 }],
        },
      },
    });
    expect(await refundsOf(intentId)).toEqual([10_000]);
    expect((await fixture.orders())[0]?.state).toBe('refunded');
    expect(await entriesOn(orderId)).toEqual([
      {
        action: 'order.refundRequested',
        actor: 'admin',
        subjectName: `Order ${answer.body.order.number}`,
        changes: {},
      },
    ]);
  });

  test('many times, at once and later, is one refund and one entry', async () => {
    const { orderId, intentId } = await placePaidOrder();
    const answers = await Promise.all(Array.from({ length: 5 }, () => refund(orderId)));
    answers.push(await refund(orderId));
    for (const { status, body } of answers) {
      expect([status, body.order?.state]).toEqual([200, 'refunded']);
    }
    await fixture.shop.untilCalm();
    expect(await refundsOf(intentId)).toEqual([10_000]);
    expect(await entriesOn(orderId)).toHaveLength(1);
  });

  test.each(['pending', 'failed', 'canceled'])('is refused for an order that is %s', async (state) => {
    const { orderId } = await placeOrder();
    await set(orderId, `state = '${state}'`);
    const answer = await refund(orderId);
    expect(answer).toMatchObject({ status: 409, body: { message: 'Only a paid order can be refunded' } });
    expect(await stateOf(orderId)).toBe(state);
    expect(await entriesOn(orderId)).toEqual([]);
    await set(orderId, `state = 'canceled'`);
  });

  test.each(['refund', 'check'])('or asking (%s) for an order that is not there is answered so', async (what) => {
    expect((await ask(newId(), what)).status).toBe(404);
    expect((await ask('x', what)).status).toBe(404);
  });

  test('changes nothing while the provider is down, and goes on afterwards', async () => {
    const { orderId, intentId } = await placePaidOrder();
    await fixture.shop.setFaults({ api: { status500Rate: 1 } });
    const failed = await refund(orderId);
    expect(failed).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(failed.headers.get('Retry-After')).not.toBeNull();
    expect(await stateOf(orderId)).toBe('paid');
    await fixture.shop.setFaults({});
    expect(await refundsOf(intentId)).toEqual([]);
    expect((await refund(orderId)).body.order.state).toBe('refunded');
    expect(await refundsOf(intentId)).toEqual([10_000]);
    expect(await entriesOn(orderId)).toHaveLength(1);
  });

  test('of what was refunded by hand, with no webhook told, settles the order', async () => {
    const { orderId, intentId } = await placePaidOrder();
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    await fixture.shop.provider.refunds.create({ payment_intent: intentId });
    expect((await refund(orderId)).body.order.state).toBe('refunded');
    expect(await refundsOf(intentId)).toEqual([10_000]);
  });

  test('of what was refunded in part by hand gives back the rest', async () => {
    const { orderId, intentId } = await placePaidOrder();
    await fixture.shop.provider.refunds.create({ payment_intent: intentId, amount: 3_000 });
    await fixture.shop.untilCalm();
    expect(await stateOf(orderId)).toBe('paid');
    expect((await refund(orderId)).body.order.state).toBe('refunded');
    expect(await refundsOf(intentId)).toEqual([7_000, 3_000]);
  });

  test('works when the shopper is gone', async () => {
    const { orderId } = await placePaidOrder();
    const removed = await fixture.shop.call('DELETE', `/admin/user/${fixture.shopper.userId}`, { token: admin.token });
    expect(removed.status).toBe(200);
    expect((await refund(orderId)).body.order).toMatchObject({ state: 'refunded', shopper: null });
  });

  test('that the provider refuses tells its sentence', async () => {
    const { orderId } = await placePaidOrder();
    await set(orderId, `payment_intent_id = 'pi_unknown_${newId().replaceAll('-', '')}'`);
    const answer = await refund(orderId);
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(answer.body.message).toMatch(/no such payment_intent/i);
    expect(await stateOf(orderId)).toBe('paid');
    await set(orderId, 'refund_requested_at = null');
  });
});

describe('a crash after the provider has refunded', () => {
  /** The state in which a process died that had asked for the refund, and not heard of it, nor will by a webhook. */
  async function crashedRefund(): Promise<Paid> {
    const order = await placePaidOrder();
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    await requestRefund(fixture.shop.em(), admin, order.orderId);
    const options = { idempotencyKey: `refund-${order.orderId}` };
    const params = { payment_intent: order.intentId, metadata: { orderId: order.orderId } };
    await fixture.shop.provider.refunds.create(params, options);
    await fixture.shop.setFaults({});
    expect(await stateOf(order.orderId)).toBe('paid');
    return order;
  }

  test('is healed by the webhook', async () => {
    const { orderId, intentId } = await crashedRefund();
    const event = await waitFor('the event', async () => {
      const { data } = await fixture.shop.provider.events.list({ type: 'charge.refunded', limit: 100 });
      return data.find(({ data }) => (data.object as Stripe.Charge).payment_intent === intentId);
    });
    await fixture.sendWebhook(event);
    await fixture.untilState('refunded');
    expect(await refundsOf(intentId)).toEqual([10_000]);
    expect(await stateOf(orderId)).toBe('refunded');
  });

  test('is healed by the reconciliation, once ten minutes have passed', async () => {
    const { orderId } = await crashedRefund();
    const deps = { em: fixture.shop.em(), provider: fixture.shop.provider };
    await reconcilePayments(deps);
    expect(await stateOf(orderId)).toBe('paid');
    await set(orderId, `checked_at = now() - interval '11 minutes', created_at = now() - interval '2 days'`);
    await reconcilePayments(deps);
    expect(await stateOf(orderId)).toBe('refunded');
  });

  test('is healed by asking the provider again, and by refunding again', async () => {
    const asked = await crashedRefund();
    expect((await check(asked.orderId)).body).toMatchObject({
      order: { state: 'refunded' },
      message: expect.stringMatching(/^Order \d+ is refunded$/),
    });
    const again = await crashedRefund();
    expect((await refund(again.orderId)).body.order.state).toBe('refunded');
    expect(await refundsOf(again.intentId)).toEqual([10_000]);
    expect(await entriesOn(again.orderId)).toHaveLength(1);
  });

  test('that came before the provider was asked refunds nothing by itself', async () => {
    const { orderId, intentId } = await placePaidOrder();
    await requestRefund(fixture.shop.em(), admin, orderId);
    await set(orderId, `checked_at = now() - interval '11 minutes'`);
    await reconcilePayments({ em: fixture.shop.em(), provider: fixture.shop.provider });
    expect(await stateOf(orderId)).toBe('paid');
    expect(await refundsOf(intentId)).toEqual([]);
  });
});

describe('asking the provider again', () => {
  test('settles an order whose webhook never came, confirms it, and is noted', async () => {
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const { orderId, clientSecret } = await placeOrder();
    await fixture.payWith(clientSecret);
    const answer = await check(orderId);
    expect(answer).toMatchObject({ status: 200, body: { status: 'success', order: { _id: orderId, state: 'paid' } } });
    await fixture.shop.untilCalm();
    expect(await fixture.confirmations()).toBe(1);
    expect((await check(orderId)).body.order.state).toBe('paid');
    expect(await entriesOn(orderId)).toMatchObject([
      { action: 'order.checked', changes: { state: { from: 'pending', to: 'paid' } } },
    ]);
  });

  test('leaves an order alone that is being paid', async () => {
    const { orderId, intentId } = await placeOrder();
    expect((await check(orderId)).body.order.state).toBe('pending');
    expect((await fixture.shop.provider.paymentIntents.retrieve(intentId)).status).toBe('requires_payment_method');
    expect(await entriesOn(orderId)).toEqual([]);
  });

  test('gives up an order that nobody began to pay within a day, with its payment', async () => {
    const { orderId, intentId } = await placeOrder();
    await set(orderId, `created_at = now() - interval '25 hours'`);
    expect((await check(orderId)).body.order.state).toBe('canceled');
    expect((await fixture.shop.provider.paymentIntents.retrieve(intentId)).status).toBe('canceled');
    expect(await entriesOn(orderId)).toMatchObject([{ changes: { state: { from: 'pending', to: 'canceled' } } }]);
  });

  test('about an order without a payment ends it with the one it may have, once it must have got one, and not before', async () => {
    // A webhook would bring the payment back.
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const { orderId } = await placeOrder();
    await set(orderId, 'payment_intent_id = null');
    const early = await check(orderId);
    expect(early).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: expect.stringContaining('no payment') },
    });
    expect(await stateOf(orderId)).toBe('pending');
    await set(orderId, `checked_at = now() - interval '11 minutes'`);
    expect((await check(orderId)).body.order.state).toBe('canceled');
    expect((await check(orderId)).body.order.state).toBe('canceled');
    expect(await entriesOn(orderId)).toHaveLength(1);
  });

  test('changes nothing while the provider is down, or knows nothing of the payment', async () => {
    const { orderId } = await placeOrder();
    await fixture.shop.setFaults({ api: { status500Rate: 1 } });
    expect(await check(orderId)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    await fixture.shop.setFaults({});
    await set(orderId, `payment_intent_id = 'pi_unknown_${newId().replaceAll('-', '')}'`);
    expect(await check(orderId)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await stateOf(orderId)).toBe('pending');
    await set(orderId, `state = 'canceled'`);
  });
});

describe('when the shopper is deleted', () => {
  test('an order that is being paid goes on being settled', async () => {
    const { orderId, clientSecret } = await placeOrder();
    await fixture.shop.call('DELETE', `/admin/user/${fixture.shopper.userId}`, { token: admin.token });
    await fixture.payWith(clientSecret);
    await waitFor('the order to be paid', async () => (await stateOf(orderId)) === 'paid');
    await fixture.shop.untilCalm();
    expect(await fixture.confirmations()).toBe(0);
    const { orders } = (await fixture.shop.call('GET', '/admin/order', { token: admin.token })).body;
    expect(orders[0]).toMatchObject({ _id: orderId, shopper: null, lines: [{ title: 'Laptop' }] });
  });

  test('at the very moment of paying, nothing is left behind', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await fixture.shop.registerAndLogIn();
      const [removed, paid] = await Promise.all([
        fixture.shop.call('DELETE', `/admin/user/${person.userId}`, { token: admin.token }),
        fixture.pay([{ productId: fixture.laptop, count: 1 }], 100, 'EUR', person.token),
      ]);
      expect(removed.status).toBe(200);
      expect([200, 401]).toContain(paid.status);
    }
  });
});
