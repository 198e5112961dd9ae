import { beforeEach, describe, expect, test } from 'vitest';
import { delivery, intentOf, PaymentsFixture } from '../../../../testing/data/payments.ts';
import { newId } from '../../../core/ids.ts';

const fixture = await PaymentsFixture.use();
const { shop } = fixture;

/** 100.00 EUR at 19%, 50.00 EUR at 7%, and 10.00 EUR at 0%. */
let items: { productId: string; count: number }[] = [];
let book = '';
/** 100.00 EUR at 19%, like the laptop. */
let tablet = '';
let shippingMethod = '';

beforeEach(async () => {
  book = await fixture.addProduct('Book', 2500);
  const stamp = await fixture.addProduct('Stamp', 1000);
  tablet = await fixture.addProduct('Tablet', 10_000);
  await setClass(book, 'reduced');
  await setClass(stamp, 'zero');
  items = [
    { productId: fixture.laptop, count: 1 },
    { productId: book, count: 2 },
    { productId: stamp, count: 1 },
  ];
  await fixture.asAdmin('PUT', '/admin/tax', {
    shopRate: 20,
    rates: [{ country: 'DE', rate: 19 }],
    reduced: { shopRate: 10, rates: [{ country: 'DE', rate: 7 }] },
  });
  shippingMethod = `post-${newId().slice(-12)}`;
  await fixture.asAdmin('POST', '/admin/shipping-method', {
    ...{ code: shippingMethod, name: 'Post', price: 4.99, minDays: 1, maxDays: 3 },
  });
});

const setClass = (id: string, taxClass: string) => fixture.asAdmin('PUT', '/admin/product', { id, taxClass });
const swapClasses = () => Promise.all([setClass(fixture.laptop, 'reduced'), setClass(tablet, 'standard')]);
const quote = async (body: object) =>
  (await shop.call('POST', '/payment/quote', { body: { currency: 'EUR', items, ...body } })).body;
const ratesOf = ({ taxes }: { taxes: { rate: number }[] }) => taxes.map(({ rate }) => rate);

describe('taxes', () => {
  test('have each rate of the cart, and share shipping by what its goods cost', async () => {
    const body = await quote({ country: 'DE', shippingMethod });
    // 4.99 × 100 / 160 = 3.12, × 50 / 160 = 1.56, × 10 / 160 = 0.31.
    expect(body).toMatchObject({
      amount: 164.99,
      tax: { rate: null, amount: 19.83 },
      taxes: [
        { rate: 0, net: 10.31, amount: 0 },
        { rate: 7, net: 48.19, amount: 3.37 },
        { rate: 19, net: 86.66, amount: 16.46 },
      ],
      reverseCharge: false,
    });
  });

  test('are those of the country, else those of the shop', async () => {
    expect(ratesOf(await quote({ country: 'FR', shippingMethod }))).toEqual([0, 10, 20]);
    expect(ratesOf(await quote({}))).toEqual([0, 10, 20]);
    await fixture.asAdmin('PUT', '/admin/tax', {
      ...{ shopRate: 20, rates: [] },
      reduced: { shopRate: 10, rates: [{ country: 'FR', rate: 5.5 }] },
    });
    expect(ratesOf(await quote({ country: 'FR', shippingMethod }))).toEqual([0, 5.5, 20]);
  });

  test('are one entry for two classes with one rate', async () => {
    await fixture.asAdmin('PUT', '/admin/tax', {
      ...{ shopRate: 20, rates: [] },
      reduced: { shopRate: 20, rates: [] },
    });
    const body = await quote({ items: items.slice(0, 2) });
    expect(body).toMatchObject({ tax: { rate: 20, amount: 25 }, taxes: [{ rate: 20, net: 125, amount: 25 }] });
  });

  test('are kept on the order, with the rate and the amount of each line', async () => {
    const priced = await quote({ country: 'DE', shippingMethod });
    const address = { ...delivery, country: 'DE' };
    const { body } = await fixture.prepare({ items, amount: priced.amount, shippingMethod, delivery: address });
    await fixture.asAdmin('PUT', '/admin/tax', { shopRate: 0, rates: [] });
    const { token, email } = fixture.shopper;
    const { order } = (await shop.call('GET', `/orders/${body.orderId}`, { token })).body;
    expect(order).toMatchObject({ tax: priced.tax, taxes: priced.taxes, reverseCharge: false });
    expect(order.lines.map(({ amount }: { amount: number }) => amount)).toEqual([100, 50, 10]);
    const lines = await shop
      .em()
      .execute('select tax_rate_hundredths as rate, amount from order_line where order_id = ? order by id', [
        body.orderId,
      ]);
    expect(lines).toEqual([
      { rate: 1900, amount: 10000 },
      { rate: 700, amount: 5000 },
      { rate: 0, amount: 1000 },
    ]);
    const [stored] = await shop
      .em()
      .execute('select email, cheapest_shipping as cheapest from shop_order where id = ?', [body.orderId]);
    expect(stored).toMatchObject({ email });
  });

  test.each([
    ['another rate', () => fixture.asAdmin('PUT', '/admin/tax', { shopRate: 21, rates: [] })],
    ['another class of a product', () => setClass(fixture.laptop, 'zero')],
    ['classes that two products swap', swapClasses],
  ])('make another order with %s, though its total stays', async (_what, change) => {
    await setClass(tablet, 'reduced');
    const cart = { items: [fixture.laptop, tablet].map((productId) => ({ productId, count: 1 })), amount: 200 };
    const first = (await fixture.prepare(cart)).body;
    expect((await fixture.prepare(cart)).body.orderId).toBe(first.orderId);
    await change();
    const second = (await fixture.prepare(cart)).body;
    expect(second.orderId).not.toBe(first.orderId);
    const { token } = fixture.shopper;
    const { order } = (await shop.call('GET', `/orders/${second.orderId}`, { token })).body;
    expect(order).toMatchObject({ state: 'pending', taxes: (await quote(cart)).taxes });
    expect(await fixture.stateOf(first.orderId)).toBe('canceled');
    expect((await shop.provider.paymentIntents.retrieve(intentOf(first.clientSecret))).status).toBe('canceled');
  });
});
