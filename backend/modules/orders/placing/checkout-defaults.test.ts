import { expect, test } from 'vitest';
import { PaymentsFixture } from '../../../../testing/data/payments.ts';
import { checkoutDefaults } from './checkout-defaults.ts';

const fixture = await PaymentsFixture.use();
const address = { name: 'Ada', address: 'Main Street 1', city: 'Novi Sad', postCode: '21000', country: 'RS' };
let methods = 0;

async function addMethod(countries: string[]): Promise<string> {
  methods += 1;
  const code = `courier-${methods}`;
  const method = { code, name: 'Courier', price: 5, minDays: 1, maxDays: 3, countries };
  expect((await fixture.asAdmin('POST', '/admin/shipping-method', method)).status).toBe(200);
  return code;
}

const defaults = async () =>
  (await fixture.shop.call('GET', '/payment/defaults', { token: fixture.shopper.token })).body;
const defaultsOfShopIn = (country: string) => checkoutDefaults(fixture.shop.em(), fixture.shopper.userId, country);

test('a checkout starts with the country of the shop, if it delivers there', async () => {
  expect(await defaults()).toEqual({ status: 'success', last: null, country: null, countries: [] });
  expect(await defaultsOfShopIn('RS')).toMatchObject({ country: null, countries: [] });
  await addMethod(['RS', 'DE']);
  await addMethod(['AT', 'DE']);
  expect(await defaultsOfShopIn('RS')).toMatchObject({ country: 'RS', countries: ['AT', 'DE', 'RS'] });
  expect(await defaultsOfShopIn('US')).toMatchObject({ country: null });
  await addMethod([]);
  expect(await defaultsOfShopIn('US')).toMatchObject({ country: 'US', countries: null });
  expect(await defaultsOfShopIn('')).toMatchObject({ country: null });
});

test('a checkout starts with the delivery of the latest paid order', async () => {
  const shippingMethod = await addMethod(['RS']);
  const items = [{ productId: fixture.laptop, count: 1 }];
  const delivery = { ...address, phoneNumber: '' };
  const { body } = await fixture.prepare({ items, amount: 105, shippingMethod, delivery });
  expect(await defaults()).toMatchObject({ last: null });
  await fixture.payWith(body.clientSecret);
  await fixture.untilState('paid');
  expect(await defaults()).toMatchObject({ last: { shippingMethod, delivery } });
  await fixture.prepare({ items, amount: 100 });
  expect(await defaults()).toMatchObject({ last: { shippingMethod, delivery } });
});
