import { beforeEach, describe, expect, test } from 'vitest';
import { mailsTo } from '../../../../testing/data/mails.ts';
import { delivery, PaymentsFixture } from '../../../../testing/data/payments.ts';
import type { ApiResponse, LoggedIn } from '../../../../testing/shop/shop.ts';
import { newId } from '../../../core/ids.ts';
import { requestRefund } from '../money/refund-requests.ts';

const fixture = await PaymentsFixture.use();
let admin: LoggedIn;

beforeEach(async () => {
  admin = await fixture.shop.admin();
});

/** A paid order of two laptops and a cable, which is delivered. */
const place = () => {
  const items = [
    { productId: fixture.laptop, count: 2 },
    { productId: fixture.cable, count: 1 },
  ];
  return fixture.placeDelivered(items, 205.5);
};
const placeDelivered = async () => (await place()).orderId;

const act = (orderId: string, action: string, body?: object): Promise<ApiResponse> =>
  fixture.shop.call('POST', `/admin/order/${orderId}/${action}`, { token: admin.token, ...(body && { body }) });
const ship = (orderId: string, body: object = {}) => act(orderId, 'shipment', { carrier: 'DHL', ...body });
const own = async (orderId: string) =>
  (await fixture.shop.call('GET', `/orders/${orderId}`, { token: fixture.shopper.token })).body.order;

describe('a shipment', () => {
  test('contains all that is left, tells the shopper, and is followed by the delivery', async () => {
    const orderId = await placeDelivered();
    const tracking = { trackingNumber: ' 00340 ', trackingUrl: 'https://track.example.com/00340' };
    const { status, body } = await ship(orderId, tracking);
    expect([status, body.order.fulfilment]).toEqual([200, 'shipped']);
    const list = await fixture.shop.call('GET', '/orders', { token: fixture.shopper.token });
    expect(list.body.orders).toMatchObject([{ _id: orderId, fulfilment: 'shipped' }]);
    expect((await own(orderId)).shipments).toEqual([
      {
        carrier: 'DHL',
        trackingNumber: '00340',
        trackingUrl: 'https://track.example.com/00340',
        date: expect.stringMatching(/Z$/),
        lines: [
          { productId: fixture.laptop, count: 2 },
          { productId: fixture.cable, count: 1 },
        ],
      },
    ]);
    await fixture.shop.untilCalm();
    const mails = await mailsTo(fixture.shop.mailbox.url, fixture.shopper.email);
    expect(mails.filter(({ subject }) => /^Order \d+ is on its way$/.test(subject))).toHaveLength(1);
    expect((await act(orderId, 'delivered')).body.order.fulfilment).toBe('delivered');
    expect((await act(orderId, 'delivered')).status).toBe(409);
    expect((await own(orderId)).history.map(({ what }: { what: string }) => what)).toEqual([
      'ordered',
      'paid',
      'shipped',
      'delivered',
    ]);
    expect(await fixture.entriesOn(orderId)).toMatchObject([
      { action: 'order.shipped' },
      { action: 'order.delivered' },
    ]);
  });

  test('can be a part: the order is shipped once every unit is in one', async () => {
    const orderId = await placeDelivered();
    const lines = [{ productId: fixture.laptop, count: 1 }];
    expect((await ship(orderId, { lines })).body.order.fulfilment).toBe('open');
    expect((await act(orderId, 'delivered')).status).toBe(409);
    const { body } = await ship(orderId);
    expect(body.order.fulfilment).toBe('shipped');
    expect(body.order.shipments[1].lines).toEqual([
      { productId: fixture.laptop, count: 1 },
      { productId: fixture.cable, count: 1 },
    ]);
    expect((await ship(orderId)).status).toBe(409);
  });

  test('leaves out what was given back', async () => {
    const orderId = await placeDelivered();
    await ship(orderId, { lines: [{ productId: fixture.laptop, count: 2 }] });
    const refund = { lines: [{ productId: fixture.cable, count: 1 }], reason: 'None left', restock: false };
    expect((await act(orderId, 'refund', refund)).body.order.fulfilment).toBe('shipped');
  });

  test.each([
    ['no carrier', { carrier: ' ' }, 'carrier'],
    ['a script as its link', { trackingUrl: 'javascript:alert(1)' }, 'trackingUrl'],
    ['a link that is no address', { trackingUrl: 'https://' }, 'trackingUrl'],
    ['no lines', { lines: [] }, 'lines'],
    ['an unknown product', { lines: [{ productId: newId(), count: 1 }] }, 'lines'],
  ])('is refused with %s', async (_, body, field) => {
    const orderId = await placeDelivered();
    const response = await ship(orderId, body);
    expect([response.status, Object.keys(response.body.fields ?? {})]).toEqual([422, [field]]);
  });

  test('is refused with more than was ordered, also for two admins at once', async () => {
    const orderId = await placeDelivered();
    const shipping = (count: number) => ship(orderId, { lines: [{ productId: fixture.laptop, count }] });
    expect((await shipping(3)).status).toBe(422);
    const both = await Promise.all([shipping(2), shipping(2)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await own(orderId)).shipments).toHaveLength(1);
  });

  test('is refused with units that were given back, or are being given back', async () => {
    const orderId = await placeDelivered();
    const laptops = { lines: [{ productId: fixture.laptop, count: 2 }] };
    await act(orderId, 'refund', { lines: [{ productId: fixture.laptop, count: 1 }], reason: 'Late', restock: true });
    expect(await ship(orderId, laptops)).toMatchObject({ status: 422, body: { fields: { lines: /./ } } });
    await requestRefund(fixture.shop.em(), admin, orderId);
    expect((await ship(orderId, { lines: [{ productId: fixture.laptop, count: 1 }] })).status).toBe(422);
    expect((await ship(orderId)).status).toBe(409);
    expect((await own(orderId)).shipments).toEqual([]);
  });

  test('is refused for an order that is unpaid, collected or canceled', async () => {
    const pickup = await fixture.placePaidOrder();
    expect((await ship(pickup.orderId)).status).toBe(409);
    const canceled = await placeDelivered();
    await act(canceled, 'refund');
    expect((await ship(canceled)).status).toBe(409);
    const unpaid = await fixture.placeOrder();
    expect((await ship(unpaid.orderId)).status).toBe(409);
    expect((await ship(newId())).status).toBe(404);
  });
});

