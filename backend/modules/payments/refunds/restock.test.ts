import { beforeEach, describe, expect, test } from 'vitest';
import { PaymentsFixture } from '../../../../testing/data/payments.ts';
import type { ApiResponse, LoggedIn } from '../../../../testing/shop/shop.ts';
import { newId } from '../../../core/ids.ts';
import { requestRefund } from '../../orders/money/refund-requests.ts';

const fixture = await PaymentsFixture.use();
let admin: LoggedIn;

beforeEach(async () => {
  admin = await fixture.shop.admin();
  await fixture.setStock(fixture.laptop, 10);
});

/** A paid order of three laptops, for 300 EUR. */
async function placeOrder(discountCode = '', amount = 300): Promise<string> {
  const items = [{ productId: fixture.laptop, count: 3 }];
  const { body } = await fixture.prepare({ items, amount, discountCode });
  const { id } = await fixture.payWith(body.clientSecret);
  await fixture.untilState('paid');
  await fixture.untilHandled(id);
  return body.orderId;
}

const refund = (orderId: string, body: object, key?: string): Promise<ApiResponse> =>
  fixture.asAdmin(
    'POST',
    `/admin/order/${orderId}/refund`,
    { reason: 'Broken', restock: true, ...body },
    key === undefined ? {} : { 'Idempotency-Key': key },
  );
const laptops = (count: number) => ({ lines: [{ productId: fixture.laptop, count }] });
const stock = () => fixture.stockOf(fixture.laptop);

describe('a refund of the rest with restock', () => {
  test('returns all units that are not back, those of earlier refunds included', async () => {
    const orderId = await placeOrder();
    await refund(orderId, { ...laptops(1), restock: false });
    await refund(orderId, laptops(1));
    expect(await stock()).toBe(8);
    expect((await refund(orderId, {})).body.order.state).toBe('refunded');
    expect(await stock()).toBe(10);
  });

  test('of a refunded order returns the units that are not back yet, gives back no money and is audited', async () => {
    const orderId = await placeOrder();
    await refund(orderId, laptops(1));
    await refund(orderId, { restock: false });
    const { status, body } = await refund(orderId, { reason: 'Came back' });
    expect([status, body.message, await stock()]).toEqual([200, 'Items returned to stock', 10]);
    expect(body.order).toMatchObject({ state: 'refunded', refunded: 300, refunds: [{}, {}] });
    expect((await fixture.entriesOn(orderId)).at(-1)).toMatchObject({
      action: 'order.restocked',
      changes: { items: { to: 2 }, reason: { to: 'Came back' } },
    });
    await fixture.shop.untilCalm();
    expect(await fixture.refundNotices()).toHaveLength(2);
  });

  test('of a refunded order is refused if everything is back', async () => {
    const orderId = await placeOrder();
    await refund(orderId, {});
    expect(await refund(orderId, {}, 'late')).toMatchObject({
      status: 409,
      body: { message: 'Everything is back in stock already' },
    });
    expect(await stock()).toBe(10);
    expect((await refund(orderId, { restock: false })).status).toBe(200);
  });

  test('of a refunded order returns them once for two admins at once', async () => {
    const orderId = await placeOrder();
    await refund(orderId, { restock: false });
    const both = await Promise.all([refund(orderId, {}), refund(orderId, {})]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await stock()).toBe(10);
  });

  test('of a refunded order also gives back the use of its discount', async () => {
    const code = `LATE-${newId().slice(-8)}`;
    await fixture.asAdmin('POST', '/admin/discount', { code, amount: 100, maxUses: 1 });
    const orderId = await placeOrder(code, 200);
    await refund(orderId, { restock: false });
    const usesOf = async () => {
      const { discounts } = (await fixture.asAdmin('GET', `/admin/discount?search=${code}`)).body;
      return discounts.find((each: { code: string }) => each.code === code).uses;
    };
    expect(await usesOf()).toBe(1);
    await refund(orderId, {});
    expect(await usesOf()).toBe(0);
  });

  test('joins a refund of the rest that is not carried out yet', async () => {
    const orderId = await placeOrder();
    const input = { reason: 'Late', restock: false, amount: undefined, lines: undefined };
    await requestRefund(fixture.shop.em(), admin, orderId, { input, key: null });
    expect((await refund(orderId, {}, 'second')).body.order).toMatchObject({ state: 'refunded', refunds: [{}] });
    expect(await stock()).toBe(10);
    expect((await refund(orderId, {}, 'second')).status).toBe(200);
    expect((await refund(orderId, { reason: 'Other' }, 'second')).status).toBe(409);
  });
});

test('an Idempotency-Key that shared a refund fails with it, also once another has carried it out', async () => {
  const orderId = await placeOrder();
  const input = { reason: 'Late', restock: false, amount: undefined, lines: undefined };
  await requestRefund(fixture.shop.em(), admin, orderId, { input, key: null });
  await fixture.setOrder(orderId, `payment_intent_id = 'pi_unknown_${newId().replaceAll('-', '')}'`);
  expect((await refund(orderId, {}, 'shared')).status).toBe(409);
  expect(await refund(orderId, {}, 'shared')).toMatchObject({
    status: 409,
    body: { message: 'The payment provider rejected this refund' },
  });
});

describe('an Idempotency-Key that is first used when nothing is left to refund', () => {
  test('answers a repeat the same, also for two at once', async () => {
    const orderId = await placeOrder();
    await refund(orderId, { restock: false });
    const responses = await Promise.all([refund(orderId, {}, 'late'), refund(orderId, {}, 'late')]);
    responses.push(await refund(orderId, {}, 'late'));
    for (const { status, body } of responses) {
      expect([status, body.message]).toEqual([200, 'Items returned to stock']);
    }
    expect(await stock()).toBe(10);
    const entries = await fixture.entriesOn(orderId);
    expect(entries.filter(({ action }) => action === 'order.restocked')).toHaveLength(1);
  });

  test.each([
    ['of one that returned units', { restock: true }],
    ['of one that returned none', { restock: false }],
  ])('is refused with another body (%s)', async (_, first) => {
    const orderId = await placeOrder();
    await refund(orderId, { restock: false });
    expect((await refund(orderId, first, 'late')).status).toBe(200);
    expect(await refund(orderId, { ...first, reason: 'Another' }, 'late')).toMatchObject({
      status: 409,
      body: { message: 'This Idempotency-Key was used for another refund' },
    });
    expect((await refund(orderId, first, 'late')).status).toBe(200);
  });
});
