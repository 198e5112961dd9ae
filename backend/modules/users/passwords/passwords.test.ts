import { afterAll, describe, expect, test } from 'vitest';
import { mailsTo, resetLinks, tokenIn } from '../../../../testing/data/mails.ts';
import { PASSWORD } from '../../../../testing/shop/api.ts';
import { type LoggedIn, startTestShop } from '../../../../testing/shop/shop.ts';
import { createMailer } from '../../../core/mail/mailer.ts';
import { sendingOnce } from '../../../core/mail/sent-mails.ts';
import { sendPasswordReset } from './password-reset.email.ts';
import { requestPasswordReset } from './passwords.service.ts';

const shop = await startTestShop({ workers: true });
/** Without workers, so that reset requests stay unprocessed. */
const quietShop = await startTestShop();
const password = PASSWORD;
const next = 'battery staple';

const logIn = async (email: string, secret: string) =>
  (await shop.call('POST', '/user/login', { body: { email, password: secret } })).status;
const isLoggedIn = async (token: string) => (await shop.call('GET', '/user/getSingleUser', { token })).status === 200;
const change = (token: string | undefined, body: object) => shop.call('PATCH', '/user/changePassword', { token, body });
const reset = (token: string, newPassword = next, confirmPassword = newPassword) =>
  shop.call('PATCH', `/user/resetPassword/${token}`, { body: { newPassword, confirmPassword } });
const deadLink = { status: 400, body: { code: 'malformed', message: 'This reset link is no longer valid' } };

async function secondSession({ email }: LoggedIn): Promise<string> {
  return (await shop.call('POST', '/user/login', { body: { email, password } })).body.token;
}

/** Requests a reset and waits for the user's mails, `count` in all. @returns the token in the newest */
async function tokenFor(email: string, count = 1): Promise<string> {
  expect((await shop.call('POST', '/user/forgotPassword', { body: { email } })).status).toBe(200);
  const [link] = await resetLinks(shop.mailbox.url, email, count);
  return tokenIn(link);
}

