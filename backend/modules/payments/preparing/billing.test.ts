import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, test } from 'vitest';
import { PaymentsFixture } from '../../../../testing/data/payments.ts';
import { newId } from '../../../core/ids.ts';

const address = { street: 'Hauptstraße 1', postCode: '10115', city: 'Berlin', country: 'DE' };
const fixture = await PaymentsFixture.use({ settings: { address, vatId: 'DE 123.456.781' } });
const { shop } = fixture;

const austrian = { name: 'Ada', address: 'Ring 1', city: 'Wien', postCode: '1010', country: 'AT' };
const billing = { ...austrian, company: 'Engines', vatId: 'atu 1234.5678' };
/** 100.00 EUR with VAT, delivered for 5.00 EUR. */
let cart: object = {};
let shippingMethod = '';

beforeEach(async () => {
  await shop.em().execute('delete from vat_answer');
  await fixture.asAdmin('PUT', '/admin/tax', { shopRate: 19, rates: [{ country: 'AT', rate: 20 }] });
  shippingMethod = `post-${newId().slice(-12)}`;
  const method = { code: shippingMethod, name: 'Post', price: 5, minDays: 1, maxDays: 3 };
  await fixture.asAdmin('POST', '/admin/shipping-method', method);
  cart = { currency: 'EUR', items: [{ productId: fixture.laptop, count: 1 }], shippingMethod };
});

const quote = (body: object) => shop.call('POST', '/payment/quote', { body: { ...cart, country: 'AT', ...body } });
const withId = (vatId: string) => ({ billing: { ...billing, vatId } });
const pay = (body: object) =>
  shop.call('POST', '/payment', { token: fixture.shopper.token, body: { ...cart, delivery: austrian, ...body } });
const orderOf = async (orderId: string) =>
  (await shop.call('GET', `/orders/${orderId}`, { token: fixture.shopper.token })).body.order;
const adminOrderOf = async (orderId: string) => (await fixture.asAdmin('GET', `/admin/order/${orderId}`)).body.order;
const ageAnswers = (minutes: number) =>
  shop.em().execute(`update vat_answer set answered_at = answered_at - interval '${minutes} minutes'`);

const taxed = { amount: 105, tax: { rate: 20, amount: 17.5 }, reverseCharge: false };
const netPrice = {
  lines: [{ price: 83.33, count: 1, amount: 83.33 }],
  ...{ subtotal: 83.33, discount: 0, shipping: 4.17, amount: 87.5, tax: { rate: 0, amount: 0 } },
  taxes: [{ rate: 0, net: 87.5, amount: 0 }],
};

