import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AttributeType } from '#contract/catalogue/catalogue.ts';
import type { ImportView } from '#contract/catalogue/imports.ts';
import { importFile, importForm } from '../../../testing/data/imports.ts';
import { drawing } from '../../../testing/data/pictures.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';

const ROUNDED = 'A spreadsheet has rounded this number. Format its column as text.';

const shop = await startTestShop({ workers: true });
let admin = '';
let category = '';
let categoryId = '';

beforeAll(async () => {
  admin = (await shop.admin()).token;
});

beforeEach(async () => {
  category = `Laptops ${crypto.randomUUID().slice(0, 8)}`;
  categoryId = await addCategory(category);
  await addAttribute('ram', 'number');
  await addAttribute('color', 'text');
  await addAttribute('wireless', 'boolean');
});

async function addCategory(categoryName: string): Promise<string> {
  return (await shop.call('POST', '/admin/category', { token: admin, body: { categoryName } })).body.categoryId;
}

async function addAttribute(code: string, type: AttributeType, to = categoryId): Promise<void> {
  const body = { categoryId: to, code, name: code.toUpperCase(), type };
  const { status } = await shop.call('POST', '/admin/attribute', { token: admin, body });
  expect(status).toBe(200);
}

type Cell = string | number | boolean | null;
type Row = Record<string, Cell>;

const quoted = (cell: Cell | undefined) => `"${String(cell ?? '').replaceAll('"', '""')}"`;

/** A CSV file with the columns of all rows. */
function csv(rows: Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return [columns, ...rows.map((row) => columns.map((name) => row[name]))]
    .map((cells) => cells.map(quoted).join(','))
    .join('\n');
}

const row = (fields: Row = {}): Row => ({ title: 'Laptop', description: 'Fast', price: 900, category, ...fields });
const sendCsv = (text: string) => importFile(shop, admin, importForm(text, [], 'products.csv'));
const send = (...rows: Row[]) => sendCsv(csv(rows.map(row)));
/** Products of different titles, so that a test sends all its cases in one file. */
const titled = (rows: Row[]): Row[] => rows.map((fields, index) => ({ title: `Laptop ${index}`, ...fields }));
const sendLines = (...rows: Row[]) =>
  importFile(shop, admin, importForm(rows.map((fields) => JSON.stringify(row(fields))).join('\n')));

/** The category's products as admins see them, oldest first. */
async function products(id = categoryId) {
  const { body } = await shop.call('GET', `/admin/product?categoryId=${id}&sort=added&direction=asc`, { token: admin });
  return body.products;
}

async function product() {
  const all = await products();
  expect(all).toHaveLength(1);
  return all[0];
}

/** What `read` returns for each of the products that `titled` has named. */
async function inTitleOrder<T>(read: (product: Awaited<ReturnType<typeof products>>[number]) => T): Promise<T[]> {
  const number = ({ title }: { title: string }) => Number(title.replace('Laptop ', ''));
  return (await products()).sort((a: { title: string }, b: { title: string }) => number(a) - number(b)).map(read);
}

const valuesOf = ({ attributes }: { attributes: { code: string; value: unknown }[] }) =>
  Object.fromEntries(attributes.map(({ code, value }) => [code, value]));
const refusal = (columns: string[], reason: string, line = 2) => ({ line, columns, reason });
const refused = (...refusals: ReturnType<typeof refusal>[]): Partial<ImportView> => ({
  state: 'done',
  refused: refusals.length,
  refusals,
});

async function exported(): Promise<string> {
  const response = await fetch(`${shop.url}/api/v1/admin/product/export`, { headers: { Authorization: admin } });
  expect(response.status).toBe(200);
  return response.text();
}

