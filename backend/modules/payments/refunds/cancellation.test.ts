import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { mailsTo } from '../../../../testing/data/mails.ts';
import { intentOf, PaymentsFixture } from '../../../../testing/data/payments.ts';
import { waitFor } from '../../../../testing/wait.ts';
import { newId } from '../../../core/ids.ts';
import { requestCancellation } from '../../orders/money/refund-requests.ts';
import { reconcilePayments } from '../settlement/reconciliation.service.ts';
import { cancelOpenOrders, cancelOwnOrder } from './cancellation.service.ts';
import { carryOutRefunds } from './refunds.service.ts';

const fixture = await PaymentsFixture.use();

beforeEach(() => fixture.setStock(fixture.laptop, 5));

const cancel = (orderId: string, token = fixture.shopper.token) =>
  fixture.shop.call('POST', `/orders/${orderId}/cancel`, { token });
const resume = (orderId: string, token = fixture.shopper.token) =>
  fixture.shop.call('POST', `/orders/${orderId}/payment`, { token });
const own = async (orderId: string) =>
  (await fixture.shop.call('GET', `/orders/${orderId}`, { token: fixture.shopper.token })).body.order;
const stepsOf = async (orderId: string) =>
  (await own(orderId)).history.map(({ what, by }: { what: string; by: string }) => `${what} by ${by}`);
const subjects = async () =>
  (await mailsTo(fixture.shop.mailbox.url, fixture.shopper.email)).map(({ subject }) => subject.replace(/\d+/, 'N'));

