import { describe, expect, test } from 'vitest';
import { startTestShop } from '../../../../testing/shop/shop.ts';
import { ensureAdmin } from './admin-account.ts';

const shop = await startTestShop();
const password = 'correct horse';
const logIn = (email: string) => shop.call('POST', '/user/login', { body: { email, password } });

describe('the first admin', () => {
  test('is created once, even by concurrent starts, beside a user named admin', async () => {
    await shop.call('POST', '/user/register', {
      body: { email: 'pretender@example.com', username: 'Admin', password },
    });
    const admin = { email: 'boss@example.com', password };
    const outcomes = await Promise.all([ensureAdmin(shop.em(), admin), ensureAdmin(shop.em(), admin)]);
    expect(outcomes.sort()).toEqual(['created', 'exists']);
    expect(await ensureAdmin(shop.em(), { ...admin, password: 'another one' })).toBe('exists');
    expect((await logIn(admin.email)).body.user.role).toBe('admin');
  });

  test('never takes over an existing account with its email', async () => {
    expect(await ensureAdmin(shop.em(), { email: 'PRETENDER@example.com', password: 'another one' })).toBe('notAdmin');
    expect((await logIn('pretender@example.com')).body.user.role).toBe('user');
  });
});