test('a category is the same in composed letters, with any spaces and hyphens, also if it is new', async () => {
  const name = `Slušalice i zvučnici ${crypto.randomUUID().slice(0, 8)}`;
  const forms = [name, name.normalize('NFD'), name.replaceAll(' ', '\u00a0'), name.toUpperCase().replace(' ', '-')];
  await send(...forms.map((category, index) => ({ category, title: `Phones ${index}` })));
  const { allCategories } = (await shop.call('GET', '/admin/category?summary=true', { token: admin })).body;
  const found = allCategories.filter(({ categoryName }: { categoryName: string }) => categoryName === name);
  expect(found).toHaveLength(1);
  expect(await products(found[0]._id)).toHaveLength(4);
  const again = await send(
    ...forms.map((category) => ({ category: category.replaceAll(' ', '  '), title: 'Phones 0' })),
  );
  expect(again).toMatchObject({ created: 3, unchanged: 1 });
});

describe('the optional columns', () => {
  const full = {
    stock: 4,
    published: 'no',
    family: 'Ultra',
    'option.Size': '14"',
    'attribute.ram': 16,
    'attribute.color': 'moss',
    'attribute.wireless': 'yes',
  };
  const stored = {
    stockCount: 4,
    stock: { state: 'low', left: 4 },
    isPublished: false,
    family: { name: 'Ultra', options: [{ name: 'Size', values: [{ value: '14"', isCurrent: true }] }] },
  };

  test('become values of new products', async () => {
    expect(await send(full)).toMatchObject({ created: 1, refused: 0 });
    const added = await product();
    expect(added).toMatchObject(stored);
    expect(valuesOf(added)).toEqual({ ram: 16, color: 'moss', wireless: true });
    expect((await shop.call('GET', `/products/single/${added._id}`)).status).toBe(404);
  });

  test('work in JSON lines too, with values of any fitting type', async () => {
    expect(await sendLines(full)).toMatchObject({ created: 1, refused: 0 });
    expect(await product()).toMatchObject(stored);
    const typed = { ...full, published: true, 'attribute.wireless': false, 'attribute.ram': '32', stock: null };
    expect(await sendLines(typed)).toMatchObject({ updated: 1, refused: 0 });
    const edited = await product();
    expect(edited).toMatchObject({ isPublished: true, stockCount: null, version: 2 });
    expect(valuesOf(edited)).toEqual({ ram: 32, color: 'moss', wireless: false });
    expect(await sendLines(typed)).toMatchObject({ unchanged: 1 });
  });

  test('change nothing if they are absent', async () => {
    await send(full);
    expect(await send({})).toMatchObject({ unchanged: 1 });
    expect(await send({ price: 901 })).toMatchObject({ updated: 1 });
    expect(await product()).toMatchObject({ ...stored, price: 901 });
    expect(valuesOf(await product())).toEqual({ ram: 16, color: 'moss', wireless: true });
    expect(await send({ price: 901, 'attribute.ram': 32 })).toMatchObject({ updated: 1 });
    expect(valuesOf(await product())).toEqual({ ram: 32, color: 'moss', wireless: true });
    expect(await product()).toMatchObject(stored);
  });

  test('have default values in new products', async () => {
    expect(await send({ stock: '', published: '', family: '', 'attribute.ram': '' })).toMatchObject({ created: 1 });
    expect(await product()).toMatchObject({ stock: null, stockCount: null, isPublished: true, family: null });
    expect(valuesOf(await product())).toEqual({});
  });

  test('can be named in any case, but the part after the dot keeps its case', async () => {
    const header = 'TITLE,Description,Price,Category,Stock,PUBLISHED,Family,Option.Size,OPTION.size,Attribute.ram';
    expect(await sendCsv(`${header}\nLaptop,Fast,900,${category},3,No,Ultra,14,small,16`)).toMatchObject({
      created: 1,
    });
    const added = await product();
    expect(added).toMatchObject({ stockCount: 3, isPublished: false });
    expect(added.family.options.map(({ name }: { name: string }) => name).sort()).toEqual(['Size', 'size']);
    expect(valuesOf(added)).toEqual({ ram: 16 });
    expect(await send({ 'attribute.RAM': 16 })).toMatchObject(
      refused(refusal(['attribute.RAM'], `${category} has no attribute.RAM`)),
    );
  });
});

