import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { mailsTo, readMail, resetLinks, tokenIn } from '../../../../testing/data/mails.ts';
import { PASSWORD } from '../../../../testing/shop/api.ts';
import { addApp, codeOf, STEP } from '../../../../testing/shop/second-factors.ts';
import { type LoggedIn, startTestShop } from '../../../../testing/shop/shop.ts';

const shop = await startTestShop({ workers: true });

// A stopped clock, so that no time step ends between a code and its check.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
afterAll(() => void vi.useRealTimers());
const passTime = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

const logIn = async (email: string, password = PASSWORD) =>
  (await shop.call('POST', '/user/login', { body: { email, password } })).body;
const challengeFor = async (email: string): Promise<string> => (await logIn(email)).secondFactor.challenge;
const complete = (body: object) => shop.call('POST', '/user/login/secondFactor', { body });
const ownUser = (token: string) => shop.call('GET', '/user/getSingleUser', { token });
const factorsOf = async ({ token }: LoggedIn) => (await shop.call('GET', '/user/factors', { token })).body.factors;

/** A user with an authenticator app, whose first code was used a step ago. */
const CHANGED = /two-step login changed/;

async function userWithApp() {
  const user = await shop.newAccount();
  await shop.confirmEmail(user);
  const app = await addApp(shop.call, user);
  passTime(STEP);
  return { ...user, ...app };
}

describe('setting up an authenticator app', () => {
  test('shows the secret once, and turns two-step login on with its first code', async () => {
    const user = await shop.newAccount();
    const { body: setup } = await shop.call('POST', '/user/factors/app', { token: user.token });
    expect(setup.uri).toMatch(/^otpauth:\/\/totp\/.+secret=[A-Z2-7]{32}&.*digits=6&period=30/);
    expect(setup.uri).toContain(setup.secret);
    expect((await logIn(user.email)).token).toBeDefined();

    const wrong = await shop.call('PUT', '/user/factors/app', { token: user.token, body: { code: '000000' } });
    expect(wrong).toMatchObject({ status: 422, body: { fields: { code: 'This code is wrong or was used before' } } });
    const body = { code: codeOf(setup.secret) };
    const saved = await shop.call('PUT', '/user/factors/app', { token: user.token, body });
    expect(saved.body).toMatchObject({ factors: { appSince: expect.any(String), recoveryCodesLeft: 10 } });
    expect(new Set(saved.body.recoveryCodes).size).toBe(10);
    expect(await logIn(user.email)).toEqual({
      status: 'success',
      secondFactor: { challenge: expect.any(String), methods: ['code', 'recoveryCode'], passkey: null },
    });
    expect((await shop.call('POST', '/user/factors/app', { token: user.token })).status).toBe(409);
    expect(JSON.stringify(await factorsOf(user))).not.toContain(setup.secret);
  });

  test('stores the secret encrypted, and recovery codes and challenges hashed', async () => {
    const { secret, recoveryCodes, email } = await userWithApp();
    const challenge = await challengeFor(email);
    const rows = await shop.em().execute(
      `select row_to_json(t)::text as row from authenticator_app t union all
       select row_to_json(t)::text from recovery_code t union all
       select row_to_json(t)::text from authentication_challenge t`,
    );
    const stored = JSON.stringify(rows);
    expect(stored).toContain('sealed:');
    for (const hidden of [secret, challenge, ...recoveryCodes]) {
      expect(stored).not.toContain(hidden);
      expect(stored).not.toContain(hidden.replaceAll('-', ''));
    }
  });

  test('takes six digits only', async () => {
    const { token } = await shop.newAccount();
    for (const body of [{}, { code: '12345' }, { code: 'abcdef' }, { code: 123456 }]) {
      const response = await shop.call('PUT', '/user/factors/app', { token, body });
      expect(response).toMatchObject({ status: 422, body: { fields: { code: expect.any(String) } } });
    }
  });
});

