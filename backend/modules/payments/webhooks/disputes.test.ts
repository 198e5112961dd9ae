import { pino } from 'pino';
import { expect, test } from 'vitest';
import { mailsTo } from '../../../../testing/data/mails.ts';
import { PaymentsFixture } from '../../../../testing/data/payments.ts';
import { newId } from '../../../core/ids.ts';
import { RECONCILE_AFTER } from '../settlement/reconciliation.service.ts';
import { receiveMissedEvents } from './missed-events.service.ts';

const fixture = await PaymentsFixture.use();

const readOrder = async (orderId: string) => (await fixture.asAdmin('GET', `/admin/order/${orderId}`)).body.order;
const stepsOf = async (orderId: string) =>
  (await readOrder(orderId)).history.map(({ what, by }: { what: string; by: string }) => `${what} by ${by}`).slice(2);

/** Lets the shopper dispute a payment with their bank, and the bank decide. */
async function dispute(intentId: string, end?: 'won' | 'lost' | 'warning_closed', amount?: number): Promise<string> {
  const { id } = await fixture.shop.control('disputes', { payment_intent: intentId, ...(amount && { amount }) });
  if (end) await fixture.shop.control(`disputes/${id}/close`, { status: end });
  return id;
}

/** A dispute of a payment in a webhook. */
const eventOf = (intentId: string, type: 'created' | 'closed', object: object) => ({
  id: `evt_${newId()}`,
  object: 'event',
  type: `charge.dispute.${type}`,
  data: { object: { object: 'dispute', payment_intent: intentId, ...object } },
});

async function send(...events: object[]): Promise<void> {
  for (const event of events) expect((await fixture.sendWebhook(event)).status).toBe(200);
  await fixture.shop.untilCalm();
}

test('a dispute and its end are found if their webhooks were lost', async () => {
  const { orderId, intentId } = await fixture.placePaidOrder();
  await fixture.shop.setFaults({ webhooks: { drop: true } });
  await dispute(intentId, 'lost');
  const deps = { em: fixture.shop.em(), provider: fixture.shop.payments, log: pino({ level: 'silent' }) };
  await receiveMissedEvents(deps, { now: Date.now() + RECONCILE_AFTER + 1000 });
  await fixture.shop.untilCalm();
  expect(await readOrder(orderId)).toMatchObject({ isDisputed: true, dispute: 'lost', lost: 100 });
});

test('a disputed payment marks its order and is emailed to the admins, once', async () => {
  const { email } = await fixture.shop.admin();
  const { orderId, intentId } = await fixture.placePaidOrder();
  const dispute = { id: `dp_${newId()}`, object: 'dispute', payment_intent: intentId };
  for (const id of [`evt_${newId()}`, `evt_${newId()}`]) {
    const event = { id, type: 'charge.dispute.created', data: { object: dispute } };
    expect((await fixture.sendWebhook({ ...event, object: 'event' })).status).toBe(200);
  }
  await fixture.shop.untilCalm();
  const { body } = await fixture.asAdmin('GET', `/admin/order/${orderId}`);
  expect(body.order).toMatchObject({ isDisputed: true, state: 'paid' });
  expect(body.order.history.at(-1)).toMatchObject({ what: 'disputed', by: 'shopper' });
  const subjects = (await mailsTo(fixture.shop.mailbox.url, email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes(`order ${body.order.number} is disputed`))).toHaveLength(1);
});

test('a lost dispute takes its money, and is no refund', async () => {
  const { orderId, intentId } = await fixture.placePaidOrder();
  await dispute(intentId);
  await fixture.untilHandled(intentId);
  expect(await readOrder(orderId)).toMatchObject({ dispute: 'open', lost: 0 });
  const refund = () => fixture.asAdmin('POST', `/admin/order/${orderId}/refund`, { reason: 'x', restock: false });
  expect((await refund()).status).toBe(409);
  const [{ id }] = (await fixture.shop.provider.events.list({ type: 'charge.dispute.created', limit: 1 })).data.map(
    ({ data }) => data.object as { id: string },
  ) as [{ id: string }];
  await fixture.shop.control(`disputes/${id}/close`, { status: 'lost' });
  await fixture.untilHandled(intentId);
  expect(await readOrder(orderId)).toMatchObject({
    dispute: 'lost',
    lost: 100,
    refunded: 0,
    state: 'paid',
    refunds: [{}],
  });
  expect(await stepsOf(orderId)).toEqual(['disputed by shopper', 'disputeLost by provider']);
  expect((await refund()).status).toBe(422);
  const { body } = await fixture.shop.call('GET', `/orders/${orderId}`, { token: fixture.shopper.token });
  expect(body.order).toMatchObject({ dispute: 'lost', refunded: 0 });
});

