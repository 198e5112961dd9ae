import { parseOptions } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { startTestShop } from '../../../../testing/shop/shop.ts';
import { endAllSessions, startSession } from '../sessions/sessions.service.ts';

const shop = await startTestShop();
const password = 'correct horse';

const register = (body: unknown) => shop.call('POST', '/user/register', { body });
const logIn = (email: string, secret = password) =>
  shop.call('POST', '/user/login', { body: { email, password: secret } });
const ownUser = (token: string) => shop.call('GET', '/user/getSingleUser', { token });
const count = async (table: string) => {
  const [row] = await shop.em().execute<{ count: number }[]>(`select count(*)::int from ${table}`);
  return row?.count;
};

describe('registering', () => {
  test('creates an active user without the admin role, and ignores other fields', async () => {
    const response = await register({
      email: ' Ada@Example.com ',
      username: ' Ada ',
      password,
      role: 'admin',
      status: false,
      active: false,
      id: '0',
      _id: '0',
      firstName: 'Eve',
      avatar: '../../etc/passwd',
      passwordHash: 'x',
    });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ status: 'success', message: expect.any(String) });
    const { body } = await logIn('ada@example.com');
    expect(body.user).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      username: 'Ada',
      email: 'Ada@Example.com',
      firstName: '',
      lastName: '',
      gender: '',
      city: '',
      address: '',
      postCode: '',
      phoneNumber: '',
      language: 'en',
      avatar: '',
      avatarWidths: [],
      avatarState: 'ready',
      status: true,
      role: 'user',
      verifiedAt: null,
      votedFor: [],
    });
  });

  test('stores Argon2id hashes with the recommended parameters', async () => {
    await register({ email: 'hash@example.com', username: 'hash', password });
    const [row] = await shop
      .em()
      .execute<{ password_hash: string }[]>("select password_hash from user_account where email = 'hash@example.com'");
    const { memoryCost, timeCost, parallelism } = parseOptions(row?.password_hash ?? '');
    expect(row?.password_hash).toMatch(/^\$argon2id\$/);
    expect({ memoryCost, timeCost, parallelism }).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  });

  test.each([
    [{}, { email: 'Email is required', username: 'Username is required', password: 'Password is required' }],
    [{ email: 'a@b', username: 'x', password }, { email: 'Email is not valid' }],
    [{ email: 'a@example.comic', username: 'x', password }, { email: 'Email is not valid' }],
    [{ email: 'a\u0000@example.com', username: 'x', password }, { email: expect.any(String) }],
    [{ email: 'a@example.com', username: 'x\u0000y', password }, { username: expect.any(String) }],
    [{ email: 'a@example.com', username: 'x\ud800', password }, { username: expect.any(String) }],
    [{ email: 'a@example.com', username: '  ', password }, { username: 'Username is required' }],
    [{ email: 'a@example.com', username: 'guest', password }, { username: expect.stringContaining('not available') }],
    [{ email: 'a@example.com', username: 'x'.repeat(51), password }, { username: expect.stringContaining('50') }],
    [{ email: 'a@example.com', username: 'x', password: 'short' }, { password: expect.stringContaining('8') }],
    [
      { email: 'a@example.com', username: 'x', password: 'x'.repeat(129) },
      { password: expect.stringContaining('128') },
    ],
    [{ email: ['a@example.com'], username: { x: 1 }, password: 12345678 }, expect.any(Object)],
  ])('rejects %j', async (body, fields) => {
    const before = await count('user_account');
    const response = await register(body);
    expect(response).toMatchObject({ status: 422, body: { status: 'error', code: 'invalid', fields } });
    expect(response.body.message).toBe(Object.values(response.body.fields)[0]);
    expect(await count('user_account')).toBe(before);
  });

  test.each([[[]], ['text'], [null], [7]])('rejects %j as a body', async (body) => {
    expect((await register(body)).status).toBe(400);
  });

  test('reports a taken email before a taken username, both in any case', async () => {
    await register({ email: 'Taken@example.com', username: 'Taken', password });
    const both = await register({ email: 'tAKEN@example.com', username: 'tAKEN', password });
    expect(both).toMatchObject({ status: 409, body: { message: 'Email is already registered', code: 'conflict' } });
    const username = await register({ email: 'free@example.com', username: 'TAKEN', password });
    expect(username).toMatchObject({ status: 409, body: { message: 'Username is already taken' } });
  });

  test('accepts only one of several concurrent requests', async () => {
    const sameEmail = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        register({ email: index % 2 ? 'race@example.com' : 'RACE@example.com', username: `racer${index}`, password }),
      ),
    );
    expect(sameEmail.filter(({ status }) => status === 200)).toHaveLength(1);
    const rejected = sameEmail.filter(({ status }) => status === 409);
    expect(rejected.map(({ body }) => body.message)).toEqual(Array(5).fill('Email is already registered'));

    const sameUsername = await Promise.all(
      Array.from({ length: 6 }, (_, index) => register({ email: `r${index}@example.com`, username: 'one', password })),
    );
    expect(sameUsername.filter(({ status }) => status === 200)).toHaveLength(1);
    const late = sameUsername.filter(({ status }) => status === 409);
    expect(late.map(({ body }) => body.message)).toEqual(Array(5).fill('Username is already taken'));
  });

  test('stores hostile names unchanged', async () => {
    const names = ["'; drop table user_account; --", '<script>alert(1)</script>', '田中さん', '__proto__', '%00', '😍'];
    for (const [index, username] of names.entries()) {
      expect((await register({ email: `hostile${index}@example.com`, username, password })).status).toBe(200);
      expect((await logIn(`hostile${index}@example.com`)).body.user.username).toBe(username);
    }
  });
});

