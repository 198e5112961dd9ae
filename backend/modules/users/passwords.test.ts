import { afterAll, describe, expect, test } from 'vitest';
import { mailsTo, resetLinks } from '../../../testing/mails.ts';
import { startTestShop } from '../../../testing/shop.ts';
import { interceptStatements } from '../../../testing/statements.ts';
import { createMailer } from '../../core/mailer.ts';
import { sendingOnce } from '../../core/sent-mails.ts';
import { hashToken } from '../../core/sessions.ts';
import { sendPasswordReset } from './password-reset.email.ts';
import { requestPasswordReset } from './passwords.service.ts';
import { ResetLimiter } from './reset-limiter.ts';

const shop = await startTestShop({ workers: true });
/** Without workers, so that their statements don't mix with those of a request. */
const quietShop = await startTestShop();
const password = 'correct horse';
const next = 'battery staple';

const logIn = async (email: string, secret: string) =>
  (await shop.call('POST', '/user/login', { body: { email, password: secret } })).status;
const isLoggedIn = async (token: string) => (await shop.call('GET', '/user/getSingleUser', { token })).status === 200;
const change = (token: string | undefined, body: object) => shop.call('PATCH', '/user/changePassword', { token, body });
const forgot = (email: string) => shop.call('POST', '/user/forgotPassword', { body: { email } });
const reset = (token: string, newPassword = next, confirmPassword = newPassword) =>
  shop.call('PATCH', `/user/resetPassword/${token}`, { body: { newPassword, confirmPassword } });
const deadLink = { status: 400, body: { code: 'malformed', message: 'This reset link is no longer valid' } };

/** Requests a reset and reads the token from the newest of then `count` mails. */
async function tokenFor(email: string, count = 1): Promise<string> {
  expect((await forgot(email)).status).toBe(200);
  const [link] = await resetLinks(shop.mailbox.url, email, count);
  return link?.split('/').at(-1) ?? '';
}

