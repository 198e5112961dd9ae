import { beforeAll, expect, test } from 'vitest';
import { legalPageKinds, placeholders } from '#contract/shop/legal-pages.ts';
import { getPage } from '../../../testing/data/pages.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';

const shop = await startTestShop({ languages: ['en', 'de', 'sr'] });

type Draft = { language?: string; title?: string; body?: string };

async function asAdmin(method: 'GET' | 'PUT' | 'POST', path: string, body?: object) {
  const { token } = await shop.admin();
  return shop.call(method, path, { token, ...(body && { body }) });
}

const save = (kind: string, { language = 'en', title = 'Title', body = 'Text' }: Draft) =>
  asAdmin('PUT', `/admin/page/${kind}`, { language, title, body });
const publish = (kind: string, language = 'en', draft: Draft = {}) =>
  asAdmin('POST', `/admin/page/${kind}/publish`, { language, ...draft });
const change = (settings: object) => asAdmin('PUT', '/admin/settings', settings);
const read = (path: string, language = 'en') => shop.call('GET', path, { headers: { 'Accept-Language': language } });

async function publishText(kind: string, draft: Draft) {
  expect((await save(kind, draft)).status).toBe(200);
  const { status, body } = await publish(kind, draft.language);
  expect(body.fields).toBeUndefined();
  expect(status).toBe(200);
  return body.page;
}

const htmlOf = async (kind: string) => (await read(`/pages/${kind}`)).body.page.html;

async function stateOf(kind: string, language = 'en') {
  const { pages } = (await asAdmin('GET', '/admin/page')).body;
  return pages.find((page: { kind: string; language: string }) => page.kind === kind && page.language === language);
}

beforeAll(() =>
  change({
    legalName: 'Shop **Ltd** {{email}}',
    email: 'help@shop.test',
    address: { street: 'Main Street 1', postCode: '21000', city: 'Novi Sad', country: 'RS' },
  }),
);

test('a new shop has no pages, and a form for each in each language', async () => {
  expect((await read('/pages')).body.pages).toEqual([]);
  expect((await read('/pages/reviews')).status).toBe(404);
  const { pages } = (await asAdmin('GET', '/admin/page')).body;
  expect(pages).toHaveLength(legalPageKinds.length * 3);
  expect(pages[0]).toEqual({
    ...{ kind: 'imprint', language: 'en', title: '', body: '', version: 0, publishedAt: null, isChanged: false },
  });
});

test('a draft is seen by shoppers once it is published', async () => {
  const saved = await save('imprint', { title: 'Imprint', body: 'First' });
  expect(saved.body).toMatchObject({ message: 'Draft saved', page: { version: 0, isChanged: true } });
  expect((await read('/pages/imprint')).status).toBe(404);

  const { body } = await publish('imprint');
  expect(body).toMatchObject({ message: 'Version 1 published', page: { version: 1, isChanged: false } });
  expect((await read('/pages/imprint')).body).toMatchObject({
    page: { kind: 'imprint', title: 'Imprint', html: '<p>First</p>\n', version: 1, language: 'en' },
    newestVersion: 1,
  });
  expect((await read('/pages')).body.pages).toContainEqual({ kind: 'imprint', title: 'Imprint' });
});

test('published pages are listed in their order, in the language of whoever reads', async () => {
  await publishText('privacy', { title: 'Privacy' });
  await publishText('delivery', { title: 'Delivery' });
  await publishText('terms', { title: 'Terms' });
  await publishText('terms', { title: 'AGB', language: 'de' });
  const titles = async (language: string) =>
    (await read('/pages', language)).body.pages
      .map(({ title }: { title: string }) => title)
      .filter((title: string) => title !== 'Imprint');
  expect(await titles('en')).toEqual(['Terms', 'Privacy', 'Delivery']);
  expect(await titles('de')).toEqual(['AGB', 'Privacy', 'Delivery']);
  const { page } = (await read('/pages/privacy', 'de')).body;
  expect(page).toMatchObject({ title: 'Privacy', language: 'en' });
});

test('versions never change and can be read for good', async () => {
  await publishText('payment', { title: 'One', body: 'First' });
  await publishText('payment', { title: 'Two', body: 'Second' });
  const first = await read('/pages/payment?version=1');
  expect(first.body).toMatchObject({ page: { title: 'One', html: '<p>First</p>\n', version: 1 }, newestVersion: 2 });
  expect((await read('/pages/payment')).body.page).toMatchObject({ title: 'Two', version: 2 });
  for (const wrong of ['3', '0', '-1', '1.5', 'x', '99999999999', '1&version=2']) {
    expect((await read(`/pages/payment?version=${wrong}`)).status, wrong).toBe(404);
  }
  const { versions } = (await asAdmin('GET', '/admin/page/payment/versions?language=en')).body;
  expect(versions).toMatchObject([
    { version: 2, title: 'Two' },
    { version: 1, title: 'One' },
  ]);
  const { text } = (await asAdmin('GET', '/admin/page/payment/versions/1?language=en')).body;
  expect(text).toMatchObject({ version: 1, title: 'One', body: 'First' });
  expect((await asAdmin('GET', '/admin/page/payment/versions/1?language=de')).status).toBe(404);
  for (const statement of [`update page_version set body = 'x'`, 'delete from page_version']) {
    await expect(shop.em().execute(statement)).rejects.toThrow('A version of a page never changes');
  }
});

