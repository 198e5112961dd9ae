import { expect, test, vi } from 'vitest';
import { startTestShop } from '../../../e2e/harness/shop.ts';
import { LoginLimiter } from './login-limiter.ts';

const shop = await startTestShop();

test('failed logins are forgotten after a success, those of the address are not', async () => {
  const limiter = new LoginLimiter({ perEmail: 3, perAddress: 4, window: 60 });
  const refused = expect.objectContaining({ code: 'tooMany' });
  await limiter.begin('a@example.com', '192.0.2.1');
  await limiter.begin('a@example.com', '192.0.2.1');
  await limiter.begin('a@example.com', '192.0.2.1');
  await expect(limiter.begin('A@example.com', '192.0.2.2')).rejects.toEqual(refused);
  await limiter.succeed('a@example.com', '192.0.2.1');
  await limiter.begin('a@example.com', '192.0.2.1');
  await limiter.begin('b@example.com', '192.0.2.1');
  await expect(limiter.begin('c@example.com', '192.0.2.1')).rejects.toEqual(refused);
  await limiter.begin('c@example.com', '192.0.2.3');
});

test('no more than the limit are tried, also when many come at once', async () => {
  const limiter = new LoginLimiter({ perEmail: 10 });
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
  const away = vi
    .spyOn(shop.database.em.getConnection(), 'execute')
    .mockRejectedValue(Object.assign(new Error('The database is away'), { code: 'ECONNREFUSED' }));
  for (let tries = 0; tries < 12; tries += 1) expect(await logIn()).toBe(503);
  away.mockRestore();
  expect(await logIn()).toBe(200);
});
