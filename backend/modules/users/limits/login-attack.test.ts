import { RateLimiterMemory } from 'rate-limiter-flexible';
import { describe, expect, test } from 'vitest';
import { mailsTo, readMail, resetLinks, tokenIn } from '../../../../testing/data/mails.ts';
import { PASSWORD } from '../../../../testing/shop/api.ts';
import { startTestShop } from '../../../../testing/shop/shop.ts';
import { interceptStatements } from '../../../../testing/shop/statements.ts';
import { AppError } from '../../../core/errors.ts';
import type { LimitStore } from '../../../core/limits/limit-store.ts';
import { warnOfLoginAttack } from '../accounts/users.service.ts';
import { LoginLimiter } from './login-limiter.ts';
import { ResetLimiter } from './reset-limiter.ts';

/** Two APIs, so that a device is known to both. */
const shop = await startTestShop({ workers: true, trustedProxies: 1, apis: 2 });
/** Without workers, so that their statements don't mix with those of a request. */
const quietShop = await startTestShop();

const WARNING = /^Someone is trying to log in to your account/;
const RESET = /^Reset your password/;

/** The nth address of strangers. */
const address = (number: number) =>
  `10.${Math.floor(number / 65_536)}.${Math.floor(number / 256) % 256}.${number % 256}`;
const OWN_ADDRESS = '192.0.2.1';
const OTHER_ADDRESS = '192.0.2.2';

const headersOf = (from: string, cookie?: string) => ({ 'X-Forwarded-For': from, ...(cookie && { Cookie: cookie }) });
const logIn = (email: string, { from = OWN_ADDRESS, password = PASSWORD, cookie }: Partial<Login> = {}) =>
  shop.call('POST', '/user/login', { headers: headersOf(from, cookie), body: { email, password } });
type Login = { from: string; password: string; cookie: string };

const forgot = (email: string, { from = OWN_ADDRESS, cookie }: Partial<Login> = {}) =>
  shop.call('POST', '/user/forgotPassword', { headers: headersOf(from, cookie), body: { email } });

/** Logs in from an address at home. @returns the cookie of the device */
async function knownDevice(email: string, cookie?: string): Promise<string> {
  const { status, headers } = await logIn(email, { from: '192.0.2.200', ...(cookie && { cookie }) });
  expect(status).toBe(200);
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function guess(email: string, from: string): Promise<number> {
  return (await logIn(email, { from, password: `guess ${crypto.randomUUID()}` })).status;
}

const limiter = new LoginLimiter(shop.limits);
/** Counts thousands of attempts quickly. */
const memoryStore: LimitStore = {
  openCounts: (options) => new RateLimiterMemory(options),
  choose: (shared) => shared(),
  close: async () => {},
};

/** Guesses that are counted as those of calls are, but without hashing a password. @returns how many would be checked */
async function guessOften(email: string, addresses: readonly string[], by = limiter): Promise<number> {
  let checked = 0;
  const check = async () => {
    checked += 1;
    throw new AppError('unauthenticated', 'Wrong email or password');
  };
  for (let start = 0; start < addresses.length; start += 20) {
    const some = addresses.slice(start, start + 20);
    await Promise.allSettled(some.map((from) => by.attempt({ email, address: from, device: null }, check)));
  }
  return checked;
}

/** Ten addresses that guess ten times each. */
const attackers = Array.from({ length: 100 }, (_, number) => address(number % 10));
const attack = (email: string) => guessOften(email, attackers);

describe('while strangers guess at a password', () => {
  test('its owner logs in on a known device, also from their address, and on a new one', async () => {
    const { email } = await shop.newAccount();
    const cookie = await knownDevice(email);
    expect(await attack(email)).toBe(100);
    expect(await guess(email, address(0))).toBe(429);
    expect((await logIn(email, { cookie })).status).toBe(200);
    expect((await logIn(email, { cookie, from: address(0) })).status).toBe(200);
    expect((await logIn(email, { from: OTHER_ADDRESS })).status).toBe(200);
  });

  test('the owner is warned by one email', async () => {
    const user = await shop.newAccount();
    const { email } = user;
    await shop.confirmEmail(user);
    await attack(email);
    expect(await mailsTo(shop.mailbox.url, email, WARNING)).toEqual([]);
    for (let number = 20; number < 24; number += 1) expect(await guess(email, address(number))).toBe(401);
    const { text } = await readMail(shop.mailbox.url, email, WARNING);
    expect(text).toContain('many wrong passwords');
    await shop.untilCalm();
    expect(await mailsTo(shop.mailbox.url, email, WARNING)).toHaveLength(1);
  });

  test('responses are the same for an email without an account', async () => {
    const { email } = await shop.newAccount();
    const statusesFor = async (email: string) => {
      await attack(email);
      const later = Array.from({ length: 4 }, (_, number) => guess(email, address(20 + (number % 2))));
      return [...(await Promise.all(later)), await guess(email, address(20)), await guess(email, address(0))];
    };
    expect(await statusesFor(email)).toEqual([401, 401, 401, 401, 429, 429]);
    expect(await statusesFor('nobody@example.com')).toEqual([401, 401, 401, 401, 429, 429]);
  });

  test('1,000 addresses check 2,100 passwords per hour at most, and the owner still gets in', async () => {
    const ownLimiter = new LoginLimiter(memoryStore);
    const email = 'owner@example.com';
    const addresses = Array.from({ length: 1000 }, (_, number) => address(number));
    let checked = 0;
    for (let round = 0; round < 3; round += 1) checked += await guessOften(email, addresses, ownLimiter);
    expect(checked).toBe(2100);
    const logInFrom = (from: string, device: string | null) =>
      ownLimiter.attempt({ email, address: from, device }, async () => 'logged in');
    expect(await logInFrom(OTHER_ADDRESS, null)).toBe('logged in');
    expect(await logInFrom(address(0), 'a device')).toBe('logged in');
    await expect(logInFrom(address(0), null)).rejects.toMatchObject({ code: 'tooMany' });
  });

  test('with more addresses than that, an owner without a known device resets the password', async () => {
    const { email } = await shop.newAccount();
    const small = new LoginLimiter(shop.limits, { attack: { most: 3, seconds: 60 } });
    await attack(email);
    for (let number = 20; number < 23; number += 1) {
      await small.begin({ email, address: address(number), device: null });
    }
    const newDevice = { email, address: OTHER_ADDRESS, device: null };
    await expect(small.begin(newDevice)).rejects.toMatchObject({ code: 'tooMany' });

    await forgot(email);
    const [link = ''] = await resetLinks(shop.mailbox.url, email);
    const body = { newPassword: 'battery staple', confirmPassword: 'battery staple' };
    const reset = await shop.call('PATCH', `/user/resetPassword/${tokenIn(link)}`, { body });
    const cookie = reset.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect((await logIn(email, { cookie, password: 'battery staple', from: address(0) })).status).toBe(200);
  });
});

describe('a known device', () => {
  test('has its own limit, so that its cookie is of no use for guessing', async () => {
    const { email } = await shop.newAccount();
    const cookie = await knownDevice(email);
    const attempts = Array.from({ length: 11 }, (_, number) =>
      logIn(email, { cookie, from: address(number), password: 'wrong password' }),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array(10).fill(401), 429]);
    expect((await logIn(email)).status).toBe(200);
  });

  test('is known for the accounts that have logged in on it, and for no other', async () => {
    const [one, two, other] = await Promise.all([1, 2, 3].map(() => shop.newAccount()));
    const cookie = await knownDevice(two?.email ?? '', await knownDevice(one?.email ?? ''));
    for (const user of [one, two, other]) await attack(user?.email ?? '');
    const isKnown = async (user: typeof one, cookie: string) => {
      const { status } = await logIn(user?.email ?? '', { cookie, from: address(0) });
      return status === 200;
    };
    expect([await isKnown(one, cookie), await isKnown(two, cookie), await isKnown(other, cookie)]).toEqual([
      true,
      true,
      false,
    ]);
    const otherDevice = cookie.replace(/=./, (start) => (start === '=A' ? '=B' : '=A'));
    for (const forged of [otherDevice, `${cookie}x`, cookie.replace(/.$/, ''), 'device=', 'device=..']) {
      expect(await isKnown(two, forged)).toBe(false);
    }
  });

  test('keeps a cookie that scripts and other sites cannot use', async () => {
    const { email } = await shop.newAccount();
    const { headers } = await logIn(email);
    const [cookie = '', ...others] = headers.getSetCookie();
    expect(others).toEqual([]);
    expect(cookie).toMatch(/^device=[\w-]{43}\.[\w-]{43}; path=\/; expires=[^;]+; samesite=lax; httponly$/);
  });
});