describe('stock', () => {
  test('is written as it stands, and an empty cell stops counting', async () => {
    await send({ stock: 10 });
    const { _id: id } = await product();
    const body = { id, stock: 3, stockWas: 10 };
    expect((await shop.call('PUT', '/admin/product', { token: admin, body })).status).toBe(200);
    expect(await send({ stock: 10 })).toMatchObject({ updated: 1 });
    expect(await product()).toMatchObject({ stockCount: 10 });
    expect(await send({ stock: 0 })).toMatchObject({ updated: 1 });
    expect(await product()).toMatchObject({ stock: { state: 'soldOut' } });
    expect(await send({ stock: '' })).toMatchObject({ updated: 1 });
    expect(await product()).toMatchObject({ stock: null });
  });

  test('refuses what is not a whole number within the limit', async () => {
    const cells = ['-1', '1.5', '1000001', 'many', '0x10', 'NaN', '٣'];
    const reason = 'Stock must be a whole number from 0 to 1,000,000, or empty';
    expect(await send(...titled(cells.map((stock) => ({ stock }))))).toMatchObject(
      refused(...cells.map((_cell, index) => refusal(['stock'], reason, index + 2))),
    );
    expect(await products()).toEqual([]);
  });
});

describe('published', () => {
  test('can have every form of true and false', async () => {
    const [yes, no] = [
      ['true', 'Yes', '1', ' TRUE '],
      ['false', 'no', '0'],
    ];
    await send(...titled([...yes.map(() => ({ published: 'no' })), ...no.map(() => ({ published: 'yes' }))]));
    const changes = titled([...yes, ...no].map((published) => ({ published })));
    expect(await send(...changes)).toMatchObject({ updated: changes.length, refused: 0 });
    expect(await inTitleOrder(({ isPublished }) => isPublished)).toEqual([
      ...yes.map(() => true),
      ...no.map(() => false),
    ]);
  });

  test('refuses other words, and an empty cell changes nothing', async () => {
    await send({ published: 'no' });
    expect(await send({ published: 'maybe' })).toMatchObject(
      refused(refusal(['published'], 'Published must be yes or no')),
    );
    expect(await send({ published: '' })).toMatchObject({ unchanged: 1 });
    expect(await product()).toMatchObject({ isPublished: false });
  });

  test('hides products from lists, counts and carts', async () => {
    await send({ title: 'Shown' }, { title: 'Hidden', published: 'no' });
    await shop.untilCalm();
    const list = async () => (await shop.call('GET', `/products?category=${categoryId}`)).body;
    expect(await list()).toMatchObject({ total: 1, category: { productCount: 1 }, products: [{ title: 'Shown' }] });
    expect(await send({ title: 'Shown', published: 'no' })).toMatchObject({ updated: 1 });
    await shop.untilCalm();
    expect(await list()).toMatchObject({ total: 0, category: { productCount: 0 } });
  });
});

