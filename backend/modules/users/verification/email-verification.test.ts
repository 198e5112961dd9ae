import { beforeAll, describe, expect, test } from 'vitest';
import { mailsTo, readMail, resetLinks, tokenIn, verificationLinks } from '../../../../testing/data/mails.ts';
import { PASSWORD, registerAndLogIn } from '../../../../testing/shop/api.ts';
import { type LoggedIn, startTestShop } from '../../../../testing/shop/shop.ts';
import { hashToken } from '../../../core/http/sessions.ts';
import { removeExpired } from '../sessions/expiry.service.ts';

const shop = await startTestShop({ workers: true });
let admin: LoggedIn;

beforeAll(async () => {
  admin = await shop.admin();
});

const register = () => registerAndLogIn(shop.call, `user${crypto.randomUUID().slice(0, 8)}`);
const verify = (token: string) => shop.call('PATCH', `/user/verifyEmail/${token}`);
const sendAgain = (token: string) => shop.call('POST', '/user/sendVerification', { token });
const deadLink = { status: 400, body: { code: 'malformed', message: 'This link is no longer valid' } };

async function tokenFor({ email }: LoggedIn, count = 1): Promise<string> {
  return tokenIn((await verificationLinks(shop.mailbox.url, email, count))[0]);
}

async function verifiedAt({ token, email }: LoggedIn): Promise<string | null> {
  const { user } = (await shop.call('GET', '/user/getSingleUser', { token })).body;
  const { allUsers } = (await shop.call('GET', `/admin/user?search=${email}`, { token: admin.token })).body;
  expect(allUsers).toMatchObject([{ email, verifiedAt: user.verifiedAt }]);
  return user.verifiedAt;
}

async function verifiedUser(): Promise<LoggedIn> {
  const user = await register();
  expect((await verify(await tokenFor(user))).status).toBe(200);
  return user;
}

async function subjectsTo({ email }: { email: string }): Promise<string[]> {
  await shop.untilCalm();
  return (await mailsTo(shop.mailbox.url, email)).map(({ subject }) => subject);
}

describe('registering', () => {
  test('leaves the email unverified and sends one link, whose token is stored only as a hash', async () => {
    const user = await register();
    expect(await verifiedAt(user)).toBeNull();
    const [link = '', ...more] = await verificationLinks(shop.mailbox.url, user.email);
    expect(more).toEqual([]);
    expect(link.startsWith(`${shop.url}/verify/`)).toBe(true);
    const token = tokenIn(link);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const rows = JSON.stringify(
      await shop.em().execute(
        `select row_to_json(e)::text as row from email_verification e union all
         select row_to_json(e)::text from outbox_event e`,
      ),
    );
    expect(rows).toContain(hashToken(token));
    expect(rows).not.toContain(token);
  });

  test('counts as verified for the admin of the configuration', async () => {
    expect(await verifiedAt(admin)).not.toBeNull();
    expect(await sendAgain(admin.token)).toMatchObject({ status: 409 });
    expect(await subjectsTo(admin)).toEqual([]);
  });
});

