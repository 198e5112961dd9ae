import { beforeEach, describe, expect, test } from 'vitest';
import { ADDRESSES_MAX, type AddressView } from '#contract/users/address-book.ts';
import { PaymentsFixture } from '../../../../testing/data/payments.ts';
import { PASSWORD } from '../../../../testing/shop/api.ts';
import { newId } from '../../../core/ids.ts';

const fixture = await PaymentsFixture.use();
const home = { name: 'Ada Lovelace', address: 'Main Street 1', city: 'Novi Sad', postCode: '21000', country: 'RS' };
const blank = { company: '', vatId: '', phoneNumber: '' };

let token: string;
beforeEach(() => {
  token = fixture.shopper.token;
});

const call = (method: string, path = '', body?: object, as = token) =>
  fixture.shop.call(method, `/user/address${path}`, { token: as, body });
const add = (change: object = {}) => call('POST', '', { ...home, ...change });
const list = async (): Promise<AddressView[]> => (await call('GET')).body.addresses;
const defaults = async () => (await list()).filter(({ isDefault }) => isDefault).map(({ city }) => city);

describe('a user saves addresses', () => {
  test('with all their fields, trimmed, and a VAT id in its plain form', async () => {
    expect(await list()).toEqual([]);
    const office = { ...home, company: ' Engines ', name: '', vatId: 'de 123.456.789', phoneNumber: '1' };
    const { status, body } = await add(office);
    expect([status, body.message]).toEqual([200, 'Address saved']);
    const saved = { ...office, _id: body.address._id, company: 'Engines', vatId: 'DE123456789', isDefault: true };
    expect(body.address).toEqual(saved);
    expect(await list()).toEqual([saved]);
  });

  test('where the country has states and no post codes', async () => {
    expect((await add({ country: 'US', state: 'CA' })).body.address).toMatchObject({ state: 'CA' });
    expect((await add({ country: 'QA', state: 'CA', postCode: '' })).body.address).not.toHaveProperty('state');
  });

  test.each([
    ['nothing', {}, ['name', 'address', 'city', 'postCode', 'country']],
    ['an unknown country', { ...home, country: 'XX' }, ['country']],
    ['an unknown state', { ...home, country: 'US', state: 'Nowhere' }, ['state']],
    ['a city that is too long', { ...home, city: 'x'.repeat(201) }, ['city']],
    ['a number as the name', { ...home, name: 1 }, ['name']],
  ])('but not %s', async (_, address, fields) => {
    const { status, body } = await call('POST', '', address);
    expect([status, Object.keys(body.fields)]).toEqual([422, fields]);
    expect(await list()).toEqual([]);
  });

  test('at most 20 of them, even at once', async () => {
    const responses = await Promise.all(Array.from({ length: ADDRESSES_MAX + 2 }, () => add()));
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(2);
    expect(await list()).toHaveLength(ADDRESSES_MAX);
    expect(await defaults()).toHaveLength(1);
  });

  test('only when logged in', async () => {
    for (const method of ['GET', 'POST']) expect((await call(method, '', undefined, '')).status).toBe(401);
  });
});

describe('one address is the default', () => {
  test('the first, until another is made it', async () => {
    await add({ city: 'One', isDefault: false });
    const { body } = await add({ city: 'Two' });
    expect(await defaults()).toEqual(['One']);
    await call('PUT', `/${body.address._id}`, { isDefault: true });
    expect((await list()).map(({ city }) => city)).toEqual(['Two', 'One']);
    await add({ city: 'Three', isDefault: true });
    expect(await defaults()).toEqual(['Three']);
  });

  test('also when several are made it at once', async () => {
    await Promise.all(Array.from({ length: 5 }, () => add({ isDefault: true })));
    expect(await defaults()).toHaveLength(1);
  });

  test('and stays it until another is', async () => {
    const { body } = await add();
    await call('PUT', `/${body.address._id}`, { isDefault: false });
    expect(await defaults()).toHaveLength(1);
  });

  test('the newest once it is deleted', async () => {
    const { body } = await add({ city: 'One' });
    await add({ city: 'Two' });
    await add({ city: 'Three' });
    expect((await call('DELETE', `/${body.address._id}`)).status).toBe(200);
    expect(await defaults()).toEqual(['Three']);
  });
});

