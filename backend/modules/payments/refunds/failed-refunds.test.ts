import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { mailsTo } from '../../../../testing/data/mails.ts';
import { PaymentsFixture, type Placed } from '../../../../testing/data/payments.ts';
import type { ApiResponse, LoggedIn } from '../../../../testing/shop/shop.ts';
import type { PaymentProvider } from '../provider/port.ts';
import { recheckRefunds } from '../settlement/reconciliation.service.ts';
import { settlePayment } from '../settlement/settlement.service.ts';
import { cancelOwnOrder } from './cancellation.service.ts';
import { refundOrder } from './refunds.service.ts';

const fixture = await PaymentsFixture.use();
let admin: LoggedIn;

beforeEach(async () => {
  admin = await fixture.shop.admin();
  await fixture.setStock(fixture.laptop, 10);
});

const depsWith = (provider: PaymentProvider) => ({
  em: fixture.shop.em(),
  provider,
  settings: fixture.shop.settings,
});

/** A paid order of three laptops, for 300 EUR. */
async function placeOrder(): Promise<Placed> {
  const { body } = await fixture.prepare({ items: [{ productId: fixture.laptop, count: 3 }], amount: 300 });
  const { id: intentId } = await fixture.payWith(body.clientSecret);
  await fixture.untilState('paid');
  await fixture.untilHandled(intentId);
  return { orderId: body.orderId, clientSecret: body.clientSecret, intentId };
}

const refund = (orderId: string, body: object, key?: string): Promise<ApiResponse> =>
  fixture.asAdmin(
    'POST',
    `/admin/order/${orderId}/refund`,
    { reason: 'Broken', restock: false, ...body },
    key === undefined ? {} : { 'Idempotency-Key': key },
  );
const laptops = (count: number) => ({ lines: [{ productId: fixture.laptop, count }] });
const detail = async (orderId: string) => (await fixture.asAdmin('GET', `/admin/order/${orderId}`)).body.order;
const stepsOf = (order: { history: { what: string; by: string }[] }) =>
  order.history.map(({ what, by }) => `${what} by ${by}`);

/** The provider's refunds of a payment, oldest first. */
async function refundsOf(intentId: string) {
  return (await fixture.shop.provider.refunds.list({ payment_intent: intentId })).data.reverse();
}

/** Lets the bank of the shopper refuse the provider's latest refund of a payment, or another one. */
async function fail(intentId: string, place = -1): Promise<void> {
  const refund = (await refundsOf(intentId)).at(place);
  await fixture.shop.control(`refunds/${refund?.id}/fail`);
}

async function failureNotices(number: number): Promise<string[]> {
  const { url } = fixture.shop.mailbox;
  const mails = await mailsTo(url, admin.email);
  const own = mails.filter(({ subject }) => subject === `A refund of order ${number} has failed`);
  return Promise.all(own.map(async ({ file }) => (await fetch(`${url}/mails/${file}/body`)).text()));
}

test('a full refund that fails later gives the order its money back', async () => {
  const { orderId, intentId } = await placeOrder();
  expect((await refund(orderId, { restock: true })).body.order).toMatchObject({ state: 'refunded', refunded: 300 });
  expect(await fixture.stockOf(fixture.laptop)).toBe(10);

  await fail(intentId);
  await fixture.untilHandled(intentId);
  const order = await detail(orderId);
  expect(order).toMatchObject({
    state: 'paid',
    refunded: 0,
    refunds: [{ state: 'failed', amount: 300 }],
    lines: [{ count: 3, refunded: 0, returned: 0, taken: 0 }],
  });
  expect(stepsOf(order)).toEqual([
    'ordered by shopper',
    'paid by provider',
    'refunded by shop',
    'refundFailed by provider',
  ]);
  // They may have been sold again: a person decides.
  expect(await fixture.stockOf(fixture.laptop)).toBe(10);

  const [notice, ...others] = await failureNotices(order.number);
  expect(others).toEqual([]);
  expect(notice).toMatch(/300\.00€[\s\S]*Already back in stock[\s\S]*3 × Laptop/);
});

test('the shopper sees that the refund failed, and gets no mail about it', async () => {
  const { orderId, intentId } = await placeOrder();
  await refund(orderId, {});
  await fail(intentId);
  await fixture.untilHandled(intentId);
  const { order } = (await fixture.shop.call('GET', `/orders/${orderId}`, { token: fixture.shopper.token })).body;
  expect(order).toMatchObject({ state: 'paid', refunded: 0, canCancel: false });
  expect(order.history.at(-1)).toMatchObject({ what: 'refundFailed', by: 'provider' });
  expect(await mailsTo(fixture.shop.mailbox.url, fixture.shopper.email, /fail/i)).toEqual([]);
});

