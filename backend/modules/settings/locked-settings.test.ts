import { expect, test } from 'vitest';
import { startTestShop } from '../../../testing/shop/shop.ts';
import { readConfig } from '../../config.ts';

const variables = {
  SHOP_NAME: 'Tea & Co',
  SHOP_ADDRESS: 'Ring 1\n1010 Wien',
  SHOP_COUNTRY: 'AT',
  SHOP_PHONE: '+43 1 555',
  SHOP_VAT_ID: 'ATU1',
  SUPPORT_EMAIL: 'help@tea.example.com',
  TIME_ZONE: 'Europe/Vienna',
};
const address = { street: 'Ring 1', postCode: '1010', city: 'Wien', country: 'AT' };
const fixed = {
  name: 'Tea & Co',
  address,
  phoneNumber: '+43 1 555',
  vatId: 'ATU1',
  email: 'help@tea.example.com',
  timeZone: 'Europe/Vienna',
};
const shop = await startTestShop({ fixed: readConfig(variables).shop });
const withAddress = await startTestShop({ fixed: readConfig({ SHOP_ADDRESS: variables.SHOP_ADDRESS }).shop });
const withCountry = await startTestShop({ fixed: readConfig({ SHOP_COUNTRY: variables.SHOP_COUNTRY }).shop });
const call = async (method: 'GET' | 'PUT', body?: object) => {
  const { token } = await shop.admin();
  return shop.call(method, '/admin/settings', { token, body });
};

test('variables of the server win over what was set before, and are locked', async () => {
  const { body } = await call('GET');
  expect(body.settings).toMatchObject(fixed);
  expect([...body.locked].sort()).toEqual(
    ['address', 'address.country', 'email', 'name', 'phoneNumber', 'timeZone', 'vatId'].sort(),
  );
  expect((await shop.call('GET', '/shop')).body.shop).toMatchObject({ name: 'Tea & Co', address });
});

test.each([
  ['SHOP_NAME', { name: 'Coffee' }],
  ['SHOP_ADDRESS', { address: { ...address, street: 'Ring 2' } }],
  ['SHOP_COUNTRY', { address: { ...address, country: 'DE' } }],
  ['SHOP_PHONE', { phoneNumber: '' }],
  ['SHOP_VAT_ID', { vatId: 'ATU2' }],
  ['SUPPORT_EMAIL', { email: '' }],
  ['TIME_ZONE', { timeZone: 'UTC' }],
])('what %s sets can not be changed', async (variable, body) => {
  const before = (await call('GET')).body;
  const refused = await call('PUT', { returnDays: 99, ...body });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    `${variable} on the server sets this. Change it there.`,
  ]);
  expect((await call('GET')).body).toEqual(before);
});

test.each([
  [withAddress, 'SHOP_ADDRESS', 'address', { ...address, country: 'DE' }],
  [withCountry, 'SHOP_COUNTRY', 'address.country', { ...address, street: 'Ring 2' }],
])(
  '%# an address that the server sets in part is completed in the dashboard',
  async (shop, variable, locked, whole) => {
    const { token } = await shop.admin();
    const put = (address: object) => shop.call('PUT', '/admin/settings', { token, body: { address } });
    expect((await put(whole)).body).toMatchObject({
      locked: expect.arrayContaining([locked]),
      settings: { address: whole },
    });
    const refused = await put({ street: 'Weg 9', postCode: '1', city: 'Graz', country: 'RS' });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `${variable} on the server sets this. Change it there.`,
    ]);
  },
);

test('the same value is no change, and the others can be changed', async () => {
  const { status, body } = await call('PUT', { ...fixed, legalName: 'Tea Ltd' });
  expect([status, body.settings.legalName]).toEqual([200, 'Tea Ltd']);
});
