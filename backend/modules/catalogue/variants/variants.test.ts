import { beforeEach, describe, expect, test } from 'vitest';
import { auditTrail, startCatalogueShop } from '../../../../testing/data/catalogue.ts';

const { shop, addCategory, addProduct, editProduct, read } = await startCatalogueShop();
let categoryId = '';

beforeEach(async () => {
  categoryId = await addCategory();
});

const walkman = (options: object) => ({ family: { name: 'Walkman', options } });
const add = async (options: object): Promise<string> => (await addProduct(categoryId, walkman(options))).body.productId;
const taken = {
  status: 409,
  body: { code: 'conflict', message: 'Walkman already has a variant with Color Moss' },
};
const contradiction = {
  status: 409,
  body: { code: 'conflict', message: 'The options of Walkman are Color. This product has Color, Memory.' },
};
const optionsOf = async (id: string) =>
  (await read(id)).family?.options.map(({ name, values }) => [name, values.map(({ value }) => value)]);

describe('a family', () => {
  test('joins variants that differ in their options', async () => {
    const moss = await add({ Color: 'Moss', Memory: '8 GB' });
    const rust = await add({ Memory: '8 GB', Color: 'Rust' });
    expect((await read(moss)).family).toMatchObject({
      name: 'Walkman',
      options: [
        {
          name: 'Color',
          values: [
            { value: 'Moss', productId: moss, isCurrent: true },
            { value: 'Rust', productId: rust, isCurrent: false },
          ],
        },
        { name: 'Memory', values: [{ value: '8 GB', productId: moss }] },
      ],
    });
    expect((await auditTrail(shop.em(), moss))[0]?.changes).toMatchObject({
      family: { from: null, to: 'Walkman' },
      'option.Color': { from: null, to: 'Moss' },
      'option.Memory': { from: null, to: '8 GB' },
    });
  });

  test('is left by null, replaced by another, and kept if absent', async () => {
    const id = await add({ Color: 'Moss' });
    await editProduct(id, { title: 'Other' });
    expect(await optionsOf(id)).toEqual([['Color', ['Moss']]]);
    await editProduct(id, { family: { name: 'Discman', options: { Memory: '8 GB' } } });
    expect(await optionsOf(id)).toEqual([['Memory', ['8 GB']]]);
    expect((await auditTrail(shop.em(), id)).at(-1)?.changes).toEqual({
      family: { from: 'Walkman', to: 'Discman' },
      'option.Color': { from: 'Moss', to: null },
      'option.Memory': { from: null, to: '8 GB' },
    });
    expect((await editProduct(id, { family: null })).body.product.family).toBeNull();
    expect((await add({ Color: 'Moss' })).length).toBe(36);
  });

  test('that stays the same changes nothing, whatever the order of its options', async () => {
    const id = await add({ Color: 'Moss', Memory: '8 GB' });
    const { body } = await editProduct(id, walkman({ Memory: '8 GB', Color: 'Moss' }));
    expect(body.product.version).toBe(1);
  });

  test.each([
    ['Walkman', { family: expect.any(String) }],
    [[], { family: expect.any(String) }],
    [{}, { 'family.name': 'Family name is required', 'family.options': expect.any(String) }],
    [{ name: ' ', options: { Color: 'Moss' } }, { 'family.name': 'Family name is required' }],
    [{ name: 'x'.repeat(101), options: { Color: 'Moss' } }, { 'family.name': expect.stringContaining('100') }],
    [{ name: 'Walkman' }, { 'family.options': 'A variant needs 1 to 5 options' }],
    [{ name: 'Walkman', options: {} }, { 'family.options': 'A variant needs 1 to 5 options' }],
    [{ name: 'Walkman', options: null }, { 'family.options': 'A variant needs 1 to 5 options' }],
    [{ name: 'Walkman', options: ['Moss'] }, { 'family.options': 'A variant needs 1 to 5 options' }],
    [
      { name: 'Walkman', options: { a: '1', b: '1', c: '1', d: '1', e: '1', f: '1' } },
      { 'family.options': 'A variant needs 1 to 5 options' },
    ],
    [{ name: 'Walkman', options: { Color: '' } }, { 'family.options': expect.any(String) }],
    [{ name: 'Walkman', options: { ' ': 'Moss' } }, { 'family.options': expect.any(String) }],
    [{ name: 'Walkman', options: { Color: 5 } }, { 'family.options': expect.any(String) }],
    [{ name: 'Walkman', options: { Color: 'x'.repeat(101) } }, { 'family.options': expect.stringContaining('100') }],
    [{ name: 'Walkman', options: { ['x'.repeat(101)]: 'Moss' } }, { 'family.options': expect.any(String) }],
    [{ name: 'Walkman', options: { 'a\u0000': 'Moss' } }, { 'family.options': expect.any(String) }],
  ])('%j is rejected, and nothing changes', async (family, fields) => {
    expect(await addProduct(categoryId, { family })).toMatchObject({ status: 422, body: { fields } });
    const id = await add({ Color: 'Rust' });
    expect(await editProduct(id, { family })).toMatchObject({ status: 422, body: { fields } });
    expect(await read(id)).toMatchObject({ version: 1, family: { name: 'Walkman' } });
  });
});

