import { beforeEach, describe, expect, test } from 'vitest';
import { VIEW_NAME_MAX, VIEW_QUERY_MAX, VIEWS_MAX } from '#contract/users/saved-views.ts';
import { PASSWORD } from '../../../../../testing/shop/api.ts';
import { type ApiResponse, type LoggedIn, startTestShop } from '../../../../../testing/shop/shop.ts';
import { newId } from '../../../../core/ids.ts';

const shop = await startTestShop();
let ada: LoggedIn;

/** A new admin. */
async function newAdmin(): Promise<LoggedIn> {
  const admin = await shop.newAccount();
  await shop.em().execute("update user_account set role = 'admin' where id = ?", [admin.userId]);
  return admin;
}

beforeEach(async () => {
  ada = await newAdmin();
});

const path = '/admin/order-view';
const save = (body: object, { token } = ada): Promise<ApiResponse> => shop.call('POST', path, { token, body });
const edit = (id: string, body: object, { token } = ada) => shop.call('PUT', `${path}/${id}`, { token, body });
const remove = (id: string, { token } = ada) => shop.call('DELETE', `${path}/${id}`, { token });
const list = async ({ token } = ada) => (await shop.call('GET', path, { token })).body.views;

describe('a view of the orders', () => {
  test('is saved, listed in the order of saving, edited and deleted', async () => {
    const { status, body } = await save({ name: '  To Berlin ', query: 'country=DE&search=Berlin' });
    expect([status, body]).toEqual([
      200,
      {
        status: 'success',
        message: 'View saved',
        view: { _id: expect.any(String), name: 'To Berlin', query: 'search=Berlin&country=DE' },
      },
    ]);
    const second = (await save({ name: 'Big ones', query: 'sort=amount&direction=desc' })).body.view;
    expect(await list()).toEqual([body.view, second]);

    const renamed = await edit(body.view._id, { name: 'Germany' });
    expect(renamed.body).toMatchObject({ message: 'View updated', view: { ...body.view, name: 'Germany' } });
    const changed = await edit(body.view._id, { query: 'country=DE' });
    expect(changed.body.view).toEqual({ _id: body.view._id, name: 'Germany', query: 'country=DE' });
    expect((await edit(body.view._id, {})).body.view).toEqual(changed.body.view);

    expect((await remove(body.view._id)).body.message).toBe('View deleted');
    expect(await list()).toEqual([second]);
    expect((await remove(body.view._id)).status).toBe(404);
  });

  test('belongs to one admin', async () => {
    const grace = await newAdmin();
    const { view } = (await save({ name: 'Paid', query: 'state=paid' })).body;
    expect((await save({ name: 'Paid', query: 'state=paid' }, grace)).status).toBe(200);
    expect(await list(grace)).toHaveLength(1);
    expect((await edit(view._id, { name: 'Mine' }, grace)).status).toBe(404);
    expect((await remove(view._id, grace)).status).toBe(404);
    expect(await list()).toEqual([view]);
  });

  test.each([
    [
      'all parameters',
      'state=paid&fulfilment=open&method=shipping&country=RS&refunded=none&from=2026-11-01&to=2026-11-30',
    ],
    ['a search with any characters', `search=${encodeURIComponent('50% & "Đorđe" + ?')}`],
    ['an order', 'sort=amount&direction=asc'],
  ])('keeps %s, so that it shows the same orders', async (_, query) => {
    const { view } = (await save({ name: 'Mine', query })).body;
    expect(Object.fromEntries(new URLSearchParams(view.query))).toEqual(Object.fromEntries(new URLSearchParams(query)));
    const response = await shop.call('GET', `/admin/order?${view.query}`, { token: ada.token });
    expect(response.status).toBe(200);
  });

  test.each([
    ['the page and its size', 'state=paid&page=3&pageSize=50'],
    ['unknown parameters', 'state=paid&view=1&__proto__=x&admin=true'],
    ['empty parameters', 'state=paid&country=&search='],
    ['the default order', 'state=paid&sort=date&direction=desc'],
    ['a question mark', '?state=paid'],
    ['a second value', 'state=paid&state=failed'],
  ])('drops %s', async (_, query) => {
    expect((await save({ name: 'Paid', query })).body.view.query).toBe('state=paid');
  });

  test.each([
    ['an unknown state', 'state=lost', /^state must be one of pending, paid/],
    ['an unknown order', 'sort=secret', /^sort must be one of/],
    ['a day that does not exist', 'from=2026-02-30', /^from must be a day/],
    ['a country that does not exist', 'country=XX', /^country must be one of/],
    ['a long search', `search=${'x'.repeat(201)}`, /^search can have at most 200 characters$/],
    ['a NUL', 'search=%00', /cannot be stored/],
    ['nothing to show', '', /^Set a filter/],
    ['nothing that the table knows', 'page=2&other=1', /^Set a filter/],
    ['a very long query', `search=x&other=${'x'.repeat(VIEW_QUERY_MAX)}`, /^The filters are too long$/],
    ['a number', 5, /^Must be text$/],
  ])('is refused with %s', async (_, query, message) => {
    const { body } = await save({ name: 'Mine', query: 'state=paid' });
    for (const { status, body: refusal } of [
      await save({ name: 'Other', query }),
      await edit(body.view._id, { name: 'Other', query }),
    ]) {
      expect([status, Object.keys(refusal.fields)]).toEqual([422, ['query']]);
      expect(refusal.message).toMatch(message);
    }
    expect(await list()).toEqual([body.view]);
  });

  test.each([undefined, '', '   ', 5, 'x'.repeat(VIEW_NAME_MAX + 1)])('is refused with the name %j', async (name) => {
    const { status, body } = await save({ name, query: 'state=paid' });
    expect([status, Object.keys(body.fields)]).toEqual([422, ['name']]);
    expect(await list()).toEqual([]);
  });

  test('may have a name of the maximum length', async () => {
    expect((await save({ name: ` ${'x'.repeat(VIEW_NAME_MAX)} `, query: 'state=paid' })).status).toBe(200);
  });

  test('has a name of its own in any case, even when two are saved at once', async () => {
    const both = await Promise.all(['Đak', 'đAK'].map((name) => save({ name, query: 'state=paid' })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const taken = both.find(({ status }) => status === 409);
    expect(taken?.body).toMatchObject({ code: 'conflict', message: 'You already have a view with this name' });
    const other = (await save({ name: 'Other', query: 'state=failed' })).body.view;
    expect((await edit(other._id, { name: 'ĐAK', query: 'state=paid' })).status).toBe(409);
    expect((await list())[1]).toEqual(other);
    expect((await edit(other._id, { name: 'OTHER' })).body.view.name).toBe('OTHER');
  });

  test(`is one of at most ${VIEWS_MAX}, even when two are saved at once`, async () => {
    const saving = (index: number) => save({ name: `View ${index}`, query: 'state=paid' });
    for (let index = 2; index <= VIEWS_MAX; index++) await saving(index);
    const both = await Promise.all([saving(VIEWS_MAX + 1), saving(VIEWS_MAX + 2)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = both.find(({ status }) => status === 409);
    expect(refused?.body.message).toBe('You can save up to 20 views. Delete one first.');
    const [first] = await list();
    await remove(first._id);
    expect((await saving(1)).status).toBe(200);
  });

  test('is exported with the account, and deleted with it', async () => {
    const { view } = (await save({ name: 'Paid', query: 'state=paid' })).body;
    expect((await shop.call('GET', '/user/export', { token: ada.token })).body.savedViews).toEqual([view]);
    // An admin's account can't be deleted.
    await shop.em().execute("update user_account set role = 'user' where id = ?", [ada.userId]);
    expect((await shop.call('GET', path, { token: ada.token })).status).toBe(403);
    await shop.call('DELETE', '/user', { token: ada.token, body: { password: PASSWORD } });
    expect(await shop.em().execute('select id from saved_view where id = ?', [view._id])).toEqual([]);
  });

  test.each([newId(), 'malformed'])('is not found by the id %s', async (id) => {
    expect((await edit(id, { name: 'Mine' })).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
  });
});
