import { expect, test } from 'vitest';
import { intentOf, PaymentsFixture, type Placed } from '../../../../testing/data/payments.ts';
import { removeAbandonedOrders } from './abandoned-orders.service.ts';

const fixture = await PaymentsFixture.use();
/** Milliseconds. */
const DAY = 24 * 60 * 60 * 1000;

const remove = () => removeAbandonedOrders(fixture.shop.em(), 10 * DAY);
/** Cancels an order, and waits until the shop has heard of it from the provider too. */
async function cancel({ orderId, clientSecret }: Pick<Placed, 'orderId' | 'clientSecret'>): Promise<void> {
  await fixture.shop.call('POST', `/orders/${orderId}/cancel`, { token: fixture.shopper.token });
  await fixture.untilHandled(intentOf(clientSecret));
}
/** Makes an order as old as if nothing had happened to it for so many days. */
const age = (orderId: string, days: number) =>
  fixture.setOrder(
    orderId,
    ['created_at', 'checked_at', 'attempted_at'].map((date) => `${date} = now() - interval '${days} days'`).join(', '),
  );
const rowsOf = async (orderId: string) => {
  const tables = ['order_line', 'order_history'].map(
    (name) => `(select count(*) from ${name} where order_id = $order)`,
  );
  const sql = `select ${tables.join(' + ')} + (select count(*) from shop_order where id = $order) as value`;
  const [row] = await fixture.shop.em().execute<{ value: string }[]>(sql.replaceAll('$order', `'${orderId}'`));
  return Number(row?.value);
};

test('removes an order that was canceled unpaid before the period, with its lines and history', async () => {
  const older = await fixture.placeOrder();
  await cancel(older);
  const next = await fixture.placeOrder();
  await cancel(next);
  await age(older.orderId, 11);
  await age(next.orderId, 9);
  await Promise.all([remove(), remove()]);
  expect([await rowsOf(older.orderId), await rowsOf(next.orderId)]).toEqual([0, 4]);
  expect((await fixture.orders()).map(({ _id }) => _id)).toEqual([next.orderId]);
});

test('keeps orders that are open, paid, shipped or refunded, however old', async () => {
  const states: Record<string, string> = {};
  const keep = async (orderId: string) => {
    states[orderId] = (await fixture.stateOf(orderId)) ?? '';
    await age(orderId, 4000);
  };
  const refunded = await fixture.placePaidOrder();
  await fixture.asAdmin('POST', `/admin/order/${refunded.orderId}/refund`);
  await keep(refunded.orderId);
  const canceledAndRefunded = await fixture.placePaidOrder();
  await cancel(canceledAndRefunded);
  await keep(canceledAndRefunded.orderId);
  await keep((await fixture.placePaidOrder()).orderId);
  await keep((await fixture.pay([{ productId: fixture.cable, count: 2 }], 1)).body.orderId);
  expect(Object.values(states)).toEqual(['refunded', 'refunded', 'paid', 'pending']);
  await remove();
  for (const [orderId, state] of Object.entries(states)) expect(await fixture.stateOf(orderId)).toBe(state);
});

test('keeps a canceled order that was ever paid or still holds a discount', async () => {
  const { orderId } = await fixture.placePaidOrder();
  await fixture.setOrder(orderId, "state = 'canceled'");
  const held = await fixture.placeOrder();
  await cancel(held);
  await fixture.setOrder(held.orderId, 'discount_id = gen_random_uuid()');
  for (const id of [orderId, held.orderId]) await age(id, 4000);
  await remove();
  expect([await fixture.stateOf(orderId), await fixture.stateOf(held.orderId)]).toEqual(['canceled', 'canceled']);
});

test('keeps a canceled order with a withdrawal until staff have decided on it', async () => {
  const order = await fixture.placeOrder();
  await cancel(order);
  const { orderId } = order;
  const { number } = (await fixture.asAdmin('GET', `/admin/order/${orderId}`)).body.order;
  const body = { orderNumber: String(number), name: 'Ada', email: fixture.shopper.email };
  const { reference } = (await fixture.shop.call('POST', '/withdrawal', { body })).body.withdrawal;
  await fixture.shop.untilCalm();
  await age(orderId, 4000);
  await remove();
  expect(await fixture.stateOf(orderId)).toBe('canceled');
  const { withdrawals } = (await fixture.asAdmin('GET', `/admin/withdrawal?search=${reference}`)).body;
  await fixture.asAdmin('POST', `/admin/withdrawal/${withdrawals[0]._id}/dismiss`, { reason: 'It was never paid.' });
  await remove();
  expect(await rowsOf(orderId)).toBe(0);
});

test('leaves stock and the uses of discounts as they are', async () => {
  await fixture.setStock(fixture.laptop, 5);
  const code = `ONCE${fixture.shopper.userId.slice(-6)}`;
  await fixture.asAdmin('POST', '/admin/discount', { code, percent: 10, maxUses: 1 });
  const items = [{ productId: fixture.laptop, count: 1 }];
  const { body } = await fixture.prepare({ items, amount: 90, discountCode: code });
  await cancel(body);
  await age(body.orderId, 11);
  await remove();
  expect(await rowsOf(body.orderId)).toBe(0);
  expect(await fixture.stockOf(fixture.laptop)).toBe(5);
  const { discounts } = (await fixture.asAdmin('GET', '/admin/discount')).body;
  expect(discounts.find((each: { code: string }) => each.code === code)).toMatchObject({ uses: 0 });
});

test('a late webhook about a removed order changes nothing', async () => {
  const order = await fixture.placeOrder();
  const { orderId, intentId } = order;
  await cancel(order);
  await age(orderId, 11);
  await remove();
  const event = await fixture.eventOf(intentId, 'payment_intent.canceled');
  expect((await fixture.sendWebhook({ ...event, id: `${event.id}again` })).status).toBe(200);
  await fixture.shop.untilCalm();
  expect(await rowsOf(orderId)).toBe(0);
});