describe('an attribute', () => {
  test('that the category does not have refuses only its line, with its column', async () => {
    const report = await send(
      { title: 'A' },
      { title: 'B', 'attribute.speed': 5 },
      { title: 'C', 'attribute.speed': '' },
    );
    expect(report).toMatchObject({ created: 2 });
    expect(report).toMatchObject(refused(refusal(['attribute.speed'], `${category} has no attribute.speed`, 3)));
    expect(await products()).toMatchObject([{ title: 'A' }, { title: 'C' }]);
  });

  const refusedCells: [code: string, cell: Cell, reason: string][] = [
    ['ram', 'much', 'attribute.ram must be a number'],
    ['ram', '0x10', 'attribute.ram must be a number'],
    ['ram', '1,299', 'attribute.ram can be 1299 or 1.299. Write 1299 or 1.2990.'],
    ['ram', '1.23457E+11', ROUNDED],
    ['ram', '1,2E-07', ROUNDED],
    ['color', '8.60103E+12', ROUNDED],
    ['ram', 'Infinity', 'attribute.ram must be a number'],
    ['ram', '1e999', 'attribute.ram is too large'],
    ['wireless', 'maybe', 'attribute.wireless must be true or false'],
    ['wireless', '2', 'attribute.wireless must be true or false'],
    ['color', ' ', "attribute.color can't be empty"],
    ['color', 'x'.repeat(201), 'attribute.color can have at most 200 characters'],
    ['color', 'a\0b', 'Contains a character that cannot be stored'],
  ];

  test('refuses cells that are not of its type, and keeps what it has', async () => {
    const rows = titled(refusedCells.map(([code, cell]) => ({ [`attribute.${code}`]: cell })));
    await send(...rows.map(({ title = '' }) => ({ title, 'attribute.ram': '' })));
    expect(await send(...rows)).toMatchObject(
      refused(...refusedCells.map(([code, , reason], index) => refusal([`attribute.${code}`], reason, index + 2))),
    );
    expect(await inTitleOrder(valuesOf)).toEqual(rows.map(() => ({})));
  });

  test('refuses values of JSON lines that are not of its type', async () => {
    const refusedValues: [code: string, value: unknown, reason: string][] = [
      ['color', 5, 'attribute.color must be text'],
      ['color', ['red'], 'attribute.color must be text'],
      ['ram', true, 'attribute.ram must be a number'],
      ['ram', { valueOf: 1 }, 'attribute.ram must be a number'],
      ['wireless', 2, 'attribute.wireless must be true or false'],
    ];
    const rows = titled(refusedValues.map(([code, value]) => ({ [`attribute.${code}`]: value as Cell })));
    expect(await sendLines(...rows)).toMatchObject(
      refused(...refusedValues.map(([code, , reason], index) => refusal([`attribute.${code}`], reason, index + 1))),
    );
  });

  test('can have every form of a number, and of true and false', async () => {
    const forms: [Row, object][] = [
      [
        { 'attribute.ram': ' -1.50 ', 'attribute.wireless': 'TRUE' },
        { ram: -1.5, wireless: true },
      ],
      [
        { 'attribute.ram': '1,349.50', 'attribute.wireless': 'TRUE' },
        { ram: 1349.5, wireless: true },
      ],
      [
        { 'attribute.ram': '2,5', 'attribute.wireless': 'TRUE' },
        { ram: 2.5, wireless: true },
      ],
      [
        { 'attribute.ram': '1.299', 'attribute.wireless': 'TRUE' },
        { ram: 1.299, wireless: true },
      ],
      [
        { 'attribute.ram': '1e-7', 'attribute.wireless': '0' },
        { ram: 1e-7, wireless: false },
      ],
      [
        { 'attribute.ram': '0', 'attribute.wireless': 'Yes' },
        { ram: 0, wireless: true },
      ],
    ];
    expect(await send(...titled(forms.map(([fields]) => fields)))).toMatchObject({ created: forms.length, refused: 0 });
    expect(await inTitleOrder(valuesOf)).toEqual(forms.map(([, values]) => values));
  });

  test('loses its value by an empty cell, in CSV and JSON lines', async () => {
    await send({ 'attribute.ram': 8, 'attribute.color': 'red', 'attribute.wireless': 1 });
    expect(await send({ 'attribute.ram': '' })).toMatchObject({ updated: 1 });
    expect(await sendLines({ 'attribute.color': null })).toMatchObject({ updated: 1 });
    expect(valuesOf(await product())).toEqual({ wireless: true });
  });

  test('names all wrong columns of a line', async () => {
    expect(await send({ 'attribute.ram': 'x', 'attribute.speed': 1, 'attribute.wireless': 'x' })).toMatchObject(
      refused(
        refusal(
          ['attribute.ram', 'attribute.speed', 'attribute.wireless'],
          `attribute.ram must be a number; ${category} has no attribute.speed; attribute.wireless must be true or false`,
        ),
      ),
    );
  });

  test('of a category that the file creates can only be empty', async () => {
    const created = `New ${category}`;
    const rows = [{ 'attribute.ram': 8 }, { 'attribute.ram': '' }].map((fields) => ({ ...fields, category: created }));
    expect(await send(...rows)).toMatchObject({
      created: 1,
      ...refused(refusal(['attribute.ram'], `${created} has no attribute.ram`)),
    });
    const refusedOnly = `Refused ${category}`;
    expect(await send({ category: refusedOnly, 'attribute.ram': 8 })).toMatchObject({ created: 0, refused: 1 });
    const { body } = await shop.call('GET', '/categories');
    const names = body.categories.map(({ categoryName }: { categoryName: string }) => categoryName);
    expect(names).toContain(created);
    expect(names).not.toContain(refusedOnly);
  });

  test('stays in a move to another category only if that has it with the same type', async () => {
    const other = `Tablets ${category}`;
    const otherId = await addCategory(other);
    await addAttribute('ram', 'number', otherId);
    await addAttribute('wireless', 'text', otherId);
    await send({ 'attribute.ram': 8, 'attribute.color': 'red', 'attribute.wireless': 'yes' });
    const { _id: id } = await product();
    expect(await send({ id, category: other })).toMatchObject({ updated: 1, refused: 0 });
    expect(valuesOf((await products(otherId))[0])).toEqual({ ram: 8 });
    expect(await products()).toEqual([]);
    expect(await send({ id, category: other, 'attribute.color': 'red' })).toMatchObject({ updated: 0, refused: 1 });
  });
});