describe('while strangers request reset links', () => {
  const resets = new ResetLimiter(shop.limits);

  /** Requests that are counted as calls are, but send nothing. @returns how many would send an email */
  async function flood(email: string, addresses: readonly string[]): Promise<number> {
    let sent = 0;
    for (const from of addresses) if (await resets.allows({ email, address: from, device: null })) sent += 1;
    return sent;
  }
  async function reset(link: string): Promise<number> {
    const body = { newPassword: 'battery staple', confirmPassword: 'battery staple' };
    return (await shop.call('PATCH', `/user/resetPassword/${tokenIn(link)}`, { body })).status;
  }
  const strangers = Array.from({ length: 100 }, (_, number) => address(number));

  test('the owner gets one on a new device if they are few', async () => {
    const { email } = await shop.newAccount();
    for (const from of strangers.slice(0, 10)) await forgot(email, { from });
    expect(await flood(email, attackers)).toBe(1);
    await shop.untilCalm();
    const { length } = await mailsTo(shop.mailbox.url, email, RESET);
    await forgot(email, { from: OTHER_ADDRESS });
    const [link = ''] = await resetLinks(shop.mailbox.url, email, length + 1);
    expect(await reset(link)).toBe(200);
  });

  test('the owner gets one on a known device even if they are many', async () => {
    const { email } = await shop.newAccount();
    const cookie = await knownDevice(email);
    expect(await flood(email, strangers)).toBe(31);
    await forgot(email, { cookie });
    const [link = ''] = await resetLinks(shop.mailbox.url, email);
    expect(await reset(link)).toBe(200);
  });

  test('the latest link stays valid if they are many, also for an owner on a new device', async () => {
    const { email } = await shop.newAccount();
    await forgot(email, { from: address(0) });
    const [link = ''] = await resetLinks(shop.mailbox.url, email);
    await flood(email, strangers);
    expect((await forgot(email, { from: OTHER_ADDRESS })).status).toBe(200);
    await shop.untilCalm();
    expect(await mailsTo(shop.mailbox.url, email, RESET)).toHaveLength(1);
    expect(await reset(link)).toBe(200);
  });
});

test('a warning takes the same work for every email, and so the same time', async () => {
  const { email } = await quietShop.newAccount();
  const statementsFor = async (email: string) => {
    const statements: string[] = [];
    const watched = await interceptStatements(quietShop.database, (sql) => {
      statements.push(sql.replaceAll(/'[^']*'/g, '?'));
      return sql;
    });
    await warnOfLoginAttack(quietShop.em(), email).finally(() => watched.mockRestore());
    return statements;
  };
  expect(await statementsFor('nobody@example.com')).toEqual(await statementsFor(email));
});
