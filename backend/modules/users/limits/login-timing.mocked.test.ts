import { parseOptions, verify } from '@node-rs/argon2';
import { expect, test, vi } from 'vitest';
import { startTestShop } from '../../../../testing/shop/shop.ts';

vi.mock('@node-rs/argon2', { spy: true });

const shop = await startTestShop();
const logIn = (email: string, password: string) => shop.call('POST', '/user/login', { body: { email, password } });

test('a wrong password and an unknown email take the same time, because both do the same work', async () => {
  const account = { email: 'timed@example.com', username: 'timed', password: 'correct horse' };
  await shop.call('POST', '/user/register', { body: account });
  for (const email of [account.email, 'nobody@example.com']) {
    vi.mocked(verify).mockClear();
    await logIn(email, 'wrong password');
    expect(vi.mocked(verify).mock.calls.map(([hash]) => parseOptions(hash))).toEqual([
      expect.objectContaining({ memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
    ]);
  }
});
