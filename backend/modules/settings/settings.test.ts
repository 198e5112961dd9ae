import { expect, test } from 'vitest';
import { getPage } from '../../../testing/pages.ts';
import { startTestShop } from '../../../testing/shop.ts';

const shop = await startTestShop();

async function change(body: object) {
  const { token } = await shop.admin();
  return shop.call('PUT', '/admin/settings', { token, body });
}

const languageOf = async (accepted: string) => {
  const { headers } = await shop.call('GET', '/shop', { headers: { 'Accept-Language': accepted } });
  return headers.get('Content-Language');
};

test('a new shop speaks English alone', async () => {
  expect((await shop.call('GET', '/shop')).body.shop).toEqual({
    languages: [{ code: 'en', name: 'English', dir: 'ltr' }],
    defaultLanguage: 'en',
  });
  expect(await languageOf('de')).toBe('en');
  expect((await getPage(`${shop.url}/de`)).status).toBe(404);
});

test('a language that is switched on has pages and answers at once, and none once it is switched off', async () => {
  const { status, body } = await change({ languages: ['sr', 'en', 'de'] });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { message: 'Settings saved', settings: { languages: ['en', 'de', 'sr'] }, locked: [] },
  });
  expect(await languageOf('de')).toBe('de');
  const page = await getPage(`${shop.url}/de`);
  expect([page.status, page.canonical]).toEqual([200, `${shop.url}/de`]);
  expect(page.head).toContain(`<link rel="alternate" hreflang="sr" href="${shop.url}/sr" />`);

  await change({ languages: ['en', 'sr'] });
  expect([await languageOf('de'), await languageOf('sr')]).toEqual(['en', 'sr']);
  expect((await getPage(`${shop.url}/de`)).status).toBe(404);
  expect((await getPage(`${shop.url}/sr`)).head).not.toContain('hreflang="de"');
});

test('every page names the languages as they are, also one without products', async () => {
  const { token } = await shop.admin();
  for (const languages of [['en', 'de'], ['en']]) {
    await shop.call('PUT', '/admin/settings', { token, body: { languages } });
    const { head } = await getPage(`${shop.url}/contact`);
    expect(head.includes('<meta name="languages"'), languages.join()).toBe(languages.length > 1);
  }
});

test('a change is in the audit trail, and what changes nothing is not', async () => {
  await change({ languages: ['en'] });
  const entries = async () => {
    const { token } = await shop.admin();
    return (await shop.call('GET', '/admin/audit?subject=settings', { token })).body.entries;
  };
  const before = (await entries()).length;
  await change({ languages: ['en', 'de'] });
  await change({ languages: ['de', 'en'] });
  await change({});
  const [entry, ...others] = await entries();
  expect(entry).toMatchObject({ action: 'settings.edited', changes: { languages: { from: 'en', to: 'en, de' } } });
  expect(others).toHaveLength(before);
});

test.each([
  [['de'], 'The shop always speaks English.'],
  [[], 'The shop always speaks English.'],
  [['en', 'xx'], 'Choose among the languages that the shop has.'],
  [['en', null], 'Choose among the languages that the shop has.'],
  ['en', 'Choose among the languages that the shop has.'],
])('refuses the languages %j', async (languages, sentence) => {
  const before = (await shop.call('GET', '/shop')).body;
  const { status, body } = await change({ languages });
  expect({ status, message: body.message }).toEqual({ status: 422, message: sentence });
  expect(Object.keys(body.fields)[0]).toMatch(/^languages/);
  expect((await shop.call('GET', '/shop')).body).toEqual(before);
});