describe('images', () => {
  const names = ['a.png', 'b.png', 'c.png'];
  const pictures = async (...named: string[]) =>
    Promise.all(named.map(async (name) => ({ name, bytes: await drawing(16, 16).png().toBuffer() })));
  const sendWith = async (files: string[], ...rows: Row[]) =>
    importFile(shop, admin, importForm(csv(rows.map(row)), await pictures(...files), 'products.csv'));

  test('become the pictures of a new product, in their order, which a later import keeps', async () => {
    expect(await sendWith(names, { images: 'b.png| a.png|c.png' })).toMatchObject({ created: 1, refusals: [] });
    await shop.untilCalm();
    const { images, image, _id: id } = await product();
    expect(images).toMatchObject(names.map(() => ({ imageState: 'ready' })));
    expect(images[0].image).toBe(image);
    expect(await sendWith(names, { images: 'b.png|a.png|c.png' })).toMatchObject({ unchanged: 1 });
    const exportedNames = images.map((picture: { image: string }) => picture.image).join('|');
    const file = await exported();
    expect(file).toContain(exportedNames);
    expect(await sendCsv(file)).toMatchObject({ updated: 0, refused: 0 });
    expect(await send({ id, images: exportedNames })).toMatchObject({ unchanged: 1 });
    expect((await product()).images).toEqual(images);
    expect(await send({ title: 'Other', images: exportedNames })).toMatchObject(
      refused(refusal(['images'], `Picture not found: ${images[0].image}`)),
    );
  });

  test.each(['image', 'images'])('named in the column %s are not needed for products that exist', async (column) => {
    const row = { [column]: 'a.png' };
    expect(await sendWith(['a.png'], row)).toMatchObject({ created: 1 });
    await shop.untilCalm();
    const { images } = await product();
    expect(await send({ ...row, price: 800 }, { ...row, title: 'New' })).toMatchObject({
      created: 0,
      updated: 1,
      ...refused(refusal([column], 'Picture not found: a.png', 3)),
    });
    expect(await product()).toMatchObject({ price: 800, images });
  });

  test('refuse absent files, paths, repetitions, and more than eight', async () => {
    const cells = [
      ['a.png|absent.png', 'Picture not found: absent.png'],
      ['a.png|../b.png', 'Images must be file names without a folder, separated by |'],
      ['a.png|a.png', 'The same image is named twice'],
      [Array.from({ length: 9 }, (_, index) => `${index}.png`).join('|'), 'A product can have up to 8 images'],
    ] as const;
    const report = await sendWith(['a.png'], ...titled(cells.map(([images]) => ({ images }))));
    expect(report).toMatchObject(refused(...cells.map(([, reason], index) => refusal(['images'], reason, index + 2))));
    expect(await products()).toEqual([]);
  });

  test('of eight names are allowed, and none together with image', async () => {
    const eight = Array.from({ length: 8 }, (_, index) => `${index}.png`);
    expect(await sendWith(eight, { images: eight.join('|') })).toMatchObject({ created: 1 });
    expect((await product()).images).toHaveLength(8);
    expect(await sendWith(eight, { title: 'Both', image: '0.png', images: '1.png' })).toMatchObject(
      refused(refusal(['images'], 'Use either image or images')),
    );
  });
});

