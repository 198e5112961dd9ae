import { expect, test } from 'vitest';
import { logIn, PASSWORD } from '../../../../testing/shop/api.ts';
import { startTestShop } from '../../../../testing/shop/shop.ts';

const shop = await startTestShop({ languages: ['en', 'de'] });

async function register(username: string, accepted: string): Promise<string> {
  const account = { email: `${username}@example.com`, username, password: PASSWORD };
  await shop.call('POST', '/user/register', { body: account, headers: { 'Accept-Language': accepted } });
  return (await logIn(shop.call, account)).token;
}

const languageOf = async (token: string) =>
  (await shop.call('GET', '/user/getSingleUser', { token })).body.user.language;
const edit = (token: string, body: object) => shop.call('PUT', '/user/editUser', { token, body });

test('an account has the language of its registration until its owner changes it', async () => {
  const token = await register('ana', 'de-AT, en;q=0.5');
  expect(await languageOf(token)).toBe('de');
  const edited = await edit(token, { language: 'en' });
  expect(edited.body.user.language).toBe('en');
  await edit(token, { city: 'Wien' });
  expect(await languageOf(token)).toBe('en');
});

test.each(['sr', 'xx', 'DE', '', 7])('an account can not have the language %j', async (language) => {
  const token = await register(`with-${String(language) || 'none'}`, 'de');
  const { status, body } = await edit(token, { language });
  expect({ status, fields: Object.keys(body.fields) }).toEqual({ status: 422, fields: ['language'] });
  expect(await languageOf(token)).toBe('de');
});

test('a language that is switched off falls back to English for new accounts, and stays with old ones', async () => {
  const token = await register('old', 'de');
  const admin = (await shop.admin()).token;
  await shop.call('PUT', '/admin/settings', { token: admin, body: { languages: ['en'] } });
  expect(await languageOf(token)).toBe('de');
  expect(await languageOf(await register('new', 'de'))).toBe('en');
});
