import { beforeEach, describe, expect, test } from 'vitest';
import { PaymentsFixture } from '../../../../testing/data/payments.ts';
import { newId } from '../../../core/ids.ts';

const fixture = await PaymentsFixture.use();

const quote = (body: object, token?: string) =>
  fixture.shop.call('POST', '/payment/quote', { ...(token && { token }), body: { currency: 'EUR', ...body } });
const laptops = (count: number) => [{ productId: fixture.laptop, count }];
const pickup = { code: 'pickup', name: 'Collect in store', price: 0, freeFrom: null, minDays: 0, maxDays: 0 };

beforeEach(async () => {
  const { body } = await fixture.asAdmin('GET', '/admin/shipping-method');
  for (const { _id, code } of body.shippingMethods) {
    if (code !== 'pickup') await fixture.asAdmin('DELETE', `/admin/shipping-method/${_id}`);
    else await fixture.asAdmin('PUT', `/admin/shipping-method/${_id}`, { isActive: true });
  }
  await fixture.asAdmin('PUT', '/admin/tax', { shopRate: 0, rates: [] });
});

const addCourier = (values: object = {}) =>
  fixture.asAdmin('POST', '/admin/shipping-method', {
    code: 'courier',
    name: 'Courier',
    price: 4.9,
    minDays: 2,
    maxDays: 4,
    ...values,
  });

