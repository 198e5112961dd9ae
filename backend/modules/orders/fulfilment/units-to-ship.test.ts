import { beforeEach, describe, expect, test } from 'vitest';
import { PaymentsFixture } from '../../../../testing/data/payments.ts';
import type { ApiResponse, LoggedIn } from '../../../../testing/shop/shop.ts';
import { newId } from '../../../core/ids.ts';
import { requestRefund } from '../money/refund-requests.ts';

const fixture = await PaymentsFixture.use();
let admin: LoggedIn;

beforeEach(async () => {
  admin = await fixture.shop.admin();
});

const act = (orderId: string, action: string, body?: object): Promise<ApiResponse> =>
  fixture.asAdmin('POST', `/admin/order/${orderId}/${action}`, body);
const ship = (orderId: string, body: object = {}) => act(orderId, 'shipment', { carrier: 'DHL', ...body });
const laptops = (count: number) => ({ lines: [{ productId: fixture.laptop, count }] });
const cable = () => ({ lines: [{ productId: fixture.cable, count: 1 }] });
const orderOf = async (orderId: string) => (await fixture.asAdmin('GET', `/admin/order/${orderId}`)).body.order;

/** A paid order of two laptops and a cable, which is delivered. */
async function place(): Promise<string> {
  const items = [
    { productId: fixture.laptop, count: 2 },
    { productId: fixture.cable, count: 1 },
  ];
  return (await fixture.placeDelivered(items, 205.5)).orderId;
}

/** Refunds laptops, `returned` of which were shipped before. */
const refund = (orderId: string, count: number, returned?: number, headers?: Record<string, string>) => {
  const lines = [{ productId: fixture.laptop, count, ...(returned !== undefined && { returned }) }];
  const body = { lines, reason: 'Broken', restock: true };
  return fixture.asAdmin('POST', `/admin/order/${orderId}/refund`, body, headers);
};

const refusedCable = () => ({ ...cable(), reason: 'None left', restock: false });

/** Requests a refund of the cable that the provider has not carried out yet; `finish` repeats the request. */
async function requestCable(orderId: string) {
  const input = { ...refusedCable(), amount: undefined };
  await requestRefund(fixture.shop.em(), admin, orderId, { input, key: 'slow' });
  const headers = { 'Idempotency-Key': 'slow' };
  return () => fixture.asAdmin('POST', `/admin/order/${orderId}/refund`, refusedCable(), headers);
}

/** Lets the provider reject all refunds of an order. */
const rejectRefunds = (orderId: string) =>
  fixture.setOrder(orderId, `payment_intent_id = 'pi_unknown_${newId().replaceAll('-', '')}'`);

describe('a refund that is not carried out yet', () => {
  test('keeps an order open of which all the rest is shipped', async () => {
    const orderId = await place();
    const finish = await requestCable(orderId);
    expect((await ship(orderId)).body.order.fulfilment).toBe('open');
    expect((await ship(orderId, cable())).status).toBe(422);
    expect((await finish()).body.order).toMatchObject({ fulfilment: 'shipped', refunds: [{ state: 'done' }] });
    expect((await act(orderId, 'delivered')).status).toBe(200);
  });

  test('leaves its units to be shipped if the provider rejects it', async () => {
    const orderId = await place();
    const finish = await requestCable(orderId);
    await ship(orderId);
    await rejectRefunds(orderId);
    expect((await finish()).status).toBe(409);
    expect(await orderOf(orderId)).toMatchObject({ fulfilment: 'open', lines: [{}, { refunded: 0 }] });
    expect(await ship(orderId, cable())).toMatchObject({ status: 200, body: { order: { fulfilment: 'shipped' } } });
  });

  test('of one of two keeps the order open for the other', async () => {
    const orderId = await place();
    const finish = await requestCable(orderId);
    await ship(orderId, laptops(1));
    await act(orderId, 'refund', { ...laptops(1), reason: 'None left', restock: false });
    expect((await orderOf(orderId)).fulfilment).toBe('open');
    expect((await finish()).body.order.fulfilment).toBe('shipped');
  });

  test('keeps an order for pickup from being collected until it is decided', async () => {
    const items = [
      { productId: fixture.laptop, count: 1 },
      { productId: fixture.cable, count: 1 },
    ];
    const { body } = await fixture.pay(items, 100.5);
    const { id } = await fixture.payWith(body.clientSecret);
    await fixture.untilHandled(id);
    const finish = await requestCable(body.orderId);
    expect(await act(body.orderId, 'collected')).toMatchObject({
      status: 409,
      body: { message: 'A refund of this order is still in progress' },
    });
    await rejectRefunds(body.orderId);
    await finish();
    expect((await act(body.orderId, 'collected')).status).toBe(200);
  });
});

