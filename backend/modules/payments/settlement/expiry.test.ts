import { beforeEach, describe, expect, test } from 'vitest';
import { mailsTo } from '../../../../testing/data/mails.ts';
import { PaymentsFixture } from '../../../../testing/data/payments.ts';
import { waitFor } from '../../../../testing/wait.ts';
import { announceExpired } from '../../orders/money/cancel-requests.service.ts';
import { cancelExpired } from './settlement.service.ts';

const fixture = await PaymentsFixture.use();
const EXPIRY = 30 * 60 * 1000;

beforeEach(() => fixture.setStock(fixture.laptop, 5));

const expire = () => announceExpired(fixture.shop.em(), EXPIRY);
const lastAttempt = (orderId: string, minutes: number) =>
  fixture.setOrder(orderId, `attempted_at = now() - interval '${minutes} minutes'`);
const statusOf = async (intentId: string) => (await fixture.shop.provider.paymentIntents.retrieve(intentId)).status;
const historyOf = async (orderId: string) => {
  const rows = await fixture.shop
    .em()
    .execute<{ what: string; by: string }[]>(
      'select what, "by" from order_history where order_id = ? order by date, id',
      [orderId],
    );
  return rows.map(({ what, by }) => `${what} by ${by}`);
};

async function untilCanceled(orderId: string): Promise<void> {
  await waitFor('the order to be canceled', async () => (await fixture.stateOf(orderId)) === 'canceled');
}