describe('changing the password', () => {
  test('sets it and ends all sessions of this user only', async () => {
    const user = await shop.newAccount();
    const other = await shop.newAccount();
    const second = await secondSession(user);
    const response = await change(user.token, { currentPassword: password, newPassword: next, confirmPassword: next });
    expect(response).toMatchObject({ status: 200, body: { status: 'success', message: expect.any(String) } });
    expect([await isLoggedIn(user.token), await isLoggedIn(second)]).toEqual([false, false]);
    expect(await isLoggedIn(other.token)).toBe(true);
    expect([await logIn(user.email, password), await logIn(user.email, next)]).toEqual([401, 200]);
  });

  test.each([
    [
      {},
      {
        currentPassword: 'Current password is required!',
        newPassword: 'New password is required!',
        confirmPassword: 'Confirm password is required',
      },
    ],
    [{ confirmPassword: '' }, { confirmPassword: 'Confirm password is required' }],
    [{ confirmPassword: 'another one' }, { confirmPassword: 'New passwords must match' }],
    [{ newPassword: 'short', confirmPassword: 'short' }, { newPassword: expect.stringContaining('8') }],
    [
      { newPassword: 'x'.repeat(129), confirmPassword: 'x'.repeat(129) },
      { newPassword: expect.stringContaining('128') },
    ],
    [{ currentPassword: 'not this one' }, { currentPassword: 'Current password is wrong' }],
    [{ currentPassword: 'x'.repeat(129) }, { currentPassword: 'Current password is wrong' }],
  ])('rejects %j and changes nothing', async (wrong, fields) => {
    const user = await shop.newAccount();
    const right = { currentPassword: password, newPassword: next, confirmPassword: next };
    const response = await change(user.token, Object.keys(wrong).length > 0 ? { ...right, ...wrong } : {});
    expect(response).toMatchObject({ status: 422, body: { code: 'invalid' } });
    expect(response.body.fields).toEqual(fields);
    expect(await isLoggedIn(user.token)).toBe(true);
    expect(await logIn(user.email, password)).toBe(200);
  });

  test('requires a session', async () => {
    const body = { currentPassword: password, newPassword: next, confirmPassword: next };
    expect((await change(undefined, body)).status).toBe(401);
    expect((await change('nonsense', body)).status).toBe(401);
  });

  test('accepts only one of two concurrent changes', async () => {
    const user = await shop.newAccount();
    const responses = await Promise.all(
      ['first password', 'second password'].map((newPassword) =>
        change(user.token, { currentPassword: password, newPassword, confirmPassword: newPassword }),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const outcomes = [await logIn(user.email, 'first password'), await logIn(user.email, 'second password')];
    expect(outcomes).toEqual(responses.map(({ status }) => (status === 200 ? 200 : 401)));
  });

  test('limits guesses with a stolen token', async () => {
    const user = await shop.newAccount();
    const guess = () => change(user.token, { currentPassword: 'a guess', newPassword: next, confirmPassword: next });
    for (let attempt = 0; attempt < 10; attempt++) expect((await guess()).status).toBe(422);
    expect((await guess()).status).toBe(429);
  });

  test('cancels reset links already sent', async () => {
    const user = await shop.newAccount();
    const token = await tokenFor(user.email);
    await change(user.token, { currentPassword: password, newPassword: next, confirmPassword: next });
    expect(await reset(token, 'a third password')).toMatchObject(deadLink);
  });

  test('cancels a reset request that no worker has processed yet', async () => {
    const { email, token } = await quietShop.newAccount();
    await requestPasswordReset(quietShop.em(), email.toUpperCase());
    const requests = () =>
      quietShop.em().execute<{ id: string }[]>('select id from password_reset_request where lower(email) = ?', [email]);
    expect(await requests()).toHaveLength(1);
    const body = { currentPassword: password, newPassword: next, confirmPassword: next };
    expect((await quietShop.call('PATCH', '/user/changePassword', { token, body })).status).toBe(200);
    expect(await requests()).toEqual([]);
  });
});

describe('resetting the password', () => {
  test('sets it, ends every session, and works once', async () => {
    const user = await shop.newAccount();
    const token = await tokenFor(user.email);
    expect(await reset(token)).toMatchObject({ status: 200, body: { status: 'success', message: expect.any(String) } });
    expect(await isLoggedIn(user.token)).toBe(false);
    expect([await logIn(user.email, password), await logIn(user.email, next)]).toEqual([401, 200]);
    expect(await reset(token, 'a third password')).toMatchObject(deadLink);
    expect(await logIn(user.email, next)).toBe(200);
  });

  test('accepts only one of several concurrent requests', async () => {
    const user = await shop.newAccount();
    const token = await tokenFor(user.email);
    const responses = await Promise.all([1, 2, 3, 4].map((number) => reset(token, `password number ${number}`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const winner = responses.findIndex(({ status }) => status === 200) + 1;
    expect(await logIn(user.email, `password number ${winner}`)).toBe(200);
  });

  test('unlocks an email after too many failed logins', async () => {
    const user = await shop.newAccount();
    for (let attempt = 0; attempt < 10; attempt++) expect(await logIn(user.email, 'forgotten')).toBe(401);
    expect(await logIn(user.email, password)).toBe(429);
    expect((await reset(await tokenFor(user.email), next)).status).toBe(200);
    expect(await logIn(user.email, next)).toBe(200);
  });

  test('is canceled by a newer request', async () => {
    const user = await shop.newAccount();
    const older = await tokenFor(user.email);
    const newer = await tokenFor(user.email, 2);
    expect(newer).not.toBe(older);
    expect(await reset(older)).toMatchObject(deadLink);
    expect((await reset(newer)).status).toBe(200);
  });

  test('is possible for an hour', async () => {
    const user = await shop.newAccount();
    const token = await tokenFor(user.email);
    const left =
      'select extract(epoch from expires_at - now())::float8 as seconds from password_reset_request where user_id = ?';
    const [row] = await shop.em().execute<{ seconds: number }[]>(left, [user.userId]);
    expect(row?.seconds).toBeGreaterThan(3500);
    expect(row?.seconds).toBeLessThanOrEqual(3600);
    await shop.em().execute('update password_reset_request set expires_at = now() where user_id = ?', [user.userId]);
    expect(await reset(token)).toMatchObject(deadLink);
    expect(await logIn(user.email, password)).toBe(200);
  });

  test.each(['unknown', '%00', 'x'.repeat(5000), "' or true --"])('rejects the token %s', async (token) => {
    expect(await reset(encodeURIComponent(token))).toMatchObject(deadLink);
  });

  test.each([
    [{}, { newPassword: 'New password is required!', confirmPassword: 'Confirm new password is required!' }],
    [{ newPassword: next, confirmPassword: 'other' }, { confirmPassword: 'New passwords must match!' }],
    [{ newPassword: 'short', confirmPassword: 'short' }, { newPassword: expect.stringContaining('8') }],
  ])('rejects %j, and the token stays valid', async (body, fields) => {
    const user = await shop.newAccount();
    const token = await tokenFor(user.email);
    const response = await shop.call('PATCH', `/user/resetPassword/${token}`, { body });
    expect(response.status).toBe(422);
    expect(response.body.fields).toEqual(fields);
    expect((await reset(token)).status).toBe(200);
  });

  test('is rejected if the user has become inactive', async () => {
    const user = await shop.newAccount();
    const token = await tokenFor(user.email);
    await shop.em().execute('update user_account set active = false where id = ?', [user.userId]);
    expect(await reset(token)).toMatchObject(deadLink);
  });

  test('is canceled when its user is deleted', async () => {
    const user = await shop.newAccount();
    const token = await tokenFor(user.email);
    await shop.em().execute('delete from user_account where id = ?', [user.userId]);
    expect(await reset(token)).toMatchObject(deadLink);
  });
});

describe('the job that emails the link', () => {
  const mailer = createMailer(shop.mailbox.smtpUrl, shop.url);
  afterAll(() => mailer.close());

  test('is idempotent, even when run concurrently: each emailed link works until one is used', async () => {
    const user = await shop.newAccount();
    await tokenFor(user.email);
    const [row] = await shop
      .em()
      .execute<{ id: string }[]>('select id from password_reset_request where user_id = ?', [user.userId]);
    const run = () => sendPasswordReset({ em: shop.em(), mailer, publicUrl: shop.url }, { requestId: row?.id ?? '' });
    await Promise.all([run(), run()]);
    const [newest, , oldest] = await resetLinks(shop.mailbox.url, user.email, 3);
    expect((await reset(oldest?.split('/').at(-1) ?? '')).status).toBe(200);
    expect(await reset(tokenIn(newest))).toMatchObject(deadLink);
    await run();
    expect(await mailsTo(shop.mailbox.url, user.email, /^Reset/)).toHaveLength(3);
  });

  test('neither creates a token nor extends the link when it runs again after sending its mail', async () => {
    const user = await shop.newAccount();
    await tokenFor(user.email);
    const read = () =>
      shop
        .em()
        .execute<{ id: string }[]>(
          'select id, token_hashes, expires_at from password_reset_request where user_id = ?',
          [user.userId],
        );
    const before = await read();
    await sendPasswordReset(
      { em: shop.em(), mailer: sendingOnce(shop.em(), mailer), publicUrl: shop.url },
      { requestId: before[0]?.id ?? '' },
    );
    expect(await read()).toEqual(before);
    expect(await mailsTo(shop.mailbox.url, user.email, /^Reset/)).toHaveLength(1);
  });

  test.each([
    ['59 minutes', 1],
    ['60 minutes', 0],
  ])('%s after the request sends %i mails', async (age, count) => {
    const { email } = await quietShop.newAccount();
    await requestPasswordReset(quietShop.em(), email);
    const [request] = await quietShop
      .em()
      .execute<{ id: string }[]>(
        'update password_reset_request set created_at = now() - ?::interval where email = ? returning id',
        [age, email],
      );
    await sendPasswordReset({ em: quietShop.em(), mailer, publicUrl: quietShop.url }, { requestId: request?.id ?? '' });
    expect(await mailsTo(shop.mailbox.url, email)).toHaveLength(count);
  });
});
