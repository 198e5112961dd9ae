import { describe, expect, test } from 'vitest';
import { endOfDayAfter } from '#contract/values/dates.ts';
import { mailsTo, readMail } from '../../../../testing/data/mails.ts';
import { PaymentsFixture } from '../../../../testing/data/payments.ts';
import { ReturnsFixture } from '../../../../testing/data/returns.ts';
import { waitFor } from '../../../../testing/wait.ts';
import { newId } from '../../../core/ids.ts';
import { findRequestedRefunds, rejectRefund, requestRefund } from '../../orders/money/refund-requests.ts';
import { removeDismissed } from '../../orders/withdrawals/withdrawals.service.ts';
import { carryOutRefunds } from './refunds.service.ts';

const payments = await PaymentsFixture.use({ languages: ['en', 'de'] });
const fixture = new ReturnsFixture(payments);
const { shop } = payments;

const waiting = async (query = '') => (await payments.asAdmin('GET', `/admin/withdrawal${query}`)).body.withdrawals;
const waitingWith = async (reference: string) => (await waiting(`?search=${reference}`))[0];
const decide = (id: string, step: string, body: object) => fixture.asAdmin(`withdrawal/${id}/${step}`, body);
const history = async (orderId: string) =>
  (await fixture.order(orderId)).history.map(({ what }: { what: string }) => what);

/** A statement by the form that fits an order of the shopper. */
async function fitting(orderId: string, body: object = {}) {
  const { number } = await fixture.order(orderId);
  const email = payments.shopper.email.replace('user', 'USER');
  return { orderNumber: ` #${number} `, name: 'Ada', email: ` ${email} `, ...body };
}

/** Makes an order's delivery so many days older. */
const age = (orderId: string, days: number) =>
  shop
    .em()
    .execute(`update order_history set date = date - make_interval(days => ?) where order_id = ?`, [days, orderId]);

/** Receives and refunds the latest return of an order. */
async function refund(orderId: string, body: object = {}) {
  const { _id, lines } = await fixture.latest(orderId);
  const received = lines.map((line: object) => ({ ...line, condition: 'asNew' }));
  await fixture.asAdmin(`return/${_id}/receive`, { lines: received });
  return fixture.asAdmin(`return/${_id}/refund`, { restock: false, ...body });
}

/** What a refund of the latest return of an order would give back. */
async function refundable(orderId: string) {
  const { _id } = await fixture.latest(orderId);
  return (await payments.asAdmin('GET', `/admin/return/${_id}/refund`)).body.refund;
}

describe('a withdrawal on the page of an order', () => {
  test('opens an approved return of all that arrived, and is acknowledged', async () => {
    const { orderId } = await fixture.placeArrived();
    const before = await fixture.order(orderId);
    expect(before).toMatchObject({ canWithdraw: true, returns: [], withdrawals: [] });
    const { status, body } = await fixture.withdraw(orderId, { note: 'Changed my mind.' });
    const { reference, receivedAt } = body.withdrawal;
    expect([status, reference]).toEqual([200, expect.stringMatching(/^W-[2-9A-Z]{8}$/)]);
    expect(Math.abs(Date.parse(receivedAt) - Date.now())).toBeLessThan(60_000);
    const lines = [...fixture.laptops(2), ...fixture.cables(1)];
    expect(body.order).toMatchObject({
      canWithdraw: false,
      withdrawals: [{ reference, receivedAt, note: 'Changed my mind.', isLate: false, lines }],
      returns: [
        {
          ...{
            state: 'approved',
            reason: 'withdrawal',
            wants: 'refund',
            note: 'Changed my mind.',
            isLate: false,
            lines,
          },
          refundDue: endOfDayAfter(receivedAt, 'UTC', 14).toISOString(),
          history: [{ what: 'approved', by: 'shopper' }],
        },
      ],
    });
    const { number } = body.order;
    const mail = await readMail(shop.mailbox.url, payments.shopper.email, new RegExp(reference));
    for (const text of [reference, String(number), 'Changed my mind.', '2 × Laptop', '(UTC+00:00)']) {
      expect(mail.text).toContain(text);
    }
    await readMail(shop.mailbox.url, payments.shopper.email, new RegExp(`: return ${number}-1$`));
    expect(await history(orderId)).toEqual([
      ...['ordered', 'paid', 'shipped', 'delivered', 'withdrawn', 'returnApproved'],
    ]);
  });

  test('can be of some units, and of each only once, also for two at once', async () => {
    const { orderId } = await fixture.placeArrived();
    const two = await Promise.all([1, 2].map(() => fixture.withdraw(orderId, { lines: fixture.laptops(2) })));
    expect(two.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await fixture.withdraw(orderId, { lines: fixture.laptops(1) })).status).toBe(409);
    expect((await fixture.withdraw(orderId)).body.order.returns).toMatchObject([
      { lines: fixture.laptops(2) },
      { lines: fixture.cables(1) },
    ]);
    expect((await fixture.withdraw(orderId)).status).toBe(409);
    const unknown = { lines: [{ productId: newId(), count: 1 }] };
    expect((await fixture.withdraw(orderId, unknown)).status).toBe(422);
  });

  test('of a canceled return may be made again', async () => {
    const { orderId } = await fixture.placeArrived();
    await fixture.withdraw(orderId);
    const { _id } = await fixture.latest(orderId);
    await fixture.asShopper(`/orders/${orderId}/returns/${_id}/cancel`);
    expect((await fixture.order(orderId)).canWithdraw).toBe(true);
    expect((await fixture.withdraw(orderId)).status).toBe(200);
  });

  test('may also be requested as a return, and is a statement, too', async () => {
    const { orderId } = await fixture.placeArrived();
    const { body } = await fixture.request(orderId, { reason: 'withdrawal' });
    expect(body.order).toMatchObject({
      returns: [{ state: 'approved' }],
      withdrawals: [{ lines: fixture.laptops(1) }],
    });
    await readMail(shop.mailbox.url, payments.shopper.email, /^We've received your withdrawal/);
  });

  test('is refused if the order is not paid, canceled, or of somebody else', async () => {
    const { orderId } = await payments.placeOrder();
    expect((await fixture.withdraw(orderId)).status).toBe(409);
    expect((await fixture.order(orderId)).canWithdraw).toBe(false);
    await fixture.asShopper(`/orders/${orderId}/cancel`);
    expect((await fixture.withdraw(orderId)).status).toBe(409);
    const { token } = await shop.newAccount();
    expect((await shop.call('POST', `/orders/${orderId}/withdrawal`, { token, body: {} })).status).toBe(404);
  });
});