test('the version of another language is not that of this one', async () => {
  await publishText('reviews', { title: 'Reviews' });
  await publishText('reviews', { title: 'Bewertungen', language: 'de' });
  await publishText('reviews', { title: 'Bewertungen!', language: 'de' });
  expect((await read('/pages/reviews?version=2', 'de')).body.page.title).toBe('Bewertungen!');
  expect((await read('/pages/reviews?version=2')).status).toBe(404);
  expect((await read('/pages/reviews?version=1', 'sr')).body.page.title).toBe('Reviews');
});

test('versions of a language can be read in any other, also once the shop no longer speaks it', async () => {
  await publishText('guarantee', { language: 'de', title: 'Garantie', body: 'Zwei Jahre' });
  await publishText('guarantee', { language: 'de', title: 'Garantie', body: 'Drei Jahre' });
  await change({ languages: ['en', 'sr'] });
  const address = '/pages/guarantee?version=1&language=de';
  expect((await read(address)).body).toMatchObject({
    page: { language: 'de', html: '<p>Zwei Jahre</p>\n', version: 1 },
    newestVersion: 2,
  });
  for (const prefix of ['', '/sr']) {
    const { status, html } = await getPage(shop.url + prefix + address);
    expect([status, html.includes('<p>Zwei Jahre</p>')], prefix).toEqual([200, true]);
  }
  for (const wrong of [
    'version=3&language=de',
    'version=1&language=sr',
    'version=1&language=xx',
    'version=1&language=',
  ]) {
    expect((await read(`/pages/guarantee?${wrong}`)).status, wrong).toBe(404);
    expect((await getPage(`${shop.url}/pages/guarantee?${wrong}`)).status, wrong).toBe(404);
  }
  await change({ languages: ['en', 'de', 'sr'] });
});

test('publishing what was never saved, or nothing new, is a conflict', async () => {
  expect((await publish('accessibility', 'sr')).body).toMatchObject({ status: 'error', code: 'conflict' });
  await publishText('accessibility', { body: 'Same' });
  expect((await publish('accessibility')).status).toBe(409);
  await save('accessibility', { body: 'Other' });
  await save('accessibility', { body: 'Same' });
  expect((await stateOf('accessibility')).isChanged).toBe(false);
  expect((await publish('accessibility')).status).toBe(409);
});

test("what is published at once is saved, unless it can't be published", async () => {
  await publish('delivery', 'de', { title: 'Lieferung', body: 'Schnell' });
  expect(await stateOf('delivery', 'de')).toMatchObject({ title: 'Lieferung', body: 'Schnell', version: 1 });
  expect((await publish('delivery', 'de', { title: 'X', body: '{{x}}' })).status).toBe(422);
  expect(await stateOf('delivery', 'de')).toMatchObject({ title: 'Lieferung', version: 1, isChanged: false });
});

test('two publications at once make one version', async () => {
  await save('accessibility', { language: 'de', body: 'At once' });
  const results = await Promise.all([publish('accessibility', 'de'), publish('accessibility', 'de')]);
  expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await stateOf('accessibility', 'de')).version).toBe(1);
});

test('settings are filled in when a page is published, as text', async () => {
  await publishText('guarantee', { body: '# {{ legalName }}\n\n{{address}}, [write](mailto:{{email}})' });
  const expected = [
    '<h2>Shop **Ltd** {{email}}</h2>',
    '<p>Main Street 1, 21000 Novi Sad, Serbia, <a href="mailto:help@shop.test">write</a></p>',
  ];
  expect(await htmlOf('guarantee')).toBe(`${expected.join('\n')}\n`);

  await change({ email: 'other@shop.test' });
  expect(await htmlOf('guarantee')).toContain('mailto:help@shop.test');
  expect(await stateOf('guarantee')).toMatchObject({ version: 1, isChanged: true });
  const { page } = (await publish('guarantee')).body;
  expect(page).toMatchObject({ version: 2, isChanged: false });
  expect(await htmlOf('guarantee')).toContain('mailto:other@shop.test');
});

