import { expect, test } from 'vitest';
import { runProgram } from '../testing/processes/process.ts';
import { startTestShop } from '../testing/shop/shop.ts';

const shop = await startTestShop();

const appoint = (email: string) => runProgram(['backend/owner.ts', email], { DATABASE_URL: shop.databaseUrl });

test('makes a registered user an owner, and says so', async () => {
  const { email, token } = await shop.newAccount();
  const [appointed, refused] = await Promise.all([appoint(email), appoint('nobody@example.com')]);
  expect(appointed).toEqual({ code: 0, output: `${email} is now an owner.\n` });
  expect(refused).toEqual({ code: 1, output: 'No account has the email "nobody@example.com". Register it first.\n' });
  expect((await shop.call('GET', '/user/getSingleUser', { token })).body.user.role).toBe('owner');
  expect((await shop.call('GET', '/admin/audit', { token })).body.entries).toMatchObject([
    { actor: 'Operator of the server', action: 'user.edited' },
  ]);
});