describe('a withdrawal while', () => {
  test('the order is shipped takes its units off, or opens their return', async () => {
    const { orderId, intentId } = await fixture.place();
    const [withdrawn, shipped] = await Promise.all([
      fixture.withdraw(orderId),
      fixture.asAdmin(`order/${orderId}/shipment`, { carrier: 'DHL' }),
    ]);
    expect(withdrawn.status).toBe(200);
    await shop.untilCalm();
    const { fulfilment, returns, shipments } = await fixture.order(orderId);
    const refunds = await fixture.refundsOf(intentId);
    if (shipped.status === 200) {
      const lines = [...fixture.laptops(2), ...fixture.cables(1)];
      expect({ fulfilment, returns, shipments, refunds }).toMatchObject({
        ...{ fulfilment: 'shipped', returns: [{ lines }], shipments: [{ lines }], refunds: [] },
      });
    } else {
      expect(shipped.status).toBe(409);
      expect({ fulfilment, returns, shipments, refunds }).toEqual({
        ...{ fulfilment: 'canceled', returns: [], shipments: [], refunds: [20_550] },
      });
    }
  });

  test('the order is canceled gives the money back once', async () => {
    const { orderId, intentId } = await fixture.place();
    const both = await Promise.all([fixture.withdraw(orderId), fixture.asShopper(`/orders/${orderId}/cancel`)]);
    expect(both.map(({ status }) => status)).toContain(200);
    for (const { status } of both) expect([200, 409]).toContain(status);
    await payments.untilState('refunded');
    expect(await fixture.refundsOf(intentId)).toEqual([20_550]);
  });
});

describe('the time to withdraw', () => {
  test('ends with the last instant of the day, and later statements are taken and marked', async () => {
    const { orderId } = await fixture.place();
    expect((await fixture.order(orderId)).withdrawUntil).toBeNull();
    await fixture.asAdmin(`order/${orderId}/shipment`, { carrier: 'DHL' });
    expect((await fixture.order(orderId)).withdrawUntil).toBeNull();
    await fixture.asAdmin(`order/${orderId}/delivered`);
    const until = endOfDayAfter(new Date(), 'UTC', 14).toISOString();
    expect(until).toMatch(/T23:59:59.999Z$/);
    expect((await fixture.order(orderId)).withdrawUntil).toBe(until);
    await age(orderId, 14);
    await fixture.withdraw(orderId, { lines: fixture.laptops(1) });
    expect(await fixture.latest(orderId)).toMatchObject({ isLate: false });
    await age(orderId, 1);
    expect(await fixture.order(orderId)).toMatchObject({ canWithdraw: true });
    await fixture.withdraw(orderId);
    expect(await fixture.order(orderId)).toMatchObject({
      returns: [{ isLate: false }, { isLate: true }],
      withdrawals: [{ isLate: false }, { isLate: true }],
    });
  });

  test('begins for collected orders when they are collected', async () => {
    const { orderId } = await payments.placePaidOrder();
    await fixture.asAdmin(`order/${orderId}/collected`);
    expect((await fixture.order(orderId)).withdrawUntil).toBe(endOfDayAfter(new Date(), 'UTC', 14).toISOString());
    expect((await fixture.withdraw(orderId)).body.order.returns).toMatchObject([{ lines: fixture.laptops(1) }]);
    expect((await refund(orderId)).body.order).toMatchObject({ state: 'refunded' });
  });
});

