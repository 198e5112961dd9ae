import { describe, expect, onTestFinished, test } from 'vitest';
import { logIn, PASSWORD } from '../testing/shop/api.ts';
import { startTestShop } from '../testing/shop/shop.ts';
import { loseDatabase } from '../testing/shop/statements.ts';
import { newId } from './core/ids.ts';

const shop = await startTestShop({ apis: 1, languages: ['en', 'de', 'sr'] });

type Options = Parameters<typeof shop.call>[2];

/** @param accepted the header Accept-Language; undefined without one */
async function call(accepted: string | undefined, method: string, path: string, options: Options = {}) {
  const headers = { ...options.headers, ...(accepted !== undefined && { 'Accept-Language': accepted }) };
  const { status, body, headers: answered } = await shop.call(method, path, { ...options, headers });
  const vary = answered.get('Vary')?.split(/, */) ?? [];
  return { status, body, language: answered.get('Content-Language'), varies: vary.includes('Accept-Language') };
}

const NOT_FOUND = { en: 'Product not found', de: 'Produkt nicht gefunden', sr: 'Proizvod nije pronađen' };

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['de', 'de'],
  ['DE', 'de'],
  ['de-AT', 'de'],
  ['sr-Latn-RS', 'sr'],
  ['sr;q=0.4, de;q=0.9, en;q=0.1', 'de'],
  ['fr-CH, fr;q=0.9, sr;q=0.8, en;q=0.7, *;q=0.5', 'sr'],
  ['en, de;q=0.9', 'en'],
  ['de;q=0, en', 'en'],
  ['fr, es;q=0.5', 'en'],
  ['en-XA', 'en'],
  ['not a language; q=what', 'en'],
] as const)('for Accept-Language %j, the API speaks %s', async (accepted, language) => {
  const { status, body, ...answer } = await call(accepted, 'GET', `/products/single/${newId()}`);
  expect(status).toBe(404);
  expect(answer).toEqual({ language, varies: true });
  expect(body).toMatchObject({ message: NOT_FOUND[language], error: NOT_FOUND[language], code: 'notFound' });
});

describe('every answer says its language', () => {
  const answers: [what: string, () => ReturnType<typeof call>, status: number][] = [
    ['a list', () => call('de', 'GET', '/products'), 200],
    ['an unknown address', () => call('de', 'GET', '/nothing'), 404],
    ['a method that is not allowed', () => call('de', 'DELETE', '/products'), 405],
    ['no login', () => call('de', 'GET', '/user/getSingleUser'), 401],
    ['a broken body', () => call('de', 'POST', '/user/login', { body: 'no object' }), 400],
    ['a wrong value', () => call('de', 'POST', '/user/login', { body: { email: 'no', password: '' } }), 422],
  ];
  test.each(answers)('%s', async (_what, answer, expected) => {
    const { status, language, varies } = await answer();
    expect({ status, language, varies }).toEqual({ status: expected, language: 'de', varies: true });
  });

  test('one that has not changed', async () => {
    const headers = { 'Accept-Language': 'de' };
    const { headers: first } = await shop.call('GET', '/products', { headers });
    const etag = first.get('ETag') ?? '';
    const known = { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' };
    const second = await fetch(`${shop.url}/api/v1/products`, { headers: { ...headers, ...known } });
    expect(second.status).toBe(304);
    expect(second.headers.get('Content-Language')).toBe('de');
    expect(second.headers.get('Vary')).toContain('Accept-Language');
  });

  test('one after too many attempts', async () => {
    const { email } = await shop.newAccount();
    const attempt = () => call('sr', 'POST', '/user/login', { body: { email, password: 'not the password' } });
    let last = await attempt();
    for (let count = 0; count < 30 && last.status !== 429; count += 1) last = await attempt();
    expect(last).toMatchObject({ status: 429, language: 'sr', varies: true });
    expect(last.body.code).toBe('tooMany');
    expect(last.body.message).toMatch(/^Previše pokušaja\. Pokušajte ponovo za \d+ minut/);
  });

  test('one while the database is down', async () => {
    const away = await loseDatabase(shop.database, Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
    onTestFinished(() => away.mockRestore());
    const { status, language, body } = await call('de', 'GET', `/products/single/${newId()}`);
    expect({ status, language, code: body.code }).toEqual({ status: 503, language: 'de', code: 'unavailable' });
    expect(body.message).toBe('Gerade ist sehr viel los. Bitte versuchen Sie es gleich noch einmal.');
  });
});

test('messages and fields are translated, codes and names of fields are not', async () => {
  const body = { email: 'no email', username: 'x'.repeat(51), password: 'short' };
  const { body: english } = await call(undefined, 'POST', '/user/register', { body });
  const { body: serbian } = await call('sr', 'POST', '/user/register', { body });
  expect(english).toMatchObject({
    code: 'invalid',
    fields: {
      email: 'Email is not valid',
      username: 'Username can have at most 50 characters',
      password: 'Password must have at least 8 characters',
    },
  });
  expect(serbian).toMatchObject({
    status: 'error',
    code: 'invalid',
    message: 'Mejl adresa nije ispravna',
    error: 'Mejl adresa nije ispravna',
    fields: {
      email: 'Mejl adresa nije ispravna',
      username: 'Polje „Korisničko ime” može imati najviše 50 znakova',
      password: 'Lozinka mora imati najmanje 8 znakova',
    },
  });
});

test('an answer to a success is translated, and speaks another language in the next request', async () => {
  const account = { email: 'petra@example.com', username: 'Petra', password: PASSWORD };
  const { body } = await call('de', 'POST', '/user/register', { body: account });
  expect(body).toMatchObject({ status: 'success', message: 'Konto erstellt. Melden Sie sich an, um fortzufahren.' });
  const { token } = await logIn(shop.call, account);
  const { body: english } = await call('en', 'POST', '/user/logout', { token });
  expect(english.message).toBe('You are logged out');
});

test('requests at once are answered each in its language', async () => {
  const languages = (['en', 'de', 'sr'] as const).flatMap((code) => Array<typeof code>(20).fill(code));
  const answers = await Promise.all(languages.map((code) => call(code, 'GET', `/products/single/${newId()}`)));
  expect(answers.map(({ body }) => body.message)).toEqual(languages.map((code) => NOT_FOUND[code]));
});

test('a language that is switched off is not spoken', async () => {
  const { token } = await shop.admin();
  const switchTo = (languages: string[]) => shop.call('PUT', '/admin/settings', { token, body: { languages } });
  await switchTo(['en', 'de']);
  expect(await call('sr, de;q=0.5', 'GET', `/products/single/${newId()}`)).toMatchObject({ language: 'de' });
  expect(await call('sr', 'GET', `/products/single/${newId()}`)).toMatchObject({ language: 'en' });
  await switchTo(['en', 'de', 'sr']);
  expect(await call('sr', 'GET', `/products/single/${newId()}`)).toMatchObject({ language: 'sr' });
});