describe('the link', () => {
  test('verifies the email, once or more often, and no other', async () => {
    const user = await register();
    const other = await register();
    const token = await tokenFor(user);
    const responses = await Promise.all([verify(token), verify(token), verify(token)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const first = await verifiedAt(user);
    expect(Date.parse(first ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect((await verify(token)).status).toBe(200);
    expect(await verifiedAt(user)).toBe(first);
    expect(await verifiedAt(other)).toBeNull();
  });

  test('works for three days, and is then removed', async () => {
    const user = await register();
    const token = await tokenFor(user);
    const left =
      'select extract(epoch from expires_at - now())::float8 / 3600 as hours from email_verification where user_id = ?';
    const [row] = await shop.em().execute<{ hours: number }[]>(left, [user.userId]);
    expect(row?.hours).toBeGreaterThan(71.9);
    expect(row?.hours).toBeLessThanOrEqual(72);
    await shop.em().execute('update email_verification set expires_at = now() where user_id = ?', [user.userId]);
    expect(await verify(token)).toMatchObject(deadLink);
    expect(await verifiedAt(user)).toBeNull();
    await removeExpired(shop.em());
    expect(await shop.em().execute(left, [user.userId])).toEqual([]);
  });

  test.each(['unknown', '%00', 'x'.repeat(5000), "' or true --"])('is invalid with the token %s', async (token) => {
    expect(await verify(encodeURIComponent(token))).toMatchObject(deadLink);
  });

  test('goes with its user', async () => {
    const user = await register();
    const token = await tokenFor(user);
    const body = { password: PASSWORD };
    expect((await shop.call('DELETE', '/user', { token: user.token, body })).status).toBe(200);
    expect(await verify(token)).toMatchObject(deadLink);
  });

  test('can be sent again a few times, and earlier ones stay valid', async () => {
    const user = await register();
    const first = await tokenFor(user);
    const responses = await Promise.all(Array.from({ length: 7 }, () => sendAgain(user.token)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const refused = responses.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(3000);
    expect(await subjectsTo(user)).toEqual(Array(6).fill('Confirm your email'));
    expect((await verify(first)).status).toBe(200);
    expect(await sendAgain(user.token)).toMatchObject({ status: 409 });
    expect((await sendAgain('')).status).toBe(401);
  });

  test('of a password reset verifies the email, too', async () => {
    const user = await register();
    await shop.call('POST', '/user/forgotPassword', { body: { email: user.email } });
    const token = tokenIn((await resetLinks(shop.mailbox.url, user.email))[0]);
    const body = { newPassword: 'battery staple', confirmPassword: 'battery staple' };
    expect((await shop.call('PATCH', `/user/resetPassword/${token}`, { body })).status).toBe(200);
    const credentials = { email: user.email, password: 'battery staple' };
    const login = await shop.call('POST', '/user/login', { body: credentials });
    expect(login.body.user.verifiedAt).not.toBeNull();
  });
});

describe('an email that is not verified', () => {
  const changePassword = ({ token }: LoggedIn) =>
    shop.call('PATCH', '/user/changePassword', {
      token,
      body: { currentPassword: PASSWORD, newPassword: 'battery staple', confirmPassword: 'battery staple' },
    });
  const setRole = ({ email }: LoggedIn, role: string) =>
    shop.call('PUT', '/admin/user', { token: admin.token, body: { email, role } });

  test('gets no notices about the account', async () => {
    const user = await register();
    await tokenFor(user);
    expect((await setRole(user, 'admin')).status).toBe(200);
    expect((await setRole(user, 'user')).status).toBe(200);
    expect((await changePassword(user)).status).toBe(200);
    expect(await subjectsTo(user)).toEqual(['Confirm your email']);
  });

  test('gets them once it is', async () => {
    const user = await verifiedUser();
    expect((await changePassword(user)).status).toBe(200);
    const notice = await readMail(shop.mailbox.url, user.email, /^Your password was changed$/);
    expect(notice.text).toContain("If this wasn't you");
    expect((await setRole(user, 'admin')).status).toBe(200);
    expect((await readMail(shop.mailbox.url, user.email, /^Your role has changed$/)).text).toContain('admin');
    expect((await setRole(user, 'admin')).status).toBe(200);
    expect((await setRole(user, 'user')).status).toBe(200);
    expect((await subjectsTo(user)).slice(0, -1)).toEqual([
      'Your role has changed',
      'Your role has changed',
      'Your password was changed',
    ]);
  });

  test('gets a notice of each reset, which verifies it', async () => {
    const user = await register();
    await shop.call('POST', '/user/forgotPassword', { body: { email: user.email } });
    const token = tokenIn((await resetLinks(shop.mailbox.url, user.email))[0]);
    const body = { newPassword: 'battery staple', confirmPassword: 'battery staple' };
    expect((await shop.call('PATCH', `/user/resetPassword/${token}`, { body })).status).toBe(200);
    await readMail(shop.mailbox.url, user.email, /^Your password was changed$/);
  });
});