describe('units that are not shipped', () => {
  test('are taken off the order and refunded at once: all of them cancel it', async () => {
    await payments.setStock(payments.laptop, 5);
    const { orderId, intentId } = await fixture.place();
    const { body } = await fixture.withdraw(orderId);
    expect(body.order).toMatchObject({ fulfilment: 'canceled', returns: [], withdrawals: [{}], canWithdraw: false });
    await payments.untilState('refunded');
    expect(await fixture.refundsOf(intentId)).toEqual([20_550]);
    expect(await payments.stockOf(payments.laptop)).toBe(5);
    await readMail(shop.mailbox.url, payments.shopper.email, /is canceled$/);
    expect(await history(orderId)).toEqual(['ordered', 'paid', 'withdrawn', 'canceled', 'refunded']);
  });

  test('leave the rest of the order to be shipped', async () => {
    await payments.setStock(payments.laptop, 5);
    const { orderId, intentId } = await fixture.place();
    await fixture.withdraw(orderId, { lines: fixture.laptops(1) });
    await waitFor('the refund', async () => (await fixture.order(orderId)).refunded === 100);
    expect(await fixture.order(orderId)).toMatchObject({ state: 'paid', fulfilment: 'open', returns: [] });
    expect(await payments.stockOf(payments.laptop)).toBe(4);
    const { body } = await fixture.asAdmin(`order/${orderId}/shipment`, { carrier: 'DHL' });
    expect(body.order.shipments).toMatchObject([{ lines: [...fixture.laptops(1), ...fixture.cables(1)] }]);
    // The rest follows later, and the last refund adds the delivery.
    await fixture.withdraw(orderId);
    expect((await refund(orderId)).body.return.refunded).toBe(105.5);
    expect((await fixture.refundsOf(intentId)).sort()).toEqual([10_000, 10_550]);
    expect(await payments.stateOf(orderId)).toBe('refunded');
  });

  test('stay in the order if the provider refuses their refund, and the statement waits for staff', async () => {
    const { orderId } = await fixture.place();
    await shop.setFaults({ api: { status500Rate: 1 } });
    const { reference } = (await fixture.withdraw(orderId)).body.withdrawal;
    const [refund] = await findRequestedRefunds(shop.em(), orderId);
    await rejectRefund(shop.em(), orderId, refund?.id ?? '');
    expect(await fixture.order(orderId)).toMatchObject({ state: 'paid', fulfilment: 'open', canWithdraw: true });
    await shop.setFaults({});
    const { _id } = await waitingWith(reference);
    await decide(_id, 'match', { orderId });
    await payments.untilState('refunded');
    expect(await waitingWith(reference)).toBeUndefined();
  });

  test('are refunded also if the account is deleted before, and their buyer is told', async () => {
    const { orderId, intentId } = await fixture.place();
    await shop.setFaults({ api: { status500Rate: 1 } });
    await fixture.withdraw(orderId);
    const { token, email } = payments.shopper;
    expect((await shop.call('DELETE', '/user', { token, body: { password: 'correct horse' } })).status).toBe(200);
    await shop.setFaults({});
    await carryOutRefunds({ em: shop.em(), settings: shop.settings, provider: shop.payments }, orderId);
    expect(await fixture.refundsOf(intentId)).toEqual([20_550]);
    const { text } = await readMail(shop.mailbox.url, email, /is canceled$/);
    expect(text).toContain('205.50€');
  });

  test('go first, and shipped ones are sent back', async () => {
    const { orderId } = await fixture.place();
    await fixture.asAdmin(`order/${orderId}/shipment`, { carrier: 'DHL', lines: fixture.laptops(1) });
    await fixture.withdraw(orderId);
    const order = await waitFor('the refund', async () => {
      const order = await fixture.order(orderId);
      return order.refunded > 0 ? order : undefined;
    });
    expect(order).toMatchObject({ refunded: 100.5, fulfilment: 'shipped', returns: [{ lines: fixture.laptops(1) }] });
    expect((await refund(orderId)).body).toMatchObject({ return: { refunded: 105 }, order: { state: 'refunded' } });
  });
});