describe('logging in with a code', () => {
  test('completes the login', async () => {
    const { email, secret, userId } = await userWithApp();
    const challenge = await challengeFor(email);
    const { status, body } = await complete({ challenge, code: codeOf(secret) });
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['status', 'token', 'user']);
    expect((await ownUser(body.token)).body.user._id).toBe(userId);
  });

  test('works with spaces, and after wrong codes', async () => {
    const { email, secret } = await userWithApp();
    const challenge = await challengeFor(email);
    expect((await complete({ challenge, code: '000000' })).status).toBe(422);
    expect((await complete({ challenge })).status).toBe(422);
    const code = codeOf(secret).replace(/^.../, '$& ');
    expect((await complete({ challenge, code })).status).toBe(200);
  });

  test('accepts a clock that is half a minute off, and no more', async () => {
    const { email, secret } = await userWithApp();
    const challenge = await challengeFor(email);
    passTime(5 * STEP);
    for (const drift of [-2 * STEP, 2 * STEP]) {
      expect((await complete({ challenge, code: codeOf(secret, drift) })).status).toBe(422);
    }
    expect((await complete({ challenge, code: codeOf(secret, -STEP) })).status).toBe(200);
    expect((await complete({ challenge: await challengeFor(email), code: codeOf(secret, STEP) })).status).toBe(200);
  });

  test('accepts a code once, also when it comes twice at once, and none older than it', async () => {
    const { email, secret } = await userWithApp();
    const challenges = [await challengeFor(email), await challengeFor(email), await challengeFor(email)];
    const code = codeOf(secret);
    const older = codeOf(secret, -STEP);
    const answers = await Promise.all(challenges.slice(0, 2).map((challenge) => complete({ challenge, code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await complete({ challenge: challenges[2], code })).status).toBe(422);
    expect((await complete({ challenge: challenges[2], code: older })).status).toBe(422);
  });

  test('accepts a challenge once, also when it comes twice at once', async () => {
    const { email, recoveryCodes } = await userWithApp();
    const challenge = await challengeFor(email);
    const answers = await Promise.all(
      recoveryCodes.slice(0, 2).map((recoveryCode) => complete({ challenge, recoveryCode })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    // The login that failed has not used up its code.
    const { body } = await complete({ challenge, recoveryCode: recoveryCodes[2] });
    expect(body.message).toBe('This login has expired. Please log in again.');
  });

  test("belongs to its account: another one's code or challenge doesn't help", async () => {
    const [victim, attacker] = [await userWithApp(), await userWithApp()];
    const challenge = await challengeFor(victim.email);
    expect((await complete({ challenge, code: codeOf(attacker.secret) })).status).toBe(422);
    expect((await complete({ challenge, recoveryCode: attacker.recoveryCodes[0] })).status).toBe(422);
  });

  test('fails after five minutes, and with an unknown challenge', async () => {
    const { email, secret, userId } = await userWithApp();
    const challenge = await challengeFor(email);
    const [row] = await shop
      .em()
      .execute(
        `select extract(epoch from expires_at - now())::int as seconds from authentication_challenge where user_id = ?`,
        [userId],
      );
    expect(row?.seconds).toBeGreaterThan(290);
    expect(row?.seconds).toBeLessThanOrEqual(300);
    await shop.em().execute('update authentication_challenge set expires_at = now() where user_id = ?', [userId]);
    expect((await complete({ challenge, code: codeOf(secret) })).status).toBe(401);
    expect((await complete({ challenge: 'unknown', code: codeOf(secret) })).status).toBe(401);
  });

  test('limits wrong codes across challenges, which a recovery code still passes', async () => {
    const { email, secret, recoveryCodes } = await userWithApp();
    const challenge = await challengeFor(email);
    const guesses = await Promise.all(Array.from({ length: 15 }, () => complete({ challenge, code: '000000' })));
    expect(guesses.filter(({ status }) => status === 422)).toHaveLength(10);
    const limited = await complete({ challenge: await challengeFor(email), code: codeOf(secret) });
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await complete({ challenge, recoveryCode: recoveryCodes[0] })).status).toBe(200);
  });

  test('fails once the password has been changed, or the account deactivated, in between', async () => {
    const { email, secret, token, userId } = await userWithApp();
    const challenge = await challengeFor(email);
    const newPassword = 'battery staple';
    const body = { currentPassword: PASSWORD, newPassword, confirmPassword: newPassword };
    expect((await shop.call('PATCH', '/user/changePassword', { token, body })).status).toBe(200);
    expect((await complete({ challenge, code: codeOf(secret) })).status).toBe(401);
    const { secondFactor } = await logIn(email, newPassword);
    await shop.em().execute('update user_account set active = false where id = ?', [userId]);
    expect((await complete({ challenge: secondFactor.challenge, code: codeOf(secret) })).status).toBe(401);
  });
});

describe('recovery codes', () => {
  test('work once each, however they are typed, and the owner is notified', async () => {
    const user = await userWithApp();
    const { email, recoveryCodes } = user;
    const [first = '', second = ''] = recoveryCodes;
    const typed = first.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    expect((await complete({ challenge: await challengeFor(email), recoveryCode: typed })).status).toBe(200);
    expect((await complete({ challenge: await challengeFor(email), recoveryCode: first })).status).toBe(422);
    const challenges = [await challengeFor(email), await challengeFor(email)];
    const answers = await Promise.all(challenges.map((challenge) => complete({ challenge, recoveryCode: second })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await factorsOf(user)).recoveryCodesLeft).toBe(8);
    await shop.untilCalm();
    const { text } = await readMail(shop.mailbox.url, email, CHANGED);
    expect(text).toContain('recovery code');
    expect(await mailsTo(shop.mailbox.url, email, CHANGED)).toHaveLength(3);
  });

  test('are replaced by new ones, and need another factor', async () => {
    const { email, token, recoveryCodes } = await userWithApp();
    const { body } = await shop.call('POST', '/user/factors/recoveryCodes', { token });
    expect(body.recoveryCodes).toHaveLength(10);
    const challenge = await challengeFor(email);
    expect((await complete({ challenge, recoveryCode: recoveryCodes[0] })).status).toBe(422);
    expect((await complete({ challenge, recoveryCode: body.recoveryCodes[0] })).status).toBe(200);
    const other = await shop.newAccount();
    expect((await shop.call('POST', '/user/factors/recoveryCodes', { token: other.token })).status).toBe(409);
  });
});

describe('two-step login stays on', () => {
  test('after a password reset', async () => {
    const { email, secret } = await userWithApp();
    await shop.call('POST', '/user/forgotPassword', { body: { email } });
    const [link = ''] = await resetLinks(shop.mailbox.url, email);
    const newPassword = 'battery staple';
    const body = { newPassword, confirmPassword: newPassword };
    await shop.call('PATCH', `/user/resetPassword/${tokenIn(link)}`, { body });
    const { secondFactor, token } = await logIn(email, newPassword);
    expect(token).toBeUndefined();
    expect((await complete({ challenge: secondFactor.challenge, code: codeOf(secret) })).status).toBe(200);
  });

  test('until its last factor is removed, with the recovery codes', async () => {
    const user = await userWithApp();
    const { status, body } = await shop.call('DELETE', '/user/factors/app', { token: user.token });
    expect(status).toBe(200);
    expect(body.factors).toMatchObject({ appSince: null, recoveryCodesLeft: 0 });
    expect((await logIn(user.email)).token).toBeDefined();
    expect((await shop.call('DELETE', '/user/factors/app', { token: user.token })).status).toBe(404);
  });

  test('until an admin turns it off, which is audited and mailed', async () => {
    const admin = await shop.admin();
    const user = await userWithApp();
    const read = () => shop.call('GET', `/admin/user/${user.userId}`, { token: admin.token });
    expect((await read()).body.user.hasSecondFactor).toBe(true);
    const remove = () => shop.call('DELETE', `/admin/secondFactors/${user.userId}`, { token: admin.token });
    const answers = await Promise.all([remove(), remove()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await read()).body.user.hasSecondFactor).toBe(false);
    expect((await logIn(user.email)).token).toBeDefined();
    const [entry] = await shop
      .em()
      .execute('select actor_name, action from audit_entry where subject_id = ?', [user.userId]);
    expect(entry).toEqual({ actor_name: admin.username, action: 'user.secondFactorsRemoved' });
    await shop.untilCalm();
    expect(await mailsTo(shop.mailbox.url, user.email, CHANGED)).toHaveLength(2);
  });

  test('an unknown user, or one without an admin, changes nothing', async () => {
    const admin = await shop.admin();
    const user = await userWithApp();
    const path = `/admin/secondFactors/${user.userId}`;
    expect((await shop.call('DELETE', path, { token: user.token })).status).toBe(403);
    expect((await shop.call('DELETE', '/admin/secondFactors/x', { token: admin.token })).status).toBe(404);
    expect((await factorsOf(user)).appSince).not.toBeNull();
  });
});