describe('an export', () => {
  test('has the same columns, and an import of it changes nothing', async () => {
    const quotes = ['"quoted", and\nbroken', "it's", '$1 %s', '<b>|</b>', '\u202e田中 '];
    const formulas = ['=SUM(A1)', '-1', '＝1', '\u00a0=1', '\u200b+1', "''=2", '\ttab'];
    const hostile = [...quotes, ...formulas];
    await addAttribute('other', 'number', await addCategory(`Other ${category}`));
    await send(
      ...hostile.map((text, index) => ({
        title: text,
        stock: index,
        published: index % 2,
        family: `Family ${text}`,
        [`option.${text}`]: text,
        'attribute.ram': -index / 8,
        'attribute.color': text,
        'attribute.wireless': index % 2,
      })),
      { title: 'Plain' },
      { title: 'Tiny', 'attribute.ram': '1e-9' },
    );
    const lines = 'One\r\ntwo\rthree\nfour';
    await sendLines({
      title: lines,
      description: lines,
      family: lines,
      'option.Size': lines,
      'attribute.color': lines,
    });
    const file = await exported();
    const [header] = file.split('\r\n');
    for (const column of [
      'stock',
      'published',
      'family',
      "option.it's",
      'attribute.ram',
      'attribute.other',
      'images',
    ]) {
      expect(header).toContain(column);
    }
    const before = await products();
    expect(before).toHaveLength(hostile.length + 3);
    const report = await sendCsv(file);
    expect(report).toMatchObject({ created: 0, updated: 0, refused: 0, refusals: [] });
    expect(report.unchanged).toBeGreaterThanOrEqual(before.length);
    expect(await products()).toEqual(before);
  });

  test('leaves out values of deleted attributes', async () => {
    await send({ 'attribute.color': 'red' });
    const { body } = await shop.call('GET', `/admin/attribute?categoryId=${categoryId}`, { token: admin });
    const { _id } = body.attributes.find(({ code }: { code: string }) => code === 'color');
    expect((await shop.call('DELETE', `/admin/attribute/${_id}`, { token: admin })).status).toBe(200);
    expect(await sendCsv(await exported())).toMatchObject({ updated: 0, refused: 0 });
  });
});

