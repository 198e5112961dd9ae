import { describe, expect, test } from 'vitest';
import type { ApiKeyView } from '#contract/integration/api-keys.ts';
import { type Scope, scopes } from '#contract/integration/scopes.ts';
import { type LoggedIn, startTestShop } from '../../../testing/shop/shop.ts';
import { waitFor } from '../../../testing/wait.ts';
import { capabilityOf, scopeOfCall } from '../../core/http/calls.ts';
import { newId } from '../../core/ids.ts';
import { describedRoutes } from '../../openapi/routes.ts';
import { addApiKey } from './api-keys.service.ts';

const shop = await startTestShop();
const emptyShop = await startTestShop();
const otherShop = await startTestShop({ requireAdminSecondFactor: true });
const admin = await shop.admin();

type Key = { apiKey: ApiKeyView; secret: string };

async function addKey(
  scopes: readonly Scope[],
  { author = admin, ...input }: { author?: LoggedIn; name?: string } = {},
) {
  const body = { name: `Key ${newId().slice(-6)}`, scopes, ...input };
  const added = await shop.call('POST', '/admin/api-key', { token: author.token, body });
  expect(added).toMatchObject({ status: 200 });
  return added.body as Key;
}

const callWith = ({ secret }: Key, method: string, path: string, body?: object) =>
  shop.call(method, path, { token: `Bearer ${secret}`, ...(body && { body }) });
const expire = ({ apiKey }: Key) =>
  shop.em().execute(`update api_key set expires_at = now() where id = ?`, [apiKey._id]);
const listed = async ({ apiKey }: Key): Promise<ApiKeyView | undefined> =>
  (await shop.call('GET', '/admin/api-key', { token: admin.token })).body.apiKeys.find(
    ({ _id }: ApiKeyView) => _id === apiKey._id,
  );

describe('an API key', () => {
  test('is listed without its secret, which is shown once and stored as a hash', async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const body = { name: ' Books ', scopes: ['orders:read', 'reports:read'], expiresAt };
    const added = await shop.call('POST', '/admin/api-key', { token: admin.token, body });
    expect(added).toMatchObject({ status: 200, body: { message: 'API key added' } });
    expect(added.body.secret).toMatch(/^wsk_[\w-]{43}$/);
    const view = {
      _id: expect.any(String),
      name: 'Books',
      scopes: body.scopes,
      prefix: added.body.secret.slice(0, 10),
      state: 'active',
      expiresAt,
      lastUsedAt: null,
      createdAt: expect.stringMatching(/Z$/),
      createdBy: admin.username,
    };
    expect(added.body.apiKey).toEqual(view);
    expect(await listed(added.body)).toEqual(view);
    const rows = JSON.stringify(await shop.em().execute('select * from api_key'));
    expect(rows).not.toContain(added.body.secret.slice(10));
    expect((await callWith(added.body, 'GET', '/admin/order')).status).toBe(200);
    expect((await listed(added.body))?.lastUsedAt).toMatch(/Z$/);
  });

  test.each([
    [{ name: '' }, { name: 'Name is required' }],
    [{ scopes: [] }, { scopes: 'Choose at least one permission' }],
    [{ scopes: undefined }, { scopes: 'Choose at least one permission' }],
    [{ scopes: ['settings:write'] }, { 'scopes[0]': 'The scopes must be a list of known scopes without duplicates' }],
    [
      { scopes: ['orders:read', 'orders:read'] },
      { scopes: 'The scopes must be a list of known scopes without duplicates' },
    ],
    [{ expiresAt: '2020-01-01T00:00:00Z' }, { expiresAt: 'The expiry date must be in the future' }],
  ])('is refused with %j', async (wrong, fields) => {
    const body = { name: 'Books', scopes: ['orders:read'], ...wrong };
    const response = await shop.call('POST', '/admin/api-key', { token: admin.token, body });
    expect([response.status, response.body.fields]).toEqual([422, fields]);
  });

  test('notes its use once a minute, also when many calls come at once', async () => {
    const key = await addKey(['orders:read']);
    await Promise.all(Array.from({ length: 5 }, () => callWith(key, 'GET', '/admin/order')));
    const first = (await listed(key))?.lastUsedAt;
    await callWith(key, 'GET', '/admin/order');
    expect((await listed(key))?.lastUsedAt).toBe(first);
    await shop
      .em()
      .execute(`update api_key set last_used_at = now() - interval '61 seconds' where id = ?`, [key.apiKey._id]);
    await callWith(key, 'GET', '/admin/order');
    expect(Date.parse((await listed(key))?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(first ?? ''));
  });

  test('needs a second factor to be made where staff need one, and none to be used', async () => {
    const { token, userId, username } = await otherShop.admin();
    const input = { name: 'ERP', scopes: ['orders:read' as const] };
    const refused = await otherShop.call('POST', '/admin/api-key', { token, body: input });
    expect([refused.status, refused.body.code]).toEqual([403, 'secondFactorRequired']);
    const { secret } = await addApiKey(otherShop.em(), { userId, username }, input);
    expect((await otherShop.call('GET', '/admin/order', { token: secret })).status).toBe(200);
    expect((await otherShop.call('GET', '/admin/order', { token })).status).toBe(403);
  });
});

