import { describe, expect, test } from 'vitest';
import { auditTrail, productForm, startCatalogueShop } from '../../../../testing/data/catalogue.ts';

const { shop, picture, call, addCategory, addProduct, editProduct, read } = await startCatalogueShop({
  languages: ['en', 'de', 'sr'],
});
const categoryId = await addCategory();

const company = { name: 'Lumen GmbH', address: 'Hauptstraße 1\n10115 Berlin', contact: 'https://lumen.example' };
const { _id: manufacturerId } = (await call('POST', '/admin/company', company)).body.company;

const data = {
  sku: 'LUM-14',
  gtin: '4006381333931',
  mpn: 'L14/2',
  brand: 'Lumen',
  condition: 'refurbished',
  manufacturerId,
  responsibleId: manufacturerId,
  safety: 'Keep dry.\nKeep away from fire.',
  energy: { class: 'B', eprel: '123456' },
  charger: { isIncluded: false, minWatts: 15, maxWatts: 65, usbPd: true },
  guaranteeYears: 5,
  updatesUntil: '2031-12-31',
  repairScore: 7.5,
  hasBattery: true,
};
const { manufacturerId: _manufacturer, responsibleId: _responsible, ...shown } = data;
const nothing = Object.fromEntries(Object.keys(data).map((name) => [name, null]));

let skus = 0;
/** Adds a product with data, and an SKU of its own. */
async function add(product: object = {}): Promise<string> {
  skus += 1;
  const { body } = await addProduct(categoryId, { ...data, sku: `SKU ${skus}`, ...product });
  return body.productId;
}

const shownTo = async (id: string, language = 'en') =>
  (await shop.call('GET', `/products/single/${id}`, { headers: { 'Accept-Language': language } })).body.product;

describe('product data', () => {
  test('is shown to admins and shoppers', async () => {
    const id = await add({ sku: data.sku });
    expect(await read(id)).toMatchObject({ ...data, manufacturer: company, responsible: company });
    expect(await shownTo(id)).toMatchObject({ ...shown, manufacturer: company, responsible: company });
    expect(await shownTo(id)).not.toHaveProperty('manufacturerId');
  });

  test('is in lists as far as cards show it', async () => {
    const id = await add({ sku: 'Listed' });
    const { products } = (await shop.call('GET', `/products?ids=${id}`)).body;
    expect(products).toEqual([
      expect.objectContaining({ sku: 'Listed', brand: data.brand, energy: data.energy, charger: data.charger }),
    ]);
    for (const name of ['gtin', 'safety', 'manufacturer', 'guaranteeYears'])
      expect(products[0]).not.toHaveProperty(name);
  });

  test('is null without any', async () => {
    const { productId } = (await addProduct(categoryId)).body;
    expect(await read(productId)).toMatchObject({ ...nothing, manufacturer: null, responsible: null });
  });

  test('stays where an edit leaves it out', async () => {
    const id = await add();
    expect((await editProduct(id, { title: 'Other' })).body.product).toMatchObject({ ...data, sku: `SKU ${skus}` });
  });

  test.each([null, ''])('is emptied by %j', async (empty) => {
    const id = await add();
    const changes = Object.fromEntries(Object.keys(data).map((name) => [name, empty]));
    const { status, body } = await editProduct(id, changes);
    expect(status).toBe(200);
    expect(body.product).toMatchObject({ ...nothing, manufacturer: null, responsible: null });
  });

  test('speaks the language of the shopper', async () => {
    const id = await add({ translations: { de: { safety: 'Trocken halten.' } } });
    expect((await shownTo(id, 'de')).safety).toBe('Trocken halten.');
    expect((await shownTo(id, 'sr')).safety).toBe(data.safety);
  });

  test.each([
    ['sku', 'a'.repeat(65)],
    ['sku', 'a\tb'],
    ['sku', 5],
    ['gtin', '4006381333932'],
    ['gtin', '400638133393'],
    ['mpn', 'a'.repeat(71)],
    ['brand', 'a'.repeat(71)],
    ['condition', 'broken'],
    ['manufacturerId', 'lumen'],
    ['manufacturerId', '00000000-0000-7000-8000-000000000000'],
    ['responsibleId', '00000000-0000-7000-8000-000000000000'],
    ['safety', 'a'.repeat(5001)],
    ['guaranteeYears', 2],
    ['guaranteeYears', 100],
    ['guaranteeYears', 3.5],
    ['updatesUntil', '2031-02-29'],
    ['updatesUntil', '31.12.2031'],
    ['repairScore', 10.1],
    ['repairScore', 7.25],
    ['hasBattery', 'yes'],
    ['energy', 'B'],
    ['charger', []],
  ])('refuses %s %j', async (name, value) => {
    const { status, body } = await addProduct(categoryId, { [name]: value });
    expect([status, Object.keys(body.fields)]).toEqual([422, [name]]);
  });

  test.each([
    ['energy', { eprel: '1' }, 'energy.class'],
    ['energy', { class: 'H' }, 'energy.class'],
    ['energy', { class: 'A', eprel: '1a' }, 'energy.eprel'],
    ['energy', { class: 'A', eprel: '1234567890123' }, 'energy.eprel'],
    ['charger', { ...data.charger, minWatts: 0 }, 'charger.minWatts'],
    ['charger', { ...data.charger, maxWatts: 1001 }, 'charger.maxWatts'],
    ['charger', { ...data.charger, minWatts: 66 }, 'charger.maxWatts'],
    ['charger', { ...data.charger, usbPd: undefined }, 'charger.usbPd'],
    ['charger', { ...data.charger, isIncluded: null }, 'charger.isIncluded'],
  ])('refuses %s %j', async (name, value, field) => {
    const { status, body } = await addProduct(categoryId, { [name]: value });
    expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
  });

  test('may have a class without a number in EPREL', async () => {
    const id = await add({ energy: { class: 'A' } });
    expect((await read(id)).energy).toEqual({ class: 'A', eprel: null });
  });

  test('is in the audit trail, with companies by name', async () => {
    const id = await add();
    const { _id } = (await call('POST', '/admin/company', { ...company, name: 'Halden' })).body.company;
    await editProduct(id, { manufacturerId: _id, energy: { class: 'C', eprel: '123456' }, charger: null });
    const entries = await auditTrail(shop.em(), id);
    expect(entries[0]?.changes).toMatchObject({
      'charger.maxWatts': { from: null, to: 65 },
      manufacturer: { from: null, to: company.name },
    });
    expect(entries[1]?.changes).toEqual({
      manufacturer: { from: company.name, to: 'Halden' },
      'energy.class': { from: 'B', to: 'C' },
      'charger.isIncluded': { from: false, to: null },
      'charger.minWatts': { from: 15, to: null },
      'charger.maxWatts': { from: 65, to: null },
      'charger.usbPd': { from: true, to: null },
    });
  });
});

