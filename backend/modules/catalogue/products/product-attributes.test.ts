import { beforeEach, describe, expect, test } from 'vitest';
import { auditTrail, catalogueEvents, startCatalogueShop } from '../../../../testing/data/catalogue.ts';

const { shop, call, addCategory, addAttribute, addProduct, editProduct, read } = await startCatalogueShop();
let categoryId = '';

beforeEach(async () => {
  categoryId = await addCategory();
  await addAttribute(categoryId, { code: 'color', name: 'Color', type: 'text' });
  await addAttribute(categoryId, { code: 'ram', name: 'RAM', type: 'number', unit: 'GB' });
  await addAttribute(categoryId, { code: 'wireless', name: 'Wireless', type: 'boolean' });
});

const add = async (attributes?: object): Promise<string> =>
  (await addProduct(categoryId, { attributes })).body.productId;
const valuesOf = async (id: string) =>
  Object.fromEntries((await read(id)).attributes.map(({ code, value }) => [code, value]));

test('a new product has the given attributes', async () => {
  const id = await add({ wireless: false, ram: 0.5, color: ' Moss ' });
  expect((await read(id)).attributes).toEqual([
    { code: 'color', name: 'Color', value: ' Moss ', unit: '', label: ' Moss ' },
    { code: 'ram', name: 'RAM', value: 0.5, unit: 'GB', label: '0.5 GB' },
    { code: 'wireless', name: 'Wireless', value: false, unit: '', label: 'No' },
  ]);
  expect((await shop.call('GET', `/products/single/${id}`)).body.product.attributes).toHaveLength(3);
  expect((await auditTrail(shop.em(), id))[0]?.changes).toMatchObject({
    'attribute.color': { from: null, to: ' Moss ' },
    'attribute.ram': { from: null, to: 0.5 },
    'attribute.wireless': { from: null, to: false },
  });
  expect(await valuesOf(await add())).toEqual({});
});

test('an edit replaces all attributes, and without any keeps them', async () => {
  const id = await add({ color: 'Moss', ram: 8 });
  await editProduct(id, { title: 'Other' });
  expect(await valuesOf(id)).toEqual({ color: 'Moss', ram: 8 });
  const { body } = await editProduct(id, { attributes: { ram: 16, wireless: true } });
  expect(body.product.attributes).toMatchObject([
    { code: 'ram', value: 16 },
    { code: 'wireless', value: true },
  ]);
  expect((await auditTrail(shop.em(), id)).at(-1)?.changes).toEqual({
    'attribute.color': { from: 'Moss', to: null },
    'attribute.ram': { from: 8, to: 16 },
    'attribute.wireless': { from: null, to: true },
  });
  await editProduct(id, { attributes: {} });
  expect(await valuesOf(id)).toEqual({});
});

test('the same attributes change nothing', async () => {
  const id = await add({ color: 'Moss', ram: 8 });
  expect((await editProduct(id, { attributes: { ram: 8, color: 'Moss' } })).body.product.version).toBe(1);
});

describe.each([
  [{ colour: 'Moss' }, { 'attributes.colour': 'This category has no attribute colour' }],
  [{ constructor: 'x' }, { 'attributes.constructor': expect.stringContaining('no attribute') }],
  [{ color: 5 }, { 'attributes.color': 'Color must be text' }],
  [{ color: null }, { 'attributes.color': 'Color must be text' }],
  [{ color: ['Moss'] }, { 'attributes.color': 'Color must be text' }],
  [{ color: '' }, { 'attributes.color': "Color can't be empty" }],
  [{ color: ' \n' }, { 'attributes.color': "Color can't be empty" }],
  [{ color: 'x'.repeat(201) }, { 'attributes.color': 'Color can have at most 200 characters' }],
  [{ color: 'a\u0000' }, { 'attributes.color': expect.any(String) }],
  [{ color: '\ud800' }, { 'attributes.color': expect.any(String) }],
  [{ ram: '16' }, { 'attributes.ram': 'RAM must be a number' }],
  [{ ram: true }, { 'attributes.ram': 'RAM must be a number' }],
  [{ ram: 1e13 }, { 'attributes.ram': 'RAM is too large' }],
  [{ wireless: 'yes' }, { 'attributes.wireless': 'Wireless must be true or false' }],
  [{ wireless: {} }, { 'attributes.wireless': 'Wireless must be true or false' }],
  [
    { color: 5, ram: '5' },
    { 'attributes.color': expect.any(String), 'attributes.ram': expect.any(String) },
  ],
  [null, { attributes: 'Attributes must be values by code' }],
  [[], { attributes: 'Attributes must be values by code' }],
  ['{}', { attributes: 'Attributes must be values by code' }],
])('the attributes %j', (attributes, fields) => {
  test('are rejected for a new product', async () => {
    const before = await catalogueEvents(shop.em());
    const { status, body } = await addProduct(categoryId, { attributes });
    expect([status, body.code, body.fields]).toEqual([422, 'invalid', fields]);
    expect(body.message).toEqual(Object.values(body.fields)[0]);
    expect(await catalogueEvents(shop.em())).toEqual(before);
  });

  test('are rejected by an edit, which changes nothing', async () => {
    const id = await add({ color: 'Moss' });
    const { status, body } = await editProduct(id, { title: 'Other', attributes });
    expect([status, body.fields]).toEqual([422, fields]);
    expect(await read(id)).toMatchObject({ title: 'Headphones', version: 1, attributes: [{ value: 'Moss' }] });
  });
});

test('a number too large for JavaScript is rejected', async () => {
  const id = await add();
  const body = `{"id":"${id}","attributes":{"ram":1e999}}`;
  expect((await call('PUT', '/admin/product', body)).body.fields).toEqual({ 'attributes.ram': 'RAM is too large' });
});

test('a text of 200 characters is accepted', async () => {
  const color = 'x'.repeat(200);
  expect(await valuesOf(await add({ color }))).toEqual({ color });
});

describe('a move to another category', () => {
  async function move(more: object = {}) {
    const target = await addCategory();
    await addAttribute(target, { code: 'ram', name: 'Memory', type: 'number' });
    await addAttribute(target, { code: 'wireless', name: 'Wireless', type: 'text' });
    const id = await add({ color: 'Moss', ram: 8, wireless: true });
    return { id, response: await editProduct(id, { categoryId: target, ...more }) };
  }

  test('drops the attributes that it lacks or has with another type', async () => {
    const { id, response } = await move();
    expect(response.status).toBe(200);
    expect(await valuesOf(id)).toEqual({ ram: 8 });
    expect((await auditTrail(shop.em(), id)).at(-1)?.changes).toEqual({
      category: expect.anything(),
      'attribute.color': { from: 'Moss', to: null },
      'attribute.wireless': { from: true, to: null },
    });
  });

  test('drops them from the sent attributes too', async () => {
    const { id, response } = await move({ attributes: { color: 'Rust', ram: 16, wireless: false } });
    expect(response.status).toBe(200);
    expect(await valuesOf(id)).toEqual({ ram: 16 });
  });

  test('takes attributes of the new category, and rejects wrong values of them', async () => {
    expect(await valuesOf((await move({ attributes: { wireless: 'Bluetooth' } })).id)).toEqual({
      wireless: 'Bluetooth',
    });
    const { id, response } = await move({ attributes: { wireless: '' } });
    expect([response.status, response.body.fields]).toEqual([422, { 'attributes.wireless': expect.any(String) }]);
    expect((await read(id)).categoryId._id).toBe(categoryId);
  });
});
