import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AdminProductView } from '#contract/catalogue/catalogue.ts';
import { importFile, importForm } from '../../../testing/data/imports.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';

const shop = await startTestShop({ workers: true, languages: ['en', 'de'] });
const company = { name: 'Lumen GmbH', address: 'Hauptstraße 1\n10115 Berlin', contact: 'https://lumen.example' };
let token = '';
let category = '';

beforeAll(async () => {
  token = (await shop.admin()).token;
  await shop.call('POST', '/admin/company', { token, body: company });
});

beforeEach(() => {
  category = `Lamps ${crypto.randomUUID().slice(0, 8)}`;
});

type Row = Record<string, unknown>;

const row = (fields: Row): Row => ({ title: 'Lamp', description: 'Bright', price: 10, category, ...fields });
const send = (...rows: Row[]) =>
  importFile(shop, token, importForm(rows.map((fields) => JSON.stringify(row(fields))).join('\n')));
const sendCsv = (columns: string, ...lines: string[]) => {
  const all = lines.map((line) => `Lamp;Bright;10;${category};${line}`);
  return importFile(shop, token, importForm([`title;description;price;category;${columns}`, ...all].join('\n')));
};

/** The products of the category, oldest first. */
async function products(): Promise<AdminProductView[]> {
  const search = new URLSearchParams({ search: category, sort: 'added', direction: 'asc' });
  return (await shop.call('GET', `/admin/product?${search}`, { token })).body.products;
}

async function product(): Promise<AdminProductView> {
  const [only, ...others] = await products();
  expect(others).toEqual([]);
  return only as AdminProductView;
}

const refused = (columns: string[], reason: unknown = expect.any(String), line = 1) =>
  expect.objectContaining({ refused: 1, refusals: [{ line, columns, reason }] });

const columns =
  'SKU;gtin;mpn;Brand;condition;manufacturer;responsible;safety;safety.de;energy.class;energy.eprel;' +
  'charger.isIncluded;charger.minWatts;charger.maxWatts;charger.usbPd;hasBattery;guaranteeYears;updatesUntil;repairScore';
const cells = (sku: string) =>
  `${sku};4006381333931;L/1;Lumen;new; lumen  gmbh;Lumen GmbH;Keep dry;Trocken halten;B;123;no;5;65;yes;yes;5;2031-12-31;7,5`;

const data = {
  gtin: '4006381333931',
  mpn: 'L/1',
  brand: 'Lumen',
  condition: 'new',
  manufacturer: company,
  responsible: company,
  safety: 'Keep dry',
  energy: { class: 'B', eprel: '123' },
  charger: { isIncluded: false, minWatts: 5, maxWatts: 65, usbPd: true },
  hasBattery: true,
  guaranteeYears: 5,
  updatesUntil: '2031-12-31',
  repairScore: 7.5,
};

describe('product data in a catalogue file', () => {
  test('has a column for each field', async () => {
    expect(await sendCsv(columns, cells('All-1'))).toMatchObject({ created: 1, refused: 0 });
    expect(await product()).toMatchObject({
      ...data,
      sku: 'All-1',
      translations: { de: { safety: 'Trocken halten' } },
    });
  });

  test('is emptied by empty cells', async () => {
    await sendCsv(columns, cells('Empty-1'));
    const empty = columns.replace(/[^;]/g, '').slice(1);
    expect(await sendCsv(columns, `Empty-1;${empty}`)).toMatchObject({ updated: 1, refused: 0 });
    const nothing = Object.fromEntries(Object.keys(data).map((name) => [name, null]));
    expect(await product()).toMatchObject({ ...nothing, sku: 'Empty-1', translations: {} });
  });

  test('stays where a file has no column', async () => {
    await sendCsv(columns, cells('Kept-1'));
    expect(await sendCsv('sku;energy.class;charger.maxWatts', 'Kept-1;A;100')).toMatchObject({ updated: 1 });
    const energy = { class: 'A', eprel: '123' };
    expect(await product()).toMatchObject({ ...data, energy, charger: { ...data.charger, maxWatts: 100 } });
  });

  test('has a VAT class, which an empty cell leaves', async () => {
    await sendCsv('sku;taxClass', 'Class-1;reduced');
    expect(await product()).toMatchObject({ taxClass: 'reduced' });
    expect(await sendCsv('sku;taxClass;brand', 'Class-1;;Lumen')).toMatchObject({ updated: 1, refused: 0 });
    expect(await product()).toMatchObject({ taxClass: 'reduced', brand: 'Lumen' });
    const others = await send({ title: 'Other', taxClass: '' }, { title: 'Third', taxClass: 'luxury' });
    expect(others).toMatchObject({ created: 1, refused: 1 });
    expect((await products()).map(({ taxClass }) => taxClass)).toEqual(['reduced', 'standard']);
  });

  test('is in an export, whose import changes nothing', async () => {
    await sendCsv(columns, cells('=Export 1'));
    const { body } = await shop.call('GET', '/admin/product/export', { token });
    expect(body).toContain('energy.class,energy.eprel,charger.isIncluded,charger.usbPd');
    const form = importForm(String(body).replace('\ufeff', ''), [], 'products.csv');
    expect(await importFile(shop, token, form)).toMatchObject({ created: 0, updated: 0, refused: 0 });
  });

  test.each<[string, Row, string[]]>([
    ['a company that is unknown', { manufacturer: 'Nobody' }, ['manufacturer']],
    ['a wrong GTIN', { gtin: '4006381333932' }, ['gtin']],
    ['a GTIN that a spreadsheet has rounded', { gtin: '4.00638E+12' }, ['gtin']],
    ['an energy class that does not exist', { 'energy.class': 'H' }, ['energy.class']],
    ['a number in EPREL without a class', { 'energy.eprel': '123' }, ['energy.class']],
    [
      'a charger of which something is missing',
      { 'charger.minWatts': 5 },
      ['charger.isIncluded', 'charger.maxWatts', 'charger.usbPd'],
    ],
    ['a wrong condition', { condition: 'broken' }, ['condition']],
    ['a day that does not exist', { updatesUntil: '2031-02-30' }, ['updatesUntil']],
    ['a wrong score', { repairScore: 11 }, ['repairScore']],
  ])('refuses %s', async (_what, fields, wrong) => {
    const report = await send(fields);
    expect(report).toMatchObject({ created: 0, refused: 1 });
    expect(report.refusals[0]?.columns.toSorted()).toEqual(wrong);
  });
});