describe('SKUs', () => {
  test('are unique, whatever their case', async () => {
    await add({ sku: 'Straße-İ1' });
    const { status, body } = await addProduct(categoryId, { sku: ' STRAßE-İ1 ' });
    expect([status, Object.keys(body.fields)]).toEqual([409, ['sku']]);
    const id = await add();
    expect((await editProduct(id, { sku: 'straße-İ1' })).status).toBe(409);
  });

  test('go to one of two products that are added at once', async () => {
    const answers = await Promise.all([1, 2].map(() => addProduct(categoryId, { sku: 'At once' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('can change their case', async () => {
    const id = await add({ sku: 'case' });
    expect((await editProduct(id, { sku: 'CASE' })).body.product.sku).toBe('CASE');
  });
});

test.each([
  ['an SKU', 'find-me 77', 'FINDME'],
  ['a GTIN', '96385074', '963850'],
  ['an MPN', 'QX-55/B', 'qx55'],
])('the dashboard finds %s', async (_what, identifier, search) => {
  const field = identifier.startsWith('96') ? 'gtin' : identifier.startsWith('Q') ? 'mpn' : 'sku';
  const id = await add({ [field]: identifier });
  const { products } = (await call('GET', `/admin/product?search=${search}`)).body;
  expect(products.map(({ _id }: { _id: string }) => _id)).toEqual([id]);
});

test('variants that are added together share all but their identifiers', async () => {
  const body = {
    ...data,
    description: 'Loud',
    categoryId,
    family: 'Lumen',
    variants: ['Red', 'Blue'].map((color) => ({ title: color, price: 5, stock: null, options: { Color: color } })),
  };
  const { token } = await shop.admin();
  const { productIds } = (
    await shop.call('POST', '/admin/product/variants', { token, form: productForm(body, picture) })
  ).body;
  for (const id of productIds) {
    expect(await read(id)).toMatchObject({ ...data, sku: null, gtin: null, mpn: null });
  }
});
