import { expect, test } from 'vitest';
import { addProduct } from '../../../testing/data/catalogue.ts';
import { getPage } from '../../../testing/data/pages.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';
import { newId } from '../../core/ids.ts';

const shop = await startTestShop({ languages: ['en', 'de', 'ar-XB'] });

const open = (path: string, headers: Record<string, string> = {}) =>
  fetch(shop.url + path, { headers, redirect: 'manual' });
const alternates = (head: string) =>
  Object.fromEntries(
    [...head.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)" \/>/g)].map(([, code, href]) => [
      code,
      href,
    ]),
  );

test.each([
  ['/', 'en', 'ltr'],
  ['/de', 'de', 'ltr'],
  ['/de/', 'de', 'ltr'],
  ['/ar-XB/contact', 'ar-XB', 'rtl'],
])('%s is a page in %s, %s', async (path, lang, dir) => {
  const response = await open(path);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain(`<html lang="${lang}" dir="${dir}">`);
});

test('a page names itself and its addresses in every language', async () => {
  const id = await addProduct(shop.em(), shop.storage, 'Lamp');
  for (const path of ['', '/contact', `/product/${id}`]) {
    const expected = {
      en: `${shop.url}${path || '/'}`,
      de: `${shop.url}/de${path}`,
      'ar-XB': `${shop.url}/ar-XB${path}`,
      'x-default': `${shop.url}${path || '/'}`,
    };
    for (const prefix of ['', '/de']) {
      const page = await getPage(`${shop.url}${prefix}${path}` || '/');
      expect(page.canonical).toBe(prefix === '' ? expected.en : expected.de);
      expect(page.meta('og:url')).toBe(page.canonical);
      expect(alternates(page.head)).toEqual(expected);
    }
  }
  const page = await getPage(`${shop.url}/de?page=2`);
  expect(page.canonical).toMatch(/\/de(\?page=2)?$/);
});

test.each(['/en', '/en/contact', '/sr', '/sr/contact', '/DE', '/fr', '/de/de', '/de/no-such-page', '/de/sitemap.xml'])(
  '%s is a 404 page',
  async (path) => {
    const page = await getPage(shop.url + path);
    expect(page.status).toBe(404);
    expect(page.canonical).toBeUndefined();
    expect(page.html).toContain('<div id="root">');
  },
);

test('the 404 page of a language is in it', async () => {
  const { html, title } = await getPage(`${shop.url}/de/no-such-page`);
  expect(html).toContain('<html lang="de" dir="ltr">');
  expect(title).toMatch(/^Seite nicht gefunden/);
});

test('a page is the same for whoever asks: nobody is redirected', async () => {
  const [plain, german] = [await open('/contact'), await open('/contact', { 'Accept-Language': 'de' })];
  expect([plain.status, german.status]).toEqual([200, 200]);
  expect(await german.text()).toBe(await plain.text());
  expect(german.headers.get('Vary') ?? '').not.toContain('Accept-Language');
  const [home, homeInGerman] = [await open('/'), await open('/', { 'Accept-Language': 'de' })];
  expect(homeInGerman.headers.get('ETag')).toBe(home.headers.get('ETag'));
});

test('kept pages of two languages are apart', async () => {
  for (let time = 0; time < 3; time += 1) {
    expect(await (await open('/')).text()).toContain('<html lang="en"');
    expect(await (await open('/de')).text()).toContain('<html lang="de"');
  }
});

test('structured data has the words of the language', async () => {
  const id = await addProduct(shop.em(), shop.storage, 'Coat');
  const { categoryId } = (await shop.call('GET', `/products/single/${id}`)).body.product;
  await shop.em().execute(
    `insert into attribute (id, category_id, code, name, type, unit, position)
     values (?, ?, 'material', 'Material', 'text', '', 1), (?, ?, 'length', 'Length', 'number', 'inches', 2)`,
    [newId(), categoryId._id, newId(), categoryId._id],
  );
  await shop.em().execute(
    `update product set attributes = '{"material": "Wool", "length": 40}', family = 'Coats', options = '{"Size": "L"}'
     where id = ?`,
    [id],
  );
  await shop.em().execute(
    `insert into term (language, text, translation)
     values ('de', 'Wool', 'Wolle'), ('de', 'Length', 'Länge'), ('de', 'inches', 'Zoll'), ('de', 'Size', 'Größe')`,
  );
  const [data] = (await getPage(`${shop.url}/de/product/${id}`)).structuredData;
  expect(data.additionalProperty).toEqual([
    { '@type': 'PropertyValue', name: 'Material', value: 'Wolle' },
    { '@type': 'PropertyValue', name: 'Länge', value: 40, unitText: 'Zoll' },
  ]);
  expect(data.isVariantOf.variesBy).toEqual(['Größe']);
});

test('a redirect keeps the language', async () => {
  const { token } = await shop.admin();
  const { body } = await shop.call('POST', '/admin/category', { token, body: { categoryName: 'Lamps' } });
  await shop.call('PUT', '/admin/category', { token, body: { id: body.categoryId, categoryName: 'Lights' } });
  const response = await open('/de/category/lamps?sort=asc');
  expect([response.status, response.headers.get('Location')]).toEqual([301, '/de/category/lights?sort=asc']);
});

test('the sitemap lists each page in each language, with its alternates', async () => {
  const xml = await (await open('/sitemap-pages.xml')).text();
  expect(xml).toContain('xmlns:xhtml="http://www.w3.org/1999/xhtml"');
  for (const address of ['/contact', '/de/contact', '/ar-XB/contact', '/de'])
    expect(xml).toContain(`<loc>${shop.url}${address}</loc>`);
  const [, entry = ''] = /<url>(<loc>[^<]*\/de\/contact<\/loc>.*?)<\/url>/.exec(xml) ?? [];
  for (const [code, address] of [
    ['en', '/contact'],
    ['de', '/de/contact'],
    ['ar-XB', '/ar-XB/contact'],
    ['x-default', '/contact'],
  ])
    expect(entry).toContain(`<xhtml:link rel="alternate" hreflang="${code}" href="${shop.url}${address}"/>`);
});

test('private pages of every language are closed to crawlers', async () => {
  const rules = await (await open('/robots.txt')).text();
  for (const path of ['/profile', '/de/profile', '/de/dashboard', '/ar-XB/orders/']) {
    expect(rules).toContain(`Disallow: ${path}\n`);
  }
});