/** The SQL statements of `work`, without values. */
async function statementsOf(work: () => Promise<void>): Promise<string[]> {
  const statements: string[] = [];
  const watched = await interceptStatements(quietShop.database, (sql) => {
    statements.push(sql.replaceAll(/'[^']*'/g, '?'));
    return sql;
  });
  try {
    await work();
    return statements;
  } finally {
    watched.mockRestore();
  }
}

describe('changing the password', () => {
  test('by a reset unlocks an email with too many failed logins', async () => {
    const user = await shop.registerAndLogIn();
    for (let attempt = 0; attempt < 10; attempt++) expect(await logIn(user.email, 'forgotten')).toBe(401);
    expect(await logIn(user.email, password)).toBe(429);
    expect((await reset(await tokenFor(user.email), next)).status).toBe(200);
    expect(await logIn(user.email, next)).toBe(200);
  });

  test('cancels reset links that were sent', async () => {
    const user = await shop.registerAndLogIn();
    const token = await tokenFor(user.email);
    await change(user.token, { currentPassword: password, newPassword: next, confirmPassword: next });
    expect(await reset(token, 'a third password')).toMatchObject(deadLink);
  });

  test('cancels a reset request that no worker has processed yet', async () => {
    const { email, token } = await quietShop.registerAndLogIn();
    await requestPasswordReset(quietShop.em(), email.toUpperCase());
    const requests = () =>
      quietShop.em().execute<{ id: string }[]>('select id from password_reset_request where lower(email) = ?', [email]);
    expect(await requests()).toHaveLength(1);
    const body = { currentPassword: password, newPassword: next, confirmPassword: next };
    expect((await quietShop.call('PATCH', '/user/changePassword', { token, body })).status).toBe(200);
    expect(await requests()).toEqual([]);
  });
});

describe('forgetting the password', () => {
  test('mails a link whose token is stored only as a hash', async () => {
    const user = await shop.registerAndLogIn();
    const [link = ''] = await (async () => {
      await forgot(user.email.toUpperCase().replace('.COM', '.com'));
      return resetLinks(shop.mailbox.url, user.email);
    })();
    expect(link.startsWith(`${shop.url}/resetPassword/`)).toBe(true);
    const token = link.split('/').at(-1) ?? '';
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const rows = await shop.em().execute(
      `select row_to_json(r)::text as row from password_reset_request r union all
       select row_to_json(e)::text from outbox_event e`,
    );
    expect(JSON.stringify(rows)).toContain(hashToken(token));
    expect(JSON.stringify(rows)).not.toContain(token);
    const [event] = await shop
      .em()
      .execute(`select payload from outbox_event where name = 'user.passwordResetRequested' order by id desc limit 1`);
    expect(Object.keys(event?.payload ?? {})).toEqual(['requestId']);
  });

  test('responds alike to every email, and mails no unknown or inactive user', async () => {
    const user = await shop.registerAndLogIn();
    const sleeper = await shop.registerAndLogIn();
    await shop.em().execute('update user_account set active = false where id = ?', [sleeper.userId]);
    const responses = [await forgot(user.email), await forgot(sleeper.email), await forgot('nobody@example.com')];
    for (const { status, body } of responses)
      expect({ status, body }).toEqual({ status: 200, body: responses[0]?.body });
    await shop.untilCalm();
    expect(await mailsTo(shop.mailbox.url, user.email)).toHaveLength(1);
    expect(await mailsTo(shop.mailbox.url, sleeper.email)).toHaveLength(0);
    expect(await mailsTo(shop.mailbox.url, 'nobody@example.com')).toHaveLength(0);
  });

  test('does the same work for every email, and so takes the same time', async () => {
    const known = await quietShop.registerAndLogIn();
    const asked = await statementsOf(() => requestPasswordReset(quietShop.em(), known.email));
    expect(asked.length).toBeGreaterThanOrEqual(2);
    expect(await statementsOf(() => requestPasswordReset(quietShop.em(), 'nobody@example.com'))).toEqual(asked);
  });

  test.each([
    [{}, 'Email is required'],
    [{ email: 'nobody' }, 'Email is not valid'],
    [{ email: ['a@example.com'] }, expect.any(String)],
  ])('refuses %j', async (body, email) => {
    expect(await shop.call('POST', '/user/forgotPassword', { body })).toMatchObject({
      status: 422,
      body: { fields: { email } },
    });
  });

  test('does not flood a mailbox', async () => {
    const limiter = new ResetLimiter({ most: 2, seconds: 60 });
    const asked = await Promise.all(['a@example.com', 'A@example.com', 'a@EXAMPLE.com'].map((e) => limiter.allows(e)));
    expect(asked).toEqual([true, true, false]);
    expect(await limiter.allows('b@example.com')).toBe(true);
  });
});

describe('resetting the password', () => {
  test('sets it, ends every session, and works once', async () => {
    const user = await shop.registerAndLogIn();
    const token = await tokenFor(user.email);
    expect(await reset(token)).toMatchObject({ status: 200, body: { status: 'success', message: expect.any(String) } });
    expect(await isLoggedIn(user.token)).toBe(false);
    expect([await logIn(user.email, password), await logIn(user.email, next)]).toEqual([401, 200]);
    expect(await reset(token, 'a third password')).toMatchObject(deadLink);
    expect(await logIn(user.email, next)).toBe(200);
  });

  test('accepts one of many at once', async () => {
    const user = await shop.registerAndLogIn();
    const token = await tokenFor(user.email);
    const responses = await Promise.all([1, 2, 3, 4].map((number) => reset(token, `password number ${number}`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const winner = responses.findIndex(({ status }) => status === 200) + 1;
    expect(await logIn(user.email, `password number ${winner}`)).toBe(200);
  });

  test('is canceled by a newer request', async () => {
    const user = await shop.registerAndLogIn();
    const older = await tokenFor(user.email);
    const newer = await tokenFor(user.email, 2);
    expect(newer).not.toBe(older);
    expect(await reset(older)).toMatchObject(deadLink);
    expect((await reset(newer)).status).toBe(200);
  });

  test('lasts an hour', async () => {
    const user = await shop.registerAndLogIn();
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

  test.each(['unknown', '%00', 'x'.repeat(5000), "' or true --"])('refuses the token %s', async (token) => {
    expect(await reset(encodeURIComponent(token))).toMatchObject(deadLink);
  });

  test.each([
    [{}, { newPassword: 'New password is required!', confirmPassword: 'Confirm new password is required!' }],
    [{ newPassword: next, confirmPassword: 'other' }, { confirmPassword: 'New passwords must match!' }],
    [{ newPassword: 'short', confirmPassword: 'short' }, { newPassword: expect.stringContaining('8') }],
  ])('refuses %j, and the token stays valid', async (body, fields) => {
    const user = await shop.registerAndLogIn();
    const token = await tokenFor(user.email);
    const response = await shop.call('PATCH', `/user/resetPassword/${token}`, { body });
    expect(response.status).toBe(422);
    expect(response.body.fields).toEqual(fields);
    expect((await reset(token)).status).toBe(200);
  });

  test('is rejected if the user is now inactive', async () => {
    const user = await shop.registerAndLogIn();
    const token = await tokenFor(user.email);
    await shop.em().execute('update user_account set active = false where id = ?', [user.userId]);
    expect(await reset(token)).toMatchObject(deadLink);
  });

  test('is canceled when its user is deleted', async () => {
    const user = await shop.registerAndLogIn();
    const token = await tokenFor(user.email);
    await shop.em().execute('delete from user_account where id = ?', [user.userId]);
    expect(await reset(token)).toMatchObject(deadLink);
  });
});

describe('the job that mails the link', () => {
  const mailer = createMailer(shop.mailbox.smtpUrl, shop.url);
  afterAll(() => mailer.close());

  test('is idempotent, also at once: each mailed link works until one is used', async () => {
    const user = await shop.registerAndLogIn();
    await tokenFor(user.email);
    const [row] = await shop
      .em()
      .execute<{ id: string }[]>('select id from password_reset_request where user_id = ?', [user.userId]);
    const run = () => sendPasswordReset(shop.em(), mailer, shop.url, row?.id ?? '');
    await Promise.all([run(), run()]);
    const [newest, , oldest] = await resetLinks(shop.mailbox.url, user.email, 3);
    expect((await reset(oldest?.split('/').at(-1) ?? '')).status).toBe(200);
    expect(await reset(newest?.split('/').at(-1) ?? '')).toMatchObject(deadLink);
    await run();
    expect(await mailsTo(shop.mailbox.url, user.email)).toHaveLength(3);
  });

  test('neither creates a token nor extends the link when it runs again after its mail has left', async () => {
    const user = await shop.registerAndLogIn();
    await tokenFor(user.email);
    const read = () =>
      shop
        .em()
        .execute<{ id: string }[]>(
          'select id, token_hashes, expires_at from password_reset_request where user_id = ?',
          [user.userId],
        );
    const before = await read();
    await sendPasswordReset(shop.em(), sendingOnce(shop.em(), mailer), shop.url, before[0]?.id ?? '');
    expect(await read()).toEqual(before);
    expect(await mailsTo(shop.mailbox.url, user.email)).toHaveLength(1);
  });

  test.each([
    ['59 minutes', 1],
    ['60 minutes', 0],
  ])('%s after the request sends %i mails', async (age, count) => {
    const { email } = await quietShop.registerAndLogIn();
    await requestPasswordReset(quietShop.em(), email);
    const [request] = await quietShop
      .em()
      .execute<{ id: string }[]>(
        'update password_reset_request set created_at = now() - ?::interval where email = ? returning id',
        [age, email],
      );
    await sendPasswordReset(quietShop.em(), mailer, quietShop.url, request?.id ?? '');
    expect(await mailsTo(shop.mailbox.url, email)).toHaveLength(count);
  });
});
