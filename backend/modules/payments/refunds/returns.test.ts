import Stripe from 'stripe';
import { describe, expect, test, vi } from 'vitest';
import { mailsTo, readMail } from '../../../../testing/data/mails.ts';
import { PaymentsFixture } from '../../../../testing/data/payments.ts';
import { ReturnsFixture } from '../../../../testing/data/returns.ts';
import { waitFor } from '../../../../testing/wait.ts';
import { newId } from '../../../core/ids.ts';
import { requestRefund } from '../../orders/money/refund-requests.ts';
import { announceOverdue } from '../../orders/returns/overdue.service.ts';
import { lockReturn, moveReturn } from '../../orders/returns/return-steps.ts';
import { refundReturn } from './return-refunds.service.ts';

const payments = await PaymentsFixture.use();
const fixture = new ReturnsFixture(payments);
const { shop } = payments;

const act = (returnId: string, step: string, body?: object, headers?: Record<string, string>) =>
  fixture.asAdmin(`return/${returnId}/${step}`, body, headers);
const list = async (query = '') => (await payments.asAdmin('GET', `/admin/return${query}`)).body.returns;
const admin = async () => ({ ...(await shop.admin()), username: 'admin' });
/** A refund that returns nothing to stock. */
const plain = { input: { restock: false }, key: null };
const due = (returnId: string, when: string) =>
  shop.em().execute(`update order_return set refund_due = now() + ?::interval where id = ?`, [when, returnId]);

