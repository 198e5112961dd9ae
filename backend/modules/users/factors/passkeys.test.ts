import { describe, expect, test } from 'vitest';
import { PASSWORD } from '../../../../testing/shop/api.ts';
import { addPasskey, SoftwarePasskey } from '../../../../testing/shop/second-factors.ts';
import { type LoggedIn, startTestShop } from '../../../../testing/shop/shop.ts';

const shop = await startTestShop();

const logIn = async (email: string) =>
  (await shop.call('POST', '/user/login', { body: { email, password: PASSWORD } })).body;
const complete = (body: object) => shop.call('POST', '/user/login/secondFactor', { body });
const add = (user: LoggedIn, name?: string) => addPasskey(shop.call, shop.url, user, name);
const factorsOf = async ({ token }: LoggedIn) => (await shop.call('GET', '/user/factors', { token })).body.factors;

const options = async () => (await shop.call('POST', '/user/login/passkey/options')).body.passkey;
const logInBy = (challenge: string, passkey: object) =>
  shop.call('POST', '/user/login/passkey', { body: { challenge, passkey } });

async function userWithPasskey() {
  const user = await shop.newAccount();
  return { ...user, ...(await add(user)) };
}

describe('adding passkeys', () => {
  test('several per account, with their names; the first brings recovery codes', async () => {
    const user = await shop.newAccount();
    expect((await add(user, ' Phone ')).recoveryCodes).toHaveLength(10);
    expect((await add(user, 'Key')).recoveryCodes).toBeNull();
    const { passkeys, recoveryCodesLeft } = await factorsOf(user);
    expect(passkeys).toMatchObject([
      { name: 'Phone', lastUsed: null },
      { name: 'Key', lastUsed: null },
    ]);
    expect(recoveryCodesLeft).toBe(10);
  });

  test('not with a challenge that is used, of another account or made up, or of another site', async () => {
    const [user, other] = [await shop.newAccount(), await shop.newAccount()];
    const begin = async ({ token }: LoggedIn) =>
      (await shop.call('POST', '/user/factors/passkeys/options', { token })).body.passkey;
    const send = (given: { challenge: string }, passkey: object) =>
      shop.call('POST', '/user/factors/passkeys', {
        token: user.token,
        body: { challenge: given.challenge, name: 'Key', passkey },
      });
    const key = new SoftwarePasskey(shop.url);
    const given = await begin(user);
    const made = { ...given, challenge: 'bWFkZSB1cA' };
    const foreign = await begin(other);
    const refused = [
      await send(foreign, key.register(foreign)),
      await send(made, key.register(made)),
      await send(given, new SoftwarePasskey('https://evil.example.com').register(given)),
      await send(given, key.register({ ...given, rp: { id: 'evil.example.com' } })),
      await send(given, { id: 'x', constructor: 1 }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
    const answers = await Promise.all([1, 2].map(() => send(given, key.register(given))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const again = await begin(user);
    expect((await send(again, key.register(again))).status).toBe(409);
  });

  test('keeps of its response only what the shop knows', async () => {
    const user = await shop.newAccount();
    const { body } = await shop.call('POST', '/user/factors/passkeys/options', { token: user.token });
    const key = new SoftwarePasskey(shop.url);
    const transports = ['usb', { toString: 1 }, 'x\u0000'];
    const passkey = { ...key.register(body.passkey, { transports }), extra: 1 };
    const added = { challenge: body.passkey.challenge, name: 'Key', passkey };
    expect((await shop.call('POST', '/user/factors/passkeys', { token: user.token, body: added })).status).toBe(200);
    const { secondFactor } = await logIn(user.email);
    expect(secondFactor.passkey.allowCredentials).toEqual([{ id: key.id, type: 'public-key', transports: ['usb'] }]);
  });

  test('not without a challenge, a name and a passkey', async () => {
    const { token } = await shop.newAccount();
    const bodies = [{}, { challenge: 'x', name: 'y', passkey: 'text' }, { challenge: 'x', name: ' ', passkey: {} }];
    for (const body of bodies) {
      expect((await shop.call('POST', '/user/factors/passkeys', { token, body })).status).toBe(422);
    }
  });
});

describe('a passkey as the second step', () => {
  test('completes a login, and remembers when', async () => {
    const user = await userWithPasskey();
    const { secondFactor, token } = await logIn(user.email);
    expect(token).toBeUndefined();
    expect(secondFactor).toMatchObject({
      methods: ['passkey', 'recoveryCode'],
      passkey: { userVerification: 'preferred' },
    });
    const passkey = user.passkey.sign(secondFactor.passkey, { verifiesUser: false });
    const { status, body } = await complete({ challenge: secondFactor.challenge, passkey });
    expect(status).toBe(200);
    expect(body.user._id).toBe(user.userId);
    expect((await factorsOf(user)).passkeys[0].lastUsed).not.toBeNull();
  });

  test('signs one challenge for one login, of its own account', async () => {
    const [user, other] = [await userWithPasskey(), await userWithPasskey()];
    const { secondFactor } = await logIn(user.email);
    const { challenge } = secondFactor;
    const later = (await logIn(user.email)).secondFactor;
    const refused = [
      await complete({ challenge, passkey: other.passkey.sign(secondFactor.passkey) }),
      await complete({ challenge, passkey: user.passkey.sign(later.passkey) }),
      await complete({ challenge, passkey: user.passkey.sign({ ...secondFactor.passkey, rpId: 'evil.example.com' }) }),
      await complete({ challenge, passkey: { id: user.passkey.id } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
    const passkey = user.passkey.sign(secondFactor.passkey);
    const answers = await Promise.all([1, 2].map(() => complete({ challenge, passkey })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('that counts backward was copied, and is refused', async () => {
    const user = await userWithPasskey();
    const first = (await logIn(user.email)).secondFactor;
    await complete({ challenge: first.challenge, passkey: user.passkey.sign(first.passkey) });
    const second = (await logIn(user.email)).secondFactor;
    const copied = user.passkey.sign(second.passkey, { countsUp: false });
    expect((await complete({ challenge: second.challenge, passkey: copied })).status).toBe(422);
  });

  test('no longer works once it is removed, with the recovery codes', async () => {
    const user = await userWithPasskey();
    const { secondFactor } = await logIn(user.email);
    const [{ _id }] = (await factorsOf(user)).passkeys;
    const other = await shop.newAccount();
    const remove = ({ token }: LoggedIn) => shop.call('DELETE', `/user/factors/passkeys/${_id}`, { token });
    expect((await remove(other)).status).toBe(404);
    expect((await remove(user)).body.factors).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
    const passkey = user.passkey.sign(secondFactor.passkey);
    expect((await complete({ challenge: secondFactor.challenge, passkey })).status).toBe(422);
    expect((await logIn(user.email)).token).toBeDefined();
  });
});

describe('a passkey alone', () => {
  test('logs its user in, if it has verified them', async () => {
    const user = await userWithPasskey();
    const given = await options();
    expect(given).toMatchObject({ allowCredentials: [], userVerification: 'required' });
    expect((await logInBy(given.challenge, user.passkey.sign(given, { verifiesUser: false }))).status).toBe(422);
    const passkey = user.passkey.sign(given);
    const answers = await Promise.all([1, 2].map(() => logInBy(given.challenge, passkey)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const { user: found } = answers.find(({ status }) => status === 200)?.body ?? {};
    expect(found._id).toBe(user.userId);
  });

  test('not with the challenge of a second step, and not into an inactive account', async () => {
    const user = await userWithPasskey();
    const { secondFactor } = await logIn(user.email);
    expect((await logInBy(secondFactor.challenge, user.passkey.sign(secondFactor.passkey))).status).toBe(401);
    await shop.em().execute('update user_account set active = false where id = ?', [user.userId]);
    const given = await options();
    expect(await logInBy(given.challenge, user.passkey.sign(given))).toMatchObject({
      status: 403,
      body: { message: 'This account is inactive' },
    });
  });

  test('not if it is unknown or malformed', async () => {
    const given = await options();
    const stranger = new SoftwarePasskey(shop.url).sign(given);
    const ids = [5, null, 'x\u0000', 'x'.repeat(5000), '__proto__', {}];
    for (const passkey of [stranger, {}, ...ids.map((id) => ({ ...stranger, id, rawId: id }))]) {
      expect((await logInBy(given.challenge, passkey)).status).toBe(422);
    }
  });
});
