import { describe, expect, test } from 'vitest';
import { PASSWORD } from '../../../../testing/shop/api.ts';
import { addApp, addPasskey, codeOf } from '../../../../testing/shop/second-factors.ts';
import { type LoggedIn, startTestShop } from '../../../../testing/shop/shop.ts';
import { capabilityOf } from '../../../core/http/calls.ts';
import { newId } from '../../../core/ids.ts';
import { describedRoutes } from '../../../openapi/routes.ts';

const shop = await startTestShop();
const strictShop = await startTestShop({ requireAdminSecondFactor: true });

const routes = describedRoutes();
const addressOf = (path: string) =>
  path
    .replace('/api/v1', '')
    .replace(/\{.*\}/, '')
    .replaceAll(/:\w+/g, newId());

/** Makes all sessions of a user as old as `age`. */
const age = ({ userId }: LoggedIn, interval: string) =>
  shop
    .em()
    .execute(`update session set created_at = now() - ?::interval, reauthenticated_at = null where user_id = ?`, [
      interval,
      userId,
    ]);
const reauthenticate = ({ token }: LoggedIn, body: object) =>
  shop.call('POST', '/user/reauthenticate', { token, body });
const begin = ({ token }: LoggedIn) => shop.call('POST', '/user/factors/app', { token });

describe('a login over an hour ago', () => {
  test('is too old for every dangerous call, before the body is read, and young enough for others', async () => {
    const admin = await shop.admin();
    await age(admin, '61 minutes');
    const dangerous = routes.filter(({ call }) => call.isDangerous);
    expect(dangerous.length).toBeGreaterThan(8);
    for (const { method, path } of dangerous) {
      const { status, body } = await shop.call(method, addressOf(path), { token: admin.token });
      expect([method, path, status, body.code]).toEqual([method, path, 403, 'reauthenticationRequired']);
    }
    const { status } = await shop.call('GET', '/admin/statistics', { token: admin.token });
    expect(status).toBe(200);
  });

  test('is young enough after 59 minutes', async () => {
    const user = await shop.newAccount();
    await age(user, '59 minutes');
    expect((await begin(user)).status).toBe(200);
  });

  test('is renewed by the password, for this session alone', async () => {
    const user = await shop.newAccount();
    const { body: other } = await shop.call('POST', '/user/login', { body: { email: user.email, password: PASSWORD } });
    await age(user, '2 hours');
    expect((await reauthenticate(user, { password: 'wrong password' })).body.fields).toEqual({
      password: 'Password is wrong',
    });
    expect((await begin(user)).status).toBe(403);
    expect((await reauthenticate(user, { password: PASSWORD })).status).toBe(200);
    expect((await begin(user)).status).toBe(200);
    expect((await begin({ ...user, token: other.token })).status).toBe(403);
  });

  test('is renewed by a code, once, and by a passkey', async () => {
    const user = await shop.newAccount();
    const { secret } = await addApp(shop.call, user);
    const { passkey } = await addPasskey(shop.call, shop.url, user);
    await age(user, '2 hours');
    const code = codeOf(secret, 30_000);
    const answers = await Promise.all([reauthenticate(user, { code }), reauthenticate(user, { code })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);

    await age(user, '2 hours');
    const { body } = await shop.call('POST', '/user/reauthenticate/options', { token: user.token });
    expect(body.methods).toEqual(['code', 'passkey']);
    const { challenge } = body.passkey;
    const proof = { challenge, passkey: passkey.sign(body.passkey) };
    expect((await reauthenticate(user, { ...proof, challenge: 'other' })).status).toBe(422);
    expect((await reauthenticate(user, proof)).status).toBe(200);
    expect((await reauthenticate(user, proof)).status).toBe(422);
    expect((await shop.call('POST', '/user/factors/recoveryCodes', { token: user.token })).status).toBe(200);
  });

  test('a stolen token allows guessing neither the password nor a code', async () => {
    const user = await shop.newAccount();
    await addApp(shop.call, user);
    const codes = await Promise.all(Array.from({ length: 12 }, () => reauthenticate(user, { code: '000000' })));
    expect(codes.filter(({ status }) => status === 429)).toHaveLength(2);
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, n) => reauthenticate(user, { password: `no ${n}` })),
    );
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(2);
  });

  test('is not renewed without a proof', async () => {
    const user = await shop.newAccount();
    await age(user, '2 hours');
    for (const body of [{}, { password: '' }, { password: 1 }, { code: 'x' }, { passkey: 'x' }, { passkey: {} }]) {
      expect([body, (await reauthenticate(user, body)).status]).toEqual([body, 422]);
    }
    expect((await begin(user)).status).toBe(403);
  });
});

describe('a shop that requires two-step login of admins', () => {
  const asAdmin = async (method: string, path: string, { token }: LoggedIn) => {
    const { status, body } = await strictShop.call(method, addressOf(path), { token });
    return [method, path, status, body.code];
  };

  test('lets an admin without it log in, and refuses every call for admins until they have set it up', async () => {
    const admin = await strictShop.admin();
    const calls = routes.filter(({ call }) => capabilityOf(call) !== null);
    const answers = await Promise.all(calls.map(({ method, path }) => asAdmin(method, path, admin)));
    expect(answers).toEqual(calls.map(({ method, path }) => [method, path, 403, 'secondFactorRequired']));
    const { body } = await strictShop.call('GET', '/user/factors', { token: admin.token });
    expect(body.factors.isRequired).toBe(true);
    await addApp(strictShop.call, admin);
    expect((await strictShop.call('GET', '/admin/statistics', { token: admin.token })).status).toBe(200);
    await strictShop.call('DELETE', '/user/factors/app', { token: admin.token });
    expect((await strictShop.call('GET', '/admin/statistics', { token: admin.token })).status).toBe(403);
    await addPasskey(strictShop.call, strictShop.url, admin);
    expect((await strictShop.call('GET', '/admin/statistics', { token: admin.token })).status).toBe(200);
  });

  test('requires nothing of shoppers', async () => {
    const user = await strictShop.newAccount();
    expect((await strictShop.call('GET', '/user/factors', { token: user.token })).body.factors.isRequired).toBe(false);
    expect((await strictShop.call('GET', '/orders', { token: user.token })).status).toBe(200);
  });
});
