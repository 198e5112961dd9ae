import { describe, expect, test } from 'vitest';
import { brokenPng } from '../../../testing/data/pictures.ts';
import { type LoggedIn, startTestShop } from '../../../testing/shop/shop.ts';
import { newId } from '../ids.ts';
import { openQuotas, type QuotaName } from './quotas.ts';

const shop = await startTestShop({ trustedProxies: 1 });
const quotas = openQuotas(shop.limits);

const from = (address: string) => ({ 'X-Forwarded-For': address });
const comment = (address: string, token?: string) =>
  shop.call('POST', '/comment', {
    ...(token !== undefined && { token }),
    headers: from(address),
    body: { author: '', content: 'Fine', productId: newId(), productTitle: '' },
  });

/** Counts calls of an account or an address without making them. */
async function use(name: QuotaName, by: LoggedIn | string, times: number): Promise<void> {
  const caller = typeof by === 'string' ? { userId: null, address: by } : { userId: by.userId, address: '127.0.0.1' };
  for (let time = 0; time < times; time += 1) await quotas.take(name, caller);
}

const tooMany = (what: string) => ({
  status: 429,
  body: {
    code: 'tooMany',
    message: expect.stringMatching(new RegExp(`^Too many ${what}. Try again in \\d+ minutes\\.$`)),
  },
});

describe('a quota', () => {
  test('is one per account, wherever it calls from, and says how long to wait', async () => {
    const [user, other] = [await shop.newAccount(), await shop.newAccount()];
    await use('comment', user, 299);
    expect((await comment('198.51.100.1', user.token)).status).toBe(404);
    const refused = await comment('198.51.100.2', user.token);
    expect(refused).toMatchObject(tooMany('comments'));
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3500);
    expect((await comment('198.51.100.1', other.token)).status).toBe(404);
  });

  test('is one per address for callers with and without an account', async () => {
    const { token } = await shop.newAccount();
    await use('comment', '203.0.113.1', 98);
    expect((await comment('203.0.113.1')).status).toBe(404);
    expect((await comment('203.0.113.1', token)).status).toBe(404);
    expect(await comment('203.0.113.1')).toMatchObject(tooMany('comments'));
    expect(await comment('203.0.113.1', token)).toMatchObject(tooMany('comments'));
    expect((await comment('203.0.113.2')).status).toBe(404);
  });

  test('holds for all calls that arrive at once', async () => {
    const user = await shop.newAccount();
    await use('accountExport', user, 50);
    const calls = Array.from({ length: 20 }, () => shop.call('GET', '/user/export', { token: user.token }));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array(10).fill(200), ...Array(10).fill(429)]);
  });

  test("isn't used up by calls that are not allowed anyway", async () => {
    const user = await shop.newAccount();
    await use('payment', user, 299);
    const pay = (token?: string) => shop.call('POST', '/payment', { ...(token !== undefined && { token }), body: {} });
    for (let times = 0; times < 3; times += 1) expect((await pay()).status).toBe(401);
    expect([(await pay(user.token)).status, (await pay(user.token)).status]).toEqual([422, 429]);
  });
});

test('registrations are limited per address', async () => {
  const register = () => shop.call('POST', '/user/register', { headers: from('203.0.113.4'), body: {} });
  await use('registration', '203.0.113.4', 99);
  expect((await register()).status).toBe(422);
  expect(await register()).toMatchObject(tooMany('attempts'));
});

test('uploads are counted before they are received, and edits without a picture are not', async () => {
  const user = await shop.newAccount();
  await use('avatarUpload', user, 100);
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await brokenPng())]), 'me.png');
  expect(await shop.call('PUT', '/user/editUser', { token: user.token, form })).toMatchObject(tooMany('uploads'));
  const body = { firstName: 'Ana' };
  expect((await shop.call('PUT', '/user/editUser', { token: user.token, body })).status).toBe(200);
});

test('an admin may export hundreds of times an hour', async () => {
  const admin = await shop.admin();
  const download = () => shop.call('GET', '/admin/product/export', { token: admin.token });
  await use('export', admin, 599);
  expect((await download()).status).toBe(200);
  expect(await download()).toMatchObject(tooMany('exports'));
  expect((await shop.call('GET', '/admin/product', { token: admin.token })).status).toBe(200);
});
