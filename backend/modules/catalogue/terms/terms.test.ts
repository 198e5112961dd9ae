import { beforeAll, describe, expect, test } from 'vitest';
import { TERM_MAX, TERMS_BYTES_MAX, type TermView } from '#contract/catalogue/terms.ts';
import type { AuditEntryView } from '#contract/users/audit.ts';
import { startCatalogueShop } from '../../../../testing/data/catalogue.ts';
import { changeSettings } from '../../settings/settings.service.ts';
import { openSettings } from '../../settings/shop-settings.ts';

const { shop, username, call, addCategory, addAttribute, addProduct, editProduct } = await startCatalogueShop();

let products: string[] = [];

/** Laptops and phones that share words. */
beforeAll(async () => {
  await changeSettings(shop.em(), null, openSettings({}), { languages: ['en', 'de'] });
  const [laptops, phones] = [await addCategory(), await addCategory()];
  await addAttribute(laptops, { code: 'color', name: 'Color', type: 'text' });
  await addAttribute(laptops, { code: 'ram', name: 'Memory', type: 'number', unit: 'GB' });
  await addAttribute(laptops, { code: 'touch', name: 'Touchscreen', type: 'boolean' });
  await addAttribute(phones, { code: 'shade', name: 'Color', type: 'text' });
  await addAttribute(phones, { code: 'storage', name: 'Storage', type: 'number', unit: 'GB' });
  const all = [
    [laptops, { attributes: { color: 'Moss', ram: 8 } }],
    [laptops, { attributes: { color: 'Sand', ram: 16 }, isPublished: false }],
    [phones, { attributes: { shade: 'Moss', storage: 256 }, family: { name: 'Kolm', options: { Size: 'Moss' } } }],
    [phones, { attributes: {}, family: { name: 'Kolm', options: { Size: 'Large' } } }],
  ] as const;
  products = [];
  for (const [category, product] of all) products.push((await addProduct(category, product)).body.productId);
});

const list = async (language = 'de'): Promise<TermView[]> =>
  (await call('GET', `/admin/term?language=${language}`)).body.terms;
const wordsOf = (terms: readonly TermView[]) => terms.map(({ text }) => text);
const put = (terms: unknown, language: unknown = 'de') => call('PUT', '/admin/term', { language, terms });
const translate = (text: string, translation: string) => put([{ text, translation }]);
const trail = async (): Promise<AuditEntryView[]> => (await call('GET', '/admin/audit?subject=term')).body.entries;
const shown = async (id: string) =>
  (await shop.call('GET', `/products/single/${id}`, { headers: { 'Accept-Language': 'de' } })).body.product;

test('lists each word once with its uses, by all the ways in which products show it', async () => {
  expect(await list()).toEqual([
    { text: 'Color', translation: '', uses: 3 },
    { text: 'GB', translation: '', uses: 3 },
    { text: 'Moss', translation: '', uses: 3 },
    { text: 'Memory', translation: '', uses: 2 },
    { text: 'Size', translation: '', uses: 2 },
    { text: 'Large', translation: '', uses: 1 },
    { text: 'Sand', translation: '', uses: 1 },
    { text: 'Storage', translation: '', uses: 1 },
    { text: 'Touchscreen', translation: '', uses: 0 },
  ]);
});

test('a translation moves its word behind the others, and shoppers read it at once', async () => {
  const [, , phone = ''] = products;
  expect(await shown(phone)).toMatchObject({ attributes: [{ name: 'Color', label: 'Moss' }, {}] });
  const { status, body } = await put([
    { text: 'Moss', translation: ' Moosgrün ' },
    { text: 'Color', translation: 'Farbe' },
    { text: 'Size', translation: 'Größe' },
  ]);
  expect([status, body]).toEqual([200, { status: 'success', message: 'Translations saved' }]);
  const terms = await list();
  expect(terms.slice(0, 2)).toMatchObject([{ text: 'GB' }, { text: 'Memory' }]);
  expect(terms.slice(-3)).toEqual([
    { text: 'Color', translation: 'Farbe', uses: 3 },
    { text: 'Moss', translation: 'Moosgrün', uses: 3 },
    { text: 'Size', translation: 'Größe', uses: 2 },
  ]);
  expect((await list('sr')).every(({ translation }) => translation === '')).toBe(true);
  expect(await shown(phone)).toMatchObject({
    attributes: [{ name: 'Farbe', value: 'Moss', label: 'Moosgrün' }, {}],
    family: { options: [{ name: 'Size', label: 'Größe', values: [{ value: 'Moss', label: 'Moosgrün' }, {}] }] },
  });
  await translate('Moss', '');
  expect((await list()).find(({ text }) => text === 'Moss')).toMatchObject({ translation: '' });
  expect(await shown(phone)).toMatchObject({ attributes: [{ name: 'Farbe', label: 'Moss' }, {}] });
});

