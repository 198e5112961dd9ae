import { expect, test } from 'vitest';
import { startTestShop } from '../../../testing/shop.ts';
import { loseDatabase } from '../../../testing/statements.ts';
import { LoginLimiter } from './login-limiter.ts';

const shop = await startTestShop();

const refused = expect.objectContaining({ code: 'tooMany' });

test('failed logins are forgotten after a success, those of the address are not', async () => {
  const limiter = new LoginLimiter({ perGuesser: 3, perAddress: 4, window: 60 });
  for (let attempt = 0; attempt < 3; attempt++) await limiter.begin('a@example.com', '192.0.2.1');
  await expect(limiter.begin('A@example.com', '192.0.2.1')).rejects.toEqual(refused);
  await limiter.succeed('a@example.com', '192.0.2.1');
  await limiter.begin('a@example.com', '192.0.2.1');
  await expect(limiter.begin('c@example.com', '192.0.2.1')).rejects.toEqual(refused);
  await limiter.begin('c@example.com', '192.0.2.3');
});

test('a stranger who fails for somebody locks out nobody but themselves; many of them do', async () => {
  const limiter = new LoginLimiter({ perGuesser: 3, perEmail: 5, window: 60 });
  for (let attempt = 0; attempt < 3; attempt++) await limiter.begin('a@example.com', '192.0.2.1');
  await expect(limiter.begin('a@example.com', '192.0.2.1')).rejects.toEqual(refused);
  await limiter.begin('a@example.com', '192.0.2.2');
  await limiter.begin('A@example.com', '192.0.2.3');
  await expect(limiter.begin('a@example.com', '192.0.2.4')).rejects.toEqual(refused);
});

test('no more than the limit are tried, also when many come at once', async () => {
  const limiter = new LoginLimiter({ perGuesser: 10 });
  const attempts = await Promise.allSettled(
    Array.from({ length: 50 }, () => limiter.begin('a@example.com', '192.0.2.1')),
  );
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
});

test('logins that came while the database was away count as nobody’s failures', async () => {
  const { email } = await shop.registerAndLogIn();
  const logIn = async () => {
    const { status } = await shop.call('POST', '/user/login', { body: { email, password: 'correct horse' } });
    return status;
  };
  const error = Object.assign(new Error('The database is away'), { code: 'ECONNREFUSED' });
  const away = await loseDatabase(shop.database, error);
  for (let tries = 0; tries < 12; tries += 1) expect(await logIn()).toBe(503);
  away.mockRestore();
  expect(await logIn()).toBe(200);
});
