import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { PASSWORD } from '../../../../testing/shop/api.ts';
import { startTestShop } from '../../../../testing/shop/shop.ts';
import { loseDatabase } from '../../../../testing/shop/statements.ts';
import { openLimitStore } from '../../../core/limits/limit-store.ts';
import { type Attempt, LoginLimiter } from './login-limiter.ts';

const shop = await startTestShop({ apis: 1, redisUrl: null });

const tooMany = expect.objectContaining({ code: 'tooMany' });
const stranger = (email: string, address: string): Attempt => ({ email, address, device: null });
const succeed = async () => {};

test('a success clears the failures of the email but not of the address', async () => {
  const limiter = new LoginLimiter(shop.limits, {
    pair: { most: 3, seconds: 60 },
    address: { most: 4, seconds: 60 },
  });
  for (let attempt = 0; attempt < 3; attempt++) await limiter.begin(stranger('a@example.com', '192.0.2.1'));
  await expect(limiter.begin(stranger('A@example.com', '192.0.2.1'))).rejects.toEqual(tooMany);
  await limiter.forgive(stranger('a@example.com', '192.0.2.1'));
  await expect(limiter.begin(stranger('a@example.com', '192.0.2.1'))).rejects.toEqual(tooMany);
  await limiter.begin(stranger('c@example.com', '192.0.2.3'));
});

test('one stranger locks out only themselves; many together slow each other down', async () => {
  const limiter = new LoginLimiter(shop.limits, {
    pair: { most: 3, seconds: 60 },
    email: { most: 5, seconds: 60 },
  });
  for (let attempt = 0; attempt < 3; attempt++) await limiter.begin(stranger('d@example.com', '198.51.100.1'));
  await expect(limiter.begin(stranger('d@example.com', '198.51.100.1'))).rejects.toEqual(tooMany);
  expect((await limiter.begin(stranger('d@example.com', '198.51.100.2'))).isAttacked).toBe(false);
  expect((await limiter.begin(stranger('D@example.com', '198.51.100.3'))).isAttacked).toBe(false);
  for (let attempt = 0; attempt < 2; attempt++) {
    expect((await limiter.begin(stranger('d@example.com', '198.51.100.4'))).isAttacked).toBe(true);
  }
  await expect(limiter.begin(stranger('d@example.com', '198.51.100.4'))).rejects.toEqual(tooMany);
  await limiter.begin(stranger('d@example.com', '198.51.100.5'));
});

test('concurrent attempts stay within the limit', async () => {
  const limiter = new LoginLimiter(shop.limits);
  const attempts = await Promise.allSettled(
    Array.from({ length: 50 }, () => limiter.begin(stranger('e@example.com', '203.0.113.1'))),
  );
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
});

test('attempts on two processes at once stay within the limit, and a success on one clears it on both', async () => {
  const other = await openLimitStore({ databaseUrl: shop.databaseUrl, redisUrl: null, log: pino({ level: 'silent' }) });
  const limiters = [shop.limits, other].map((store) => new LoginLimiter(store, { pair: { most: 6, seconds: 60 } }));
  const attempt = stranger('f@example.com', '192.0.2.9');
  const begin = () => Promise.allSettled(Array.from({ length: 20 }, (_, turn) => limiters[turn % 2]?.begin(attempt)));
  const allowed = (attempts: PromiseSettledResult<unknown>[]) =>
    attempts.filter(({ status }) => status === 'fulfilled').length;
  expect(allowed(await begin())).toBe(6);
  await limiters[1]?.forgive(attempt);
  expect(allowed(await begin())).toBe(6);
  await other.close();
});

test('successes are limited, too, before the password is checked', async () => {
  const limiter = new LoginLimiter(shop.limits, { success: { most: 3, seconds: 60 } });
  const attempt = stranger('g@example.com', '192.0.2.11');
  for (let times = 0; times < 3; times++) await limiter.attempt(attempt, succeed);
  const check = vi.fn(succeed);
  await expect(limiter.attempt(attempt, check)).rejects.toEqual(tooMany);
  expect(check).not.toHaveBeenCalled();
});

test("logins during a database outage don't count as failures", async () => {
  const { email } = await shop.newAccount();
  const logIn = async () => {
    const { status } = await shop.call('POST', '/user/login', { body: { email, password: PASSWORD } });
    return status;
  };
  const error = Object.assign(new Error('The database is down'), { code: 'ECONNREFUSED' });
  const outage = await loseDatabase(shop.database, error);
  for (let tries = 0; tries < 12; tries += 1) expect(await logIn()).toBe(503);
  outage.mockRestore();
  expect(await logIn()).toBe(200);
});