describe('a user edits an address', () => {
  test('and keeps what the request does not name', async () => {
    const { body } = await add();
    const edited = await call('PUT', `/${body.address._id}`, { city: 'Beograd', postCode: '11000' });
    expect(edited.body.address).toEqual({ ...body.address, city: 'Beograd', postCode: '11000' });
    expect(await list()).toEqual([edited.body.address]);
  });

  test('but leaves nothing out', async () => {
    const { body } = await add();
    const { status, body: refused } = await call('PUT', `/${body.address._id}`, { name: '' });
    expect([status, Object.keys(refused.fields)]).toEqual([422, ['name']]);
  });

  test('and loses the state of another country', async () => {
    const { body } = await add({ country: 'US', state: 'CA' });
    const edited = await call('PUT', `/${body.address._id}`, { country: 'RS' });
    expect(edited.body.address).not.toHaveProperty('state');
  });
});

test('nobody edits or deletes what is not theirs', async () => {
  const { body } = await add();
  const { token: stranger } = await fixture.shop.newAccount();
  for (const id of [body.address._id, newId(), 'x']) {
    expect((await call('PUT', `/${id}`, { city: 'Here' }, stranger)).status).toBe(404);
    expect((await call('DELETE', `/${id}`, undefined, stranger)).status).toBe(404);
  }
  expect(await list()).toEqual([body.address]);
});

test('an order saves its address as the first', async () => {
  const courier = { code: 'courier', name: 'Courier', price: 5, minDays: 1, maxDays: 3, countries: [] };
  await fixture.asAdmin('POST', '/admin/shipping-method', courier);
  const order = { items: [{ productId: fixture.laptop, count: 1 }], amount: 105, shippingMethod: 'courier' };
  const delivery = { ...home, country: 'US', state: 'NY', phoneNumber: '123' };
  expect((await fixture.prepare({ ...order, delivery })).status).toBe(200);
  const saved = [{ ...blank, ...delivery, _id: expect.any(String), isDefault: true }];
  expect(await list()).toEqual(saved);
  expect((await fixture.prepare({ ...order, delivery: home })).status).toBe(200);
  expect(await list()).toEqual(saved);
});

test('an order saves the company that it is billed to with its address', async () => {
  const order = { items: [{ productId: fixture.laptop, count: 1 }], amount: 100 };
  const billing = { ...home, company: 'Engines', vatId: 'ATU12345675' };
  expect((await fixture.prepare({ ...order, billing })).status).toBe(200);
  expect(await list()).toEqual([{ ...blank, ...billing, _id: expect.any(String), isDefault: true }]);

  token = (await fixture.shop.newAccount()).token;
  const method = { code: 'van', name: 'Van', price: 5, minDays: 1, maxDays: 3, countries: [] };
  await fixture.asAdmin('POST', '/admin/shipping-method', method);
  const delivered = { ...order, amount: 105, shippingMethod: 'van', delivery: { ...home, phoneNumber: '123' } };
  expect((await fixture.prepare({ ...delivered, billing }, token)).status).toBe(200);
  expect(await list()).toMatchObject([{ ...billing, phoneNumber: '123' }]);
});

test('addresses are exported with the account, and deleted with it', async () => {
  const { body } = await add();
  const exported = await fixture.shop.call('GET', '/user/export', { token });
  expect(exported.body.addresses).toEqual([body.address]);
  await fixture.shop.call('DELETE', '/user', { token, body: { password: PASSWORD } });
  const rows = await fixture.shop.em().execute('select id from user_address where id = ?', [body.address._id]);
  expect(rows).toEqual([]);
});