describe('reverse charge', () => {
  test('leaves out the VAT of a company in another EU country', async () => {
    const { body } = await quote({ billing });
    expect(body).toMatchObject({ ...netPrice, vatCheck: 'valid', reverseCharge: true });
    const offered = body.shippingMethods.find(({ code }: { code: string }) => code === shippingMethod);
    expect(offered).toMatchObject({ price: 4.17 });
    const { body: paid } = await pay({ billing, amount: 87.5 });
    expect(await orderOf(paid.orderId)).toMatchObject({
      ...netPrice,
      ...{ reverseCharge: true, vatCheck: 'valid', billing: { ...billing, vatId: 'ATU12345678' } },
    });
    const consultationNumber = expect.stringMatching(/^WAPI/);
    expect(await adminOrderOf(paid.orderId)).toMatchObject({
      vatConsultation: { date: expect.any(String), consultationNumber },
      lines: [{ unitPrice: 83.33, amount: 83.33 }],
    });
  });

  test('has the cheapest delivery net, too', async () => {
    const { body } = await pay({ billing, amount: 87.5 });
    const [stored] = await shop
      .em()
      .execute('select cheapest_shipping::int as cheapest from shop_order where id = ?', [body.orderId]);
    expect(stored).toEqual({ cheapest: 417 });
  });

  test.each([
    ['an unknown VAT id', 'ATU12345670', {}, 'invalid'],
    ['a VAT id about which the service does not answer', 'ATU12345679', {}, 'unavailable'],
    ["a VAT id of the shop's country", 'DE123456788', {}, 'valid'],
  ])('is not for %s', async (_what, vatId, body, vatCheck) => {
    expect((await quote({ ...withId(vatId), ...body })).body).toMatchObject({ ...taxed, vatCheck });
  });

  test.each([
    ['within the country', { country: 'DE' }],
    ['out of the EU', { country: 'RS' }],
    ['to a territory outside of its VAT area', { country: 'ES', postCode: '35001' }],
    ['to nobody, as it is collected', { shippingMethod: 'pickup' }],
  ])('is not for what goes %s', async (_where, body) => {
    const { body: priced } = await quote({ billing, ...body });
    expect(priced).toMatchObject({ vatCheck: 'valid', reverseCharge: false, tax: { rate: 19 } });
  });

  test('leaves out the VAT of each unit in the export of orders, too', async () => {
    const { number } = (await pay({ billing, amount: 87.5 })).body;
    const { body } = await fixture.asAdmin('GET', `/admin/order/export?search=${number}`);
    expect(parse(body, { bom: true, columns: true })).toMatchObject([
      { unitPriceEUR: '83.33', subtotal: '83.33', shipping: '4.17', amount: '87.50', tax: '0.00' },
    ]);
  });

  test('is not there without a VAT id', async () => {
    expect((await quote({ billing: { ...billing, vatId: '' } })).body).toMatchObject({ ...taxed, vatCheck: null });
    expect((await quote({ billing: null })).body).toMatchObject({ ...taxed, vatCheck: null });
  });

  test('gives back what was charged', async () => {
    const { body } = await pay({ billing, amount: 87.5 });
    await fixture.payWith(body.clientSecret);
    await fixture.untilState('paid');
    const refund = { lines: [{ productId: fixture.laptop, count: 1 }], reason: 'Sent back', restock: true };
    expect((await fixture.asAdmin('POST', `/admin/order/${body.orderId}/refund`, refund)).status).toBe(200);
    expect(await adminOrderOf(body.orderId)).toMatchObject({ refunds: [{ amount: 83.33 }] });
  });

  test('gives back all of it when the whole order is withdrawn, with a credit note without VAT', async () => {
    const { body } = await pay({ billing, amount: 87.5 });
    const { orderId } = body;
    await fixture.payWith(body.clientSecret);
    await fixture.untilState('paid');
    const { token } = fixture.shopper;
    await fixture.asAdmin('POST', `/admin/order/${orderId}/shipment`, { carrier: 'DHL' });
    const withdrawn = await shop.call('POST', `/orders/${orderId}/withdrawal`, { token, body: {} });
    const [{ _id, lines }] = withdrawn.body.order.returns;
    await fixture.asAdmin('POST', `/admin/return/${_id}/receive`, { lines: [{ ...lines[0], condition: 'asNew' }] });
    const refunded = await fixture.asAdmin('POST', `/admin/return/${_id}/refund`, { restock: false });
    expect(refunded.body).toMatchObject({ return: { refunded: 87.5 }, order: { state: 'refunded' } });
    const issued = await shop
      .em()
      .execute(
        `select kind, amount, snapshot -> 'taxes' as taxes, snapshot -> 'reverseCharge' as reverse, snapshot -> 'buyer' ->> 'vatId' as id from document where order_id = ? order by date, id`,
        [orderId],
      );
    const taxes = [{ rateHundredths: 0, net: 8750, tax: 0, netEur: 8750, taxEur: 0 }];
    const shown = { amount: 8750, taxes, reverse: true, id: 'ATU12345678' };
    expect(issued).toEqual([
      { kind: 'invoice', ...shown },
      { kind: 'creditNote', ...shown },
    ]);
  });

  test('that the service answers otherwise about by the payment is a changed price', async () => {
    const { body } = await pay({ ...withId('ATU12345670'), amount: 87.5 });
    expect(body).toMatchObject({ code: 'priceChanged', amount: 105, currency: 'EUR' });
  });
});