describe('two members with the same options', () => {
  test('are rejected in one category and family', async () => {
    await add({ Color: 'Moss' });
    const rust = await add({ Color: 'Rust' });
    expect(await addProduct(categoryId, walkman({ Color: 'Moss' }))).toMatchObject(taken);
    expect(await editProduct(rust, walkman({ Color: 'Moss' }))).toMatchObject(taken);
    expect(await optionsOf(rust)).toEqual([['Color', ['Moss', 'Rust']]]);
    expect((await addProduct(categoryId, { family: { name: 'Discman', options: { Color: 'Moss' } } })).status).toBe(
      200,
    );
    expect((await addProduct(await addCategory(), walkman({ Color: 'Moss' }))).status).toBe(200);
  });

  test('are rejected even if one of them is unpublished', async () => {
    await addProduct(categoryId, { ...walkman({ Color: 'Moss' }), isPublished: false });
    expect(await addProduct(categoryId, walkman({ Color: 'Moss' }))).toMatchObject(taken);
  });

  test('are rejected when they arrive at once', async () => {
    const plain = await Promise.all(Array.from({ length: 3 }, () => addProduct(categoryId)));
    const responses = await Promise.all([
      ...plain.map(({ body }) => editProduct(body.productId, walkman({ Color: 'Moss' }))),
      ...Array.from({ length: 3 }, () => addProduct(categoryId, walkman({ Color: 'Moss' }))),
    ]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const response of responses.filter(({ status }) => status !== 200)) expect(response).toMatchObject(taken);
  });

  test('are rejected when a move would bring them together', async () => {
    await add({ Color: 'Moss' });
    const elsewhere = await addCategory();
    const moved = (await addProduct(elsewhere, walkman({ Color: 'Moss' }))).body.productId;
    expect(await editProduct(moved, { categoryId })).toMatchObject(taken);
    expect((await read(moved)).categoryId._id).toBe(elsewhere);
  });
});

describe('members with other option names than their siblings', () => {
  test('are rejected with the reason', async () => {
    await add({ Color: 'Moss' });
    expect(await addProduct(categoryId, walkman({ Color: 'Rust', Memory: '8 GB' }))).toMatchObject(contradiction);
    const plain = (await addProduct(categoryId)).body.productId;
    expect(await editProduct(plain, walkman({ Color: 'Rust', Memory: '8 GB' }))).toMatchObject(contradiction);
    expect(await read(plain)).toMatchObject({ family: null, version: 1 });
  });

  test('are rejected when a move would bring them together', async () => {
    await add({ Color: 'Moss' });
    const elsewhere = await addCategory();
    const moved = (await addProduct(elsewhere, walkman({ Color: 'Rust', Memory: '8 GB' }))).body.productId;
    expect(await editProduct(moved, { categoryId })).toMatchObject(contradiction);
    expect((await editProduct(moved, { categoryId, ...walkman({ Color: 'Rust' }) })).status).toBe(200);
  });

  test('are rejected when they arrive at once', async () => {
    const responses = await Promise.all([
      ...['Moss', 'Rust', 'Sand'].map((Color) => addProduct(categoryId, walkman({ Color }))),
      ...['8 GB', '16 GB', '32 GB'].map((Memory) => addProduct(categoryId, walkman({ Memory }))),
    ]);
    const stored = responses.map(({ status }) => status === 200);
    expect([
      [true, true, true, false, false, false],
      [false, false, false, true, true, true],
    ]).toContainEqual(stored);
  });

  test('can change together if there is only one', async () => {
    const id = await add({ Color: 'Moss' });
    expect((await editProduct(id, walkman({ Memory: '8 GB' }))).status).toBe(200);
  });
});