describe('a quote', () => {
  test('prices a cart for anyone, collected in the store', async () => {
    const response = await quote({ items: [...laptops(2), { productId: fixture.cable, count: 1 }] });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      status: 'success',
      lines: [
        { productId: fixture.laptop, title: 'Laptop', price: 100, count: 2, amount: 200, left: null },
        { productId: fixture.cable, title: 'Cable', price: 0.5, count: 1, amount: 0.5, left: null },
      ],
      subtotal: 200.5,
      discount: 0,
      shipping: 0,
      amount: 200.5,
      tax: { rate: 0, amount: 0 },
      taxes: [{ rate: 0, net: 200.5, amount: 0 }],
      reverseCharge: false,
      vatCheck: null,
      shippingMethods: [pickup],
      shippingMethod: 'pickup',
      texts: [],
    });
  });

  test('converts each line, and the sum of all, once', async () => {
    const { body } = await quote({ items: [{ productId: fixture.cable, count: 3 }, ...laptops(1)], currency: 'USD' });
    expect(body.lines).toMatchObject([
      { price: 0.55, count: 3, amount: 1.64 },
      { price: 109, count: 1, amount: 109 },
    ]);
    expect(body).toMatchObject({ subtotal: 110.64, amount: 110.64 });
    const cables = { items: [{ productId: fixture.cable, count: 1 }], currency: 'USD' };
    const other = await fixture.addProduct('Adapter', 50);
    const two = await quote({ ...cables, items: [...cables.items, { productId: other, count: 1 }] });
    // The lines may miss the sum.
    expect(two.body).toMatchObject({ lines: [{ amount: 0.55 }, { amount: 0.55 }], subtotal: 1.09, amount: 1.09 });
  });

  test('has the methods that serve the country, with their prices in the currency', async () => {
    await addCourier({ countries: ['RS', 'DE'] });
    await addCourier({ code: 'post', name: 'Post', price: 2, freeFrom: 200, countries: [] });
    const days = { minDays: 2, maxDays: 4 };
    const courier = { code: 'courier', name: 'Courier', price: 5.34, freeFrom: null, ...days };
    const post = { code: 'post', name: 'Post', price: 2.18, freeFrom: 218, ...days };
    const methods = async (body: object) =>
      (await quote({ items: laptops(1), currency: 'USD', ...body })).body.shippingMethods;
    expect(await methods({ country: 'RS' })).toEqual([post, courier, pickup]);
    expect(await methods({ country: 'FR' })).toEqual([post, pickup]);
    expect(await methods({})).toEqual([post, pickup]);
  });

  test('has the rate and the methods of a territory that the post code tells, or else those of its country', async () => {
    await addCourier({ countries: ['ES'] });
    const spain = { items: laptops(1), country: 'ES' };
    const shown = async (place: object) => {
      const { shippingMethods, tax } = (await quote({ ...spain, prefersDelivery: true, ...place })).body;
      return [tax.rate, ...shippingMethods.map(({ code }: { code: string }) => code)];
    };
    await fixture.asAdmin('PUT', '/admin/tax', { shopRate: 20, rates: [{ country: 'ES', rate: 21 }] });
    expect(await shown({ postCode: '35001' })).toEqual([21, 'courier', 'pickup']);
    const rates = [
      { country: 'ES', rate: 21 },
      { country: 'ES-CN', rate: 0 },
    ];
    await fixture.asAdmin('PUT', '/admin/tax', { shopRate: 20, rates });
    await addCourier({ code: 'ship', countries: ['ES-CN', 'ES-CE'] });
    expect(await shown({})).toEqual([21, 'courier', 'pickup']);
    expect(await shown({ postCode: '28001' })).toEqual([21, 'courier', 'pickup']);
    expect(await shown({ postCode: '35 001' })).toEqual([0, 'ship', 'pickup']);
    expect(await shown({ postCode: '51001' })).toEqual([21, 'ship', 'pickup']);
    expect(await shown({ postCode: '52001' })).toEqual([21, 'courier', 'pickup']);

    const address = { name: 'Ada', address: 'Calle 1', city: 'Las Palmas', postCode: '35001', country: 'ES' };
    const order = { items: laptops(1), amount: 104.9, delivery: address };
    const refused = await fixture.prepare({ ...order, shippingMethod: 'courier' });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, ['delivery.country']]);
    const { body } = await fixture.prepare({ ...order, shippingMethod: 'ship' });
    const read = await fixture.shop.call('GET', `/orders/${body.orderId}`, { token: fixture.shopper.token });
    expect(read.body.order).toMatchObject({ tax: { rate: 0, amount: 0 }, delivery: { country: 'ES' } });
  });

  test('adds the shipping price, but not from the value on at which it is free', async () => {
    await addCourier({ freeFrom: 200 });
    const shippingOf = async (count: number) => {
      const { body } = await quote({ items: laptops(count), country: 'RS', shippingMethod: 'courier' });
      return [body.shipping, body.amount, body.shippingMethods[0].price];
    };
    expect(await shippingOf(1)).toEqual([4.9, 104.9, 4.9]);
    expect(await shippingOf(2)).toEqual([0, 200, 0]);
  });

  test('has free shipping by the value of the goods before discount, in EUR', async () => {
    await addCourier({ freeFrom: 200 });
    const code = `HALF-${newId()}`.slice(0, 40);
    await fixture.asAdmin('POST', '/admin/discount', { code, percent: 50 });
    const body = { country: 'RS', shippingMethod: 'courier', discountCode: code, currency: 'USD' };
    const free = await quote({ ...body, items: laptops(2) });
    expect(free.body).toMatchObject({ subtotal: 218, discount: 109, shipping: 0, amount: 109 });
    const charged = await quote({ ...body, items: laptops(1) });
    expect(charged.body).toMatchObject({ subtotal: 109, discount: 54.5, shipping: 5.34, amount: 59.84 });
  });

  test('contains VAT of what is paid: less the discount, with the shipping', async () => {
    await addCourier();
    await fixture.asAdmin('PUT', '/admin/tax', { shopRate: 20, rates: [{ country: 'RS', rate: 7.75 }] });
    const code = `TENTH-${newId()}`.slice(0, 40);
    await fixture.asAdmin('POST', '/admin/discount', { code, percent: 10 });
    const { body } = await quote({ items: laptops(1), country: 'RS', shippingMethod: 'courier', discountCode: code });
    // 94.90 × 7.75 / 107.75 = 6.8258…
    expect(body).toMatchObject({ amount: 94.9, tax: { rate: 7.75, amount: 6.83 } });
  });

  test("contains the VAT of the country, and the shop's own elsewhere and for pickup", async () => {
    await addCourier();
    await fixture.asAdmin('PUT', '/admin/tax', { shopRate: 20, rates: [{ country: 'DE', rate: 19 }] });
    const taxOf = async (body: object) => (await quote({ items: laptops(1), ...body })).body.tax;
    expect(await taxOf({})).toEqual({ rate: 20, amount: 16.67 });
    expect(await taxOf({ country: 'DE' })).toEqual({ rate: 20, amount: 16.67 });
    expect(await taxOf({ country: 'DE', shippingMethod: 'courier' })).toEqual({ rate: 19, amount: 16.75 });
    expect(await taxOf({ country: 'FR', shippingMethod: 'courier' })).toEqual({ rate: 20, amount: 17.48 });
  });

  test.each([
    ['an unknown method', { shippingMethod: 'pigeon' }, 'shippingMethod'],
    ['a method without a country', { shippingMethod: 'courier' }, 'country'],
    ['a method that does not serve the country', { shippingMethod: 'courier', country: 'FR' }, 'country'],
  ])('refuses %s, with the methods to choose from', async (_, body, field) => {
    await addCourier({ countries: ['RS'] });
    const response = await quote({ items: laptops(1), ...body });
    expect(response).toMatchObject({ status: 422, body: { code: 'invalid', shippingMethods: [pickup] } });
    expect(Object.keys(response.body.fields)).toEqual([field]);
  });

  test('takes the cheapest method that delivers, if that is preferred and none is chosen', async () => {
    await addCourier({ countries: ['RS'], price: 6, freeFrom: 200 });
    await addCourier({ code: 'post', name: 'Post', price: 5, countries: ['RS', 'DE'] });
    await fixture.asAdmin('PUT', '/admin/tax', { shopRate: 20, rates: [{ country: 'DE', rate: 19 }] });
    const priced = async (count: number, body: object) => {
      const quoted = await quote({ items: laptops(count), prefersDelivery: true, ...body });
      const { shippingMethod, shipping, tax } = quoted.body;
      return [shippingMethod, shipping, tax.rate];
    };
    expect(await priced(1, { country: 'RS' })).toEqual(['post', 5, 20]);
    expect(await priced(2, { country: 'RS' })).toEqual(['courier', 0, 20]);
    expect(await priced(1, { country: 'DE' })).toEqual(['post', 5, 19]);
    expect(await priced(1, { country: 'DE', shippingMethod: 'pickup' })).toEqual(['pickup', 0, 20]);
    expect(await priced(1, { country: 'FR' })).toEqual(['pickup', 0, 20]);
    expect(await priced(1, {})).toEqual(['pickup', 0, 20]);
  });

  test('refuses pickup once it is switched off', async () => {
    await addCourier();
    const { body } = await fixture.asAdmin('GET', '/admin/shipping-method');
    const { _id } = body.shippingMethods.find(({ code }: { code: string }) => code === 'pickup');
    await fixture.asAdmin('PUT', `/admin/shipping-method/${_id}`, { isActive: false });
    const refused = await quote({ items: laptops(1) });
    expect(refused).toMatchObject({ status: 422, body: { fields: { shippingMethod: expect.any(String) } } });
    expect(refused.body.shippingMethods).toMatchObject([{ code: 'courier' }]);
    expect(await fixture.pay(laptops(1), 100)).toMatchObject({ status: 422, body: { fields: refused.body.fields } });
  });

  test.each([
    ['no items', { items: [] }, 'items'],
    ['absent items', {}, 'items'],
    ['a country in small letters', { items: [{ productId: newId(), count: 1 }], country: 'rs' }, 'country'],
    ['an unknown country', { items: [{ productId: newId(), count: 1 }], country: 'XX' }, 'country'],
  ])('rejects %s', async (_, body, field) => {
    const response = await quote(body);
    expect([response.status, Object.keys(response.body.fields ?? {})]).toEqual([422, [field]]);
  });

  test('rejects a free cart', async () => {
    const gift = await fixture.addProduct('Gift', 0);
    const response = await quote({ items: [{ productId: gift, count: 1 }] });
    expect(response).toMatchObject({ status: 422, body: { fields: { items: 'Amount must be more than 0' } } });
  });

  test('names missing products and those that are sold out', async () => {
    const missing = newId();
    const gone = await quote({ items: [...laptops(1), { productId: missing, count: 1 }] });
    expect(gone).toMatchObject({ status: 409, body: { code: 'productsMissing', missing: [missing] } });
    await fixture.setStock(fixture.laptop, 2);
    await fixture.setStock(fixture.cable, 5);
    const soldOut = await quote({ items: [...laptops(3), { productId: fixture.cable, count: 5 }] });
    expect([soldOut.status, soldOut.body.code]).toEqual([409, 'soldOut']);
    expect(soldOut.body.available).toEqual([{ productId: fixture.laptop, left: 2 }]);
  });

  test("counts what the shopper's own pending order holds as available", async () => {
    await fixture.setStock(fixture.laptop, 2);
    await fixture.pay(laptops(2), 200);
    const own = await quote({ items: laptops(2) }, fixture.shopper.token);
    expect(own).toMatchObject({ status: 200, body: { lines: [{ left: 2 }] } });
    expect((await quote({ items: laptops(1) })).body.available).toEqual([{ productId: fixture.laptop, left: 0 }]);
  });
});