describe('a shopper cancels', () => {
  test('an unpaid order with its payment, without an email', async () => {
    const { orderId, intentId } = await fixture.placeOrder();
    expect(await own(orderId)).toMatchObject({ canPay: true, canCancel: true });
    const { status, body } = await cancel(orderId);
    expect([status, body.order.state, body.order.fulfilment]).toEqual([200, 'canceled', 'canceled']);
    expect((await fixture.shop.provider.paymentIntents.retrieve(intentId)).status).toBe('canceled');
    expect(await fixture.stockOf(fixture.laptop)).toBe(5);
    expect(await stepsOf(orderId)).toEqual(['ordered by shopper', 'canceled by shopper']);
    expect(await own(orderId)).toMatchObject({ canPay: false, canCancel: false });
    await fixture.shop.untilCalm();
    expect((await subjects()).filter((subject) => subject.startsWith('Order'))).toEqual([]);
    expect((await cancel(orderId)).status).toBe(409);
  });

  test('a paid order with a refund, and gets a single email about it', async () => {
    const { orderId, intentId } = await fixture.placePaidOrder();
    expect(await own(orderId)).toMatchObject({ canPay: false, canCancel: true });
    const { status, body } = await cancel(orderId);
    expect([status, body.order.state, body.order.fulfilment]).toEqual([200, 'refunded', 'canceled']);
    expect((await fixture.shop.provider.refunds.list({ payment_intent: intentId })).data).toMatchObject([
      { amount: 10_000 },
    ]);
    expect(await fixture.stockOf(fixture.laptop)).toBe(5);
    expect(await stepsOf(orderId)).toEqual([
      'ordered by shopper',
      'paid by provider',
      'canceled by shopper',
      'refunded by shop',
    ]);
    await fixture.shop.untilCalm();
    const about = (await subjects()).filter((subject) => /canceled|refund/.test(subject));
    expect(about).toEqual(['Order N is canceled']);
  });

  test('an order that turns out to be paid, with a refund', async () => {
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const { orderId, clientSecret } = await fixture.placeOrder();
    await fixture.payWith(clientSecret);
    const { body } = await cancel(orderId);
    expect(body.order).toMatchObject({ state: 'refunded', refunded: 100, fulfilment: 'canceled' });
  });

  test('an order once, however often', async () => {
    const { orderId, intentId } = await fixture.placePaidOrder();
    await Promise.all([cancel(orderId), cancel(orderId), cancel(orderId)]);
    expect(await fixture.stateOf(orderId)).toBe('refunded');
    expect((await fixture.shop.provider.refunds.list({ payment_intent: intentId })).data).toHaveLength(1);
    expect(await fixture.stockOf(fixture.laptop)).toBe(5);
  });

  test('no order of which nothing is left after a lost dispute, as its page says', async () => {
    const { orderId, intentId } = await fixture.placePaidOrder();
    const { id } = await fixture.shop.control('disputes', { payment_intent: intentId });
    await fixture.shop.control(`disputes/${id}/close`, { status: 'lost' });
    await waitFor('the end of the dispute', async () => (await own(orderId)).dispute === 'lost');
    expect(await own(orderId)).toMatchObject({ state: 'paid', fulfilment: 'open', canCancel: false });
    expect((await cancel(orderId)).status).toBe(409);
  });

  test('no order that was collected, and none of others', async () => {
    const { orderId } = await fixture.placePaidOrder();
    const other = await fixture.shop.newAccount();
    expect((await cancel(orderId, other.token)).status).toBe(404);
    expect((await fixture.shop.call('POST', `/orders/${orderId}/cancel`)).status).toBe(401);
    await fixture.asAdmin('POST', `/admin/order/${orderId}/collected`);
    expect((await cancel(orderId)).status).toBe(409);
    expect(await fixture.stateOf(orderId)).toBe('paid');
    expect((await cancel(newId())).status).toBe(404);
  });

  test('no order of which a part is shipped', async () => {
    const { orderId } = await fixture.placeDelivered([{ productId: fixture.laptop, count: 2 }], 205);
    const lines = [{ productId: fixture.laptop, count: 1 }];
    expect((await fixture.asAdmin('POST', `/admin/order/${orderId}/shipment`, { carrier: 'DHL', lines })).status).toBe(
      200,
    );
    expect(await own(orderId)).toMatchObject({ fulfilment: 'open', canCancel: false });
    expect((await cancel(orderId)).status).toBe(409);
    expect(await own(orderId)).toMatchObject({ state: 'paid', refunded: 0 });
  });

  test('nothing while the provider is down, and the order afterwards', async () => {
    const { orderId } = await fixture.placePaidOrder();
    await fixture.shop.setFaults({ api: { status500Rate: 1 } });
    const failed = await cancel(orderId);
    expect(failed).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(failed.body.message).not.toContain('charged');
    expect(await own(orderId)).toMatchObject({ state: 'paid', fulfilment: 'open', canCancel: true });
    await fixture.shop.setFaults({});
    expect((await cancel(orderId)).body.order.state).toBe('refunded');
  });

  test('no order that is being paid, which can be paid again if that fails', async () => {
    const { orderId, intentId, clientSecret } = await fixture.placeOrder();
    // No test card takes that long.
    const provider = fixture.providerWith('paymentIntents', 'retrieve', async (id: string) => {
      return { ...(await fixture.shop.provider.paymentIntents.retrieve(id)), status: 'processing' };
    });
    const deps = { em: fixture.shop.em(), settings: fixture.shop.settings, provider };
    await expect(cancelOwnOrder(deps, fixture.shopper.userId, orderId)).rejects.toMatchObject({ code: 'conflict' });
    await expect(cancelOpenOrders(deps, fixture.shopper.userId)).rejects.toMatchObject({ code: 'conflict' });
    expect(await own(orderId)).toMatchObject({ state: 'pending', canPay: true, canCancel: true });
    expect((await resume(orderId)).body).toMatchObject({ clientSecret, orderId });
    await fixture.shop.provider.paymentIntents.cancel(intentId);
    await fixture.untilState('canceled');
    expect(await stepsOf(orderId)).toEqual(['ordered by shopper', 'canceled by provider']);
  });

  test('an order that is no longer shipped from then on, and refunded after a crash', async () => {
    const { orderId, intentId } = await fixture.placePaidOrder();
    await requestCancellation(fixture.shop.em(), fixture.shopper.userId, orderId);
    expect((await fixture.asAdmin('POST', `/admin/order/${orderId}/collected`)).status).toBe(409);
    await fixture.setOrder(orderId, `checked_at = now() - interval '11 minutes'`);
    await reconcilePayments({
      em: fixture.shop.em(),
      settings: fixture.shop.settings,
      provider: fixture.shop.payments,
      log: pino({ level: 'silent' }),
    });
    expect(await own(orderId)).toMatchObject({ state: 'refunded', fulfilment: 'canceled' });
    expect((await fixture.shop.provider.refunds.list({ payment_intent: intentId })).data).toHaveLength(1);
  });
});

