import { pino } from 'pino';
import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { intentOf, PaymentsFixture } from '../../../../testing/data/payments.ts';
import { newId } from '../../../core/ids.ts';
import { requestCancel } from '../../orders/money/cancel-requests.service.ts';
import type { PaymentProvider } from '../provider/port.ts';
import { openStripe } from '../provider/stripe/client.ts';
import { reconcilePayments, reconciliationLag } from './reconciliation.service.ts';

const fixture = await PaymentsFixture.use();
const log = pino({ level: 'silent' });
const deps = (provider: PaymentProvider = fixture.shop.payments) => ({
  em: fixture.shop.em(),
  settings: fixture.shop.settings,
  provider,
  log,
});

describe('the reconciliation', () => {
  test('cancels an order that was to be canceled when a crash came in between', async () => {
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const { orderId, intentId } = await fixture.placeOrder();
    await requestCancel(fixture.shop.em(), orderId, 'shop');
    await reconcilePayments(deps(), { olderThan: 0 });
    expect(await fixture.stateOf(orderId)).toBe('canceled');
    expect((await fixture.shop.provider.paymentIntents.retrieve(intentId)).status).toBe('canceled');
  });

  test('stops when its time is up and resumes in the next run', async () => {
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const waiting: string[] = [];
    // Less than ten minutes, so that the shop's own workers don't check them.
    for (const minutes of [9, 8]) {
      const { token } = await fixture.shop.newAccount();
      const { body } = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100, 'EUR', token);
      await fixture.setOrder(body.orderId, `checked_at = now() - interval '${minutes} minutes'`);
      waiting.push(body.orderId);
    }
    const reconcile = () => reconcilePayments(deps(), { olderThan: 420_000, within: 0, atOnce: 1 });
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

  /** Adds unpaid orders due for a check, each with a payment that the provider has never heard of. */
  async function addOverdueOrders(count: number): Promise<string[]> {
    const orders = await fixture.shop.em().execute<{ id: string }[]>(
      `insert into shop_order (id, state, currency, amount, subtotal, buyer_name, cart_fingerprint, payment_intent_id, created_at,
         checked_at, attempted_at)
       select gen_random_uuid(), 'pending', 'EUR', 100, 100, 'Ada', 'x', 'pi_' || md5(random()::text),
         now() - interval '9 minutes', now() - interval '9 minutes', now()
       from generate_series(1, ?) returning id`,
      [count],
    );
    return orders.map(({ id }) => id);
  }
  const overdue = { olderThan: 420_000 };
  async function statesOf(ids: string[]): Promise<string[]> {
    return [...new Set(await Promise.all(ids.map(async (id) => (await fixture.stateOf(id)) ?? '')))];
  }

  test('checks more than a batch of orders in one run, several at a time', async () => {
    await fixture.shop.setFaults({ webhooks: { drop: true }, api: { latency: 20 } });
    const orders = await addOverdueOrders(120);
    const { payments } = fixture.shop;
    let calls = 0;
    let atOnce = 0;
    const findPayment = async (id: string) => {
      calls += 1;
      atOnce = Math.max(atOnce, calls);
      return payments.findPayment(id).finally(() => {
        calls -= 1;
      });
    };
    await reconcilePayments(deps({ ...payments, findPayment }), overdue);
    expect(await statesOf(orders)).toEqual(['canceled']);
    expect(atOnce).toBeGreaterThan(1);
  });

  test("waits when the provider limits its requests, and doesn't postpone the orders", async () => {
    await fixture.shop.setFaults({ webhooks: { drop: true }, api: { limit: 5 } });
    const orders = await addOverdueOrders(12);
    await reconcilePayments(deps(), overdue);
    expect(await statesOf(orders)).toEqual(['canceled']);
  });

  test('leaves the orders to the next run if the limit outlasts this one', async () => {
    await fixture.shop.setFaults({ webhooks: { drop: true }, api: { limit: 1 } });
    const orders = await addOverdueOrders(3);
    await reconcilePayments(deps(), { ...overdue, within: 0 });
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    await reconcilePayments(deps(), overdue);
    expect(await statesOf(orders)).toEqual(['canceled']);
  });

  test("doesn't touch an order that is being paid", async () => {
    await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
    await reconcilePayments(deps(), { olderThan: 0 });
    expect((await fixture.orders())[0]?.state).toBe('pending');
  });

  /** Places two orders due for a check and pays the first; webhooks are lost. */
  async function twoOverdueOrders() {
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const paid = await fixture.placeOrder();
    await fixture.payWith(paid.clientSecret);
    const { token } = await fixture.shop.newAccount();
    const { body } = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100, 'EUR', token);
    await fixture.setOrder(body.orderId, `checked_at = '2000-01-01'`);
    return { paid: paid.orderId, other: body.orderId as string, otherIntent: intentOf(body.clientSecret) };
  }

  test('cancels an order whose payment the provider does not know', async () => {
    const { paid, other } = await twoOverdueOrders();
    await fixture.setOrder(other, `payment_intent_id = 'pi_unknown_${newId().replaceAll('-', '')}'`);
    await reconcilePayments(deps(), { olderThan: 0 });
    expect(await fixture.stateOf(other)).toBe('canceled');
    expect(await fixture.stateOf(paid)).toBe('paid');
  });

  test('postpones an order that the provider rejects and settles the others', async () => {
    const { paid, other, otherIntent } = await twoOverdueOrders();
    const retrieved: string[] = [];
    const { paymentIntents } = fixture.shop.provider;
    const retrieve = (id: string, params: Stripe.PaymentIntentRetrieveParams) => {
      retrieved.push(id);
      if (id !== otherIntent) return paymentIntents.retrieve(id, params);
      return Promise.reject(
        new Stripe.errors.StripeInvalidRequestError({ type: 'invalid_request_error', message: 'No' }),
      );
    };
    const rejecting = fixture.providerWith('paymentIntents', 'retrieve', retrieve);
    await reconcilePayments(deps(rejecting), { olderThan: 0 });
    expect([await fixture.stateOf(paid), await fixture.stateOf(other)]).toEqual(['paid', 'pending']);
    retrieved.length = 0;
    await reconcilePayments(deps(rejecting));
    expect(retrieved).not.toContain(otherIntent);
    await fixture.setOrder(other, `state = 'canceled'`);
  });

  test('fails on a wrong key, but not on an outage of the provider', async () => {
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const { orderId } = await fixture.placeOrder();
    const apiUrl = fixture.shop.providerUrl;
    const wrongKey = fixture.shop.paymentsBy(openStripe({ secretKey: 'sk_test_another_shop', apiUrl }));
    await expect(reconcilePayments(deps(wrongKey), { olderThan: 0 })).rejects.toThrow('could not be reconciled');
    await fixture.shop.setFaults({ api: { status500Rate: 1 }, webhooks: { drop: true } });
    await reconcilePayments(deps(), { olderThan: 0 });
    expect(await fixture.stateOf(orderId)).toBe('pending');
  });

  /** Places an order whose payment was declined `days` ago. */
  async function declinedOrder(days: number) {
    const order = await fixture.placeOrder();
    await fixture.payWith(order.clientSecret, 'pm_card_chargeDeclined').catch(() => {});
    await fixture.untilState('failed');
    await fixture.untilHandled(order.intentId);
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    await fixture.setOrder(
      order.orderId,
      `created_at = now() - interval '${days} days', checked_at = now() - interval '${days} days'`,
    );
    return order;
  }

  test('finds a payment with a lost webhook after an old decline', async () => {
    const { orderId, clientSecret } = await declinedOrder(5);
    await fixture.payWith(clientSecret);
    await reconcilePayments(deps());
    expect(await fixture.stateOf(orderId)).toBe('paid');
  });

  test('keeps an order that is paid just before its cancellation', async () => {
    const { orderId, clientSecret } = await declinedOrder(2);
    await requestCancel(fixture.shop.em(), orderId, 'shop');
    const { paymentIntents } = fixture.shop.provider;
    const cancel = async (id: string) => {
      await fixture.payWith(clientSecret);
      return paymentIntents.cancel(id);
    };
    const payingFirst = fixture.providerWith('paymentIntents', 'cancel', cancel);
    await reconcilePayments(deps(payingFirst));
    expect(await fixture.stateOf(orderId)).toBe('paid');
  });

  test('finds a payment with another card and a lost webhook after a decline', async () => {
    const { body } = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
    await fixture.payWith(body.clientSecret, 'pm_card_chargeDeclined').catch(() => {});
    await fixture.untilState('failed');
    await fixture.untilHandled(intentOf(body.clientSecret));
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    await fixture.payWith(body.clientSecret);
    await fixture.setOrder(
      body.orderId,
      `created_at = now() - interval '1 hour', checked_at = now() - interval '11 minutes'`,
    );
    await reconcilePayments(deps());
    expect((await fixture.orders())[0]?.state).toBe('paid');
    await fixture.shop.untilCalm();
    expect(await fixture.confirmations()).toBe(1);
  });

  test('checks an order less often the longer it stays open', async () => {
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const { body } = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
    await fixture.payWith(body.clientSecret);
    const stateAfter = async (sinceCheck: string) => {
      await fixture.setOrder(
        body.orderId,
        `created_at = now() - interval '2 days', checked_at = now() - interval '${sinceCheck}'`,
      );
      await reconcilePayments(deps());
      return (await fixture.orders())[0]?.state;
    };
    expect(await stateAfter('110 minutes')).toBe('pending');
    expect(await stateAfter('130 minutes')).toBe('paid');
  });

  test('reports how long the most overdue order has been due', async () => {
    const { orderId } = await fixture.placeOrder();
    /** In a transaction that is rolled back, so that the shop's own workers see no overdue order. */
    const lagWith = async (assignment: string, refund = '') => {
      const em = fixture.shop.em();
      await em.begin();
      await em.execute('update shop_order set checked_at = now()');
      await em.execute(`update shop_order set ${assignment} where id = ?`, [orderId]);
      if (refund) await em.execute(refund, [newId(), orderId]);
      const minutes = (await reconciliationLag(em)) / 60_000;
      await em.rollback();
      return Math.round(minutes);
    };
    expect(await lagWith(`checked_at = now() - interval '9 minutes'`)).toBe(0);
    expect(await lagWith(`created_at = now() - interval '1 hour', checked_at = now() - interval '30 minutes'`)).toBe(
      20,
    );
    // Checked at an age of 48 hours, so the next check is due two hours later.
    expect(await lagWith(`created_at = now() - interval '51 hours', checked_at = now() - interval '3 hours'`)).toBe(60);
    const paid = `state = 'paid', created_at = now() - interval '9 days', checked_at = now() - interval '30 minutes'`;
    expect(await lagWith(paid)).toBe(0);
    const refund = `insert into refund (id, order_id, amount, lines, reason, restocked, by, request_hash, created_at)
      values (?, ?, 100, '[]', '', '[]', 'shop', '', now() - interval '40 minutes')`;
    expect(await lagWith(paid, refund)).toBe(20);
  });

  test('skips orders checked within the last ten minutes', async () => {
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const { body } = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
    await fixture.payWith(body.clientSecret);
    await reconcilePayments(deps());
    expect((await fixture.orders())[0]?.state).toBe('pending');
  });
});