describe('a hostile file', () => {
  test('cannot use attributes that the category does not have', async () => {
    const codes = ['__proto__', 'constructor', 'toString', '', ' ', "'); drop table product; --", 'ram,color'];
    const columns = codes.map((code) => `attribute.${code}`);
    expect(await send(...titled(columns.map((column) => ({ [column]: 1 }))))).toMatchObject(
      refused(...columns.map((column, index) => refusal([column], `${category} has no ${column}`, index + 2))),
    );
  });

  test.each(['__proto__', 'constructor', "'); drop table product; --", '{"a":1}'])(
    'can name an option %s, which is plain text',
    async (name) => {
      const rows = [1, 2].map((value) => ({
        title: `Member ${value}`,
        family: '__proto__',
        [`option.${name}`]: value,
      }));
      expect(await sendCsv(csv(rows.map(row)))).toMatchObject({ created: 2, refused: 0 });
      const [first] = await products();
      expect(first.family).toMatchObject({
        name: '__proto__',
        options: [{ name, values: [{ value: '1' }, { value: '2' }] }],
      });
      expect(await sendCsv(csv(rows.map(row)))).toMatchObject({ unchanged: 2 });
    },
  );

  test('cannot name a column twice', async () => {
    for (const column of ['stock', 'attribute.ram', 'option.Size', 'title']) {
      const report = await sendCsv(`title,description,price,category,${column},x,${column}\nA,B,1,${category},1,,2`);
      expect(report).toMatchObject({ state: 'failed', failure: `The file has more than one ${column} column` });
    }
    expect(await products()).toEqual([]);
  });

  test('can have a thousand columns', async () => {
    const cells = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`attribute.a${index}`, '']));
    expect(await send({ ...cells, 'attribute.ram': 8 })).toMatchObject({ created: 1 });
    const report = await send({ ...Object.fromEntries(Object.keys(cells).map((name) => [name, 'x'])) });
    expect(report).toMatchObject({ refused: 1 });
    expect(report.refusals[0]?.columns).toHaveLength(10);
    expect(report.refusals[0]?.reason).toMatch(/; and 990 more$/);
  });
});