describe('a return', () => {
  test('goes from its request to the refund, with history, audit and mails', async () => {
    await payments.setStock(payments.laptop, 10);
    const { orderId, intentId } = await fixture.placeArrived();
    const { status, body } = await fixture.request(orderId, { note: 'It stays dark.' });
    expect(status).toBe(200);
    const [{ _id, reference, ...requested }] = body.order.returns;
    expect(reference).toBe(`${body.order.number}-1`);
    expect(requested).toMatchObject({
      ...{ state: 'requested', reason: 'defective', wants: 'refund', note: 'It stays dark.', isLate: false },
      ...{ refundDue: null, instructions: '', rejection: '', received: [], refunded: null },
      lines: fixture.laptops(1),
      history: [{ what: 'requested', by: 'shopper' }],
    });
    expect(body.order.lines).toMatchObject([
      { returnable: 1, withdrawable: 1 },
      { returnable: 1, withdrawable: 1 },
    ]);

    const approved = await act(_id, 'approve', { instructions: 'Use the box it came in.' });
    expect(approved.body).toMatchObject({ return: { state: 'approved', orderId }, order: { returns: [{ _id }] } });
    expect((await act(_id, 'approve', {})).status).toBe(409);
    expect((await act(_id, 'refund', { restock: true })).status).toBe(409);
    const received = [{ ...fixture.laptops(1)[0], condition: 'asNew' }];
    expect((await act(_id, 'receive', { lines: received })).body.return).toMatchObject({ state: 'received', received });
    const refunded = await act(_id, 'refund', { restock: true });
    expect(refunded).toMatchObject({
      status: 200,
      body: { return: { state: 'refunded', refunded: 100 }, order: { refunded: 100, state: 'paid' } },
    });
    expect(refunded.body.return.history).toMatchObject([
      { what: 'requested', by: 'shopper' },
      { what: 'approved', by: 'shop', adminName: 'admin' },
      { what: 'received', by: 'shop', adminName: 'admin' },
      { what: 'refunded', by: 'shop', adminName: 'admin' },
    ]);
    expect((await fixture.latest(orderId)).history[1]).toEqual({
      what: 'approved',
      by: 'shop',
      date: expect.stringMatching(/Z$/),
    });
    expect(await fixture.refundsOf(intentId)).toEqual([10_000]);
    expect(await payments.stockOf(payments.laptop)).toBe(9);
    expect((await payments.entriesOn(orderId)).map(({ action }) => action)).toEqual([
      'order.shipped',
      'order.delivered',
      'order.returnApproved',
      'order.returnReceived',
      'order.refundRequested',
    ]);
    expect((await act(_id, 'refund', { restock: true })).status).toBe(409);
    await shop.untilCalm();
    const subjects = (await mailsTo(shop.mailbox.url, payments.shopper.email)).map(({ subject }) => subject);
    for (const subject of [
      `We've received your return request ${reference}`,
      `How to send your items back: return ${reference}`,
    ]) {
      expect(subjects.filter((each) => each === subject)).toHaveLength(1);
    }
    const mail = await readMail(shop.mailbox.url, payments.shopper.email, /^How to send your items back/);
    expect(mail.text).toContain('Use the box it came in.');
    expect(mail.text).toContain('Main Street 1');
    expect(await payments.refundNotices()).toEqual(["We've refunded 100.00€ for order"]);
  });

  test('takes no step but the next', async () => {
    const { orderId } = await fixture.placeArrived();
    await fixture.request(orderId);
    const { _id } = await fixture.latest(orderId);
    const steps = {
      approve: {},
      reject: { reason: 'No' },
      receive: { lines: [{ ...fixture.laptops(1)[0], condition: 'used' }] },
      refund: { restock: false },
      replace: { carrier: 'DHL' },
      repair: { carrier: 'DHL' },
    };
    const expectRefused = async (...names: (keyof typeof steps)[]) => {
      for (const name of names) expect([name, (await act(_id, name, steps[name])).status]).toEqual([name, 409]);
    };
    await expectRefused('receive', 'refund', 'replace', 'repair');
    await act(_id, 'approve', steps.approve);
    await expectRefused('approve', 'reject', 'refund', 'replace', 'repair');
    await act(_id, 'receive', steps.receive);
    await expectRefused('approve', 'reject', 'receive');
    await act(_id, 'repair', steps.repair);
    await expectRefused('approve', 'reject', 'receive', 'refund', 'replace', 'repair');
    expect((await fixture.asShopper(`/orders/${orderId}/returns/${_id}/cancel`)).status).toBe(409);
    expect(await fixture.order(orderId)).toMatchObject({ refunded: 0, returns: [{ state: 'repaired' }] });
  });

  test('may be rejected with a reason, or canceled until the goods are here', async () => {
    const { orderId } = await fixture.placeArrived();
    await fixture.request(orderId);
    const { _id } = await fixture.latest(orderId);
    expect((await act(_id, 'reject', { reason: ' ' })).status).toBe(422);
    await act(_id, 'reject', { reason: 'It was dropped.' });
    expect(await fixture.latest(orderId)).toMatchObject({ state: 'rejected', rejection: 'It was dropped.' });
    await fixture.request(orderId);
    const second = await fixture.latest(orderId);
    expect((await fixture.asShopper(`/orders/${orderId}/returns/${second._id}/cancel`)).body.order).toMatchObject({
      returns: [{ state: 'rejected' }, { state: 'canceled' }],
      lines: [{ returnable: 2 }, { returnable: 1 }],
    });
    const received = await fixture.receive(orderId);
    expect((await fixture.asShopper(`/orders/${orderId}/returns/${received}/cancel`)).status).toBe(409);
  });

  test('belongs to the shopper and the order', async () => {
    const { orderId } = await fixture.placeArrived();
    await fixture.request(orderId);
    const { _id } = await fixture.latest(orderId);
    const { orderId: other } = await fixture.placeArrived();
    expect((await fixture.asShopper(`/orders/${other}/returns/${_id}/cancel`)).status).toBe(404);
    payments.shopper = await shop.newAccount();
    expect((await fixture.asShopper(`/orders/${orderId}/returns/${_id}/cancel`)).status).toBe(404);
    expect((await fixture.request(orderId)).status).toBe(404);
    for (const id of [newId(), 'x']) {
      expect((await act(id, 'approve', {})).status).toBe(404);
      expect((await payments.asAdmin('GET', `/admin/return/${id}/refund`)).status).toBe(404);
    }
  });

  test('has only units that were shipped, are not refunded, and in no other return, also for two requests at once', async () => {
    const { orderId } = await fixture.place();
    expect((await fixture.request(orderId)).status).toBe(409);
    await fixture.asAdmin(`order/${orderId}/shipment`, { carrier: 'DHL', lines: fixture.laptops(1) });
    const both = await Promise.all([fixture.request(orderId), fixture.request(orderId)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await fixture.asAdmin(`order/${orderId}/shipment`, { carrier: 'DHL' });
    const refund = { lines: fixture.laptops(1), reason: 'Broken', restock: false };
    await fixture.asAdmin(`order/${orderId}/refund`, refund);
    expect((await fixture.request(orderId)).status).toBe(409);
    expect((await fixture.request(orderId, { lines: fixture.cables(1) })).status).toBe(200);
  });

  test.each([
    ['no reason', { reason: 'bored' }, 'reason'],
    ['no wish', { wants: undefined }, 'wants'],
    ['no lines', { lines: [] }, 'lines'],
    ['a note of 1001 characters', { note: 'x'.repeat(1001) }, 'note'],
    ['a replacement for a withdrawal', { reason: 'withdrawal', wants: 'replacement' }, 'wants'],
  ])('is refused with %s', async (_, body, field) => {
    const { orderId } = await fixture.placeArrived();
    const response = await fixture.request(orderId, body);
    expect([response.status, Object.keys(response.body.fields ?? {})]).toEqual([422, [field]]);
  });

  test('of which less came back leaves the rest to another one', async () => {
    const { orderId } = await fixture.placeArrived();
    await fixture.request(orderId, { lines: fixture.laptops(2) });
    const { _id } = await fixture.latest(orderId);
    await act(_id, 'approve');
    const [unit] = fixture.laptops(1);
    const wrong = [
      [{ ...unit, count: 3, condition: 'used' }],
      [{ ...fixture.cables(1)[0], condition: 'used' }],
      [
        { ...unit, condition: 'used' },
        { ...unit, condition: 'used' },
      ],
      [{ ...unit, condition: 'lost' }],
    ];
    for (const lines of wrong) expect((await act(_id, 'receive', { lines })).status).toBe(422);
    expect((await act(_id, 'receive', { lines: [{ ...unit, condition: 'damaged' }] })).status).toBe(200);
    expect((await fixture.order(orderId)).lines[0]).toMatchObject({ returnable: 1 });
    expect((await act(_id, 'refund', { restock: true })).body.return).toMatchObject({ refunded: 100 });
    expect((await fixture.request(orderId)).status).toBe(200);
    expect((await fixture.request(orderId)).status).toBe(409);
  });

  test('of a collected order counts its units as shipped', async () => {
    const { orderId } = await payments.placePaidOrder();
    expect((await fixture.request(orderId)).status).toBe(409);
    await fixture.asAdmin(`order/${orderId}/collected`);
    const returnId = await fixture.receive(orderId);
    expect((await act(returnId, 'refund', { restock: false })).body.order).toMatchObject({ state: 'refunded' });
  });
});

describe('a refund of a return', () => {
  test('restocks only what is as new', async () => {
    await payments.setStock(payments.laptop, 10);
    const { orderId } = await fixture.placeArrived();
    await fixture.request(orderId, { lines: fixture.laptops(2) });
    const { _id } = await fixture.latest(orderId);
    await act(_id, 'approve', {});
    const [unit] = fixture.laptops(1);
    await act(_id, 'receive', {
      lines: [
        { ...unit, condition: 'asNew' },
        { ...unit, condition: 'used' },
      ],
    });
    expect((await act(_id, 'refund', { restock: true })).body.return.refunded).toBe(200);
    expect(await payments.stockOf(payments.laptop)).toBe(9);
  });

  test('may be of another amount, at most what is left', async () => {
    const { orderId, intentId } = await fixture.placeArrived();
    const returnId = await fixture.receive(orderId);
    expect((await act(returnId, 'refund', { amount: 205.51, restock: false })).body.fields).toHaveProperty('amount');
    expect((await act(returnId, 'refund', { amount: 60, restock: false })).body.return.refunded).toBe(60);
    expect(await fixture.refundsOf(intentId)).toEqual([6000]);
  });

  test('happens once for a key, and also for two requests at once', async () => {
    const { orderId, intentId } = await fixture.placeArrived();
    const returnId = await fixture.receive(orderId);
    const headers = { 'Idempotency-Key': newId() };
    const refund = () => act(returnId, 'refund', { restock: false }, headers);
    const statuses = (await Promise.all([refund(), refund()])).map(({ status }) => status);
    expect(statuses).toEqual([200, 200]);
    expect((await refund()).status).toBe(200);
    expect((await act(returnId, 'refund', { restock: true }, headers)).status).toBe(409);
    expect(await fixture.refundsOf(intentId)).toEqual([10_000]);
  });

  test('that the provider refuses leaves the return received', async () => {
    const { orderId } = await fixture.placeArrived();
    const returnId = await fixture.receive(orderId);
    const provider = payments.providerWith('refunds', 'create', () =>
      Promise.reject(new Stripe.errors.StripeInvalidRequestError({ type: 'invalid_request_error', message: 'No' })),
    );
    const refused = refundReturn({ em: shop.em(), settings: shop.settings, provider }, await admin(), returnId, plain);
    await expect(refused).rejects.toMatchObject({ code: 'conflict', message: 'No' });
    const order = await fixture.order(orderId);
    expect(order).toMatchObject({ returns: [{ state: 'received', refunded: null }], refunded: 0 });
    expect((await act(returnId, 'refund', { restock: false })).body.return.state).toBe('refunded');
  });

  test('beside one by hand gives the units back once', async () => {
    const { orderId, intentId } = await fixture.placeArrived();
    const returnId = await fixture.receive(orderId);
    const byHand = { lines: fixture.laptops(2), reason: 'Broken', restock: false };
    const statuses = await Promise.all([
      act(returnId, 'refund', { restock: false }),
      fixture.asAdmin(`order/${orderId}/refund`, byHand),
    ]);
    const [byReturn, hand] = statuses.map(({ status }) => status);
    const amounts = await fixture.refundsOf(intentId);
    const total = amounts.reduce((sum, amount) => sum + amount, 0);
    expect(total).toBeLessThanOrEqual(20_000);
    // One of them was first: the other finds one unit left, or none, or that a refund is underway.
    expect([200, 409]).toContain(byReturn);
    expect([200, 422]).toContain(hand);
    if (byReturn === 409) expect((await act(returnId, 'refund', { restock: false })).status).toBe(200);
    expect(await fixture.latest(orderId)).toMatchObject({ state: 'refunded' });
  });

  test('that was made by hand before ends the return without money', async () => {
    const { orderId, intentId } = await fixture.placeArrived();
    const returnId = await fixture.receive(orderId);
    await fixture.asAdmin(`order/${orderId}/refund`, { reason: 'Broken', restock: false });
    expect((await act(returnId, 'refund', { restock: true })).body.return).toMatchObject({ state: 'refunded' });
    expect(await fixture.refundsOf(intentId)).toEqual([20_550]);
  });

  test('of an order whose money is back takes the units back all the same', async () => {
    await payments.setStock(payments.laptop, 10);
    const { orderId, intentId } = await fixture.placeArrived();
    await fixture.asAdmin(`order/${orderId}/refund`, { amount: 205.5, reason: 'Late', restock: false });
    expect((await fixture.request(orderId, { reason: 'withdrawal' })).status).toBe(409);
    const returnId = await fixture.receive(orderId);
    expect((await act(returnId, 'refund', { restock: true })).body.return).toMatchObject({ state: 'refunded' });
    expect(await payments.stockOf(payments.laptop)).toBe(9);
    expect((await fixture.order(orderId)).lines[0]).toMatchObject({ returnable: 1 });
    expect(await fixture.refundsOf(intentId)).toEqual([20_550]);
  });

  test('that fails at the provider afterwards can be made again', async () => {
    const { orderId, intentId } = await fixture.placeArrived();
    const returnId = await fixture.receive(orderId);
    await act(returnId, 'refund', { restock: false });
    const [made] = (await shop.provider.refunds.list({ payment_intent: intentId })).data;
    await shop.control(`refunds/${made?.id}/fail`);
    await waitFor('the return to be open', async () => (await fixture.latest(orderId)).state === 'received');
    expect(await fixture.latest(orderId)).toMatchObject({ state: 'received', refunded: null });
    expect((await act(returnId, 'refund', { restock: false })).body.return).toMatchObject({ refunded: 100 });
    expect((await fixture.order(orderId)).refunded).toBe(100);
  });

  test('goes on after a crash, and no other step overtakes it', async () => {
    const { orderId } = await fixture.placeArrived();
    const returnId = await fixture.receive(orderId);
    const provider = payments.providerWith('refunds', 'create', () => Promise.reject(new Error('crash')));
    const crashed = refundReturn({ em: shop.em(), settings: shop.settings, provider }, await admin(), returnId, plain);
    await expect(crashed).rejects.toThrow('crash');
    expect((await act(returnId, 'replace', { carrier: 'DHL' })).status).toBe(409);
    expect((await act(returnId, 'refund', { restock: false })).body.return).toMatchObject({
      state: 'refunded',
      refunded: 100,
    });
  });

  test('waits while a refund of the same units by hand is not made yet', async () => {
    const { orderId } = await fixture.placeArrived();
    const returnId = await fixture.receive(orderId);
    const input = { lines: fixture.laptops(2), reason: 'Broken', restock: false };
    await requestRefund(shop.em(), await admin(), orderId, { input, key: null });
    expect((await act(returnId, 'refund', { restock: false })).status).toBe(409);
  });

  test('happens also after the shopper has deleted their account', async () => {
    const { orderId } = await fixture.placeArrived();
    await fixture.withdraw(orderId);
    const { _id, lines } = await fixture.latest(orderId);
    const { token } = payments.shopper;
    expect((await shop.call('DELETE', '/user', { token, body: { password: 'correct horse' } })).status).toBe(200);
    await act(_id, 'receive', { lines: lines.map((line: object) => ({ ...line, condition: 'asNew' })) });
    expect((await act(_id, 'refund', { restock: false })).body).toMatchObject({
      return: { state: 'refunded', refunded: 205.5 },
      order: { state: 'refunded', shopper: null },
    });
  });
});

describe('a replacement', () => {
  test('takes its units from stock, is a shipment, and may be returned again', async () => {
    await payments.setStock(payments.laptop, 3);
    const { orderId } = await fixture.placeArrived();
    const returnId = await fixture.receive(orderId, { wants: 'replacement' }, 'damaged');
    const sent = { carrier: 'DHL', trackingNumber: '00340' };
    const { body } = await act(returnId, 'replace', sent);
    expect(body.return).toMatchObject({ state: 'replaced', ...sent });
    expect(await payments.stockOf(payments.laptop)).toBe(0);
    expect(body.order).toMatchObject({
      fulfilment: 'delivered',
      shipments: [{}, { ...sent, lines: fixture.laptops(1) }],
    });
    expect(body.order.lines[0]).toMatchObject({ shipped: 2, taken: 2, returnable: 2 });
    const again = await fixture.receive(orderId, { wants: 'replacement', lines: fixture.laptops(2) }, 'damaged');
    expect(await act(again, 'replace', { carrier: 'DHL' })).toMatchObject({
      status: 409,
      body: { code: 'soldOut', available: [{ productId: payments.laptop, left: 0 }] },
    });
    expect((await act(again, 'repair', { carrier: 'DHL' })).body.return).toMatchObject({ state: 'repaired' });
    await shop.untilCalm();
    await readMail(shop.mailbox.url, payments.shopper.email, /^Your replacement is on its way/);
    await readMail(shop.mailbox.url, payments.shopper.email, /^Your repaired items/);
  });

  test('is sent once, also for two at once, and then nothing is refunded', async () => {
    await payments.setStock(payments.laptop, 10);
    const { orderId, intentId } = await fixture.placeArrived();
    const returnId = await fixture.receive(orderId, { wants: 'replacement' }, 'damaged');
    const replace = () => act(returnId, 'replace', { carrier: 'DHL' });
    const both = await Promise.all([replace(), replace()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await act(returnId, 'refund', { restock: true })).status).toBe(409);
    expect(await payments.stockOf(payments.laptop)).toBe(7);
    expect((await fixture.order(orderId)).shipments).toHaveLength(2);
    expect(await fixture.refundsOf(intentId)).toEqual([]);
  });

  test('beside a refund leaves one of them', async () => {
    await payments.setStock(payments.laptop, 10);
    const { orderId, intentId } = await fixture.placeArrived();
    const returnId = await fixture.receive(orderId, { wants: 'replacement' }, 'damaged');
    const [replaced, refunded] = await Promise.all([
      act(returnId, 'replace', { carrier: 'DHL' }),
      act(returnId, 'refund', { restock: true }),
    ]);
    expect([replaced.status, refunded.status].sort()).toEqual([200, 409]);
    const isReplaced = replaced.status === 200;
    expect((await fixture.latest(orderId)).state).toBe(isReplaced ? 'replaced' : 'refunded');
    expect(await fixture.refundsOf(intentId)).toEqual(isReplaced ? [] : [10_000]);
    expect(await payments.stockOf(payments.laptop)).toBe(isReplaced ? 7 : 8);
  });

  test('needs a carrier', async () => {
    const { orderId } = await fixture.placeArrived();
    const returnId = await fixture.receive(orderId);
    expect((await act(returnId, 'repair', { carrier: '' })).body.fields).toHaveProperty('carrier');
  });
});

describe('a return that its shopper cancels while staff approve it', () => {
  test('has one outcome', async () => {
    const { orderId } = await fixture.placeArrived();
    await fixture.request(orderId);
    const { _id } = await fixture.latest(orderId);
    const [canceled, approved] = await Promise.all([
      fixture.asShopper(`/orders/${orderId}/returns/${_id}/cancel`),
      act(_id, 'approve', {}),
    ]);
    expect(canceled.status).toBe(200);
    expect([200, 409]).toContain(approved.status);
    const { state, history } = await fixture.latest(orderId);
    expect(state).toBe('canceled');
    const steps = history.map(({ what }: { what: string }) => what);
    expect(steps).toEqual(approved.status === 200 ? ['requested', 'approved', 'canceled'] : ['requested', 'canceled']);
  });
});

describe('the history of a return', () => {
  test('is in the order of its steps, even if the later one began to wait first', async () => {
    const { orderId } = await fixture.placeArrived();
    await fixture.request(orderId);
    const { _id } = await fixture.latest(orderId);
    await shop.em().transactional(async (em) => {
      await em.execute('select now()');
      await act(_id, 'approve', {});
      const { order, goods } = await lockReturn(em, _id);
      await moveReturn(em, order, goods, 'canceled', { by: 'shopper' });
    });
    const { history } = await fixture.latest(orderId);
    expect(history.map(({ what }: { what: string }) => what)).toEqual(['requested', 'approved', 'canceled']);
  });
});

describe('the list of returns', () => {
  test('is filtered, searched and sorted, and marks what is overdue', async () => {
    const { orderId } = await fixture.placeArrived();
    const { number } = await fixture.order(orderId);
    await fixture.request(orderId, { lines: fixture.cables(1) });
    const overdue = await fixture.receive(orderId, { reason: 'withdrawal' });
    await due(overdue, '-1 minute');
    const own = `search=${number}`;
    expect(await list(`?${own}`)).toMatchObject([
      { _id: overdue, number, orderId, isOverdue: true, state: 'received' },
      { isOverdue: false, state: 'requested', refundDue: null },
    ]);
    expect((await list(`?${own}`))[0].lines).toEqual([{ ...fixture.laptops(1)[0], title: 'Laptop' }]);
    const [{ shopper }] = (await payments.asAdmin('GET', `/admin/order?${own}`)).body.orders;
    expect((await list(`?${own}`))[0].shopper).toEqual(shopper);
    expect(await list(`?${own}&state=requested`)).toMatchObject([{ state: 'requested' }]);
    expect(await list(`?${own}&overdue=true`)).toMatchObject([{ _id: overdue }]);
    expect(await list(`?${own}&sort=refundDue&direction=asc`)).toMatchObject([{ _id: overdue }, {}]);
    expect((await payments.asAdmin('GET', '/admin/return?state=lost')).status).toBe(422);
  });

  test('marks what it filters, also if the clock of the API is behind', async () => {
    const { orderId } = await fixture.placeArrived();
    const overdue = await fixture.receive(orderId, { reason: 'withdrawal' });
    await due(overdue, '-1 minute');
    const { number } = await fixture.order(orderId);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 120_000 });
    try {
      expect(await list(`?search=${number}&overdue=true`)).toMatchObject([{ _id: overdue, isOverdue: true }]);
      expect(await fixture.latest(orderId)).toMatchObject({ isOverdue: true });
    } finally {
      vi.useRealTimers();
    }
  });

  test('counts the work that waits, and staff are mailed once about what is overdue', async () => {
    const { orderId } = await fixture.placeArrived();
    const work = async () => (await payments.asAdmin('GET', '/admin/work')).body;
    const before = await work();
    const returnId = await fixture.receive(orderId, { reason: 'withdrawal' });
    const { number } = await fixture.order(orderId);
    const clerk = await shop.staff('orders');
    const support = await shop.staff('support');
    const notices = async ({ email }: { email: string }) => {
      await announceOverdue(shop.em());
      await shop.untilCalm();
      return (await mailsTo(shop.mailbox.url, email, new RegExp(`${number}-1 is overdue`))).length;
    };
    expect(await notices(clerk)).toBe(0);
    await due(returnId, '-1 minute');
    expect(await notices(clerk)).toBe(1);
    expect(await notices(clerk)).toBe(1);
    expect(await notices(support)).toBe(0);
    expect((await work()).returnsOverdue).toBe(before.returnsOverdue + 1);
    await act(returnId, 'refund', { restock: false });
    expect((await work()).returnsOverdue).toBe(before.returnsOverdue);
  });

  test('is open to those who read orders, its steps to those who fulfil them', async () => {
    const { orderId } = await fixture.placeArrived();
    await fixture.request(orderId);
    const { _id } = await fixture.latest(orderId);
    const { token } = await shop.staff('support');
    expect((await shop.call('GET', '/admin/return', { token })).status).toBe(200);
    expect((await shop.call('POST', `/admin/return/${_id}/approve`, { token, body: {} })).status).toBe(403);
  });
});
