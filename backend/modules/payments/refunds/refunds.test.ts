import { pino } from 'pino';
import type Stripe from 'stripe';
import { beforeEach, describe, expect, test } from 'vitest';
import { PaymentsFixture, type Placed } from '../../../../testing/data/payments.ts';
import type { ApiResponse, LoggedIn } from '../../../../testing/shop/shop.ts';
import { waitFor } from '../../../../testing/wait.ts';
import { newId } from '../../../core/ids.ts';
import { requestRefund } from '../../orders/money/refund-requests.ts';
import { reconcilePayments } from '../settlement/reconciliation.service.ts';
import { settlePayment } from '../settlement/settlement.service.ts';
import { receiveMissedEvents } from '../webhooks/missed-events.service.ts';

const fixture = await PaymentsFixture.use();
let admin: LoggedIn;
const deps = () => ({
  em: fixture.shop.em(),
  settings: fixture.shop.settings,
  provider: fixture.shop.payments,
  log: pino({ level: 'silent' }),
});

beforeEach(async () => {
  admin = await fixture.shop.admin();
});

const refund = (orderId: string) => call(orderId, 'refund');
const check = (orderId: string) => call(orderId, 'check');
const call = (orderId: string, action: string): Promise<ApiResponse> =>
  fixture.shop.call('POST', `/admin/order/${orderId}/${action}`, { token: admin.token });
const isRefundRequested = async (orderId: string) => {
  const rows = await fixture.shop
    .em()
    .execute(`select id from refund where order_id = ? and state = 'requested'`, [orderId]);
  return rows.length > 0;
};
const refundsOf = async (intentId: string) =>
  (await fixture.shop.provider.refunds.list({ payment_intent: intentId })).data.map(({ amount }) => amount);