describe('a refund of units that were shipped before', () => {
  test('leaves the others to be shipped', async () => {
    await fixture.setStock(fixture.laptop, 10);
    const orderId = await place();
    await ship(orderId, { lines: [...laptops(1).lines, ...cable().lines] });
    const { status, body } = await refund(orderId, 1, 1);
    expect([status, body.order.fulfilment]).toEqual([200, 'open']);
    expect(body.order.lines).toMatchObject([{ shipped: 1, refunded: 1, returned: 1 }, { returned: 0 }]);
    expect(body.order.refunds).toMatchObject([{ lines: [{ productId: fixture.laptop, count: 1, returned: 1 }] }]);
    expect(await fixture.stockOf(fixture.laptop)).toBe(9);
    const last = await ship(orderId);
    expect(last.body.order).toMatchObject({ fulfilment: 'shipped', shipments: [{}, laptops(1)] });
    expect((await ship(orderId)).status).toBe(409);
  });

  test('can be of one that was, and one that was not', async () => {
    const orderId = await place();
    await ship(orderId, laptops(1));
    const { body } = await refund(orderId, 2, 1);
    expect(body.order).toMatchObject({ fulfilment: 'open', lines: [{ refunded: 2, returned: 1 }, {}] });
    expect((await ship(orderId)).body.order).toMatchObject({ fulfilment: 'shipped', shipments: [{}, cable()] });
  });

  test('that does not say so takes units that are not shipped first', async () => {
    const orderId = await place();
    await ship(orderId, { lines: [...laptops(1).lines, ...cable().lines] });
    const first = await refund(orderId, 1);
    expect(first.body.order).toMatchObject({ fulfilment: 'shipped', lines: [{ refunded: 1, returned: 0 }, {}] });
    const second = await refund(orderId, 1);
    expect(second.body.order).toMatchObject({ fulfilment: 'shipped', lines: [{ refunded: 2, returned: 1 }, {}] });
  });

  test('is refused for more than were shipped, or than were not', async () => {
    const orderId = await place();
    await ship(orderId, laptops(1));
    const refused = async (count: number, returned: number) => {
      const { status, body } = await refund(orderId, count, returned);
      return [status, ...Object.values(body.fields ?? {})];
    };
    expect(await refused(2, 2)).toEqual([422, 'Fewer of these units were shipped']);
    expect(await refused(1, 2)).toEqual([422, 'Fewer of these units were shipped']);
    expect(await refused(2, 0)).toEqual([422, 'More of these units were shipped']);
    expect(await refused(1, -1)).toEqual([422, 'Returned must be a whole number from 0']);
    expect(await refused(1, 0.5)).toEqual([422, 'Returned must be a whole number from 0']);
    expect((await orderOf(orderId)).lines).toMatchObject([{ refunded: 0, returned: 0 }, {}]);
  });

  test('happens once for two admins at once, and for the same key', async () => {
    const orderId = await place();
    await ship(orderId, laptops(1));
    const both = await Promise.all([refund(orderId, 1, 1), refund(orderId, 1, 1)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    const key = { 'Idempotency-Key': 'one' };
    const same = await Promise.all([refund(orderId, 1, 0, key), refund(orderId, 1, 0, key)]);
    expect(same.map(({ status }) => status)).toEqual([200, 200]);
    expect((await refund(orderId, 1, undefined, key)).status).toBe(409);
    expect((await orderOf(orderId)).lines).toMatchObject([{ refunded: 2, returned: 1 }, {}]);
  });

  test('counts for nothing once the provider has rejected it', async () => {
    const orderId = await place();
    await ship(orderId, laptops(1));
    await rejectRefunds(orderId);
    expect((await refund(orderId, 1, 1)).status).toBe(409);
    expect((await orderOf(orderId)).lines).toMatchObject([{ shipped: 1, refunded: 0, returned: 0 }, {}]);
  });

  test('is derived for older refunds without it, as far as possible', async () => {
    const orderId = await place();
    await ship(orderId);
    await refund(orderId, 1);
    await fixture.shop.em().execute('update order_line set returned = 0 where order_id = ?', [orderId]);
    expect((await orderOf(orderId)).lines).toMatchObject([{ refunded: 1, returned: 1 }, {}]);
    expect((await refund(orderId, 1, 0)).status).toBe(422);
    const { body } = await refund(orderId, 1);
    expect(body.order).toMatchObject({ fulfilment: 'shipped', lines: [{ refunded: 2, returned: 2 }, {}] });
  });
});

describe('an order of which all units are given back before they are shipped', () => {
  const work = async () => (await fixture.asAdmin('GET', '/admin/work')).body;
  const all = () => ({ lines: [...laptops(2).lines, ...cable().lines], reason: 'None left', restock: false });

  test('needs no more work, although its shipping stays paid', async () => {
    const before = await work();
    const orderId = await place();
    expect(await work()).toMatchObject({ ordersToShip: before.ordersToShip + 1 });
    const { body } = await act(orderId, 'refund', all());
    expect(body.order).toMatchObject({ state: 'paid', refunded: 200.5, fulfilment: 'canceled' });
    expect(await work()).toEqual(before);
    // What is left can still be given back.
    expect((await act(orderId, 'refund')).body.order).toMatchObject({ state: 'refunded', fulfilment: 'canceled' });
  });

  test('stays open until the last of their refunds is made', async () => {
    const orderId = await place();
    const finish = await requestCable(orderId);
    const { body } = await act(orderId, 'refund', { ...laptops(2), reason: 'None left', restock: false });
    expect(body.order.fulfilment).toBe('open');
    expect((await finish()).body.order.fulfilment).toBe('canceled');
  });
});