describe('logging in', () => {
  test('returns the user and a token, and stores only its hash', async () => {
    await register({ email: 'token@example.com', username: 'token', password });
    const { status, body } = await logIn('TOKEN@example.com ');
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['status', 'token', 'user']);
    expect(Buffer.from(body.token, 'base64url')).toHaveLength(32);
    expect(JSON.stringify(body)).not.toMatch(/password|argon/i);
    expect(await shop.em().execute('select 1 from session where token_hash = ?', [body.token])).toHaveLength(0);
    expect((await ownUser(body.token)).body.user).toEqual(body.user);
    expect((await ownUser(`Bearer ${body.token}`)).status).toBe(200);
  });

  test('responds the same to an unknown email and a wrong password', async () => {
    await register({ email: 'known@example.com', username: 'known', password });
    const wrong = await logIn('known@example.com', 'wrong password');
    const unknown = await logIn('unknown@example.com', 'wrong password');
    expect(wrong.status).toBe(401);
    expect(wrong.body.message).toBe('Wrong email or password');
    const { requestId: _wrong, ...wrongBody } = wrong.body;
    const { requestId: _unknown, ...unknownBody } = unknown.body;
    expect([unknown.status, unknownBody]).toEqual([wrong.status, wrongBody]);
    const long = await logIn('known@example.com', 'x'.repeat(50_000));
    expect(long).toMatchObject({ status: 401, body: { message: wrong.body.message } });
  });

  test('reveals an inactive account only to the right password, and rejects its sessions', async () => {
    await register({ email: 'sleeper@example.com', username: 'sleeper', password });
    const { token } = (await logIn('sleeper@example.com')).body;
    await shop.em().execute("update user_account set active = false where username = 'sleeper'");
    expect((await ownUser(token)).status).toBe(401);
    expect((await logIn('sleeper@example.com', 'wrong password')).status).toBe(401);
    expect(await logIn('sleeper@example.com')).toMatchObject({
      status: 403,
      body: { message: 'This account is inactive', code: 'forbidden' },
    });
  });

  test.each([
    [{}, { email: 'Email is required', password: 'Password is required' }],
    [{ email: 'nobody', password }, { email: 'Email is not valid' }],
    [{ email: 'a@example.com', password: 'x\u0000' }, { password: expect.any(String) }],
    [{ email: { $ne: null }, password: { $ne: null } }, expect.any(Object)],
  ])('rejects %j', async (body, fields) => {
    expect(await shop.call('POST', '/user/login', { body })).toMatchObject({ status: 422, body: { fields } });
  });

  test('lasts until the session expires', async () => {
    const { token } = await shop.newAccount('late');
    const { userId } = await account('late');
    await shop.em().execute('update session set expires_at = now() where user_id = ?', [userId]);
    expect((await ownUser(token)).status).toBe(401);
  });
});

describe('too many failed logins', () => {
  test('lock the email and state the time to wait', async () => {
    await register({ email: 'guessed@example.com', username: 'guessed', password });
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await logIn('guessed@example.com', `guess ${attempt}`)).status).toBe(401);
    }
    const locked = await logIn('GUESSED@example.com');
    expect(locked).toMatchObject({
      status: 429,
      body: { code: 'tooMany', message: 'Too many attempts. Try again in 15 minutes.' },
    });
    expect(Number(locked.headers.get('Retry-After'))).toBeGreaterThan(14 * 60);
    expect((await logIn('other@example.com')).status).toBe(401);
  });
});

describe('logging out', () => {
  test('ends only its own session, and succeeds even if repeated or without a session', async () => {
    await register({ email: 'leaver@example.com', username: 'leaver', password });
    const { token } = (await logIn('leaver@example.com')).body;
    const other = (await logIn('leaver@example.com')).body.token;
    const logout = (token?: string) => shop.call('POST', '/user/logout', { token });
    expect(await logout(token)).toMatchObject({ status: 200, body: { status: 'success' } });
    expect((await ownUser(token)).status).toBe(401);
    expect((await ownUser(other)).status).toBe(200);
    expect((await logout(token)).status).toBe(200);
    expect((await logout()).status).toBe(200);
    expect((await logout('nonsense')).status).toBe(200);
  });
});

describe('the current user', () => {
  test.each([undefined, '', 'nonsense', `Bearer ${'x'.repeat(5000)}`])('requires a session, not %s', async (token) => {
    expect(await shop.call('GET', '/user/getSingleUser', { token })).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    });
  });
});

describe('sessions', () => {
  test("don't start with a password that is being changed", async () => {
    const { token } = await shop.newAccount('changer');
    const { userId, passwordHash } = await account('changer');
    let started: Promise<unknown> = Promise.resolve();
    await shop.em().transactional(async (em) => {
      await em.execute("update user_account set password_hash = 'other' where id = ?", [userId]);
      started = startSession(shop.em(), userId, passwordHash, { userAgent: '', address: '::1' }).catch(
        (error) => error,
      );
      await endAllSessions(em, userId);
    });
    expect(await started).toMatchObject({ code: 'unauthenticated' });
    expect(await shop.em().execute('select 1 from session where user_id = ?', [userId])).toHaveLength(0);
    expect((await ownUser(token)).status).toBe(401);
  });
});

async function account(username: string) {
  const [row] = await shop
    .em()
    .execute<{ userId: string; passwordHash: string }[]>(
      'select id as "userId", password_hash as "passwordHash" from user_account where username = ?',
      [username],
    );
  if (row === undefined) throw new Error(`no user ${username}`);
  return row;
}