test('keeps the translation of a word that no product shows any more, last in the list, until it is removed', async () => {
  const [laptop = ''] = products;
  await editProduct(laptop, { attributes: { color: 'Rust' } });
  await translate('Rust', 'Rost');
  await editProduct(laptop, { attributes: { color: 'Moss', ram: 8 } });
  expect((await list()).at(-1)).toEqual({ text: 'Rust', translation: 'Rost', uses: 0 });
  expect(wordsOf(await list('sr'))).not.toContain('Rust');
  await translate('Rust', '');
  expect(wordsOf(await list())).not.toContain('Rust');
});

test('records what has changed, and nothing of what has not', async () => {
  await put([
    { text: 'Memory', translation: 'Arbeitsspeicher' },
    { text: 'Storage', translation: 'Speicher' },
  ]);
  const before = await trail();
  expect(before[0]).toMatchObject({
    action: 'term.edited',
    actor: username,
    subjectId: null,
    subjectName: 'Deutsch',
    changes: {
      'term.Memory': { from: null, to: 'Arbeitsspeicher' },
      'term.Storage': { from: null, to: 'Speicher' },
    },
  });
  await put([
    { text: 'Memory', translation: 'Arbeitsspeicher' },
    { text: 'Nowhere', translation: '' },
  ]);
  await put([]);
  expect(await trail()).toHaveLength(before.length);
  await put([
    { text: 'Memory', translation: 'RAM' },
    { text: 'Storage', translation: '' },
  ]);
  expect((await trail())[0]?.changes).toEqual({
    'term.Memory': { from: 'Arbeitsspeicher', to: 'RAM' },
    'term.Storage': { from: 'Speicher', to: null },
  });
});

test('two changes at once are both stored, each with what it found', async () => {
  const before = (await trail()).length;
  const saved = await Promise.all(['Eins', 'Zwei', 'Drei'].map((word) => translate('Large', word)));
  expect(saved.map(({ status }) => status)).toEqual([200, 200, 200]);
  const [last, second, first, ...others] = (await trail()).map(({ changes }) => changes['term.Large']);
  expect(others).toHaveLength(before);
  expect([second?.from, last?.from]).toEqual([first?.to, second?.to]);
  expect((await list()).find(({ text }) => text === 'Large')?.translation).toBe(last?.to);
});

describe('refuses', () => {
  test.each(['en', 'xx', 'DE', ''])('the language "%s"', async (language) => {
    const fields = { language: 'Translate into a language that the shop has, other than English.' };
    const read = await call('GET', `/admin/term?language=${language}`);
    const written = await put([], language);
    for (const { status, body } of [read, written]) expect([status, body.fields]).toEqual([422, fields]);
  });

  test.each([
    [undefined, 'terms'],
    ['Memory', 'terms'],
    [[null], 'terms[0]'],
    [[{ translation: 'RAM' }], 'terms[0].text'],
    [[{ text: ' ', translation: 'RAM' }], 'terms[0].text'],
    [[{ text: 'x'.repeat(TERM_MAX + 1), translation: 'RAM' }], 'terms[0].text'],
    [[{ text: 'Memory' }], 'terms[0].translation'],
    [[{ text: 'Memory', translation: null }], 'terms[0].translation'],
    [[{ text: 'Memory', translation: 'R\u0000M' }], 'terms[0].translation'],
    [[{ text: 'Memory', translation: 'x'.repeat(TERM_MAX + 1) }], 'terms[0].translation'],
    [['One', 'Two', 'One'].map((text) => ({ text, translation: 'RAM' })), 'terms'],
  ])('the terms %j', async (terms, field) => {
    const before = await list();
    const { status, body } = await put(terms);
    expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
    expect(await list()).toEqual(before);
  });
});

test('takes 256 kB, and keeps the entries of the audit trail short', async () => {
  const before = (await trail()).length;
  const terms = Array.from({ length: 230 }, (_, n) => ({
    text: `${n}`.padEnd(TERM_MAX, 'x'),
    translation: 'ä'.repeat(TERM_MAX),
  }));
  const bytes = (more: object = {}) => Buffer.byteLength(JSON.stringify({ language: 'de', terms, ...more }));
  const padding = 'x'.repeat(TERMS_BYTES_MAX - bytes({ padding: '' }));
  const send = (more: object) => call('PUT', '/admin/term', { language: 'de', terms, ...more });
  expect((await send({ padding: `${padding}x` })).status).toBe(413);
  expect((await send({ padding })).status).toBe(200);
  const entries = await trail();
  expect(entries.length - before).toBe(3);
  expect(entries.slice(0, 3).map(({ changes }) => Object.keys(changes).length)).toEqual([30, 100, 100]);
});
