import { describe, expect, test } from 'vitest';
import type { SessionView } from '#contract/users/users.ts';
import { PASSWORD } from '../../../../testing/shop/api.ts';
import { type LoggedIn, startTestShop } from '../../../../testing/shop/shop.ts';
import { interceptStatements } from '../../../../testing/shop/statements.ts';

const shop = await startTestShop();

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

const today = () => new Date().toISOString().slice(0, 10);

async function logIn({ email }: LoggedIn, userAgent: string): Promise<string> {
  const headers = { 'User-Agent': userAgent };
  return (await shop.call('POST', '/user/login', { body: { email, password: PASSWORD }, headers })).body.token;
}

async function sessionsOf(token: string): Promise<SessionView[]> {
  const { status, body } = await shop.call('GET', '/user/sessions', { token });
  expect(status).toBe(200);
  return body.sessions;
}

const isLoggedIn = async (token: string) => (await shop.call('GET', '/user/getSingleUser', { token })).status === 200;
const end = (token: string, id: string | undefined) => shop.call('DELETE', `/user/sessions/${id}`, { token });

describe("the list of a user's sessions", () => {
  test('says where and when each began, and which is the caller’s, newest first', async () => {
    const user = await shop.newAccount();
    const stranger = await shop.newAccount();
    const phone = await logIn(user, SAFARI);
    const desktop = await logIn(user, FIREFOX);
    await shop
      .em()
      .execute("update session set last_used_on = '2026-01-31' where user_agent = ? and user_id = ?", [
        SAFARI,
        user.userId,
      ]);
    const sessions = await sessionsOf(desktop);
    expect(sessions).toMatchObject([
      { device: 'Firefox on Windows', network: '127.0.0.x', lastUsed: today(), isCurrent: true },
      { device: 'Safari on iOS', network: '127.0.0.x', lastUsed: '2026-01-31', isCurrent: false },
      { device: '', isCurrent: false },
    ]);
    for (const { date } of sessions) expect(date.slice(0, 10)).toBe(today());
    expect((await sessionsOf(phone)).map(({ isCurrent }) => isCurrent)).toEqual([false, true, false]);
    expect(await sessionsOf(stranger.token)).toHaveLength(1);
    const text = JSON.stringify(sessions);
    const hashes = await shop.em().execute<{ token_hash: string }[]>('select token_hash from session');
    for (const secret of [phone, desktop, ...hashes.map((row) => row.token_hash)]) expect(text).not.toContain(secret);
  });

  test('leaves out sessions that have expired, and shows those of an older release', async () => {
    const user = await shop.newAccount();
    const other = await logIn(user, FIREFOX);
    await shop
      .em()
      .execute('update session set expires_at = now() where user_id = ? and user_agent = ?', [user.userId, FIREFOX]);
    expect(await isLoggedIn(other)).toBe(false);
    await shop
      .em()
      .execute('update session set user_agent = null, network = null, last_used_on = null where user_id = ?', [
        user.userId,
      ]);
    const [old, ...more] = await sessionsOf(user.token);
    expect(more).toEqual([]);
    expect(old).toMatchObject({ device: '', network: '', lastUsed: today(), isCurrent: true });
  });

  test('survives any User-Agent', async () => {
    const user = await shop.newAccount();
    for (const userAgent of ['x'.repeat(5000), '<script>alert(1)</script>', '\u00ff'.repeat(300), '(((((((((']) {
      await logIn(user, userAgent);
    }
    const sessions = await sessionsOf(user.token);
    expect(sessions.map(({ device }) => device)).toEqual(['', '', '', '', '']);
  });

  test('is part of the export', async () => {
    const user = await shop.newAccount();
    const { body } = await shop.call('GET', '/user/export', { token: user.token });
    expect(body.sessions).toEqual(await sessionsOf(user.token));
  });

  test('requires a login', async () => {
    expect((await shop.call('GET', '/user/sessions')).status).toBe(401);
    expect((await shop.call('POST', '/user/logoutEverywhere')).status).toBe(401);
    expect((await shop.call('DELETE', `/user/sessions/${crypto.randomUUID()}`)).status).toBe(401);
  });
});

test('the use of a session is written once a day, not with each request', async () => {
  const user = await shop.newAccount();
  await shop.em().execute("update session set last_used_on = '2026-01-31' where user_id = ?", [user.userId]);
  const writes: string[] = [];
  const watched = await interceptStatements(shop.database, (sql) => {
    if (/update "session"/.test(sql)) writes.push(sql);
    return sql;
  });
  try {
    for (let request = 0; request < 5; request++) await sessionsOf(user.token);
  } finally {
    watched.mockRestore();
  }
  expect(writes).toHaveLength(1);
  expect(await sessionsOf(user.token)).toMatchObject([{ lastUsed: today() }]);
});

describe('ending a session', () => {
  test('logs out that device alone, once', async () => {
    const user = await shop.newAccount();
    const phone = await logIn(user, SAFARI);
    const id = (await sessionsOf(user.token)).find(({ device }) => device.startsWith('Safari'))?._id;
    const responses = await Promise.all([end(user.token, id), end(user.token, id)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect([await isLoggedIn(phone), await isLoggedIn(user.token)]).toEqual([false, true]);
  });

  test('is refused for the session of another user, an unknown one, and a malformed id', async () => {
    const user = await shop.newAccount();
    const stranger = await shop.newAccount();
    const [theirs] = await sessionsOf(stranger.token);
    for (const id of [theirs?._id, crypto.randomUUID(), 'nonsense', "'%20or%20true"]) {
      expect(await end(user.token, id)).toMatchObject({ status: 404, body: { code: 'notFound' } });
    }
    expect(await isLoggedIn(stranger.token)).toBe(true);
  });

  test('may end the own one', async () => {
    const user = await shop.newAccount();
    const [own] = await sessionsOf(user.token);
    expect((await end(user.token, own?._id)).status).toBe(200);
    expect(await isLoggedIn(user.token)).toBe(false);
  });
});

test('logging out everywhere ends all sessions of this user only', async () => {
  const user = await shop.newAccount();
  const stranger = await shop.newAccount();
  const tokens = [user.token, await logIn(user, FIREFOX), await logIn(user, SAFARI)];
  expect(await shop.call('POST', '/user/logoutEverywhere', { token: tokens[1] })).toMatchObject({
    status: 200,
    body: { status: 'success', message: expect.any(String) },
  });
  expect(await Promise.all(tokens.map(isLoggedIn))).toEqual([false, false, false]);
  expect(await isLoggedIn(stranger.token)).toBe(true);
});