describe('at most 50 keys', () => {
  test('can be had, also when two are added at once', async () => {
    const shop = emptyShop;
    const { token } = await shop.admin();
    const add = () => shop.call('POST', '/admin/api-key', { token, body: { name: 'Key', scopes: ['orders:read'] } });
    for (let count = 0; count < 49; count += 1) expect((await add()).status).toBe(200);
    const last = await Promise.all([add(), add(), add()]);
    expect(last.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { apiKeys } = (await shop.call('GET', '/admin/api-key', { token })).body;
    expect(apiKeys).toHaveLength(50);
  });
});

const routes = describedRoutes().map(({ method, path, call }) => ({
  method,
  path: path
    .replace('/api/v1', '')
    .replace(/\{.*\}/, '')
    .replaceAll(/:\w+/g, newId()),
  call,
}));

describe('the scope of a call', () => {
  /** What contract and brief list, by the call. */
  const table: Record<Scope, string[]> = {
    'products:read': [
      'GET /admin/product',
      'GET /admin/product/export',
      'GET /admin/product/:id',
      'GET /admin/product/:id/prices',
      'GET /admin/product/families',
      'GET /admin/category',
      'GET /admin/attribute',
      'GET /admin/company',
      'GET /admin/term',
      'GET /admin/import',
      'GET /admin/import/:id',
    ],
    'products:write': [
      'POST /admin/product',
      'POST /admin/product/variants',
      'PUT /admin/product',
      'DELETE /admin/product/:id{/{:image}}',
      'POST /admin/product/:id/images',
      'PUT /admin/product/:id/images',
      'DELETE /admin/product/:id/images/:imageId',
      'POST /admin/product/:id/documents',
      'DELETE /admin/product/:id/documents/:documentId',
      'POST /admin/product/bulk',
      'POST /admin/product/bulk/:id/undo',
      'POST /admin/category',
      'PUT /admin/category',
      'DELETE /admin/category/:id',
      'POST /admin/attribute',
      'PUT /admin/attribute/:id',
      'DELETE /admin/attribute/:id',
      'POST /admin/company',
      'PUT /admin/company/:id',
      'DELETE /admin/company/:id',
      'PUT /admin/term',
      'POST /admin/import',
      'GET /admin/feed',
      'GET /admin/feed/:id/problems',
      'POST /admin/feed',
      'PUT /admin/feed/:id',
      'DELETE /admin/feed/:id',
    ],
    'orders:read': [
      'GET /admin/order',
      'GET /admin/order/:id',
      'GET /admin/order/export',
      'GET /admin/order/:id/packing-slip',
      'GET /admin/return',
      'GET /admin/return/:id/refund',
      'GET /admin/withdrawal',
    ],
    'orders:write': [
      'POST /admin/order/shipments/preview',
      'POST /admin/order/shipments',
      'POST /admin/order/:id/shipment',
      'POST /admin/order/:id/delivered',
      'POST /admin/order/:id/collected',
      'POST /admin/order/:id/refund',
      'POST /admin/order/:id/check',
      'POST /admin/order/:id/note',
      'DELETE /admin/order/:id/note/:noteId',
      'POST /admin/order/:id/resend',
      'POST /admin/return/:id/approve',
      'POST /admin/return/:id/reject',
      'POST /admin/return/:id/receive',
      'POST /admin/return/:id/refund',
      'POST /admin/return/:id/replace',
      'POST /admin/return/:id/repair',
      'POST /admin/withdrawal/:id/match',
      'POST /admin/withdrawal/:id/dismiss',
    ],
    'users:read': ['GET /admin/user'],
    'comments:write': [
      'GET /comment',
      'PATCH /comment',
      'DELETE /comment/:id',
      'POST /admin/comment/bulk',
      'GET /admin/comment-report',
      'PATCH /admin/comment-report/:id',
    ],
    'reports:read': [
      'GET /admin/statistics',
      'GET /admin/report/vat',
      'GET /admin/report/vat.csv',
      'GET /admin/report/documents.csv',
    ],
  };

  test('is that of the table: all others are never for keys', () => {
    const described = describedRoutes().flatMap(({ method, path, call }) => {
      const scope = scopeOfCall(call, method);
      return scope === null ? [] : [[`${method} ${path.replace('/api/v1', '')}`, scope]];
    });
    const expected = scopes.flatMap((scope) => table[scope].map((call) => [call, scope]));
    expect(Object.fromEntries(described)).toEqual(Object.fromEntries(expected));
  });

  test('is asked of a key before the body is read, and named by the refusal', async () => {
    const none = await addKey(['reports:read']);
    const all = await addKey(scopes);
    for (const { method, path, call } of routes) {
      const scope = scopeOfCall(call, method);
      const isOpen = (call.access === undefined && method === 'GET') || scope === 'reports:read';
      const refused = await shop.call(method, path, { token: none.secret });
      const message = scope === null ? "API keys can't be used for this." : `This API key lacks the scope ${scope}.`;
      if (isOpen) expect([method, path, refused.status < 500 && refused.status !== 403]).toEqual([method, path, true]);
      else expect([method, path, refused.status, refused.body.message]).toEqual([method, path, 403, message]);
      if (scope === null || method === 'DELETE') continue;
      const allowed = await shop.call(method, path, { token: all.secret });
      expect([method, path, allowed.status]).not.toEqual([method, path, 403]);
      expect(allowed.status).not.toBe(401);
    }
  });

  test('never includes accounts, roles, settings, keys, or anything of a shopper', () => {
    const never = describedRoutes().filter(({ call }) => {
      const capability = capabilityOf(call);
      return call.access === 'user' || capability === 'integrations.manage' || capability === 'settings.edit';
    });
    expect(never.length).toBeGreaterThan(40);
    expect(never.filter(({ method, call }) => scopeOfCall(call, method) !== null)).toEqual([]);
  });
});

describe('a key that is not valid', () => {
  test.each(['GET', 'POST'])('gets 401 from every call, also public ones: %s', async (method) => {
    for (const { path } of routes.filter((route) => route.method === method)) {
      const { status, body } = await shop.call(method, path, { token: `wsk_${'a'.repeat(43)}` });
      expect([path, status, body.message]).toEqual([
        path,
        401,
        'This API key is not valid. It may have expired or been deleted.',
      ]);
    }
  });

  test('is one that is deleted or expired', async () => {
    const [deleted, expired] = [await addKey(['orders:read']), await addKey(['orders:read'])];
    const path = `/admin/api-key/${deleted.apiKey._id}`;
    expect(await shop.call('DELETE', path, { token: admin.token })).toMatchObject({
      status: 200,
      body: { message: 'API key deleted' },
    });
    expect((await shop.call('DELETE', path, { token: admin.token })).status).toBe(404);
    await expire(expired);
    for (const key of [deleted, expired]) expect((await callWith(key, 'GET', '/admin/order')).status).toBe(401);
    expect((await listed(expired))?.state).toBe('expired');
  });

  test('is one whose author is inactive, deleted or a shopper again', async () => {
    const changes: [string, string][] = [
      ['update user_account set active = false where id = ?', 'authorless'],
      [`update user_account set role = 'user' where id = ?`, 'authorless'],
      ['delete from user_account where id = ?', 'authorless'],
    ];
    for (const [change, state] of changes) {
      const author = await shop.staff('admin');
      const key = await addKey(['orders:read'], { author });
      expect((await callWith(key, 'GET', '/admin/order')).status).toBe(200);
      await shop.em().execute(change, [author.userId]);
      expect((await callWith(key, 'GET', '/admin/order')).status).toBe(401);
      expect((await listed(key))?.state).toBe(state);
    }
  });

  test('loses what its author may no longer do, and keeps the rest, also with a new password', async () => {
    const author = await shop.staff('admin');
    const key = await addKey(['orders:read', 'products:read'], { author });
    await shop.call('PUT', '/admin/user', { token: admin.token, body: { email: author.email, role: 'catalogue' } });
    await shop.call('PATCH', '/user/changePassword', {
      token: author.token,
      body: { currentPassword: 'correct horse', newPassword: 'battery staple', confirmPassword: 'battery staple' },
    });
    expect((await callWith(key, 'GET', '/admin/category')).status).toBe(200);
    expect(await callWith(key, 'GET', '/admin/order')).toMatchObject({
      status: 403,
      body: { message: "Your role doesn't allow this." },
    });
  });
});

test('a key deleted during an export: the file is sent whole, and the next call is refused', async () => {
  const { categoryId } = (
    await shop.call('POST', '/admin/category', { token: admin.token, body: { categoryName: 'Of an export' } })
  ).body;
  // More than sockets hold.
  await shop.em().execute(
    `insert into product (id, title, description, price_cents, category_id)
     select gen_random_uuid(), 'Product ' || n, repeat(md5(n::text), 32), 100, ? from generate_series(1, 20000) as n`,
    [categoryId],
  );
  const key = await addKey(['products:read']);
  const headers = { Authorization: `Bearer ${key.secret}`, 'Accept-Encoding': 'identity' };
  const response = await fetch(`${shop.url}/api/v1/admin/product/export`, { headers });
  expect(response.status).toBe(200);
  const reader = response.body?.getReader();
  let bytes = (await reader?.read())?.value?.length ?? 0;
  await shop.call('DELETE', `/admin/api-key/${key.apiKey._id}`, { token: admin.token });
  expect((await callWith(key, 'GET', '/admin/product')).status).toBe(401);
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) bytes += part.value.length;
  expect(bytes).toBeGreaterThan(20_000 * 1024);
});

