import { describe, expect, test } from 'vitest';
import { resetLinks, tokenIn } from '../../../../testing/data/mails.ts';
import { PASSWORD } from '../../../../testing/shop/api.ts';
import { startTestShop, testSeller } from '../../../../testing/shop/shop.ts';
import { StartError } from '../../../core/process/start.ts';
import { ensureAdmin } from '../administration/admin-account.ts';
import { whyGuessable } from './password-rules.ts';

const shop = await startTestShop({ workers: true });
const context = { email: 'ana.ilic@example.com', username: 'Šumska-Vila', shopName: 'Novi Sad Продавница' };

describe('a password', () => {
  test.each(['password', 'PASSWORD', 'Password1', '12345678', 'qwerty123', 'iloveyou', 'trustno1', 'Passw0rd'])(
    'that many people use is easy to guess: %s',
    async (password) => {
      expect(await whyGuessable(password, context)).toBe('Password is too common');
    },
  );

  test.each([
    ['ana.ilic@example.com', 'your email'],
    ['Ana.Ilic', 'your email'],
    ['ANAILIC1985', 'your email'],
    ['!!!ilic!!!1', 'your email'],
    ['ana-ana-ana', 'your email'],
    ['šumskavila', 'your username'],
    ['2026_ŠumskaVila!', 'your username'],
    ['S\u030cumskaVila1', 'your username'],
    ['novisad2026', "the shop's name"],
    ['ПРОДАВНИЦА7', "the shop's name"],
    ['ana-vila-sad-77', 'your email'],
  ])('that is hardly more than a name is easy to guess: %s', async (password, name) => {
    expect(await whyGuessable(password, context)).toBe(`Password is too similar to ${name}`);
  });

  test.each([
    'correct horse',
    'ana loves pears',
    'banana split',
    'vila u planini',
    'not in Novi Sad',
    '48151623421',
    'aaaa bbbb',
    '田中さん田中さん',
    '        x',
  ])('that only looks weak is not: %s', async (password) => {
    expect(await whyGuessable(password, context)).toBeNull();
  });

  test('is not judged by names of one or two letters', async () => {
    const short = { email: 'a@example.com', username: 'x1', shopName: '24' };
    expect(await whyGuessable('a1 x1 24 24', short)).toBeNull();
  });
});

describe('is refused, and nothing changes,', () => {
  const fields = (field: string, message: string) => ({
    status: 422,
    body: { code: 'invalid', fields: { [field]: message } },
  });

  test('at registration', async () => {
    const register = (password: string) =>
      shop.call('POST', '/user/register', {
        body: { email: 'nikola@example.com', username: 'nikola', password },
      });
    expect(await register('password1')).toMatchObject(fields('password', 'Password is too common'));
    expect(await register('Nikola1234')).toMatchObject(fields('password', 'Password is too similar to your email'));
    const [word] = testSeller.name.toLowerCase().split(' ').slice(-1);
    expect(await register(`${word}1`)).toMatchObject(fields('password', "Password is too similar to the shop's name"));
    expect((await register(PASSWORD)).status).toBe(200);
  });

  test('at a change, without counting as a wrong password', async () => {
    const user = await shop.newAccount();
    const change = (newPassword: string) =>
      shop.call('PATCH', '/user/changePassword', {
        token: user.token,
        body: { currentPassword: PASSWORD, newPassword, confirmPassword: newPassword },
      });
    for (let attempt = 0; attempt < 11; attempt++) {
      expect(await change('sunshine')).toMatchObject(fields('newPassword', 'Password is too common'));
    }
    expect(await change(`${user.username}!`)).toMatchObject(
      fields('newPassword', 'Password is too similar to your email'),
    );
    expect((await shop.call('GET', '/user/getSingleUser', { token: user.token })).status).toBe(200);
    expect((await change('battery staple')).status).toBe(200);
  });

  test('at a reset, whose link stays valid', async () => {
    const user = await shop.newAccount();
    await shop.call('POST', '/user/forgotPassword', { body: { email: user.email } });
    const [link = ''] = await resetLinks(shop.mailbox.url, user.email);
    const token = tokenIn(link);
    const reset = (newPassword: string) =>
      shop.call('PATCH', `/user/resetPassword/${token}`, { body: { newPassword, confirmPassword: newPassword } });
    expect(await reset('sunshine')).toMatchObject(fields('newPassword', 'Password is too common'));
    expect(await reset(`${user.username}99`)).toMatchObject(
      fields('newPassword', 'Password is too similar to your email'),
    );
    expect((await shop.call('GET', '/user/getSingleUser', { token: user.token })).status).toBe(200);
    expect((await reset('battery staple')).status).toBe(200);
  });

  test('for the first admin in production, who then does not exist', async () => {
    const admin = { email: 'boss@example.com', password: 'Boss1234' };
    await expect(ensureAdmin(shop.em(), admin, 'WebShop')).rejects.toThrow(
      new StartError('ADMIN_PASSWORD: Password is too similar to your email'),
    );
    await expect(ensureAdmin(shop.em(), { ...admin, password: 'football' }, 'WebShop')).rejects.toThrow(
      'Password is too common',
    );
    expect(await ensureAdmin(shop.em(), { ...admin, password: 'a better one' }, 'WebShop')).toBe('created');
    // The password of an existing admin is not set again.
    expect(await ensureAdmin(shop.em(), { ...admin, password: 'football' }, 'WebShop')).toBe('exists');
  });
});