describe('refunding', () => {
  test('refunds a paid order in full', async () => {
    const { orderId, intentId } = await fixture.placePaidOrder();
    const response = await refund(orderId);
    expect(response).toMatchObject({
      status: 200,
      body: {
        status: 'success',
        message: 'Order refunded',
        order: {
          _id: orderId,
          state: 'refunded',
          amount: 100,
          currency: 'EUR',
          paymentIntentId: intentId,
          shopper: { _id: fixture.shopper.userId, username: fixture.shopper.username, email: fixture.shopper.email },
          lines: [{ productId: fixture.laptop, title: 'Laptop', detail: 'Fine', price: 100, count: 1 }],
        },
      },
    });
    expect(await refundsOf(intentId)).toEqual([10_000]);
    expect((await fixture.orders())[0]?.state).toBe('refunded');
    expect(await fixture.entriesOn(orderId)).toEqual([
      {
        action: 'order.refundRequested',
        actor: 'admin',
        subjectName: `Order ${response.body.order.number}`,
        changes: { refund: { from: null, to: 100 } },
      },
    ]);
  });

  test('creates one refund and one audit entry, even if repeated concurrently and later', async () => {
    const { orderId, intentId } = await fixture.placePaidOrder();
    const responses = await Promise.all(Array.from({ length: 5 }, () => refund(orderId)));
    responses.push(await refund(orderId));
    for (const { status, body } of responses) {
      expect([status, body.order?.state]).toEqual([200, 'refunded']);
    }
    await fixture.shop.untilCalm();
    expect(await refundsOf(intentId)).toEqual([10_000]);
    expect(await fixture.entriesOn(orderId)).toHaveLength(1);
    expect(await fixture.refundNotices()).toEqual(["We've refunded 100.00€ for order"]);
  });

  test.each(['pending', 'failed', 'canceled'])('rejects a %s order', async (state) => {
    const { orderId } = await fixture.placeOrder();
    await fixture.setOrder(orderId, `state = '${state}'`);
    const response = await refund(orderId);
    expect(response).toMatchObject({ status: 409, body: { message: 'Only a paid order can be refunded' } });
    expect(await fixture.stateOf(orderId)).toBe(state);
    expect(await fixture.entriesOn(orderId)).toEqual([]);
    await fixture.setOrder(orderId, `state = 'canceled'`);
  });

  test.each(['refund', 'check'])('(%s) responds 404 for an unknown order', async (action) => {
    expect((await call(newId(), action)).status).toBe(404);
    expect((await call('x', action)).status).toBe(404);
  });

  test('changes nothing while the provider is down, and succeeds afterwards', async () => {
    const { orderId, intentId } = await fixture.placePaidOrder();
    await fixture.shop.setFaults({ api: { status500Rate: 1 } });
    const failed = await refund(orderId);
    expect(failed).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(failed.headers.get('Retry-After')).not.toBeNull();
    expect(await fixture.stateOf(orderId)).toBe('paid');
    await fixture.shop.setFaults({});
    expect(await refundsOf(intentId)).toEqual([]);
    expect((await refund(orderId)).body.order.state).toBe('refunded');
    expect(await refundsOf(intentId)).toEqual([10_000]);
    expect(await fixture.entriesOn(orderId)).toHaveLength(1);
  });

  test('succeeds once a provider that replays its failures has recovered', async () => {
    const { orderId } = await fixture.placePaidOrder();
    await fixture.shop.setFaults({ api: { rememberedFailureRate: 1 } });
    expect((await refund(orderId)).status).toBe(503);
    await fixture.shop.setFaults({});
    expect((await refund(orderId)).status).toBe(200);
    expect(await fixture.stateOf(orderId)).toBe('refunded');
  });

  test('settles an order that was refunded at the provider without a webhook', async () => {
    const { orderId, intentId } = await fixture.placePaidOrder();
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    await fixture.shop.provider.refunds.create({ payment_intent: intentId });
    expect((await refund(orderId)).body.order.state).toBe('refunded');
    expect(await refundsOf(intentId)).toEqual([10_000]);
  });

  test('refunds the rest after a partial refund at the provider', async () => {
    const { orderId, intentId } = await fixture.placePaidOrder();
    await fixture.shop.provider.refunds.create({ payment_intent: intentId, amount: 3_000 });
    await fixture.shop.untilCalm();
    expect(await fixture.stateOf(orderId)).toBe('paid');
    expect((await refund(orderId)).body.order.state).toBe('refunded');
    expect(await refundsOf(intentId)).toEqual([7_000, 3_000]);
  });

  test('works after the shopper was deleted', async () => {
    const { orderId } = await fixture.placePaidOrder();
    const removed = await fixture.shop.call('DELETE', `/admin/user/${fixture.shopper.userId}`, { token: admin.token });
    expect(removed.status).toBe(200);
    expect((await refund(orderId)).body.order).toMatchObject({ state: 'refunded', shopper: null });
  });

  test("returns the provider's error message and doesn't retry", async () => {
    const { orderId } = await fixture.placePaidOrder();
    await fixture.setOrder(orderId, `payment_intent_id = 'pi_unknown_${newId().replaceAll('-', '')}'`);
    const response = await refund(orderId);
    expect(response).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(response.body.message).toMatch(/no such payment_intent/i);
    expect(await fixture.stateOf(orderId)).toBe('paid');
    await fixture.setOrder(orderId, `checked_at = now() - interval '11 minutes'`);
    await reconcilePayments(deps());
    expect(await isRefundRequested(orderId)).toBe(false);
  });
});