test('a public read is answered as to a visitor', async () => {
  const key = await addKey(['products:read']);
  const [withKey, without] = [await callWith(key, 'GET', '/shop'), await shop.call('GET', '/shop')];
  expect(withKey).toMatchObject({ status: 200, body: without.body });
});

test('what a key does is in the audit trail under the names of author and key', async () => {
  const key = await addKey(['products:write'], { name: 'ERP' });
  const name = `Lamps ${newId().slice(-6)}`;
  expect((await callWith(key, 'POST', '/admin/category', { categoryName: name })).status).toBe(200);
  const { entries } = (await shop.call('GET', `/admin/audit?search=${name.slice(-6)}`, { token: admin.token })).body;
  expect(entries).toMatchObject([{ action: 'category.added', actor: admin.username, key: 'ERP' }]);
  const own = (await shop.call('GET', '/admin/audit?search=ERP', { token: admin.token })).body.entries;
  expect(own[0]).toMatchObject({ action: 'apiKey.added', subjectName: 'ERP' });
  expect(own[0]).not.toHaveProperty('key');
});

test('a key can make at most 600 calls a minute, and learns when to continue', async () => {
  const [key, other] = [await addKey(['reports:read']), await addKey(['reports:read'])];
  const statuses: number[] = [];
  for (let count = 0; count < 60; count += 1) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => callWith(key, 'GET', '/shop')));
    statuses.push(...answers.map(({ status }) => status));
  }
  expect(new Set(statuses)).toEqual(new Set([200]));
  // Several APIs share their counts a moment later.
  const refused = await waitFor('a refusal', async () => {
    const answer = await callWith(key, 'GET', '/shop');
    return answer.status === 429 ? answer : null;
  });
  expect(refused.body.message).toBe('Too many requests. Try again in 1 minute.');
  const wait = Number(refused.headers.get('Retry-After'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  expect((await callWith(other, 'GET', '/shop')).status).toBe(200);
});
