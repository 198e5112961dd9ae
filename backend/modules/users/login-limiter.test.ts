import { pino } from 'pino';
import { expect, test } from 'vitest';
import { PASSWORD } from '../../../testing/api.ts';
import { startTestShop } from '../../../testing/shop.ts';
import { loseDatabase } from '../../../testing/statements.ts';
import { openLimitStore } from '../../core/limit-store.ts';
import { LoginLimiter } from './login-limiter.ts';

const shop = await startTestShop({ apis: 1, redisUrl: null });

const tooMany = expect.objectContaining({ code: 'tooMany' });

test('a success clears the failures of the email but not of the address', async () => {
  const limiter = new LoginLimiter(shop.limits, { perEmailAndAddress: 3, perAddress: 4, window: 60 });
  for (let attempt = 0; attempt < 3; attempt++) await limiter.begin('a@example.com', '192.0.2.1');
  await expect(limiter.begin('A@example.com', '192.0.2.1')).rejects.toEqual(tooMany);
  await limiter.succeed('a@example.com', '192.0.2.1');
  await limiter.begin('a@example.com', '192.0.2.1');
  await expect(limiter.begin('c@example.com', '192.0.2.1')).rejects.toEqual(tooMany);
  await limiter.begin('c@example.com', '192.0.2.3');
});

test('one stranger locks out only themselves; many together lock the email', async () => {
  const limiter = new LoginLimiter(shop.limits, { perEmailAndAddress: 3, perEmail: 5, window: 60 });
  for (let attempt = 0; attempt < 3; attempt++) await limiter.begin('d@example.com', '198.51.100.1');
  await expect(limiter.begin('d@example.com', '198.51.100.1')).rejects.toEqual(tooMany);
  await limiter.begin('d@example.com', '198.51.100.2');
  await limiter.begin('D@example.com', '198.51.100.3');
  await expect(limiter.begin('d@example.com', '198.51.100.4')).rejects.toEqual(tooMany);
});

test('concurrent attempts stay within the limit', async () => {
  const limiter = new LoginLimiter(shop.limits, { perEmailAndAddress: 10 });
  const attempts = await Promise.allSettled(
    Array.from({ length: 50 }, () => limiter.begin('e@example.com', '203.0.113.1')),
  );
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
});

test('attempts on two processes at once stay within the limit, and a success on one clears it on both', async () => {
  const other = await openLimitStore({ databaseUrl: shop.databaseUrl, redisUrl: null, log: pino({ level: 'silent' }) });
  const limiters = [shop.limits, other].map((store) => new LoginLimiter(store, { perEmailAndAddress: 6, window: 60 }));
  const begin = () =>
    Promise.allSettled(
      Array.from({ length: 20 }, (_, turn) => limiters[turn % 2]?.begin('f@example.com', '192.0.2.9')),
    );
  const allowed = (attempts: PromiseSettledResult<unknown>[]) =>
    attempts.filter(({ status }) => status === 'fulfilled').length;
  expect(allowed(await begin())).toBe(6);
  await limiters[1]?.succeed('f@example.com', '192.0.2.9');
  expect(allowed(await begin())).toBe(6);
  await other.close();
});

test("logins during a database outage don't count as failures", async () => {
  const { email } = await shop.registerAndLogIn();
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
