import { beforeEach, describe, expect, test } from 'vitest';
import { PaymentsFixture } from '../../../../testing/data/payments.ts';

const fixture = await PaymentsFixture.use();
const address = { name: 'Ada Lovelace', address: 'Main Street 1', city: 'Novi Sad', postCode: '21000', country: 'RS' };
let methods = 0;
let code: string;

beforeEach(async () => {
  methods += 1;
  code = `courier-${methods}`;
  const courier = { code, name: 'Courier', price: 5, minDays: 1, maxDays: 3, countries: ['RS', 'DE'] };
  expect((await fixture.asAdmin('POST', '/admin/shipping-method', courier)).status).toBe(200);
});

const prepare = (body: object) =>
  fixture.prepare({ items: [{ productId: fixture.laptop, count: 1 }], amount: 105, shippingMethod: code, ...body });
const stored = async (orderId: string) => {
  const query = `select delivery, note, shipping_method as method, shipping_name as name, shipping from shop_order where id = ?`;
  const [order] = await fixture.shop.em().execute(query, [orderId]);
  return order;
};
const profile = async () =>
  (await fixture.shop.call('GET', '/user/getSingleUser', { token: fixture.shopper.token })).body.user;

describe('an order that is delivered', () => {
  test('stores its address, method and note', async () => {
    const response = await prepare({ delivery: { ...address, city: ' Novi Sad ' }, note: ' Ring twice ' });
    expect(response).toMatchObject({ status: 200, body: { number: expect.any(Number) } });
    expect(await stored(response.body.orderId)).toEqual({
      delivery: { ...address, phoneNumber: '' },
      note: 'Ring twice',
      method: code,
      name: 'Courier',
      shipping: 500,
    });
  });

  test('keeps the delivery days of its method even if the method changes later', async () => {
    const { body } = await prepare({ delivery: address });
    const { shippingMethods } = (await fixture.asAdmin('GET', '/admin/shipping-method')).body;
    const { _id } = shippingMethods.find((method: { code: string }) => method.code === code);
    await fixture.asAdmin('PUT', `/admin/shipping-method/${_id}`, { minDays: 8, maxDays: 9 });
    const read = await fixture.shop.call('GET', `/orders/${body.orderId}`, { token: fixture.shopper.token });
    expect(read.body.order).toMatchObject({ minDays: 1, maxDays: 3 });
  });

  test.each(['name', 'address', 'city', 'postCode', 'country'])('needs the field %s', async (field) => {
    for (const value of [undefined, ' ']) {
      const { status, body } = await prepare({ delivery: { ...address, [field]: value } });
      expect([status, Object.keys(body.fields)]).toEqual([422, [`delivery.${field}`]]);
    }
    expect(await fixture.orders()).toEqual([]);
  });

  test('needs no post code where there are none, and keeps a state where addresses name one', async () => {
    const { shippingMethods } = (await fixture.asAdmin('GET', '/admin/shipping-method')).body;
    const { _id } = shippingMethods.find((method: { code: string }) => method.code === code);
    await fixture.asAdmin('PUT', `/admin/shipping-method/${_id}`, { countries: [] });
    const doha = { ...address, city: 'Doha', postCode: '', country: 'QA' };
    const springfield = { ...address, city: 'Springfield', postCode: '62701', country: 'US', state: 'IL' };
    for (const [sent, kept] of [
      [doha, doha],
      [{ ...doha, state: 'IL' }, doha],
      [springfield, springfield],
    ]) {
      const { body } = await prepare({ delivery: sent });
      expect((await stored(body.orderId))?.delivery).toEqual({ ...kept, phoneNumber: '' });
    }
  });

  test.each([
    ['no delivery', { delivery: null }, ['name', 'address', 'city', 'postCode', 'country']],
    ['a country that the method does not serve', { delivery: { ...address, country: 'FR' } }, ['country']],
    ['an unknown country', { delivery: { ...address, country: 'rs' } }, ['country']],
    ['an unknown state', { delivery: { ...address, country: 'US', state: 'Illinois' } }, ['state']],
    ['a number as the city', { delivery: { ...address, city: 5 } }, ['city']],
    ['a name that is too long', { delivery: { ...address, name: 'x'.repeat(201) } }, ['name']],
  ])('is refused with %s', async (_, body, fields) => {
    const response = await prepare(body);
    expect([response.status, Object.keys(response.body.fields)]).toEqual([
      422,
      fields.map((field) => `delivery.${field}`),
    ]);
  });

  test.each([
    ['a note of 501 characters', { note: 'x'.repeat(501) }, 'note'],
    ['a delivery that is text', { delivery: 'home' }, 'delivery'],
    ['an unknown method', { shippingMethod: 'pigeon' }, 'shippingMethod'],
  ])('is refused with %s', async (_, body, field) => {
    const response = await prepare({ delivery: address, ...body });
    expect([response.status, Object.keys(response.body.fields)]).toEqual([422, [field]]);
  });

  test.each([
    ['address', { delivery: { ...address, city: 'Beograd' } }],
    ['note', { note: 'Ring once' }],
    ['method', { shippingMethod: 'pickup', amount: 100 }],
    ['currency', { currency: 'USD', amount: 114.45 }],
    ['count', { items: 2, amount: 205 }],
    ['code', { discountCode: 'Half', amount: 55 }],
  ])('is another order with another %s', async (_, change) => {
    const first = await prepare({ delivery: address, note: 'Ring twice' });
    expect((await prepare({ delivery: address, note: 'Ring twice' })).body).toEqual(first.body);
    await fixture.setStock(fixture.laptop, 3);
    await fixture.asAdmin('POST', '/admin/discount', { code: 'HALF', percent: 50 });
    const count = 'items' in change ? change.items : 1;
    const items = [{ productId: fixture.laptop, count }];
    const second = await prepare({ delivery: address, note: 'Ring twice', ...change, items });
    expect(second.status).toBe(200);
    expect(second.body.orderId).not.toBe(first.body.orderId);
    expect(await fixture.stateOf(first.body.orderId)).toBe('canceled');
  });

  test('shows its shopper all that was agreed', async () => {
    await fixture.asAdmin('PUT', '/admin/tax', { shopRate: 0, rates: [{ country: 'RS', rate: 20 }] });
    const discountCode = `Fifth-${methods}`;
    await fixture.asAdmin('POST', '/admin/discount', { code: discountCode, percent: 20 });
    const delivery = { ...address, phoneNumber: '+381 21 123' };
    const { body } = await prepare({
      currency: 'USD',
      amount: 92.65,
      delivery,
      discountCode: discountCode.toUpperCase(),
      note: 'x'.repeat(500),
    });
    const { token } = fixture.shopper;
    const { order } = (await fixture.shop.call('GET', `/orders/${body.orderId}`, { token })).body;
    expect(order).toMatchObject({
      number: body.number,
      state: 'pending',
      currency: 'USD',
      subtotal: 109,
      discount: 21.8,
      discountCode,
      shipping: 5.45,
      amount: 92.65,
      tax: { rate: 20, amount: 15.44 },
      taxes: [{ rate: 20, net: 77.21, amount: 15.44 }],
      refunded: 0,
      delivery,
      note: 'x'.repeat(500),
      shippingMethod: code,
      fulfilment: 'open',
      shipments: [],
      history: [{ what: 'ordered', by: 'shopper' }],
      canPay: true,
      canCancel: true,
    });
    await fixture.asAdmin('PUT', '/admin/tax', { shopRate: 0, rates: [] });
  });

  test('fills the empty fields of the profile', async () => {
    await fixture.shop.call('PUT', '/user/editUser', { token: fixture.shopper.token, body: { city: 'Beograd' } });
    await prepare({ delivery: { ...address, phoneNumber: '123' } });
    expect(await profile()).toMatchObject({
      address: 'Main Street 1',
      city: 'Beograd',
      postCode: '21000',
      phoneNumber: '123',
    });
  });

  test('has no address if it is collected', async () => {
    const response = await prepare({ shippingMethod: 'pickup', amount: 100, delivery: address });
    expect(await stored(response.body.orderId)).toMatchObject({ delivery: null, method: 'pickup', shipping: 0 });
    expect(await profile()).toMatchObject({ address: '' });
  });
});