// Last, because an export has the thousands of products that it adds.
describe('a family', () => {
  const member = (title: string, size: Cell, more: Row = {}) => ({
    title,
    family: 'Ultra',
    'option.Size': size,
    ...more,
  });
  const optionsOf = (all: { title: string; family: { options: { name: string; values: object[] }[] } | null }[]) =>
    Object.fromEntries(
      all.map(({ title, family }) => [
        title,
        family?.options.map(({ name, values }) => {
          const current = values.find((value) => 'isCurrent' in value && value.isCurrent);
          return `${name} ${current && 'value' in current ? current.value : ''}`;
        }) ?? null,
      ]),
    );

  test('joins the products of a file', async () => {
    expect(await send(member('A', 14), member('B', 16), { title: 'C' })).toMatchObject({ created: 3 });
    expect(optionsOf(await products())).toEqual({ A: ['Size 14'], B: ['Size 16'], C: null });
    expect(await send(member('A', 14), member('B', 16), { title: 'C', family: '' })).toMatchObject({ unchanged: 3 });
  });

  test('refuses members with other options than their siblings, in the same file and in later ones', async () => {
    const reason = 'The options of Ultra are Size. This product has Color, Size.';
    const columns = ['family', 'option.Size', 'option.Color'];
    const rows = [member('A', 14), member('B', 16, { 'option.Color': 'red' }), member('C', 17)];
    expect(await send(...rows)).toMatchObject({ created: 2, ...refused(refusal(columns, reason, 3)) });
    expect(await send(rows[1] ?? {})).toMatchObject({ created: 0, ...refused(refusal(columns, reason)) });
    expect(optionsOf(await products())).toEqual({ A: ['Size 14'], C: ['Size 17'] });
  });

  test('refuses members with the same options, in the same file and in later ones', async () => {
    const reason = 'Ultra already has a variant with Size 14';
    const columns = ['family', 'option.Size'];
    expect(await send(member('A', 14), member('B', 14))).toMatchObject({
      created: 1,
      ...refused(refusal(columns, reason, 3)),
    });
    expect(await send(member('B', 14), member('C', 16))).toMatchObject({
      created: 1,
      ...refused(refusal(columns, reason)),
    });
    expect(await send(member('C', 14))).toMatchObject({ updated: 0, ...refused(refusal(columns, reason)) });
    expect(optionsOf(await products())).toEqual({ A: ['Size 14'], C: ['Size 16'] });
  });

  test('of the same name in another category is another one', async () => {
    const other = `Tablets ${category}`;
    expect(await send(member('A', 14), member('B', 14, { category: other }))).toMatchObject({ created: 2 });
    const { _id: id } = await product();
    expect(await send(member('A', 14, { id, category: other }))).toMatchObject({ updated: 0, refused: 1 });
    expect(await send(member('A', 16, { id, category: other }))).toMatchObject({ updated: 1, refused: 0 });
  });

  test('lets its members pass their options on', async () => {
    await send(member('A', 14), member('B', 15), member('C', 16));
    expect(await send(member('A', 13), member('B', 14), member('C', 15), member('D', 16))).toMatchObject({
      created: 1,
      updated: 3,
      refused: 0,
    });
    expect(optionsOf(await products())).toEqual({ A: ['Size 13'], B: ['Size 14'], C: ['Size 15'], D: ['Size 16'] });
    expect(await send({ ...member('A', ''), family: '' }, member('D', 13))).toMatchObject({ updated: 2 });
    expect(optionsOf(await products())).toEqual({ A: null, B: ['Size 14'], C: ['Size 15'], D: ['Size 13'] });
  });

  test('needs options, and options need a family', async () => {
    expect(await send({ family: 'Ultra' })).toMatchObject(
      refused(refusal(['family'], 'A variant needs 1 to 5 options')),
    );
    expect(await send({ 'option.Size': 14 })).toMatchObject(refused(refusal(['option.Size'], 'Options need a family')));
    const many = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`option.${index}`, 1]));
    const wrong: Row[] = [
      { family: 'x'.repeat(101), 'option.Size': 14 },
      { family: 'Ultra', 'option.Size': 'x'.repeat(101) },
      { family: 'Ultra', ...many },
    ];
    expect(await send(...titled(wrong))).toMatchObject({ refused: wrong.length });
    const lines = titled([
      { family: 5, 'option.Size': 14 },
      { family: 'Ultra', 'option.Size': 14 },
    ]);
    expect(await sendLines(...lines)).toMatchObject({ refused: lines.length });
    expect(await products()).toEqual([]);
  });

  test('keeps what the file has no column for', async () => {
    await send(member('A', 14, { 'option.Color': 'red' }));
    expect(await send({ title: 'A', 'option.Color': 'blue' })).toMatchObject({ updated: 1 });
    expect(optionsOf(await products())).toEqual({ A: ['Color blue', 'Size 14'] });
    expect(await send({ title: 'A', family: 'Ultra' })).toMatchObject({ unchanged: 1 });
    expect(await send({ title: 'A', 'option.Color': '' })).toMatchObject({ updated: 1 });
    expect(optionsOf(await products())).toEqual({ A: ['Size 14'] });
  });

  test('of thousands of members is checked in linear time', async () => {
    const start = performance.now();
    const rows = Array.from({ length: 3000 }, (_, index) => member(`Member ${index}`, index));
    expect(await send(...rows, member('Another', 7))).toMatchObject({ created: 3000, refused: 1 });
    expect(performance.now() - start).toBeLessThan(30_000);
  });

  test('is not broken by an import and an admin at once', async () => {
    await send(member('A', 14), { title: 'B' });
    const [, { _id: id }] = await products();
    const body = { id, family: { name: 'Ultra', options: { Size: '15' } } };
    const [report, response] = await Promise.all([
      send(...Array.from({ length: 50 }, (_, index) => member(`Member ${index}`, 15 + index))),
      shop.call('PUT', '/admin/product', { token: admin, body }),
    ]);
    const taken = response.status === 409 ? 0 : 1;
    expect(report).toMatchObject({ created: 50 - taken, refused: taken });
    const sizes = Object.values(
      optionsOf(
        (await shop.call('GET', `/admin/product?categoryId=${categoryId}&search=Member`, { token: admin })).body
          .products,
      ),
    );
    expect(new Set(sizes.flat()).size).toBe(sizes.length);
  });
});