describe('a crash during a refund', () => {
  /** Leaves the state of a crash after the provider refunded; the webhook is lost. */
  async function crashedRefund(): Promise<Placed> {
    const order = await fixture.placePaidOrder();
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const requested = await requestRefund(fixture.shop.em(), admin, order.orderId);
    const options = { idempotencyKey: `refund-${requested?.id}` };
    const metadata = { orderId: order.orderId, refundId: requested?.id ?? '' };
    const params = { payment_intent: order.intentId, amount: 10_000, metadata };
    await fixture.shop.provider.refunds.create(params, options);
    await fixture.shop.setFaults({});
    expect(await fixture.stateOf(order.orderId)).toBe('paid');
    return order;
  }

  test('is repaired by the webhook', async () => {
    const { orderId, intentId } = await crashedRefund();
    const event = await waitFor('the event', async () => {
      const { data } = await fixture.shop.provider.events.list({ type: 'charge.refunded', limit: 100 });
      return data.find(({ data }) => (data.object as Stripe.Charge).payment_intent === intentId);
    });
    await fixture.sendWebhook(event);
    await fixture.untilState('refunded');
    expect(await refundsOf(intentId)).toEqual([10_000]);
    expect(await fixture.stateOf(orderId)).toBe('refunded');
  });

  test('is repaired by the reconciliation after ten minutes', async () => {
    const { orderId } = await crashedRefund();
    await reconcilePayments(deps());
    expect(await fixture.stateOf(orderId)).toBe('paid');
    await fixture.setOrder(
      orderId,
      `checked_at = now() - interval '11 minutes', created_at = now() - interval '2 days'`,
    );
    await reconcilePayments(deps());
    expect(await fixture.stateOf(orderId)).toBe('refunded');
  });

  test('is repaired by a check, and by another refund request', async () => {
    const first = await crashedRefund();
    expect((await check(first.orderId)).body).toMatchObject({
      order: { state: 'refunded' },
      message: expect.stringMatching(/^Order \d+ is refunded$/),
    });
    const second = await crashedRefund();
    expect((await refund(second.orderId)).body.order.state).toBe('refunded');
    expect(await refundsOf(second.intentId)).toEqual([10_000]);
    expect(await fixture.entriesOn(second.orderId)).toHaveLength(1);
  });

  test('is repaired without a second refund after the provider has forgotten its key', async () => {
    const { orderId, intentId } = await fixture.placePaidOrder();
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const input = { amount: 40, reason: 'Late', restock: false };
    const requested = await requestRefund(fixture.shop.em(), admin, orderId, { input, key: null });
    const metadata = { orderId, refundId: requested?.id ?? '' };
    await fixture.shop.provider.refunds.create({ payment_intent: intentId, amount: 4_000, metadata });
    await fixture.setOrder(orderId, `checked_at = now() - interval '11 minutes'`);
    await reconcilePayments(deps());
    expect(await refundsOf(intentId)).toEqual([4_000]);
    expect(await isRefundRequested(orderId)).toBe(false);
  });

  test('before the call to the provider is repaired once from the stored request', async () => {
    const { orderId, intentId } = await fixture.placePaidOrder();
    await requestRefund(fixture.shop.em(), admin, orderId);
    await fixture.setOrder(orderId, `checked_at = now() - interval '11 minutes'`);
    await Promise.all([reconcilePayments(deps()), reconcilePayments(deps())]);
    await fixture.untilState('refunded');
    expect(await refundsOf(intentId)).toEqual([10_000]);
    expect(await fixture.entriesOn(orderId)).toHaveLength(1);
  });
});

test('a check between two refunds sees the order before or after the second', async () => {
  const { orderId, intentId } = await fixture.placePaidOrder();
  await fixture.shop.setFaults({ webhooks: { drop: true } });
  const { refunds } = fixture.shop.provider;
  await refunds.create({ payment_intent: intentId, amount: 4_000 });
  const provider = fixture.providerWith('refunds', 'list', (...parameters) => {
    const made = refunds.create({ payment_intent: intentId }).then(() => refunds.list(...parameters));
    return { autoPagingToArray: async () => (await made).data };
  });
  await settlePayment({ em: fixture.shop.em(), settings: fixture.shop.settings, provider }, intentId);
  const { body } = await fixture.asAdmin('GET', `/admin/order/${orderId}`);
  expect(body.order).toMatchObject({ state: 'refunded', refunded: 100, fulfilment: 'canceled' });
});

describe('a refund at the provider without a webhook', () => {
  beforeEach(() => fixture.shop.em().execute('delete from payment_event_position'));

  test('is found without a check by an admin', async () => {
    const { orderId, intentId } = await fixture.placePaidOrder();
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    await fixture.shop.provider.refunds.create({ payment_intent: intentId });
    await receiveMissedEvents(deps(), { now: Date.now() + 9 * 60_000 });
    await fixture.shop.untilCalm();
    expect(await fixture.stateOf(orderId)).toBe('paid');
    await receiveMissedEvents(deps(), { now: Date.now() + 11 * 60_000 });
    await fixture.untilState('refunded');
  });

  test('is found once the provider is back after an outage', async () => {
    const { intentId } = await fixture.placePaidOrder();
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    await fixture.shop.provider.refunds.create({ payment_intent: intentId });
    await fixture.shop.setFaults({ api: { status500Rate: 1 } });
    await receiveMissedEvents(deps(), { now: Date.now() + 30 * 60_000 });
    await fixture.shop.setFaults({});
    await receiveMissedEvents(deps(), { now: Date.now() + 31 * 60_000 });
    await fixture.untilState('refunded');
  });
});
