import { beforeEach, describe, expect, test } from 'vitest';
import { PaymentsFixture } from '../../../../testing/data/payments.ts';
import type { LoggedIn } from '../../../../testing/shop/shop.ts';
import { waitFor } from '../../../../testing/wait.ts';
import { newId } from '../../../core/ids.ts';
import { requestCancel } from '../../orders/money/cancel-requests.service.ts';

const fixture = await PaymentsFixture.use();
let admin: LoggedIn;

beforeEach(async () => {
  admin = await fixture.shop.admin();
});

const check = (orderId: string) => fixture.shop.call('POST', `/admin/order/${orderId}/check`, { token: admin.token });

describe('checking a payment', () => {
  test('settles an order with a lost webhook, emails the confirmation and adds an audit entry', async () => {
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const { orderId, clientSecret } = await fixture.placeOrder();
    await fixture.payWith(clientSecret);
    const response = await check(orderId);
    expect(response).toMatchObject({
      status: 200,
      body: { status: 'success', order: { _id: orderId, state: 'paid' } },
    });
    await fixture.shop.untilCalm();
    expect(await fixture.confirmations()).toBe(1);
    expect((await check(orderId)).body.order.state).toBe('paid');
    expect(await fixture.entriesOn(orderId)).toMatchObject([
      { action: 'order.checked', changes: { state: { from: 'pending', to: 'paid' } } },
    ]);
  });

  test("doesn't touch an order that is being paid", async () => {
    const { orderId, intentId } = await fixture.placeOrder();
    expect((await check(orderId)).body.order.state).toBe('pending');
    expect((await fixture.shop.provider.paymentIntents.retrieve(intentId)).status).toBe('requires_payment_method');
    expect(await fixture.entriesOn(orderId)).toEqual([]);
  });

  test('cancels an order and its payment that are to be canceled', async () => {
    // The webhook of the cancellation could win the race.
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const { orderId, intentId } = await fixture.placeOrder();
    await requestCancel(fixture.shop.em(), orderId, 'shop');
    expect((await check(orderId)).body.order.state).toBe('canceled');
    expect((await fixture.shop.provider.paymentIntents.retrieve(intentId)).status).toBe('canceled');
    expect(await fixture.entriesOn(orderId)).toMatchObject([
      { changes: { state: { from: 'pending', to: 'canceled' } } },
    ]);
  });

  test('cancels an order without a payment, and any unattached payment, after ten minutes', async () => {
    // A webhook would attach the payment again.
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const { orderId } = await fixture.placeOrder();
    await fixture.setOrder(orderId, 'payment_intent_id = null');
    const early = await check(orderId);
    expect(early).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: expect.stringContaining('no payment') },
    });
    expect(await fixture.stateOf(orderId)).toBe('pending');
    await fixture.setOrder(orderId, `checked_at = now() - interval '11 minutes'`);
    expect((await check(orderId)).body.order.state).toBe('canceled');
    expect((await check(orderId)).body.order.state).toBe('canceled');
    expect(await fixture.entriesOn(orderId)).toHaveLength(1);
  });

  test('changes nothing while the provider is down', async () => {
    const { orderId } = await fixture.placeOrder();
    await fixture.shop.setFaults({ api: { status500Rate: 1 } });
    expect(await check(orderId)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    await fixture.shop.setFaults({});
    expect(await fixture.stateOf(orderId)).toBe('pending');
  });

  test('cancels an order whose payment the provider does not know', async () => {
    const { orderId } = await fixture.placeOrder();
    await fixture.setOrder(orderId, `payment_intent_id = 'pi_unknown_${newId().replaceAll('-', '')}'`);
    expect((await check(orderId)).body.order.state).toBe('canceled');
  });
});

describe('deleting a shopper', () => {
  test("doesn't stop the settlement of their order", async () => {
    const { orderId, clientSecret } = await fixture.placeOrder();
    await fixture.shop.call('DELETE', `/admin/user/${fixture.shopper.userId}`, { token: admin.token });
    await fixture.payWith(clientSecret);
    await waitFor('the order to be paid', async () => (await fixture.stateOf(orderId)) === 'paid');
    await fixture.shop.untilCalm();
    expect(await fixture.confirmations()).toBe(0);
    const { orders } = (await fixture.shop.call('GET', '/admin/order', { token: admin.token })).body;
    expect(orders[0]).toMatchObject({ _id: orderId, shopper: null, lines: [{ title: 'Laptop' }] });
  });

  test('while they prepare a payment causes no error', async () => {
    for (let round = 0; round < 5; round++) {
      const shopper = await fixture.shop.newAccount();
      const [removed, paid] = await Promise.all([
        fixture.shop.call('DELETE', `/admin/user/${shopper.userId}`, { token: admin.token }),
        fixture.pay([{ productId: fixture.laptop, count: 1 }], 100, 'EUR', shopper.token),
      ]);
      expect(removed.status).toBe(200);
      expect([200, 401]).toContain(paid.status);
    }
  });
});
