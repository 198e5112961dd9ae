import { beforeEach, describe, expect, test } from 'vitest';
import { importedLine } from '../../../../testing/data/imports.ts';
import { mailsTo } from '../../../../testing/data/mails.ts';
import { PaymentsFixture } from '../../../../testing/data/payments.ts';
import type { LoggedIn } from '../../../../testing/shop/shop.ts';
import { waitFor } from '../../../../testing/wait.ts';
import { saveImportedProducts } from '../../catalogue/imported/imported-products.service.ts';
import { rejectRefund, requestRefund } from '../../orders/money/refund-requests.ts';
import { endOffer, settleOrder } from '../../orders/money/settle-order.ts';
import { carryOutRefunds } from '../refunds/refunds.service.ts';
import { cancelOutdated, settlePayment } from './settlement.service.ts';

const fixture = await PaymentsFixture.use();
let admin: LoggedIn;

beforeEach(async () => {
  admin = await fixture.shop.admin();
});

async function reprice(price: number): Promise<void> {
  const body = { id: fixture.laptop, price };
  const { status } = await fixture.shop.call('PUT', '/admin/product', { token: admin.token, body });
  expect(status).toBe(200);
}

async function deleteLaptop(): Promise<void> {
  const { status } = await fixture.shop.call('DELETE', `/admin/product/${fixture.laptop}/a.jpg`, {
    token: admin.token,
  });
  expect(status).toBe(200);
}

async function unpublish(): Promise<void> {
  const body = { id: fixture.laptop, isPublished: false };
  expect((await fixture.shop.call('PUT', '/admin/product', { token: admin.token, body })).status).toBe(200);
}

async function importPrice(price: number): Promise<void> {
  const line = importedLine({ id: fixture.laptop, title: 'Laptop', price, categoryName: 'Computers' });
  await fixture.shop.em().transactional((em) => saveImportedProducts(em, fixture.shop.storage, [line]));
}

/** Makes a change and pays at once: the jobs about the change wait meanwhile. */
async function payBeforeJobs(clientSecret: string, change: () => Promise<void>): Promise<void> {
  const { shop } = fixture;
  await shop.em().transactional(async (em) => {
    await em.execute('lock table shop_order in exclusive mode');
    await change();
    expect((await fixture.payWith(clientSecret)).status).toBe('succeeded');
  });
}

/** The provider says in whole seconds when something was paid. */
async function untilNextSecond(): Promise<void> {
  const second = () => Math.floor(Date.now() / 1000);
  const start = second();
  await waitFor('the next second', () => second() > start);
}

async function refundedAt(intentId: string): Promise<number> {
  const intent = await fixture.shop.provider.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] });
  const charge = intent.latest_charge;
  return typeof charge === 'object' ? (charge?.amount_refunded ?? 0) : 0;
}

const statusOf = async (intentId: string) => (await fixture.shop.provider.paymentIntents.retrieve(intentId)).status;

async function untilCanceled(orderId: string): Promise<void> {
  await waitFor('the order to be canceled', async () => (await fixture.stateOf(orderId)) === 'canceled');
}