describe('while another refund is still to be carried out, which may be rejected, a withdrawal', () => {
  const deps = () => ({ em: shop.em(), settings: shop.settings, provider: shop.payments });

  /** A refund by an admin that does not reach the provider. */
  async function requestByHand(orderId: string, input: object) {
    const admin = { ...(await shop.admin()), username: 'admin' };
    const request = { input: { reason: 'Late', restock: false, ...input }, key: null };
    const refund = await requestRefund(shop.em(), admin, orderId, request);
    return refund?.id ?? '';
  }

  test('waits, and then gives back all that is left', async () => {
    const { orderId, intentId } = await fixture.place();
    const byHand = await requestByHand(orderId, { amount: 50 });
    expect(await fixture.order(orderId)).toMatchObject({ canCancel: false, canWithdraw: true });
    const { status, body } = await fixture.withdraw(orderId);
    const lines = [...fixture.laptops(2), ...fixture.cables(1)];
    const { reference } = body.withdrawal;
    expect([status, body.order]).toMatchObject([
      200,
      { fulfilment: 'open', canWithdraw: false, returns: [], withdrawals: [{ reference, lines }] },
    ]);
    await readMail(shop.mailbox.url, payments.shopper.email, new RegExp(reference));
    await shop.untilCalm();
    const { _id } = await waitingWith(reference);
    for (const [step, decision] of [
      ['match', { orderId }],
      ['dismiss', { reason: 'Nothing is left' }],
    ] as const) {
      expect(await decide(_id, step, decision)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('already in progress') },
      });
    }
    expect((await fixture.withdraw(orderId)).status).toBe(409);
    const canceled = await fixture.asShopper(`/orders/${orderId}/cancel`);
    expect(canceled).toMatchObject({ status: 409, body: { message: expect.stringContaining('already in progress') } });
    expect(await fixture.refundsOf(intentId)).toEqual([]);
    await rejectRefund(shop.em(), orderId, byHand);
    await payments.untilState('refunded');
    expect(await fixture.refundsOf(intentId)).toEqual([20_550]);
    expect(await waitingWith(reference)).toBeUndefined();
    expect(await fixture.order(orderId)).toMatchObject({ fulfilment: 'canceled', canWithdraw: false });
  });

  test('is carried out as soon as that refund is made, also by the reconciliation', async () => {
    const { orderId, intentId } = await fixture.place();
    await requestByHand(orderId, { lines: fixture.laptops(1) });
    await fixture.withdraw(orderId, { lines: fixture.laptops(1) });
    await carryOutRefunds(deps(), orderId);
    await waitFor('the refund', async () => (await fixture.refundsOf(intentId)).length === 2);
    await shop.untilCalm();
    expect(await fixture.refundsOf(intentId)).toEqual([10_000, 10_000]);
    expect(await fixture.order(orderId)).toMatchObject({ state: 'paid', fulfilment: 'open', refunded: 200 });
  });

  test('by the form means what that leaves', async () => {
    const { orderId, intentId } = await fixture.place();
    const byHand = await requestByHand(orderId, { lines: fixture.laptops(1) });
    const { reference } = (await fixture.state(await fitting(orderId))).body.withdrawal;
    await shop.untilCalm();
    expect(await waitingWith(reference)).toMatchObject({ orderId });
    await rejectRefund(shop.em(), orderId, byHand);
    await payments.untilState('refunded');
    expect(await fixture.refundsOf(intentId)).toEqual([20_550]);
    expect(await waitingWith(reference)).toBeUndefined();
  });

  test('is not counted as work for staff', async () => {
    const work = async () => (await payments.asAdmin('GET', '/admin/work')).body.withdrawalsWaiting;
    const { orderId } = await fixture.place();
    const byHand = await requestByHand(orderId, { amount: 50 });
    await shop.untilCalm();
    const before = await work();
    const { reference } = (await fixture.withdraw(orderId)).body.withdrawal;
    await shop.untilCalm();
    expect([await work(), (await waitingWith(reference)).lines]).toEqual([
      before,
      [...fixture.laptops(2), ...fixture.cables(1)],
    ]);
    await rejectRefund(shop.em(), orderId, byHand);
    await payments.untilState('refunded');
  });

  test('is carried out also if that refund gives back all: its units are back in stock', async () => {
    await payments.setStock(payments.laptop, 5);
    const { orderId, intentId } = await fixture.place();
    await requestByHand(orderId, { amount: 205.5 });
    const { reference } = (await fixture.withdraw(orderId, { lines: fixture.laptops(2) })).body.withdrawal;
    expect(await payments.stockOf(payments.laptop)).toBe(3);
    await carryOutRefunds(deps(), orderId);
    await waitFor('the statement', async () => (await waitingWith(reference)) === undefined);
    expect(await payments.stockOf(payments.laptop)).toBe(5);
    expect(await fixture.refundsOf(intentId)).toEqual([20_550]);
    expect(await fixture.order(orderId)).toMatchObject({
      ...{ state: 'refunded', fulfilment: 'canceled', refunded: 205.5, returns: [] },
      withdrawals: [{ reference, lines: fixture.laptops(2) }],
    });
    expect(await history(orderId)).toEqual(['ordered', 'paid', 'refunded', 'withdrawn']);
  });

  test('is carried out also if that refund, or another one meanwhile, is of its units', async () => {
    const { orderId, intentId } = await fixture.place();
    await requestByHand(orderId, { amount: 5 });
    await fixture.asAdmin(`order/${orderId}/shipment`, { carrier: 'DHL', lines: fixture.cables(1) });
    const { reference } = (await fixture.withdraw(orderId, { lines: fixture.laptops(2) })).body.withdrawal;
    await requestByHand(orderId, { lines: fixture.laptops(2) });
    await carryOutRefunds(deps(), orderId);
    await waitFor('the statement', async () => (await waitingWith(reference)) === undefined);
    await shop.untilCalm();
    expect((await fixture.refundsOf(intentId)).sort()).toEqual([20_000, 500]);
    expect(await fixture.order(orderId)).toMatchObject({
      ...{ state: 'paid', fulfilment: 'shipped', returns: [] },
      withdrawals: [{ reference, lines: fixture.laptops(2) }],
    });
  });

  test('keeps its units in the shop meanwhile, and the order open', async () => {
    const { orderId, intentId } = await fixture.place();
    const byHand = await requestByHand(orderId, { amount: 50 });
    await fixture.withdraw(orderId, { lines: fixture.laptops(1) });
    const rest = [...fixture.laptops(1), ...fixture.cables(1)];
    const { order } = (await payments.asAdmin('GET', `/admin/order/${orderId}`)).body;
    expect(order.lines).toMatchObject([{ toShip: 1 }, { toShip: 1 }]);
    const list = `${order.number},DHL`;
    const preview = await fixture.asAdmin('order/shipments/preview', { list });
    expect(preview.body.lines).toMatchObject([{ state: 'ready', order: { unitsLeft: 2 } }]);
    const ship = (lines?: object) => fixture.asAdmin(`order/${orderId}/shipment`, { carrier: 'DHL', lines });
    expect((await ship(fixture.laptops(2))).status).toBe(422);
    expect((await ship()).body.order).toMatchObject({ fulfilment: 'open', shipments: [{ lines: rest }] });
    expect([(await ship()).status, (await ship(fixture.laptops(1))).status]).toEqual([409, 422]);
    await rejectRefund(shop.em(), orderId, byHand);
    await waitFor('the refund', async () => (await fixture.order(orderId)).refunded === 100);
    expect(await fixture.refundsOf(intentId)).toEqual([10_000]);
    expect(await fixture.order(orderId)).toMatchObject({ fulfilment: 'shipped', returns: [] });
  });

  test('by the form keeps all units in the shop, also those to be collected', async () => {
    const { orderId, intentId } = await payments.placePaidOrder();
    const byHand = await requestByHand(orderId, { amount: 50 });
    await fixture.state(await fitting(orderId));
    await waitFor('the units', async () => (await fixture.order(orderId)).withdrawals[0].lines.length > 0);
    expect(await fixture.asAdmin(`order/${orderId}/collected`)).toMatchObject({
      status: 409,
      body: { message: 'A refund of this order is still in progress' },
    });
    await rejectRefund(shop.em(), orderId, byHand);
    await payments.untilState('refunded');
    expect(await fixture.refundsOf(intentId)).toEqual([10_000]);
  });

  test('of what the shopper has opens its return at once, whose refund waits', async () => {
    const { orderId } = await fixture.placeArrived();
    const byHand = await requestByHand(orderId, { amount: 200 });
    await fixture.withdraw(orderId);
    expect((await refund(orderId)).status).toBe(409);
    await rejectRefund(shop.em(), orderId, byHand);
    const { _id } = await fixture.latest(orderId);
    expect((await fixture.asAdmin(`return/${_id}/refund`, { restock: false })).body.return.refunded).toBe(205.5);
  });

  test('beside another one follows it, unit by unit', async () => {
    const { orderId, intentId } = await fixture.place();
    const both = await Promise.all([1, 2].map(() => fixture.withdraw(orderId, { lines: fixture.laptops(1) })));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    await waitFor('both refunds', async () => (await fixture.order(orderId)).refunded === 200);
    expect(await fixture.refundsOf(intentId)).toEqual([10_000, 10_000]);
  });
});