test('what failed can be refunded again, and the shopper is told each time', async () => {
  const { orderId, intentId } = await placeOrder();
  await refund(orderId, laptops(2), 'first');
  await fail(intentId);
  await fixture.untilHandled(intentId);
  expect(await detail(orderId)).toMatchObject({ state: 'paid', refunded: 0, lines: [{ refunded: 0 }] });
  // A repeat of the request would look as if it were refunded.
  expect((await refund(orderId, laptops(2), 'first')).status).toBe(409);
  expect((await refund(orderId, laptops(2), 'second')).body.order).toMatchObject({ refunded: 200 });
  expect((await refund(orderId, {})).body.order).toMatchObject({ state: 'refunded', refunded: 300 });
  await fixture.untilHandled(intentId);
  const order = await detail(orderId);
  expect(stepsOf(order).slice(2)).toEqual([
    'partlyRefunded by shop',
    'partRefundFailed by provider',
    'partlyRefunded by shop',
    'refunded by shop',
  ]);
  expect(await fixture.refundNotices()).toHaveLength(3);
});

test('of several refunds, only those that fail come back', async () => {
  const { orderId, intentId } = await placeOrder();
  await refund(orderId, laptops(1));
  await refund(orderId, laptops(1));
  await refund(orderId, {});
  await fail(intentId, 1);
  await fixture.untilHandled(intentId);
  expect(await detail(orderId)).toMatchObject({ state: 'paid', refunded: 200, lines: [{ refunded: 2 }] });
  await fail(intentId, 0);
  await fixture.untilHandled(intentId);
  const order = await detail(orderId);
  expect(order).toMatchObject({ refunded: 100, lines: [{ refunded: 1 }] });
  expect(stepsOf(order).slice(-2)).toEqual(['refundFailed by provider', 'partRefundFailed by provider']);
  expect(await failureNotices(order.number)).toHaveLength(2);
});

test('a refund from the dashboard of the provider that fails comes back too', async () => {
  const { orderId, intentId } = await placeOrder();
  await fixture.shop.provider.refunds.create({ payment_intent: intentId, amount: 12_000 });
  await fixture.untilHandled(intentId);
  expect(await detail(orderId)).toMatchObject({ refunded: 120 });
  await fail(intentId);
  await fixture.untilHandled(intentId);
  expect(await detail(orderId)).toMatchObject({ state: 'paid', refunded: 0 });
});

test('an order that its shopper canceled stays canceled when its refund fails, and can be refunded again', async () => {
  const { orderId, intentId } = await placeOrder();
  await fixture.shop.call('POST', `/orders/${orderId}/cancel`, { token: fixture.shopper.token });
  await fail(intentId);
  await fixture.untilHandled(intentId);
  expect(await detail(orderId)).toMatchObject({ state: 'paid', fulfilment: 'canceled', canCancel: false });
  expect((await fixture.asAdmin('POST', `/admin/order/${orderId}/shipment`, { carrier: 'Post' })).status).toBe(409);
  expect((await refund(orderId, {})).body.order).toMatchObject({ state: 'refunded', fulfilment: 'canceled' });
  expect(await fixture.stockOf(fixture.laptop)).toBe(10);
});

const withdraw = (orderId: string) =>
  fixture.shop.call('POST', `/orders/${orderId}/withdrawal`, { token: fixture.shopper.token, body: {} });

test('a canceled order whose refund failed can not be withdrawn from', async () => {
  const { orderId, intentId } = await placeOrder();
  await fixture.shop.call('POST', `/orders/${orderId}/cancel`, { token: fixture.shopper.token });
  await fail(intentId);
  await fixture.untilHandled(intentId);
  expect(await detail(orderId)).toMatchObject({ state: 'paid', canWithdraw: false });
  expect((await withdraw(orderId)).status).toBe(409);
});

test('only the units that were sent are withdrawn from an order of which the refund of others failed', async () => {
  const { orderId, intentId } = await fixture.placeDelivered([{ productId: fixture.laptop, count: 2 }], 205);
  await refund(orderId, laptops(1));
  await fixture.asAdmin('POST', `/admin/order/${orderId}/shipment`, { carrier: 'Post' });
  await fail(intentId);
  await fixture.untilHandled(intentId);
  expect(await detail(orderId)).toMatchObject({
    state: 'paid',
    fulfilment: 'shipped',
    lines: [{ refunded: 0, shipped: 1 }],
  });
  expect((await withdraw(orderId)).status).toBe(200);
  await fixture.untilHandled(intentId);
  expect(await detail(orderId)).toMatchObject({ refunded: 0, returns: [{ lines: [{ count: 1 }] }] });
});

