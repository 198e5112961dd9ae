import { beforeAll, beforeEach, expect, test } from 'vitest';
import { importFile, importForm } from '../../../testing/data/imports.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';

const shop = await startTestShop({ workers: true });
let admin = '';
let category = '';
let categoryId = '';

beforeAll(async () => {
  admin = (await shop.admin()).token;
});

beforeEach(async () => {
  category = `Laptops ${crypto.randomUUID().slice(0, 8)}`;
  categoryId = (await call('POST', '/admin/category', { categoryName: category })).categoryId;
});

async function call(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) {
  const response = await shop.call(method, path, { token: admin, ...(body && { body }) });
  expect(response.status).toBe(200);
  return response.body;
}

type Row = Record<string, unknown>;

const row = (fields: Row): Row => ({ title: 'Laptop', description: 'Fast', price: 900, category, ...fields });
const sendCsv = (text: string) => importFile(shop, admin, importForm(text, [], 'products.csv'));
const quoted = (cell: unknown) => `"${String(cell ?? '').replaceAll('"', '""')}"`;

/** Sends a row as CSV. */
function send(fields: Row) {
  const cells = Object.entries(row(fields));
  return sendCsv([0, 1].map((part) => cells.map((cell) => quoted(cell[part])).join(',')).join('\n'));
}

const sendLine = (fields: Row) => importFile(shop, admin, importForm(JSON.stringify(row(fields))));

async function product() {
  const { products } = await call('GET', `/admin/product?categoryId=${categoryId}`);
  expect(products).toHaveLength(1);
  return products[0];
}

const translations = async () => (await product()).translations;

async function exported(): Promise<string> {
  const response = await fetch(`${shop.url}/api/v1/admin/product/export`, { headers: { Authorization: admin } });
  expect(response.status).toBe(200);
  return response.text();
}

/** The exported cells of the product, by column. */
async function exportedCells(): Promise<Record<string, string>> {
  const [header = '', ...lines] = (await exported()).replace(/^\uFEFF/, '').split('\r\n');
  const cells = lines.find((line) => line.includes(category))?.split(',') ?? [];
  return Object.fromEntries(header.split(',').map((name, index) => [name, cells[index] ?? '']));
}

test.each([
  ['CSV', send],
  ['JSON lines', sendLine],
])('%s translate a product, and change only the texts that they have columns for', async (_format, send) => {
  expect(await send({ 'title.de': 'Rechner', 'description.de': 'Schnell', 'title.sr': '' })).toMatchObject({
    created: 1,
    refused: 0,
  });
  expect(await translations()).toEqual({ de: { title: 'Rechner', description: 'Schnell' } });
  expect(await send({ 'title.sr': 'Računar' })).toMatchObject({ updated: 1 });
  expect(await send({ 'title.sr': 'Računar' })).toMatchObject({ unchanged: 1 });
  expect(await translations()).toEqual({ de: { title: 'Rechner', description: 'Schnell' }, sr: { title: 'Računar' } });
  expect(await send({ 'title.de': '', 'title.sr': ' ' })).toMatchObject({ updated: 1 });
  expect(await translations()).toEqual({ de: { description: 'Schnell' } });
});

test.each([false, true])(
  'refuses lines of a new category that has the name of another one (check: %s)',
  async (check) => {
    const [name, free] = [`Handys ${category}`, `Uhren ${category}`];
    const translations = { de: { categoryName: name } };
    await call('PUT', '/admin/category', { id: categoryId, categoryName: category, translations });
    const lines = [{ category: name.toUpperCase() }, { category: free }, { category: name, title: 'Phone' }];
    const form = importForm(lines.map((fields) => JSON.stringify(row(fields))).join('\n'));
    form.set('check', String(check));
    const reason = 'Another category has this name (Deutsch).';
    expect(await importFile(shop, admin, form)).toMatchObject({
      created: 1,
      newCategories: [free],
      refusals: [
        { line: 1, columns: ['category'], reason },
        { line: 3, columns: ['category'], reason },
      ],
    });
  },
);

test('a column is named in any case', async () => {
  const header = 'Title,Description,Price,Category,TITLE.DE, description.Sr';
  expect(await sendCsv(`${header}\nLaptop,Fast,900,${category},Rechner,Brz`)).toMatchObject({ created: 1 });
  expect(await translations()).toEqual({ de: { title: 'Rechner' }, sr: { description: 'Brz' } });
});

test('a new translation shows to shoppers', async () => {
  await send({ 'title.de': 'Rechner' });
  await call('PUT', '/admin/settings', { languages: ['en', 'de'] });
  const { _id: id } = await product();
  const { body } = await shop.call('GET', `/products/single/${id}`, { headers: { 'Accept-Language': 'de' } });
  expect(body.product).toMatchObject({ title: 'Rechner', description: 'Fast' });
  await call('PUT', '/admin/settings', { languages: ['en'] });
});

const unknown = 'Translate into a language that the shop has, other than English.';

test.each([
  ['title.xx', 'X', unknown],
  ['description.en', 'X', unknown],
  ['title.toString', 'X', unknown],
  ['title.de', 'x'.repeat(201), 'A translation can have at most 200 characters.'],
  ['description.sr', 'x'.repeat(20_001), /^A translation can have at most [\d,]+ characters\.$/],
  ['title.de', 'a\0b', 'Translations are texts by language.'],
])('refuses %s', async (column, cell, reason) => {
  const refusals = [
    { line: 1, columns: [column], reason: typeof reason === 'string' ? reason : expect.stringMatching(reason) },
  ];
  expect(await sendLine({ [column]: cell })).toMatchObject({ refused: 1, refusals });
  expect((await call('GET', `/admin/product?categoryId=${categoryId}`)).products).toEqual([]);
});

test('an empty cell of an unknown language is nothing to refuse', async () => {
  expect(await send({ 'title.xx': '' })).toMatchObject({ created: 1, refused: 0 });
});

test('refuses what is not text', async () => {
  const refusals = [{ line: 1, columns: ['title.de'], reason: 'Translations are texts by language.' }];
  expect(await sendLine({ 'title.de': 5 })).toMatchObject({ refused: 1, refusals });
});

test('an export has the languages that products or the shop speak, and importing it changes nothing', async () => {
  await send({});
  expect(await exportedCells()).not.toHaveProperty('title.ar-XB');
  await call('PUT', '/admin/settings', { languages: ['en', 'en-XA'] });
  await call('PUT', '/admin/product', {
    id: (await product())._id,
    translations: { de: { title: '=Rechner' }, 'ar-XB': { description: 'Zeile\nnoch eine' } },
  });
  const file = await exported();
  await call('PUT', '/admin/settings', { languages: ['en'] });
  const header = file.split('\r\n', 1)[0]?.split(',');
  expect(header).toEqual(
    expect.arrayContaining(['title.de', 'description.de', 'title.en-XA', 'description.en-XA', 'title.ar-XB']),
  );
  const before = await product();
  expect(await sendCsv(file)).toMatchObject({ created: 0, updated: 0, refused: 0 });
  expect(await sendCsv(file.replaceAll('\n', '\r\n').replaceAll('\r\r\n', '\r\n'))).toMatchObject({ updated: 0 });
  expect(await product()).toEqual(before);
});