test('a cancellation stays one if the order was refunded in the dashboard of the provider before', async () => {
  const { orderId, intentId } = await fixture.placePaidOrder();
  await requestCancellation(fixture.shop.em(), fixture.shopper.userId, orderId);
  await fixture.shop.provider.refunds.create({ payment_intent: intentId });
  await fixture.untilState('refunded');
  await carryOutRefunds(
    { em: fixture.shop.em(), settings: fixture.shop.settings, provider: fixture.shop.payments },
    orderId,
  );
  expect(await own(orderId)).toMatchObject({ state: 'refunded', fulfilment: 'canceled', refunded: 100 });
});

test('a cancellation never waits in a circle with an order of the same discount and product', async () => {
  const code = `CIRCLE-${newId().slice(-8)}`;
  await fixture.asAdmin('POST', '/admin/discount', { code, percent: 10 });
  const items = [{ productId: fixture.laptop, count: 1 }];
  const { orderId, clientSecret } = (await fixture.prepare({ items, amount: 90, discountCode: code })).body;
  await fixture.payWith(clientSecret);
  await fixture.untilState('paid');
  await fixture.untilHandled(intentOf(clientSecret));
  const [canceling] = await fixture.shop.em().transactional(async (em) => {
    // Locks the discount and then the product, as a new order does.
    await em.execute('select id from discount where code = ? for update', [code]);
    const [connection] = await em.execute<{ pid: number }[]>('select pg_backend_pid() as pid');
    const canceling = cancel(orderId);
    await waitFor('the cancellation to wait', async () => (await fixture.waitingFor(connection?.pid)).length > 0);
    await em.execute('select id from product where id = ? for no key update', [fixture.laptop]);
    return [canceling];
  });
  expect((await canceling)?.status).toBe(200);
  expect(await fixture.stockOf(fixture.laptop)).toBe(5);
});

describe('a shopper resumes the payment of', () => {
  test('an unpaid order, also after a decline', async () => {
    const { orderId, clientSecret } = await fixture.placeOrder();
    expect((await resume(orderId)).body).toMatchObject({ clientSecret, orderId });
    await fixture.payWith(clientSecret, 'pm_card_chargeDeclined').catch(() => {});
    await fixture.untilState('failed');
    const { body } = await resume(orderId);
    expect((await fixture.payWith(body.clientSecret)).status).toBe('succeeded');
    await fixture.untilState('paid');
  });

  test('an order whose payment was never created', async () => {
    await fixture.shop.setFaults({ api: { status500Rate: 1 } });
    await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
    await fixture.shop.setFaults({});
    const [order] = await fixture.orders();
    const { status, body } = await resume(order?._id ?? '');
    expect(status).toBe(200);
    expect((await fixture.shop.provider.paymentIntents.retrieve(intentOf(body.clientSecret))).amount).toBe(10_000);
  });

  test('no order that is paid or canceled, and none of others', async () => {
    const paid = await fixture.placePaidOrder();
    expect((await resume(paid.orderId)).status).toBe(409);
    const { orderId } = await fixture.placeOrder();
    const other = await fixture.shop.newAccount();
    expect((await resume(orderId, other.token)).status).toBe(404);
    await cancel(orderId);
    expect((await resume(orderId)).status).toBe(409);
  });
});