describe('lines match products', () => {
  test('by SKU, whatever its case, and change all their values', async () => {
    await send({ sku: 'Match-1' });
    const { _id } = await product();
    expect(await send({ sku: 'MATCH-1', title: 'Other', description: 'Brighter' })).toMatchObject({ updated: 1 });
    expect(await product()).toMatchObject({ _id, sku: 'MATCH-1', title: 'Other', description: 'Brighter' });
  });

  test('by id before SKU', async () => {
    await send({ sku: 'First-1' }, { sku: 'First-2', title: 'Second' });
    const [first] = await products();
    expect(await send({ id: first?._id, sku: 'first-3' })).toMatchObject({ updated: 1 });
    expect((await products()).map(({ sku }) => sku)).toEqual(['first-3', 'First-2']);
    expect(await send({ id: first?._id, sku: 'FIRST-2' })).toEqual(
      refused(['sku'], expect.stringContaining('FIRST-2')),
    );
  });

  test('by category, title and description if no product has the SKU', async () => {
    await send({});
    expect(await send({ sku: 'Later-1' })).toMatchObject({ updated: 1 });
    expect(await product()).toMatchObject({ sku: 'Later-1' });
  });

  test('that earlier lines of the file have added', async () => {
    expect(await send({ sku: 'Twice-1' }, { sku: 'twice-1', title: 'Other' })).toMatchObject({
      created: 1,
      updated: 1,
    });
    expect(await product()).toMatchObject({ sku: 'twice-1', title: 'Other' });
  });

  describe.each([
    ['just before', 0],
    ['of an earlier transaction', 300],
  ])('by SKU as lines %s leave it', (_where, distance) => {
    const others = Array.from({ length: distance }, (_, index) => ({ title: `Part ${index}`, category: 'Parts' }));

    /** Checks and imports lines that are so far apart, which must say the same of them. */
    async function sendApart(first: Row, ...next: Row[]) {
      const file = () =>
        importForm([first, ...others, ...next].map((fields) => JSON.stringify(row(fields))).join('\n'));
      const check = file();
      check.set('check', 'true');
      const { _id, date, check: isCheck, ...checked } = await importFile(shop, token, check);
      const imported = await importFile(shop, token, file());
      expect(imported).toMatchObject(checked);
      return imported;
    }

    test('one that a product passes on is that of its successor', async () => {
      await send({ sku: `Passed-${distance}` });
      const { _id } = await product();
      const report = await sendApart(
        { id: _id, sku: `Passed-${distance}-old` },
        { sku: `passed-${distance}`, title: 'Successor' },
      );
      expect(report).toMatchObject({ updated: 1, refused: 0 });
      expect(await products()).toMatchObject([
        { _id, title: 'Lamp', sku: `Passed-${distance}-old` },
        { title: 'Successor', sku: `passed-${distance}` },
      ]);
    });

    test('one that is new is that of the product that they add', async () => {
      const added = `Added-${distance}`;
      const report = await sendApart({ sku: added }, { sku: added, title: 'Other' });
      expect(report).toMatchObject({ updated: 1, refused: 0 });
      expect(await product()).toMatchObject({ title: 'Other', sku: added });
    });

    test('one that a product gets finds it, before the texts of another one', async () => {
      await send({}, { title: 'Second' });
      const [first] = await products();
      await sendApart(
        { id: first?._id, sku: `Given-${distance}` },
        { sku: `given-${distance}`, title: 'Second', price: 5 },
      );
      expect(await products()).toMatchObject([
        { _id: first?._id, title: 'Second', sku: `given-${distance}`, price: 5 },
        { title: 'Second', sku: null, price: 10 },
      ]);
    });

    test('one that a product passes on finds the product of the texts', async () => {
      await send({ sku: `Back-${distance}` }, { title: 'Second' });
      const [first, second] = await products();
      await sendApart({ id: first?._id, sku: '' }, { sku: `back-${distance}`, title: 'Second', price: 5 });
      expect(await products()).toMatchObject([
        { _id: first?._id, sku: null, price: 10 },
        { _id: second?._id, title: 'Second', sku: `back-${distance}`, price: 5 },
      ]);
    });
  });

  test('that swap their SKUs by way of nothing', async () => {
    await send({ sku: 'Swap-1' }, { sku: 'Swap-2', title: 'Second' });
    const [first, second] = await products();
    const lines = [
      { id: first?._id, sku: '' },
      { id: second?._id, title: 'Second', sku: 'Swap-1' },
    ];
    expect(await send(...lines)).toMatchObject({ updated: 2, refused: 0 });
    expect((await products()).map(({ sku }) => sku)).toEqual([null, 'Swap-1']);
  });
});