describe('a prepared payment', () => {
  test("can't be paid after a price change", async () => {
    const { orderId, intentId, clientSecret } = await fixture.placeOrder();
    await reprice(200);
    await untilCanceled(orderId);
    await expect(fixture.payWith(clientSecret)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
    expect(await statusOf(intentId)).toBe('canceled');
    const retried = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100);
    expect(retried).toMatchObject({ status: 409, body: { code: 'priceChanged', amount: 200 } });
  });

  test("can't be paid after an import changes a price", async () => {
    const { orderId, intentId } = await fixture.placeOrder();
    await importPrice(150);
    await untilCanceled(orderId);
    expect(await statusOf(intentId)).toBe('canceled');
  });

  test("can't be paid after a product is deleted, even after a decline", async () => {
    const { orderId, intentId, clientSecret } = await fixture.placeOrder();
    await fixture.payWith(clientSecret, 'pm_card_chargeDeclined').catch(() => {});
    await fixture.untilState('failed');
    await deleteLaptop();
    await untilCanceled(orderId);
    expect(await statusOf(intentId)).toBe('canceled');
  });

  test("can't be paid after a product is unpublished", async () => {
    const { orderId, intentId, clientSecret } = await fixture.placeOrder();
    await unpublish();
    await untilCanceled(orderId);
    await expect(fixture.payWith(clientSecret)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
    expect(await statusOf(intentId)).toBe('canceled');
  });

  test('can still be paid after a change other than the price', async () => {
    const { orderId, clientSecret } = await fixture.placeOrder();
    const body = { id: fixture.laptop, title: 'Notebook', price: 100 };
    await fixture.shop.call('PUT', '/admin/product', { token: admin.token, body });
    await fixture.shop.untilCalm();
    expect(await fixture.stateOf(orderId)).toBe('pending');
    expect((await fixture.payWith(clientSecret)).status).toBe('succeeded');
  });

  test.each([
    ['a price change', () => reprice(200)],
    ['the deletion of its product', () => deleteLaptop()],
  ])('is kept if it is paid just before %s, even if the webhook was lost', async (_, change) => {
    await fixture.shop.setFaults({ webhooks: { drop: true } });
    const { orderId, clientSecret } = await fixture.placeOrder();
    const paid = await fixture.payWith(clientSecret);
    await untilNextSecond();
    await change();
    await waitFor('the order to be paid', async () => (await fixture.stateOf(orderId)) === 'paid');
    await fixture.shop.untilCalm();
    expect(await fixture.stateOf(orderId)).toBe('paid');
    expect(await refundedAt(paid.id)).toBe(0);
  });

  test.each([
    ['a price change', () => reprice(200)],
    ['an import that changes the price', () => importPrice(150)],
    ['the deletion of its product', () => deleteLaptop()],
    ['the end of its publication', () => unpublish()],
  ])('is given back if it is paid right after %s', async (_, change) => {
    const { orderId, intentId, clientSecret } = await fixture.placeOrder();
    await payBeforeJobs(clientSecret, change);
    await waitFor('the refund', async () => (await fixture.stateOf(orderId)) === 'refunded');
    await fixture.shop.untilCalm();
    expect(await refundedAt(intentId)).toBe(10_000);
    const detail = (await fixture.shop.call('GET', `/orders/${orderId}`, { token: fixture.shopper.token })).body.order;
    expect(detail).toMatchObject({ fulfilment: 'canceled', refunded: 100 });
    expect(detail.history.map(({ what, by }: { what: string; by: string }) => `${what} by ${by}`)).toEqual([
      'ordered by shopper',
      'paid by provider',
      'canceled by shop',
      'refunded by shop',
    ]);
    const mails = await mailsTo(fixture.shop.mailbox.url, fixture.shopper.email, /order/i);
    const [mail] = mails.filter(({ subject }) => / is canceled$/.test(subject));
    const text = await (await fetch(`${fixture.shop.mailbox.url}/mails/${mail?.file}/body`)).text();
    expect(text).toContain('the price of an item had changed or it was no longer sold');
    expect(text).toContain('refunded 100.00€');
    expect(mails.filter(({ subject }) => /refund/.test(subject))).toEqual([]);
    const { body } = await fixture.asAdmin('GET', `/admin/order/${orderId}`);
    expect(body.order.refunds[0].reason).toMatch(/^When this was paid, the price of an item had changed/);
  });

  test('is given back if the shop learns only later that it was paid after the price change', async () => {
    await fixture.setStock(fixture.laptop, 5);
    const { orderId, intentId, clientSecret } = await fixture.placeOrder();
    const { shop } = fixture;
    // Its webhook is lost, and the cancellation finds it being processed.
    await shop.setFaults({ webhooks: { drop: true } });
    const provider = fixture.providerWith('paymentIntents', 'retrieve', async (id: string) => {
      return { ...(await shop.provider.paymentIntents.retrieve(id)), status: 'processing' };
    });
    await shop.em().execute('update product set price_cents = 20000 where id = ?', [fixture.laptop]);
    const ended = { productIds: [fixture.laptop], endedAt: new Date().toISOString() };
    await cancelOutdated({ em: shop.em(), settings: shop.settings, provider }, ended);
    expect(await fixture.stateOf(orderId)).toBe('pending');
    await fixture.payWith(clientSecret);
    await settlePayment({ em: shop.em(), settings: shop.settings, provider: shop.payments }, intentId);
    await waitFor('the refund', async () => (await fixture.stateOf(orderId)) === 'refunded');
    await shop.untilCalm();
    expect([await refundedAt(intentId), await fixture.stockOf(fixture.laptop)]).toEqual([10_000, 5]);
    // Nothing was ever confirmed.
    expect(await fixture.confirmations()).toBe(0);
    await cancelOutdated({ em: shop.em(), settings: shop.settings, provider: shop.payments }, ended);
    expect(await refundedAt(intentId)).toBe(10_000);
  });

  test.each([
    ['when it is paid, and is confirmed only then', false],
    ['later, and is confirmed no second time', true],
  ])('is kept if the provider rejects the refund that the shop decides %s', async (_, isConfirmed) => {
    const { shop, laptop } = fixture;
    const deps = { em: shop.em(), settings: shop.settings, provider: shop.payments };
    const { orderId, intentId, clientSecret } = await fixture.placeOrder();
    await shop.setFaults({ webhooks: { drop: true } });
    await fixture.payWith(clientSecret);
    if (isConfirmed) {
      await settlePayment(deps, intentId);
      await waitFor('the confirmation', async () => (await fixture.confirmations()) === 1);
    }
    // The job waits for the provider meanwhile.
    await shop.setFaults({ api: { status500Rate: 1 }, webhooks: { drop: true } });
    await endOffer(shop.em(), orderId, new Date(0));
    const noRefunds = { amount: 0, ids: [] };
    await settleOrder(shop.em(), shop.settings, {
      ...{ paymentIntentId: intentId, orderId, outcome: 'paid', attemptedAt: new Date() },
      ...{ refunds: noRefunds, failedRefunds: noRefunds },
    });
    const [refund] = await shop.em().execute<[{ id: string }]>('select id from refund where order_id = ?', [orderId]);
    for (let time = 0; time < 2; time += 1) await rejectRefund(shop.em(), orderId, refund.id);
    await shop.setFaults({});
    await shop.untilCalm();
    const { body } = await fixture.asAdmin('GET', `/admin/order/${orderId}`);
    expect(body.order).toMatchObject({
      state: 'paid',
      fulfilment: 'open',
      lines: [{ productId: laptop, refunded: 0 }],
    });
    expect([await refundedAt(intentId), await fixture.confirmations()]).toEqual([0, 1]);
    const announced = `select count(*)::int as count from outbox_event where name = 'order.paid' and payload ->> 'orderId' = ?`;
    expect(await shop.em().execute(announced, [orderId])).toEqual([{ count: 1 }]);
  });

  test.each([
    ['rejected', true],
    ['made', false],
  ])('is given back in full once another refund of it is %s', async (_, isRejected) => {
    const { shop } = fixture;
    const { orderId, intentId } = await fixture.placePaidOrder();
    const request = { input: { amount: 30, reason: 'Late', restock: false }, key: null };
    const refund = await requestRefund(shop.em(), admin, orderId, request);
    await shop.setFaults({ api: { status500Rate: 1 } });
    await endOffer(shop.em(), orderId, new Date(0));
    if (isRejected) await rejectRefund(shop.em(), orderId, refund?.id ?? '');
    await shop.setFaults({});
    await carryOutRefunds({ em: shop.em(), settings: shop.settings, provider: shop.payments }, orderId);
    await waitFor('the refund', async () => (await fixture.stateOf(orderId)) === 'refunded');
    await shop.untilCalm();
    expect(await refundedAt(intentId)).toBe(10_000);
    const { order } = (await fixture.asAdmin('GET', `/admin/order/${orderId}`)).body;
    expect(order).toMatchObject({ fulfilment: 'canceled', refunded: 100, lines: [{ refunded: 1 }] });
  });

  test('is kept if it was shipped before the shop found out', async () => {
    const { shop } = fixture;
    const { orderId, intentId } = await fixture.placePaidOrder();
    await shop.em().execute(`update shop_order set fulfilment = 'collected' where id = ?`, [orderId]);
    await shop.em().execute('update product set price_cents = 20000 where id = ?', [fixture.laptop]);
    const ended = { productIds: [fixture.laptop], endedAt: new Date(0).toISOString() };
    await cancelOutdated({ em: shop.em(), settings: shop.settings, provider: shop.payments }, ended);
    await shop.untilCalm();
    expect([await fixture.stateOf(orderId), await refundedAt(intentId)]).toEqual(['paid', 0]);
  });

  test('is canceled once the provider is back after an outage', async () => {
    const { orderId } = await fixture.placeOrder();
    await fixture.shop.setFaults({ api: { status500Rate: 1 } });
    await deleteLaptop();
    expect(await fixture.stateOf(orderId)).toBe('pending');
    await fixture.shop.setFaults({});
    await untilCanceled(orderId);
  });

  test.each([
    ['a price change', () => reprice(200)],
    ['the deletion of its product', () => deleteLaptop()],
  ])("prepared during %s can't be paid as before", async (_, change) => {
    const { shop, laptop } = fixture;
    const [preparing, changing] = await shop.em().transactional(async (em) => {
      // Holds the order between reading its prices and its commit. Jobs may wait as well.
      await em.execute('lock table shop_order in share mode');
      const [own] = await em.execute<{ pid: number }[]>('select pg_backend_pid() as pid');
      const preparing = fixture.pay([{ productId: laptop, count: 1 }], 100);
      const insert = await waitFor('the order to wait', async () => {
        const [insert] = await fixture.waitingFor(own?.pid, 'insert');
        return insert;
      });
      const changing = change().then(() => shop.untilCalm());
      const blockedToo = waitFor(
        'the price change to wait',
        async () => (await fixture.waitingFor(insert.pid)).length > 0,
      );
      await Promise.any([changing, blockedToo]);
      return [preparing, changing];
    });
    const { orderId } = (await preparing).body;
    await changing;
    expect(await fixture.stateOf(orderId)).toBe('canceled');
  });
});
