import { beforeEach, describe, expect, test } from 'vitest';
import type { ShippingMethodView } from '#contract/orders/delivery.ts';
import { auditTrail } from '../../../testing/data/catalogue.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';

const shop = await startTestShop();
const { token, username } = await shop.admin();
const POST = { code: 'post', name: 'Post', price: 4.9, minDays: 2, maxDays: 4 };

const call = (method: string, path: string, body?: unknown) => shop.call(method, path, { token, body });
const list = async (): Promise<ShippingMethodView[]> =>
  (await call('GET', '/admin/shipping-method')).body.shippingMethods;
const add = (method: object = {}) => call('POST', '/admin/shipping-method', { ...POST, ...method });
const edit = (id: string, changes: object) => call('PUT', `/admin/shipping-method/${id}`, changes);
const remove = (id: string) => call('DELETE', `/admin/shipping-method/${id}`);
const pickup = async () => (await list()).find(({ code }) => code === 'pickup') as ShippingMethodView;

beforeEach(async () => {
  for (const { _id, code } of await list()) if (code !== 'pickup') await remove(_id);
});

describe('shipping methods', () => {
  test('a shop starts with pickup, free and everywhere', async () => {
    expect(await list()).toEqual([
      {
        _id: expect.any(String),
        code: 'pickup',
        name: 'Collect in store',
        price: 0,
        freeFrom: null,
        minDays: 0,
        maxDays: 0,
        countries: [],
        isActive: true,
        translations: {},
      },
    ]);
  });

  test('are added with defaults, listed by price and recorded', async () => {
    const { status, body } = await add();
    expect([status, body.message]).toEqual([200, 'Shipping method added']);
    expect(body.shippingMethod).toEqual({
      _id: expect.any(String),
      ...POST,
      freeFrom: null,
      countries: [],
      isActive: true,
      translations: {},
    });
    await add({ code: 'courier', price: 9, freeFrom: 0, countries: ['RS', 'DE'], isActive: false });
    expect((await list()).map(({ code, freeFrom, countries }) => ({ code, freeFrom, countries }))).toEqual([
      { code: 'pickup', freeFrom: null, countries: [] },
      { code: 'post', freeFrom: null, countries: [] },
      { code: 'courier', freeFrom: 0, countries: ['DE', 'RS'] },
    ]);
    const [entry] = await auditTrail(shop.em(), body.shippingMethod._id);
    expect(entry).toMatchObject({ action: 'shippingMethod.added', actor: username, subjectName: 'Post' });
    expect(entry?.changes).toMatchObject({ price: { from: null, to: 4.9 }, countries: { from: null, to: '' } });
  });

  test('keep absent fields when edited', async () => {
    const { _id } = (await add({ freeFrom: 50, countries: ['RS'] })).body.shippingMethod;
    const edited = await edit(_id, { price: 5.5, countries: ['RS', 'BA'] });
    expect([edited.status, edited.body.message]).toEqual([200, 'Shipping method updated']);
    const expected = {
      _id,
      ...POST,
      price: 5.5,
      freeFrom: 50,
      countries: ['BA', 'RS'],
      isActive: true,
      translations: {},
    };
    expect(edited.body.shippingMethod).toEqual(expected);
    expect((await edit(_id, { freeFrom: null })).body.shippingMethod).toEqual({ ...expected, freeFrom: null });
    const trail = await auditTrail(shop.em(), _id);
    expect(trail.map(({ action, changes }) => ({ action, changes })).slice(1)).toEqual([
      {
        action: 'shippingMethod.edited',
        changes: { price: { from: 4.9, to: 5.5 }, countries: { from: 'RS', to: 'BA, RS' } },
      },
      { action: 'shippingMethod.edited', changes: { freeFrom: { from: 50, to: null } } },
    ]);
  });

  test('an edit that changes nothing is not recorded', async () => {
    const { _id } = (await add()).body.shippingMethod;
    expect((await edit(_id, { name: ' Post ' })).status).toBe(200);
    expect(await auditTrail(shop.em(), _id)).toHaveLength(1);
  });

  test('a taken code is rejected, also when two arrive at once', async () => {
    const statuses = (await Promise.all([add(), add()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
    const { _id } = (await add({ code: 'courier' })).body.shippingMethod;
    const refused = await edit(_id, { code: 'post' });
    expect([refused.status, refused.body.message]).toEqual([409, 'There is already a shipping method post']);
  });

  test.each([
    ['code', { code: '' }, 'Code is required'],
    [
      'code',
      { code: 'Post' },
      'Code must start with a letter and contain only lowercase letters, digits, hyphens and underscores',
    ],
    ['code', { code: `p${'o'.repeat(40)}` }, 'Code can have at most 40 characters'],
    ['name', { name: '  ' }, 'Name is required'],
    ['price', { price: -1 }, 'Price must be from 0 to 1,000,000 EUR, with at most two decimals'],
    ['price', { price: 1.005 }, 'Price must be from 0 to 1,000,000 EUR, with at most two decimals'],
    ['price', { price: '5' }, 'Price must be from 0 to 1,000,000 EUR, with at most two decimals'],
    ['freeFrom', { freeFrom: -0.01 }, 'Free from must be from 0 to 1,000,000 EUR, with at most two decimals'],
    ['minDays', { minDays: 0.5 }, 'Minimum days must be a whole number from 0 to 365'],
    ['maxDays', { maxDays: 366 }, 'Maximum days must be a whole number from 0 to 365'],
    ['maxDays', { minDays: 5, maxDays: 4 }, 'Maximum days must be at least the minimum days'],
    ['countries', { countries: 'RS' }, 'Countries must be a list of two-letter ISO country codes, such as RS'],
    ['countries[0]', { countries: ['rs'] }, 'Country must be a two-letter ISO code, such as RS'],
    ['countries[0]', { countries: ['XX'] }, 'Country must be a two-letter ISO code, such as RS'],
    ['countries', { countries: ['RS', 'RS'] }, 'Each country can be listed only once'],
    ['isActive', { isActive: 'yes' }, 'Active must be true or false'],
  ])('a wrong %s is rejected: %j', async (field, wrong, message) => {
    const { status, body } = await add(wrong);
    expect([status, body.fields]).toEqual([422, { [field]: message }]);
    expect(await list()).toHaveLength(1);
  });

  test('days are compared with those that stay', async () => {
    const { _id } = (await add()).body.shippingMethod;
    const { status, body } = await edit(_id, { minDays: 5 });
    expect([status, body.fields]).toEqual([422, { maxDays: 'Maximum days must be at least the minimum days' }]);
  });

  test('pickup can be renamed and switched off, but stays free, everywhere, and in the list', async () => {
    const { _id } = await pickup();
    expect((await edit(_id, { name: 'Collect it', isActive: false })).body.shippingMethod).toMatchObject({
      name: 'Collect it',
      isActive: false,
    });
    expect((await edit(_id, { price: 1 })).body.fields).toEqual({ price: 'Collecting an order is free' });
    expect((await edit(_id, { countries: ['RS'] })).body.fields).toEqual({
      countries: 'Orders from everywhere can be collected',
    });
    expect((await edit(_id, { code: 'collect' })).status).toBe(409);
    const refused = await remove(_id);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "Collect it can't be deleted, but it can be switched off",
    ]);
    await edit(_id, { name: 'Collect in store', isActive: true });
  });

  test('are deleted once', async () => {
    const { _id } = (await add()).body.shippingMethod;
    expect((await remove(_id)).body.message).toBe('Shipping method deleted');
    expect((await remove(_id)).body.message).toBe('Shipping method not found');
    expect((await edit(_id, { price: 1 })).status).toBe(404);
    expect((await auditTrail(shop.em(), _id)).at(-1)).toMatchObject({ action: 'shippingMethod.deleted' });
  });
});

describe('VAT rates', () => {
  const read = async () => (await call('GET', '/admin/tax')).body.tax;
  const replace = (tax: unknown) => call('PUT', '/admin/tax', tax);

  test('are zero at the start, and are replaced as a whole', async () => {
    const reduced = { shopRate: 0, rates: [] };
    expect(await read()).toEqual({ shopRate: 0, rates: [], reduced });
    const first = {
      shopRate: 20,
      rates: [
        { country: 'DE', rate: 19 },
        { country: 'FR', rate: 5.55 },
      ],
    };
    const { status, body } = await replace(first);
    expect([status, body.message, body.tax]).toEqual([200, 'VAT rates updated', { ...first, reduced }]);
    const second = { shopRate: 20, rates: [{ country: 'DE', rate: 0 }] };
    await replace(second);
    expect(await read()).toEqual({ ...second, reduced });
    await replace(second);
    const { entries } = (await call('GET', '/admin/audit?subject=tax')).body;
    expect(entries.map(({ changes }: { changes: unknown }) => changes)).toEqual([
      { DE: { from: 19, to: 0 }, FR: { from: 5.55, to: null } },
      { shopRate: { from: 0, to: 20 }, DE: { from: null, to: 19 }, FR: { from: null, to: 5.55 } },
    ]);
  });

  test('are reduced for products of that class, and stay if they are absent', async () => {
    const { reduced: _, ...standard } = await read();
    const reduced = { shopRate: 10, rates: [{ country: 'DE', rate: 7 }] };
    expect((await replace({ ...standard, reduced })).body.tax).toEqual({ ...standard, reduced });
    await replace(standard);
    expect(await read()).toEqual({ ...standard, reduced });
    const { entries } = (await call('GET', '/admin/audit?subject=tax')).body;
    expect(entries[0].changes).toEqual({
      'reduced.shopRate': { from: 0, to: 10 },
      'reduced.DE': { from: null, to: 7 },
    });
    await replace({ ...standard, reduced: { shopRate: 0, rates: [] } });
  });

  test('two replacements at once do not mix', async () => {
    const tables = ['DE', 'FR', 'IT', 'ES'].map((country, index) => ({
      shopRate: index,
      rates: [{ country, rate: 1 }],
    }));
    await Promise.all(tables.map(replace));
    const { reduced: _, ...standard } = await read();
    expect(tables).toContainEqual(standard);
  });

  const rate = 'Rate must be from 0 to 100 percent, with at most two decimals';
  test.each([
    [{ shopRate: 101, rates: [] }, { shopRate: rate }],
    [{ shopRate: 1.234, rates: [] }, { shopRate: rate }],
    [
      { shopRate: 20, rates: [], reduced: null },
      { reduced: 'Reduced rates must be an object with shopRate and rates' },
    ],
    [{ shopRate: 20, rates: [], reduced: { shopRate: 101, rates: [] } }, { 'reduced.shopRate': rate }],
    [{ shopRate: 20 }, { rates: 'Rates must be a list of countries, each with its rate' }],
    [{ shopRate: 20, rates: [null] }, { 'rates[0]': 'Rates must be a list of countries, each with its rate' }],
    [{ shopRate: 20, rates: [{ country: 'DE', rate: -1 }] }, { 'rates[0].rate': rate }],
    [
      { shopRate: 20, rates: [{ country: '*', rate: 1 }] },
      { 'rates[0].country': 'Country must be a two-letter ISO code, such as RS' },
    ],
    [
      {
        shopRate: 20,
        rates: [
          { country: 'DE', rate: 1 },
          { country: 'DE', rate: 2 },
        ],
      },
      { rates: 'Each country can have only one rate' },
    ],
  ])('%j is rejected and changes nothing', async (tax, fields) => {
    const before = await read();
    const { status, body } = await replace(tax);
    expect([status, body.fields]).toEqual([422, fields]);
    expect(await read()).toEqual(before);
  });
});
