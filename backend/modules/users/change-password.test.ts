import { describe, expect, test } from 'vitest';
import { type LoggedIn, startTestShop } from '../../../testing/shop.ts';

const shop = await startTestShop();
const password = 'correct horse';
const next = 'battery staple';

const logIn = async (email: string, secret: string) =>
  (await shop.call('POST', '/user/login', { body: { email, password: secret } })).status;
const isLoggedIn = async (token: string) => (await shop.call('GET', '/user/getSingleUser', { token })).status === 200;
const change = (token: string | undefined, body: object) => shop.call('PATCH', '/user/changePassword', { token, body });

async function secondSession({ email }: LoggedIn): Promise<string> {
  return (await shop.call('POST', '/user/login', { body: { email, password } })).body.token;
}

describe('changing the password', () => {
  test('sets it and ends all sessions of this user only', async () => {
    const user = await shop.registerAndLogIn();
    const other = await shop.registerAndLogIn();
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
  ])('refuses %j and changes nothing', async (wrong, fields) => {
    const user = await shop.registerAndLogIn();
    const right = { currentPassword: password, newPassword: next, confirmPassword: next };
    const response = await change(user.token, Object.keys(wrong).length > 0 ? { ...right, ...wrong } : {});
    expect(response).toMatchObject({ status: 422, body: { code: 'invalid' } });
    expect(response.body.fields).toEqual(fields);
    expect(await isLoggedIn(user.token)).toBe(true);
    expect(await logIn(user.email, password)).toBe(200);
  });

  test('needs a session', async () => {
    const body = { currentPassword: password, newPassword: next, confirmPassword: next };
    expect((await change(undefined, body)).status).toBe(401);
    expect((await change('nonsense', body)).status).toBe(401);
  });

  test('accepts one of two at once', async () => {
    const user = await shop.registerAndLogIn();
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
    const user = await shop.registerAndLogIn();
    const guess = () => change(user.token, { currentPassword: 'a guess', newPassword: next, confirmPassword: next });
    for (let attempt = 0; attempt < 10; attempt++) expect((await guess()).status).toBe(422);
    expect((await guess()).status).toBe(429);
  });
});