test('an order for pickup is collected once, and never delivered', async () => {
  const { orderId } = await fixture.placePaidOrder();
  expect((await act(orderId, 'delivered')).status).toBe(409);
  expect((await act(orderId, 'collected')).body.order.fulfilment).toBe('collected');
  expect((await act(orderId, 'collected')).status).toBe(409);
  const { history } = await own(orderId);
  expect(history.at(-1)).toEqual({ date: expect.stringMatching(/Z$/), what: 'collected', by: 'shop' });
  expect(await fixture.entriesOn(orderId)).toMatchObject([{ action: 'order.collected', actor: 'admin' }]);
  expect((await act(await placeDelivered(), 'collected')).status).toBe(409);
});

test('an order of which everything is being given back is not collected', async () => {
  const { orderId } = await fixture.placePaidOrder();
  await requestRefund(fixture.shop.em(), admin, orderId);
  expect((await act(orderId, 'collected')).status).toBe(409);
  expect((await act(orderId, 'refund')).body.order).toMatchObject({ state: 'refunded', fulfilment: 'canceled' });
});

test("an order's page shows its parts, and who did what to admins only", async () => {
  const { orderId, shippingMethod } = await place();
  await ship(orderId);
  const order = await own(orderId);
  expect(order).toMatchObject({
    subtotal: 200.5,
    discount: 0,
    discountCode: '',
    shipping: 5,
    tax: { rate: 0, amount: 0 },
    amount: 205.5,
    refunded: 0,
    delivery: { ...delivery, phoneNumber: '' },
    note: '',
    shippingMethod,
    shippingName: 'Post',
    canPay: false,
    canCancel: false,
  });
  expect(order.history.at(-1)).toEqual({ date: expect.any(String), what: 'shipped', by: 'shop' });
  const { body } = await fixture.shop.call('GET', `/admin/order/${orderId}`, { token: admin.token });
  expect(body.order.history.at(-1)).toMatchObject({ what: 'shipped', by: 'shop', adminName: 'admin' });
  expect(body.order.lines).toMatchObject([{ shipped: 2, refunded: 0 }, { shipped: 1 }]);
});

test('the list of orders can be filtered by fulfilment, country, refunds and day', async () => {
  const shipped = await placeDelivered();
  await ship(shipped);
  const { orderId: refunded } = await fixture.placePaidOrder();
  await act(refunded, 'refund', { amount: 1, reason: 'Late', restock: false });
  const found = async (query: string) => {
    const path = `/admin/order?search=${fixture.shopper.username}&${query}`;
    const { body } = await fixture.shop.call('GET', path, { token: admin.token });
    return body.orders.map(({ _id }: { _id: string }) => _id);
  };
  expect(await found('fulfilment=shipped')).toEqual([shipped]);
  expect(await found('fulfilment=open')).toEqual([refunded]);
  expect(await found('country=RS')).toEqual([shipped]);
  expect(await found('country=DE')).toEqual([]);
  expect(await found('refunded=partly')).toEqual([refunded]);
  expect(await found('refunded=none')).toEqual([shipped]);
  await fixture.setOrder(shipped, "created_at = '2026-02-28T23:59:59.999Z'");
  await fixture.setOrder(refunded, "created_at = '2026-03-01T00:00:00Z'");
  expect(await found('from=2026-02-28&to=2026-02-28')).toEqual([shipped]);
  expect(await found('from=2026-03-01')).toEqual([refunded]);
  expect(await found('to=2026-02-27')).toEqual([]);
  for (const wrong of ['country=xx', 'from=2026-02-30', 'to=yesterday', 'to=9999-12-31', 'to=19']) {
    const { status } = await fixture.shop.call('GET', `/admin/order?${wrong}`, { token: admin.token });
    expect(status, wrong).toBe(422);
  }
});