describe('the delivery that is given back', () => {
  /** Two laptops on their way for 20 EUR, which would have cost 4 EUR otherwise: 220 EUR. */
  async function placeFast() {
    const country = 'NO';
    const methods = [
      { code: `slow-${newId().slice(-8)}`, name: 'Slow', price: 4, minDays: 1, maxDays: 9, countries: [country] },
      { code: `fast-${newId().slice(-8)}`, name: 'Fast', price: 20, minDays: 1, maxDays: 1, countries: [country] },
    ];
    // Other tests have methods for all countries.
    for (const method of methods) await payments.asAdmin('POST', '/admin/shipping-method', method);
    const delivery = { name: 'Ada', address: 'Gate 1', city: 'Oslo', postCode: '0150', country };
    const body = { items: fixture.laptops(2), amount: 220, shippingMethod: methods[1]?.code, delivery };
    const { orderId, clientSecret } = (await payments.prepare(body)).body;
    const intent = await payments.payWith(clientSecret);
    await payments.untilState('paid');
    await payments.untilHandled(intent.id);
    await fixture.asAdmin(`order/${orderId}/shipment`, { carrier: 'DHL' });
    return { orderId, intentId: intent.id };
  }

  test('is the cheapest that was offered, once the whole order is withdrawn', async () => {
    const { orderId } = await placeFast();
    await fixture.withdraw(orderId, { lines: fixture.laptops(1) });
    expect(await refundable(orderId)).toEqual({ amount: 100, delivery: 0 });
    expect((await refund(orderId)).body.return.refunded).toBe(100);
    await fixture.withdraw(orderId);
    expect(await refundable(orderId)).toEqual({ amount: 104, delivery: 4 });
    expect((await refund(orderId)).body).toMatchObject({ return: { refunded: 104 }, order: { state: 'paid' } });
    expect(await refundable(orderId)).toEqual({ amount: 0, delivery: 0 });
  });

  test('is given back once, also if another refund fails and is made again', async () => {
    const { orderId, intentId } = await placeFast();
    await fixture.withdraw(orderId, { lines: fixture.laptops(1) });
    const first = (await refund(orderId)).body.return._id;
    await fixture.withdraw(orderId);
    await refund(orderId);
    const { data } = await shop.provider.refunds.list({ payment_intent: intentId });
    await shop.control(`refunds/${data.find(({ amount }) => amount === 10_000)?.id}/fail`);
    await waitFor('the return to be open', async () => (await fixture.order(orderId)).returns[0].state === 'received');
    const again = await fixture.asAdmin(`return/${first}/refund`, { restock: false });
    expect(again.body).toMatchObject({ return: { refunded: 100 }, order: { refunded: 204 } });
  });

  test('takes nothing back of what rounding has given too much', async () => {
    const country = 'SE';
    const fast = `fast-${newId().slice(-8)}`;
    const days = { minDays: 1, maxDays: 9, countries: [country] };
    const free = { code: `free-${newId().slice(-8)}`, name: 'Free', price: 0, ...days };
    for (const method of [free, { code: fast, name: 'Fast', price: 5, ...days }]) {
      await payments.asAdmin('POST', '/admin/shipping-method', method);
    }
    const productId = await payments.addProduct('Bead', 6);
    const delivery = { name: 'Ada', address: 'Gata 1', city: 'Stockholm', postCode: '111 20', country };
    // 50 × 0.06 EUR are 3.27 USD, and one by one 50 × 0.07 USD.
    const items = [{ productId, count: 50 }];
    const body = { currency: 'USD', items, amount: 8.72, shippingMethod: fast, delivery };
    const { orderId, clientSecret } = (await payments.prepare(body)).body;
    const intent = await payments.payWith(clientSecret);
    await payments.untilState('paid');
    await payments.untilHandled(intent.id);
    await fixture.asAdmin(`order/${orderId}/shipment`, { carrier: 'DHL' });
    await fixture.withdraw(orderId, { lines: [{ productId, count: 49 }] });
    expect((await refund(orderId)).body.return.refunded).toBe(3.43);
    await fixture.withdraw(orderId);
    expect((await refund(orderId)).body.return).toMatchObject({ state: 'refunded', refunded: 0 });
    expect(await fixture.refundsOf(intent.id)).toEqual([343]);
  });

  test('is all that was paid for it if nothing cheaper is known of an order, as before prices were kept', async () => {
    const { orderId } = await fixture.placeArrived();
    await payments.setOrder(orderId, `email = '', cheapest_shipping = null, taxes = null`);
    const unknown = 'update order_line set tax_rate_hundredths = null, amount = null where order_id = ?';
    await shop.em().execute(unknown, [orderId]);
    const { reference } = (await fixture.withdraw(orderId)).body.withdrawal;
    await readMail(shop.mailbox.url, payments.shopper.email, new RegExp(reference));
    expect((await refund(orderId)).body).toMatchObject({ return: { refunded: 205.5 }, order: { state: 'refunded' } });
  });

  test('is part of what an amount replaces, and not of other returns', async () => {
    const { orderId } = await fixture.placeArrived();
    await fixture.withdraw(orderId);
    expect((await refund(orderId, { amount: 150 })).body.return.refunded).toBe(150);
    const { orderId: other } = await fixture.placeArrived();
    await fixture.request(other, { lines: [...fixture.laptops(2), ...fixture.cables(1)] });
    await fixture.asAdmin(`return/${(await fixture.latest(other))._id}/approve`, {});
    expect((await refund(other)).body.return.refunded).toBe(200.5);
  });
});