describe('the answer of the service', () => {
  test('serves for an hour if the VAT id is valid', async () => {
    await quote({ billing });
    const asked = shop.vies.asked();
    await ageAnswers(59);
    expect((await quote({ billing })).body).toMatchObject({ vatCheck: 'valid' });
    expect(shop.vies.asked()).toBe(asked);
    await ageAnswers(2);
    await quote({ billing });
    expect(shop.vies.asked()).toBe(asked + 1);
  });

  test('serves for five minutes if it is not', async () => {
    await quote(withId('ATU12345670'));
    const asked = shop.vies.asked();
    await ageAnswers(4);
    await quote(withId('ATU12345670'));
    expect(shop.vies.asked()).toBe(asked);
    await ageAnswers(2);
    await quote(withId('ATU12345670'));
    expect(shop.vies.asked()).toBe(asked + 1);
  });

  test('is waited for again after none, with one retry each', async () => {
    const asked = shop.vies.asked();
    await quote(withId('ATU12345679'));
    await quote(withId('ATU12345679'));
    expect(shop.vies.asked()).toBe(asked + 4);
  });

  test('is kept on the order with VAT, if there was none', async () => {
    const { body } = await pay({ ...withId('ATU12345679'), amount: 105 });
    expect(await adminOrderOf(body.orderId)).toMatchObject({
      ...{ vatCheck: 'unavailable', reverseCharge: false, amount: 105 },
      vatConsultation: { date: expect.any(String), consultationNumber: '' },
    });
  });
});

describe('billing', () => {
  test('is kept on the order, null for the address of the delivery', async () => {
    const own = { ...austrian, company: '', vatId: '' };
    const { body } = await pay({ billing: own, amount: 105 });
    expect(await orderOf(body.orderId)).toMatchObject({ billing: own, vatCheck: null });
    const { body: without } = await pay({ amount: 105 });
    expect(await orderOf(without.orderId)).toMatchObject({ billing: null });
    expect(await adminOrderOf(without.orderId)).toMatchObject({ vatConsultation: null });
  });

  test('is part of what makes two requests one order', async () => {
    const own = { ...austrian, company: 'Engines' };
    const first = (await pay({ billing: own, amount: 105 })).body.orderId;
    expect((await pay({ billing: own, amount: 105 })).body.orderId).toBe(first);
    expect((await pay({ billing: { ...own, company: 'Other' }, amount: 105 })).body.orderId).not.toBe(first);
  });

  test('needs no post code where there are none, and no name beside a company', async () => {
    const hongKong = { company: 'Engines', address: 'Nathan Road 1', city: 'Kowloon', country: 'HK' };
    const { body } = await pay({ billing: hongKong, amount: 105 });
    expect(await orderOf(body.orderId)).toMatchObject({ billing: { ...hongKong, name: '', postCode: '' } });
  });

  const wrongId = 'Enter a VAT ID of an EU country with its prefix, such as ATU12345678';
  test.each([
    [{}, ['address', 'city', 'country', 'name', 'postCode']],
    [{ ...billing, country: 'XX' }, ['country']],
    [{ ...billing, company: '', name: ' ' }, ['name']],
    [{ ...billing, postCode: '' }, ['postCode']],
    [{ ...billing, vatId: 'RS123456789' }, ['vatId']],
    [{ ...billing, vatId: 'ATU1234567' }, ['vatId']],
  ])('%j is rejected by the quote and by the payment', async (wrong, fields) => {
    const names = fields.map((field) => `billing.${field}`);
    for (const { status, body } of [await quote({ billing: wrong }), await pay({ billing: wrong, amount: 105 })]) {
      expect([status, Object.keys(body.fields).sort()]).toEqual([422, names]);
      if (fields.includes('vatId')) expect(body.fields['billing.vatId']).toBe(wrongId);
    }
  });

  test.each(['Engines', 5, []])('%j is no billing', async (wrong) => {
    const { status, body } = await quote({ billing: wrong });
    expect([status, body.fields]).toEqual([422, { billing: 'Billing must be an object' }]);
  });
});

test('a shop outside the EU charges VAT as to anybody', async () => {
  const { token } = await shop.admin();
  const set = (body: object) => shop.call('PUT', '/admin/settings', { token, body });
  await set({ address: { ...address, country: 'RS' } });
  const { body } = await quote({ billing });
  expect(body).toMatchObject({ ...taxed, vatCheck: 'valid' });
  await set({ address });
});