test('a failure counts once, whatever is told again, later or in another order', async () => {
  const { orderId, intentId } = await placeOrder();
  await refund(orderId, laptops(2));
  const before = await refundsOf(intentId);
  const seen = await fixture.shop.provider.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] });
  await fixture.shop.setFaults({ webhooks: { drop: true } });
  await fail(intentId);
  await refund(orderId, laptops(1));
  const settle = () => settlePayment(depsWith(fixture.shop.payments), intentId);
  await Promise.all([settle(), settle(), settle()]);
  // What the provider said before it failed.
  const { provider } = fixture.shop;
  const stale = Object.create(provider, {
    paymentIntents: { value: { retrieve: async () => seen } },
    refunds: { value: { list: () => ({ autoPagingToArray: async () => before }) } },
  });
  await settlePayment(depsWith(fixture.shop.paymentsBy(stale)), intentId);
  await settle();
  await fixture.shop.untilCalm();
  const order = await detail(orderId);
  expect(order).toMatchObject({ state: 'paid', refunded: 100, lines: [{ refunded: 1 }] });
  expect(stepsOf(order).slice(2)).toEqual([
    'partlyRefunded by shop',
    'partRefundFailed by provider',
    'partlyRefunded by shop',
  ]);
  expect(await failureNotices(order.number)).toHaveLength(1);
});

test('a stale update does not refund an order again whose refund has failed', async () => {
  const { orderId, intentId } = await placeOrder();
  await refund(orderId, {});
  const before = await refundsOf(intentId);
  const seen = await fixture.shop.provider.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] });
  await fail(intentId);
  await fixture.untilHandled(intentId);
  const stale = Object.create(fixture.shop.provider, {
    paymentIntents: { value: { retrieve: async () => seen } },
    refunds: { value: { list: () => ({ autoPagingToArray: async () => before }) } },
  });
  await settlePayment(depsWith(fixture.shop.paymentsBy(stale)), intentId);
  expect(await detail(orderId)).toMatchObject({ state: 'paid', refunded: 0, refunds: [{ state: 'failed' }] });
});

/** A provider whose refunds fail at once; it says so, or the shop learns of it only when it settles the order. */
const refusingProvider = ({ saysSo }: { saysSo: boolean }) =>
  fixture.providerWith('refunds', 'create', async (parameters: never) => {
    const made = await fixture.shop.provider.refunds.create(parameters);
    await fixture.shop.control(`refunds/${made.id}/fail`);
    return saysSo ? fixture.shop.provider.refunds.retrieve(made.id) : made;
  });

test.each([
  { when: 'at once', saysSo: true },
  { when: 'before the order is settled', saysSo: false },
])('a refund that fails $when is refused, and its units are kept', async ({ saysSo }) => {
  const { orderId, intentId } = await placeOrder();
  const actor = { userId: admin.userId, username: 'admin' };
  const request = { input: { ...laptops(1), reason: 'Broken', restock: false }, key: null };
  await expect(refundOrder(depsWith(refusingProvider({ saysSo })), actor, orderId, request)).rejects.toMatchObject({
    code: 'conflict',
  });
  await fixture.untilHandled(intentId);
  const order = await detail(orderId);
  expect(order).toMatchObject({
    state: 'paid',
    refunded: 0,
    lines: [{ refunded: 0 }],
    refunds: [{ state: 'rejected' }],
  });
  expect(stepsOf(order)).toEqual(['ordered by shopper', 'paid by provider']);
});

test('a cancellation whose refund fails before the order is settled is refused', async () => {
  const { orderId, intentId } = await placeOrder();
  const deps = depsWith(refusingProvider({ saysSo: false }));
  await expect(cancelOwnOrder(deps, fixture.shopper.userId, orderId)).rejects.toMatchObject({ code: 'conflict' });
  await fixture.untilHandled(intentId);
  expect(await detail(orderId)).toMatchObject({ state: 'paid', fulfilment: 'open', canCancel: true });
});

test('a failure whose webhook is lost is found a day later', async () => {
  const { orderId, intentId } = await placeOrder();
  await refund(orderId, laptops(1));
  await fixture.shop.setFaults({ webhooks: { drop: true } });
  await fail(intentId);
  const deps = { ...depsWith(fixture.shop.payments), log: pino({ level: 'silent' }) };
  await recheckRefunds(deps);
  expect(await detail(orderId)).toMatchObject({ refunded: 100 });
  await fixture.setOrder(orderId, "checked_at = now() - interval '1 day'");
  await recheckRefunds(deps);
  expect(await detail(orderId)).toMatchObject({ refunded: 0 });
});

test('statistics count what came back, and the units of an order that is paid again', async () => {
  await fixture.shop.em().execute('truncate shop_order, daily_sales, daily_product_sales cascade');
  const { orderId, intentId } = await placeOrder();
  await refund(orderId, {});
  const statistics = async () => {
    const { sales, ordersByState, bestSelling } = (await fixture.asAdmin('GET', '/admin/statistics')).body;
    return { ...sales[0], ordersByState, bestSelling };
  };
  expect(await statistics()).toMatchObject({ revenue: 300, refunds: 1, refunded: 300, bestSelling: [] });
  await fail(intentId);
  await fixture.untilHandled(intentId);
  expect(await statistics()).toMatchObject({
    ...{ revenue: 300, refunds: 1, refunded: 0, lost: 0 },
    ordersByState: { paid: 1, refunded: 0 },
    bestSelling: [{ productId: fixture.laptop, sold: 3 }],
  });
});