test('each placeholder has its setting', async () => {
  await change({
    name: 'Tea',
    phoneNumber: '+381 21 1',
    vatId: 'RS1',
    registerName: 'APR',
    registerNumber: '7',
    returnDays: 30,
    returnAddress: 'Hall 2\n21000 Novi Sad',
  });
  const body = placeholders.map((name) => `{{${name}}}`).join('; ');
  const preview = await asAdmin('POST', '/admin/page/withdrawal/preview', { language: 'en', body });
  expect(preview.body).toMatchObject({ problem: null });
  expect(preview.body.text.split('; ')).toEqual([
    'Tea',
    'Shop **Ltd** {{email}}',
    'Main Street 1, 21000 Novi Sad, Serbia',
    'other@shop.test',
    '+381 21 1',
    'RS1',
    'APR, 7',
    '30',
    'Hall 2, 21000 Novi Sad',
  ]);
  await change({ registerName: '', registerNumber: '', returnAddress: '', returnDays: 14 });
});

test.each([
  ['{{nonsense}}', '{{nonsense}} is not a placeholder. Choose one from the list.'],
  ['{{}}', '{{}} is not a placeholder. Choose one from the list.'],
  ['{{register}}', 'The setting for {{register}} is empty. Fill it in, or remove the placeholder.'],
])('%s keeps a page from being published', async (body, problem) => {
  await save('withdrawal', { body });
  const { status, body: refusal } = await publish('withdrawal');
  expect({ status, fields: refusal.fields }).toEqual({ status: 422, fields: { body: problem } });
  expect((await stateOf('withdrawal')).version).toBe(0);
  const preview = await asAdmin('POST', '/admin/page/withdrawal/preview', { language: 'en', body });
  expect(preview.body.problem).toBe(problem);
});

test('a preview shows a text without saving it', async () => {
  const body = '*{{returnDays}}* days';
  const preview = await asAdmin('POST', '/admin/page/withdrawal/preview', { language: 'en', body });
  expect(preview.body).toMatchObject({ html: '<p><em>14</em> days</p>\n', text: '*14* days', problem: null });
  expect((await stateOf('withdrawal')).body).not.toBe(body);
});

const LONG = 'x'.repeat(50_001);

test.each([
  [{ title: '' }, 'title'],
  [{ title: 'x'.repeat(101) }, 'title'],
  [{ body: '' }, 'body'],
  [{ body: LONG }, 'body'],
  [{ language: 'xx' }, 'language'],
])('refuses the draft %#', async (draft, field) => {
  const { status, body } = await save('terms', draft);
  expect({ status, fields: Object.keys(body.fields) }).toEqual({ status: 422, fields: [field] });
});

test('takes the longest draft, and no unknown page', async () => {
  expect((await save('withdrawal', { title: 'x'.repeat(100), body: 'ć'.repeat(50_000) })).status).toBe(200);
  expect((await save('cookies', {})).status).toBe(404);
  expect((await publish('cookies')).status).toBe(404);
  expect((await read('/pages/cookies')).status).toBe(404);
});

test('changes and publications are in the audit trail', async () => {
  await publishText('accessibility', { language: 'sr', title: 'Pristupačnost', body: 'Novo' });
  const { entries } = (await asAdmin('GET', '/admin/audit?subject=page')).body;
  expect(entries.slice(0, 2)).toMatchObject([
    { action: 'page.published', changes: { version: { from: null, to: 1 } } },
    { action: 'page.edited', changes: { title: { from: null, to: 'Pristupačnost' } } },
  ]);
});

test('a page has its own address in each language, in the footer, the sitemap and its head', async () => {
  await publishText('terms', { title: 'Terms & <more>', body: 'Our terms' });
  const page = await getPage(`${shop.url}/pages/terms`);
  expect(page).toMatchObject({ status: 200, canonical: `${shop.url}/pages/terms` });
  expect(page.title).toMatch(/^Terms & <more> · /);
  expect(page.head).toContain(`hreflang="de" href="${shop.url}/de/pages/terms"`);
  expect(page.html).toContain('<p>Our terms</p>');
  expect((await getPage(`${shop.url}/de/pages/terms`)).title).toMatch(/^AGB · /);

  for (const path of ['/', '/contact']) {
    expect(JSON.parse((await getPage(shop.url + path)).meta('pages') ?? '')).toContainEqual({
      kind: 'terms',
      title: 'Terms & <more>',
    });
  }
  expect((await getPage(shop.url)).html).toContain('href="/pages/terms"');
  const sitemap = await (await fetch(`${shop.url}/sitemap-pages.xml`)).text();
  expect(sitemap).toContain(`<loc>${shop.url}/pages/terms</loc>`);
});

test('an old version names the current page as its address, and a missing one is a 404 page', async () => {
  const old = await getPage(`${shop.url}/pages/payment?version=1`);
  expect(old).toMatchObject({ status: 200, canonical: `${shop.url}/pages/payment` });
  expect(old.html).toContain('<p>First</p>');
  expect(old.html).toContain('Read the current version');
  for (const path of ['/pages/payment?version=9', '/pages/payment?version=x', '/pages/cookies', '/pages']) {
    expect((await getPage(shop.url + path)).status, path).toBe(404);
  }
});