describe('a withdrawal by the form', () => {
  test('that fits an order opens its return, whatever the case and the spaces', async () => {
    const { orderId } = await fixture.placeArrived();
    const typed = await fitting(orderId);
    const { status, body } = await fixture.state(typed);
    const { reference } = body.withdrawal;
    expect([status, Object.keys(body.withdrawal).sort()]).toEqual([200, ['receivedAt', 'reference']]);
    await waitFor('the return', async () => (await fixture.order(orderId)).returns.length === 1);
    expect(await fixture.order(orderId)).toMatchObject({ withdrawals: [{ reference }], canWithdraw: false });
    expect(await waitingWith(reference)).toBeUndefined();
    await readMail(shop.mailbox.url, typed.email.trim(), new RegExp(reference));
  });

  test('that fits no order waits for staff, who match it', async () => {
    const { orderId } = await fixture.placeArrived();
    const { number } = await fixture.order(orderId);
    const typed = { orderNumber: 'the blue one', name: 'Ada', email: 'ada@elsewhere.com', note: 'Bought on Monday' };
    const { reference } = (await fixture.state(typed)).body.withdrawal;
    await shop.untilCalm();
    const statement = await waitingWith(reference);
    expect(statement).toMatchObject({
      ...typed,
      ...{ state: 'waiting', items: '', orderId: null, number: null, earlier: null, lines: [], reason: '' },
    });
    expect((await decide(statement._id, 'match', { orderId: newId() })).status).toBe(422);
    const { token } = await shop.staff('catalogue');
    const path = `/admin/withdrawal/${statement._id}/match`;
    expect((await shop.call('POST', path, { token, body: { orderId } })).status).toBe(403);
    const matched = await decide(statement._id, 'match', { orderId, lines: fixture.laptops(1) });
    expect(matched.body.withdrawal).toMatchObject({ state: 'matched', number, lines: fixture.laptops(1) });
    expect(await fixture.latest(orderId)).toMatchObject({ lines: fixture.laptops(1), state: 'approved' });
    expect((await decide(statement._id, 'match', { orderId })).status).toBe(409);
    expect((await decide(statement._id, 'dismiss', { reason: 'x' })).status).toBe(409);
    expect(await waitingWith(reference)).toBeUndefined();
    expect((await waiting(`?search=${reference}&state=matched`))[0]).toMatchObject({ reference });
    expect(await payments.entriesOn(statement._id)).toMatchObject([
      { action: 'withdrawal.matched', changes: { order: { from: null, to: number } } },
    ]);
    // The mail goes to the address of the statement.
    await readMail(shop.mailbox.url, typed.email, new RegExp(reference));
  });

  test('that names items is attached and waits for staff to choose the units', async () => {
    const { orderId } = await fixture.placeArrived();
    const { reference } = (await fixture.state(await fitting(orderId, { items: 'one of the laptops' }))).body
      .withdrawal;
    await shop.untilCalm();
    const statement = await waitingWith(reference);
    expect(statement).toMatchObject({ orderId, items: 'one of the laptops', lines: [] });
    expect(await fixture.order(orderId)).toMatchObject({
      returns: [],
      withdrawals: [{ reference }],
      canWithdraw: true,
    });
    await decide(statement._id, 'match', { orderId, lines: fixture.laptops(1) });
    expect(await fixture.latest(orderId)).toMatchObject({ lines: fixture.laptops(1) });
  });

  test('that comes twice is acknowledged twice, and listed with the older, without a second return', async () => {
    const { orderId } = await fixture.placeArrived();
    const body = await fitting(orderId);
    const first = (await fixture.state(body)).body.withdrawal;
    await shop.untilCalm();
    const second = (await fixture.state(body)).body.withdrawal;
    await shop.untilCalm();
    expect((await fixture.order(orderId)).returns).toHaveLength(1);
    const statement = await waitingWith(second.reference);
    expect(statement).toMatchObject({ orderId, earlier: first.reference });
    const receipts = await mailsTo(shop.mailbox.url, body.email.trim(), /^We've received your withdrawal/);
    expect(receipts).toHaveLength(2);
    expect((await decide(statement._id, 'match', { orderId })).status).toBe(409);
    const { body: dismissed } = await decide(statement._id, 'dismiss', { reason: 'It came twice.' });
    expect(dismissed.withdrawal).toMatchObject({ state: 'dismissed', reason: 'It came twice.' });
    expect((await fixture.order(orderId)).withdrawals).toMatchObject([{ reference: first.reference }]);
  });

  test('that comes twice waits for staff also once the first is refunded', async () => {
    const { orderId } = await fixture.placeArrived();
    await fixture.state(await fitting(orderId));
    await shop.untilCalm();
    const { reference } = (await fixture.state(await fitting(orderId))).body.withdrawal;
    await shop.untilCalm();
    const { _id } = await fixture.latest(orderId);
    await fixture.asAdmin(`return/${_id}/receive`, { lines: [{ ...fixture.laptops(1)[0], condition: 'asNew' }] });
    expect((await fixture.asAdmin(`return/${_id}/refund`, { restock: false })).status).toBe(200);
    await shop.untilCalm();
    expect((await fixture.order(orderId)).returns).toHaveLength(1);
    expect(await waitingWith(reference)).toMatchObject({ orderId });
  });

  test('is matched once, or dismissed, whoever decides at once', async () => {
    const { orderId } = await fixture.placeArrived();
    const typed = { orderNumber: '?', name: 'Ada', email: 'ada@elsewhere.com' };
    const { reference } = (await fixture.state(typed)).body.withdrawal;
    await shop.untilCalm();
    const { _id } = await waitingWith(reference);
    const decisions = await Promise.all([
      decide(_id, 'match', { orderId, lines: fixture.laptops(1) }),
      decide(_id, 'match', { orderId, lines: fixture.laptops(1) }),
      decide(_id, 'dismiss', { reason: 'No such order' }),
    ]);
    expect(decisions.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const isMatched = decisions[2]?.status === 409;
    expect((await fixture.order(orderId)).returns).toHaveLength(isMatched ? 1 : 0);
    expect(await payments.entriesOn(_id)).toHaveLength(1);
  });

  test('made while the payment is processing cancels the order once it is paid', async () => {
    const { orderId, clientSecret, intentId } = await payments.placeOrder();
    const { reference } = (await fixture.state(await fitting(orderId))).body.withdrawal;
    await shop.untilCalm();
    expect(await waitingWith(reference)).toMatchObject({ orderId });
    await payments.payWith(clientSecret);
    await payments.untilState('refunded');
    expect(await fixture.refundsOf(intentId)).toEqual([10_000]);
    expect(await fixture.order(orderId)).toMatchObject({ fulfilment: 'canceled', withdrawals: [{ reference }] });
    expect(await waitingWith(reference)).toBeUndefined();
  });

  test('fits orders from before they kept an email, by that of the account', async () => {
    const { orderId } = await fixture.placeArrived();
    await payments.setOrder(orderId, `email = ''`);
    await fixture.state(await fitting(orderId));
    await waitFor('the return', async () => (await fixture.order(orderId)).returns.length === 1);
  });

  test.each([
    ['no order number', { orderNumber: ' ' }, 'orderNumber'],
    ['a number of 101 characters', { orderNumber: '1'.repeat(101) }, 'orderNumber'],
    ['no name', { name: '' }, 'name'],
    ['no email', { email: 'ada' }, 'email'],
    ['items of 1001 characters', { items: 'x'.repeat(1001) }, 'items'],
    ['a note of 1001 characters', { note: 'x'.repeat(1001) }, 'note'],
  ])('is refused with %s', async (_, body, field) => {
    const response = await fixture.state({ orderNumber: '1', name: 'Ada', email: 'ada@example.com', ...body });
    expect([response.status, Object.keys(response.body.fields ?? {})]).toEqual([422, [field]]);
  });

  test('that fits nothing is forgotten some time after it is dismissed', async () => {
    const typed = { orderNumber: '?', name: 'Eve', email: 'eve@example.com' };
    const { reference } = (await fixture.state(typed)).body.withdrawal;
    const { _id } = await waitingWith(reference);
    await decide(_id, 'dismiss', { reason: 'No such order' });
    const dismissed = () => waiting(`?search=${reference}&state=dismissed`);
    await removeDismissed(shop.em(), 60_000);
    expect(await dismissed()).toHaveLength(1);
    await removeDismissed(shop.em(), 0);
    expect(await dismissed()).toEqual([]);
  });
});
