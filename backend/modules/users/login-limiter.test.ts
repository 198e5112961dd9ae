import { expect, test } from 'vitest';
import { PASSWORD } from '../../../testing/api.ts';
import { startTestShop } from '../../../testing/shop.ts';
import { loseDatabase } from '../../../testing/statements.ts';
import { LoginLimiter } from './login-limiter.ts';

const shop = await startTestShop();

const tooMany = expect.objectContaining({ code: 'tooMany' });

test('a success clears the failures of the email but not of the address', async () => {
  const limiter = new LoginLimiter({ perEmailAndAddress: 3, perAddress: 4, window: 60 });
  for (let attempt = 0; attempt < 3; attempt++) await limiter.begin('a@example.com', '192.0.2.1');
  await expect(limiter.begin('A@example.com', '192.0.2.1')).rejects.toEqual(tooMany);
  await limiter.succeed('a@example.com', '192.0.2.1');
  await limiter.begin('a@example.com', '192.0.2.1');
  await expect(limiter.begin('c@example.com', '192.0.2.1')).rejects.toEqual(tooMany);
  await limiter.begin('c@example.com', '192.0.2.3');
});

test('one stranger locks out only themselves; many together lock the email', async () => {
  const limiter = new LoginLimiter({ perEmailAndAddress: 3, perEmail: 5, window: 60 });
  for (let attempt = 0; attempt < 3; attempt++) await limiter.begin('a@example.com', '192.0.2.1');
  await expect(limiter.begin('a@example.com', '192.0.2.1')).rejects.toEqual(tooMany);
  await limiter.begin('a@example.com', '192.0.2.2');
  await limiter.begin('A@example.com', '192.0.2.3');
  await expect(limiter.begin('a@example.com', '192.0.2.4')).rejects.toEqual(tooMany);
});

test('concurrent attempts stay within the limit', async () => {
  const limiter = new LoginLimiter({ perEmailAndAddress: 10 });
  const attempts = await Promise.allSettled(
    Array.from({ length: 50 }, () => limiter.begin('a@example.com', '192.0.2.1')),
  );
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
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
