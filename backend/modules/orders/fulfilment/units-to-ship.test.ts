import { beforeEach, describe, expect, test } from 'vitest';
import { PaymentsFixture } from '../../../../testing/payments.ts';
import type { ApiResponse, LoggedIn } from '../../../../testing/shop.ts';
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