test.each(['won', 'warning_closed'] as const)('a dispute that ends as %s takes nothing', async (end) => {
  const { orderId, intentId } = await fixture.placePaidOrder();
  await dispute(intentId, end);
  await fixture.untilHandled(intentId);
  expect(await readOrder(orderId)).toMatchObject({ isDisputed: true, dispute: 'won', lost: 0 });
  expect(await stepsOf(orderId)).toEqual(['disputed by shopper', 'disputeWon by provider']);
});

test('a dispute of what is left after a refund takes no more than that', async () => {
  const { orderId, intentId } = await fixture.placePaidOrder();
  await fixture.asAdmin('POST', `/admin/order/${orderId}/refund`, { amount: 30, reason: 'x', restock: false });
  await dispute(intentId, 'lost');
  await fixture.untilHandled(intentId);
  expect(await readOrder(orderId)).toMatchObject({ refunded: 30, lost: 70 });
});

test('its events may come twice and in any order', async () => {
  const { orderId, intentId } = await fixture.placePaidOrder();
  const id = `du_${newId()}`;
  const closed = eventOf(intentId, 'closed', { id, status: 'lost', amount: 4000 });
  const created = eventOf(intentId, 'created', { id, status: 'needs_response', amount: 4000 });
  await send(closed, closed, created, { ...closed, id: `evt_${newId()}` });
  expect(await readOrder(orderId)).toMatchObject({ dispute: 'lost', lost: 40 });
  expect(await stepsOf(orderId)).toEqual(['disputed by shopper', 'disputeLost by provider']);
});

test('a dispute that the shop wins after all gives its money back', async () => {
  const { orderId, intentId } = await fixture.placePaidOrder();
  const id = `du_${newId()}`;
  await send(eventOf(intentId, 'closed', { id, status: 'lost' }));
  expect(await readOrder(orderId)).toMatchObject({ lost: 100 });
  await send(eventOf(intentId, 'closed', { id, status: 'won' }));
  expect(await readOrder(orderId)).toMatchObject({ dispute: 'won', lost: 0 });
});

test('a second dispute of a payment counts by itself', async () => {
  const { orderId, intentId } = await fixture.placePaidOrder();
  await dispute(intentId, 'won', 5000);
  await dispute(intentId, 'lost', 2000);
  await fixture.untilHandled(intentId);
  expect(await readOrder(orderId)).toMatchObject({ dispute: 'lost', lost: 20 });
  await dispute(intentId);
  await fixture.untilHandled(intentId);
  expect(await readOrder(orderId)).toMatchObject({ dispute: 'open', lost: 20 });
});

test('statistics, exports and customers count what lost disputes took', async () => {
  await fixture.shop.em().execute('truncate shop_order, daily_sales, daily_product_sales cascade');
  const { orderId, intentId } = await fixture.placePaidOrder();
  await dispute(intentId, 'lost', 4000);
  await fixture.untilHandled(intentId);
  const won = await fixture.placePaidOrder();
  await dispute(won.intentId, 'won');
  await fixture.untilHandled(won.intentId);
  const { sales, ordersByState } = (await fixture.asAdmin('GET', '/admin/statistics')).body;
  expect(sales[0]).toMatchObject({ revenue: 200, refunds: 0, refunded: 40, lost: 40 });
  expect(sales[0].days.at(-1)).toMatchObject({ revenue: 200, refunded: 40 });
  expect(ordersByState).toMatchObject({ paid: 2 });
  const { number } = await readOrder(orderId);
  const { body } = await fixture.asAdmin('GET', `/admin/order/export?search=${number}`);
  const [header = '', row = ''] = body.split(/\r?\n/);
  expect(row.split(',')[header.split(',').indexOf('lost')]).toBe('40.00');
  const { userId } = fixture.shopper;
  const { customer } = (await fixture.asAdmin('GET', `/admin/customer/${userId}`)).body;
  expect(customer.spent).toEqual([{ currency: 'EUR', amount: 160 }]);
});