describe('an unpaid order', () => {
  test('expires half an hour after its last attempt, and its units return', async () => {
    const { orderId, intentId, clientSecret } = await fixture.placeOrder();
    await lastAttempt(orderId, 29);
    await expire();
    await fixture.shop.untilCalm();
    expect([await fixture.stateOf(orderId), await fixture.stockOf(fixture.laptop)]).toEqual(['pending', 4]);
    await lastAttempt(orderId, 30);
    await expire();
    await untilCanceled(orderId);
    expect(await statusOf(intentId)).toBe('canceled');
    expect(await fixture.stockOf(fixture.laptop)).toBe(5);
    expect(await historyOf(orderId)).toEqual(['ordered by shopper', 'canceled by shop']);
    await expect(fixture.payWith(clientSecret)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
    await fixture.shop.untilCalm();
    expect(await mailsTo(fixture.shop.mailbox.url, fixture.shopper.email, /order/i)).toEqual([]);
  });

  test('lives on when the shopper returns to it', async () => {
    const { orderId } = await fixture.placeOrder();
    await lastAttempt(orderId, 29);
    expect((await fixture.placeOrder()).orderId).toBe(orderId);
    await announceExpired(fixture.shop.em(), 60_000);
    await fixture.shop.untilCalm();
    expect(await fixture.stateOf(orderId)).toBe('pending');
  });

  test('lives on after a declined card', async () => {
    const { orderId, clientSecret, intentId } = await fixture.placeOrder();
    await lastAttempt(orderId, 40);
    await fixture.payWith(clientSecret, 'pm_card_chargeDeclined').catch(() => {});
    await fixture.untilState('failed');
    await fixture.untilHandled(intentId);
    await expire();
    await fixture.shop.untilCalm();
    expect(await fixture.stateOf(orderId)).toBe('failed');
    await lastAttempt(orderId, 31);
    await expire();
    await untilCanceled(orderId);
    expect(await historyOf(orderId)).toEqual(['ordered by shopper', 'failed by provider', 'canceled by shop']);
  });

  test('expires an hour and a half after it was opened, however often the shopper returns to it', async () => {
    const { orderId, intentId } = await fixture.placeOrder();
    const resume = () => fixture.shop.call('POST', `/orders/${orderId}/payment`, { token: fixture.shopper.token });
    await fixture.setOrder(orderId, "created_at = now() - interval '89 minutes'");
    expect((await resume()).status).toBe(200);
    await expire();
    await fixture.shop.untilCalm();
    expect(await fixture.stateOf(orderId)).toBe('pending');
    await fixture.setOrder(orderId, "created_at = now() - interval '90 minutes'");
    expect(await resume()).toMatchObject({ status: 409, body: { message: 'This order can no longer be paid' } });
    await expire();
    await untilCanceled(orderId);
    expect([await statusOf(intentId), await fixture.stockOf(fixture.laptop)]).toEqual(['canceled', 5]);
    expect((await resume()).status).toBe(409);
  });

  test('is replaced once it was held for so long, so that it is not canceled while it is being paid', async () => {
    const { orderId, intentId } = await fixture.placeOrder();
    await fixture.setOrder(orderId, "created_at = now() - interval '90 minutes'");
    const next = await fixture.placeOrder();
    expect(next.orderId).not.toBe(orderId);
    expect([await fixture.stateOf(orderId), await statusOf(intentId)]).toEqual(['canceled', 'canceled']);
    expect(await fixture.stockOf(fixture.laptop)).toBe(4);
    await expire();
    await fixture.shop.untilCalm();
    expect((await fixture.payWith(next.clientSecret)).status).toBe('succeeded');
  });

  test('is not replaced if it is paid at last, which the shop may not know yet', async () => {
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const { orderId, clientSecret } = await fixture.placeOrder();
    await fixture.payWith(clientSecret);
    await fixture.setOrder(orderId, "created_at = now() - interval '90 minutes'");
    const again = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
    expect([again.status, await fixture.stateOf(orderId)]).toEqual([409, 'paid']);
  });

  test("expires while a question of the shopper's bank is unanswered", async () => {
    const { orderId, clientSecret, intentId } = await fixture.placeOrder();
    expect((await fixture.payWith(clientSecret, 'pm_card_authenticationRequired')).status).toBe('requires_action');
    await lastAttempt(orderId, 31);
    await expire();
    await untilCanceled(orderId);
    expect(await statusOf(intentId)).toBe('canceled');
  });

  test('is replaced by a new one once it has expired, even before it is canceled', async () => {
    await fixture.shop.setFaults({ webhooks: { drop: true }, api: { status500Rate: 1 } });
    const { orderId } = (await fixture.pay([{ productId: fixture.laptop, count: 5 }], 500)).body;
    expect(orderId).toBeUndefined();
    const [row] = await fixture.orders();
    await lastAttempt(row?._id ?? '', 31);
    await expire();
    await fixture.shop.setFaults({});
    const again = await fixture.pay([{ productId: fixture.laptop, count: 5 }], 500);
    expect(again.status).toBe(200);
    expect(again.body.orderId).not.toBe(row?._id);
    await fixture.shop.untilCalm();
    expect(await fixture.stateOf(row?._id ?? '')).toBe('canceled');
    expect(await fixture.stockOf(fixture.laptop)).toBe(0);
  });
});

describe('an order that is paid while it expires', () => {
  test('is kept, with its units', async () => {
    const { orderId, clientSecret } = await fixture.placeOrder();
    const provider = fixture.providerWith('paymentIntents', 'cancel', async (id: string) => {
      await fixture.payWith(clientSecret);
      return fixture.shop.provider.paymentIntents.cancel(id);
    });
    await cancelExpired({ em: fixture.shop.em(), settings: fixture.shop.settings, provider }, orderId);
    expect(await fixture.stateOf(orderId)).toBe('paid');
    await fixture.shop.untilCalm();
    expect(await fixture.stockOf(fixture.laptop)).toBe(4);
  });

  test('is kept if the webhook was lost', async () => {
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const { orderId, clientSecret } = await fixture.placeOrder();
    await fixture.payWith(clientSecret);
    await lastAttempt(orderId, 31);
    await expire();
    await waitFor('the order to be paid', async () => (await fixture.stateOf(orderId)) === 'paid');
    expect(await fixture.stockOf(fixture.laptop)).toBe(4);
  });
});

test('an order whose payment is being processed is kept until the provider decides', async () => {
  const { orderId, intentId } = await fixture.placeOrder();
  await lastAttempt(orderId, 31);
  // No test card takes that long.
  const provider = fixture.providerWith('paymentIntents', 'retrieve', async (id: string) => {
    return { ...(await fixture.shop.provider.paymentIntents.retrieve(id)), status: 'processing' };
  });
  await cancelExpired({ em: fixture.shop.em(), settings: fixture.shop.settings, provider }, orderId);
  expect([await fixture.stateOf(orderId), await statusOf(intentId)]).toEqual(['pending', 'requires_payment_method']);
  expect(await fixture.stockOf(fixture.laptop)).toBe(4);
  await cancelExpired(
    { em: fixture.shop.em(), settings: fixture.shop.settings, provider: fixture.shop.payments },
    orderId,
  );
  expect(await fixture.stateOf(orderId)).toBe('canceled');
});

test('an order expires once, however often it is looked for', async () => {
  const { orderId } = await fixture.placeOrder();
  await lastAttempt(orderId, 31);
  await Promise.all([expire(), expire(), expire()]);
  const [row] = await fixture.shop
    .em()
    .execute<{ events: number }[]>(
      `select count(*)::int as events from outbox_event where name = 'order.expired' and payload ->> 'orderId' = ?`,
      [orderId],
    );
  expect(row?.events).toBe(1);
});
