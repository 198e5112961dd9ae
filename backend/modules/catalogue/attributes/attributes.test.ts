import { beforeEach, describe, expect, test } from 'vitest';
import type { AttributeView } from '#contract/catalogue/catalogue.ts';
import { auditTrail, startCatalogueShop } from '../../../../testing/data/catalogue.ts';

const { shop, username, call, addCategory, addAttribute, addProduct, editProduct, read } = await startCatalogueShop();
const UNKNOWN = '00000000-0000-7000-8000-000000000000';
let categoryId = '';

beforeEach(async () => {
  categoryId = await addCategory();
});

const list = async (id = categoryId): Promise<AttributeView[]> =>
  (await call('GET', `/admin/attribute?categoryId=${id}`)).body.attributes;
const codes = async () => (await list()).map(({ code }) => code);
const add = async (code: string, more: object = {}): Promise<AttributeView> =>
  (await addAttribute(categoryId, { code, ...more })).body.attribute;
const put = (id: string, body: object) => call('PUT', `/admin/attribute/${id}`, body);

describe('adding an attribute', () => {
  test('puts it last, with defaults for what is absent', async () => {
    const { status, body } = await addAttribute(categoryId, { code: 'ram' });
    expect([status, body.status, body.message]).toEqual([200, 'success', 'Attribute added']);
    expect(body.attribute).toEqual({
      _id: expect.any(String),
      categoryId,
      code: 'ram',
      name: 'Memory',
      type: 'number',
      unit: '',
      isFilterable: true,
      position: 0,
    });
    const color = await add('color_2', { name: ' Color ', type: 'text', unit: 'RAL', isFilterable: false });
    expect(color).toMatchObject({ name: ' Color ', type: 'text', unit: 'RAL', isFilterable: false, position: 1 });
    expect(await list()).toEqual([body.attribute, color]);
    const trail = await auditTrail(shop.em(), color._id);
    const { body: categories } = await call('GET', '/admin/category?summary=true');
    const { categoryName } = categories.allCategories.find(({ _id }: { _id: string }) => _id === categoryId);
    expect(trail).toEqual([
      {
        action: 'attribute.added',
        actor: username,
        subjectName: ` Color  of ${categoryName}`,
        changes: {
          code: { from: null, to: 'color_2' },
          name: { from: null, to: ' Color ' },
          type: { from: null, to: 'text' },
          unit: { from: null, to: 'RAL' },
          isFilterable: { from: null, to: false },
          position: { from: null, to: 1 },
        },
      },
    ]);
  });

  test('at a position takes that place', async () => {
    for (const code of ['a', 'b', 'c']) await add(code);
    expect((await add('first', { position: 0 })).position).toBe(0);
    await add('far', { position: 50 });
    await add('last');
    await add('gap', { position: 10 });
    expect((await list()).map(({ code, position }) => [code, position])).toEqual([
      ['first', 0],
      ['a', 1],
      ['b', 2],
      ['c', 3],
      ['gap', 10],
      ['far', 50],
      ['last', 51],
    ]);
  });

  test.each([
    [{ categoryId: undefined }, { categoryId: 'Category is required' }],
    [{ categoryId: 'x' }, { categoryId: 'Category is required' }],
    [{ categoryId: UNKNOWN }, { categoryId: 'Category not found' }],
    [{ code: undefined }, { code: 'Code is required' }],
    [{ code: '' }, { code: 'Code is required' }],
    [{ code: 'Ram' }, { code: expect.stringContaining('lowercase') }],
    [{ code: '2ram' }, { code: expect.any(String) }],
    [{ code: '_ram' }, { code: expect.any(String) }],
    [{ code: 'ra-m' }, { code: expect.any(String) }],
    [{ code: 'ram ' }, { code: expect.any(String) }],
    [{ code: 'ram\n' }, { code: expect.any(String) }],
    [{ code: 'rám' }, { code: expect.any(String) }],
    [{ code: 'r'.repeat(51) }, { code: expect.stringContaining('50') }],
    [{ code: 7 }, { code: 'Must be text' }],
    [{ name: undefined }, { name: 'Name is required' }],
    [{ name: ' ' }, { name: 'Name is required' }],
    [{ name: 'x'.repeat(101) }, { name: expect.stringContaining('100') }],
    [{ name: 'a\u0000' }, { name: expect.any(String) }],
    [{ type: undefined }, { type: 'Type must be text, number or boolean' }],
    [{ type: 'date' }, { type: 'Type must be text, number or boolean' }],
    [{ type: null }, { type: expect.any(String) }],
    [{ unit: 5 }, { unit: 'Must be text' }],
    [{ unit: 'x'.repeat(21) }, { unit: expect.stringContaining('20') }],
    [{ isFilterable: 'true' }, { isFilterable: 'Filterable must be true or false' }],
    [{ position: -1 }, { position: expect.stringContaining('0 to 10,000') }],
    [{ position: 1.5 }, { position: expect.any(String) }],
    [{ position: 10_001 }, { position: expect.any(String) }],
    [{ position: '1' }, { position: expect.any(String) }],
    [{ position: null }, { position: expect.any(String) }],
  ])('rejects %j and adds nothing', async (wrong, fields) => {
    const { status, body } = await addAttribute(categoryId, { code: 'ram', ...wrong });
    expect([status, body.code, body.fields]).toEqual([422, 'invalid', fields]);
    expect(await list()).toEqual([]);
  });

  test('accepts a code of 50 characters and ignores unknown fields', async () => {
    const code = `r${'_9'.repeat(24)}z`;
    const attribute = await add(code, { _id: UNKNOWN, id: UNKNOWN, constructor: 1 });
    expect(attribute.code).toBe(code);
    expect(attribute._id).not.toBe(UNKNOWN);
  });

  test('rejects a code that the category has; another category may have it', async () => {
    await add('ram');
    const { status, body } = await addAttribute(categoryId, { code: 'ram', name: 'Other' });
    expect([status, body.code, body.message]).toEqual([409, 'conflict', 'This category already has an attribute ram']);
    expect(await codes()).toEqual(['ram']);
    expect((await addAttribute(await addCategory(), { code: 'ram' })).status).toBe(200);
  });

  test('stores a code once when many arrive at once', async () => {
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) => addAttribute(categoryId, { code: 'ram', position: index % 2 })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    expect(await codes()).toEqual(['ram']);
  });

  test('gives attributes that arrive at once different positions', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, index) => addAttribute(categoryId, { code: `code_${index}` })));
    expect((await list()).map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test('rejects more than 100 in a category', async () => {
    await shop.em().execute(
      `insert into attribute (id, category_id, code, name, type, position)
       select gen_random_uuid(), ?, 'code_' || n, 'Code', 'text', n from generate_series(0, 98) as n`,
      [categoryId],
    );
    await add('hundredth');
    const { status, body } = await addAttribute(categoryId, { code: 'one_more' });
    expect([status, body.message]).toEqual([409, 'A category can have at most 100 attributes']);
  });
});

describe('listing attributes', () => {
  test('answers the category too, and is empty at first', async () => {
    const { status, body } = await call('GET', `/admin/attribute?categoryId=${categoryId.toUpperCase()}`);
    expect([status, body.status, body.attributes]).toEqual([200, 'success', []]);
    expect(body.category).toMatchObject({ _id: categoryId, productCount: 0 });
  });

  test('rejects a missing, malformed or unknown category', async () => {
    for (const query of ['', '?categoryId=', '?categoryId=x', `?categoryId=${categoryId}&categoryId=${categoryId}`]) {
      expect(await call('GET', `/admin/attribute${query}`)).toMatchObject({
        status: 422,
        body: { fields: { categoryId: 'categoryId must be the id of a category' } },
      });
    }
    expect(await call('GET', `/admin/attribute?categoryId=${UNKNOWN}`)).toMatchObject({
      status: 404,
      body: { message: 'Category not found' },
    });
  });
});

describe('editing an attribute', () => {
  test('stores the given fields and keeps the absent ones', async () => {
    const ram = await add('ram', { unit: 'GB' });
    const { status, body } = await put(ram._id, { name: 'RAM' });
    expect([status, body.message, body.attribute]).toEqual([200, 'Attribute updated', { ...ram, name: 'RAM' }]);
    await put(ram._id, { unit: '', isFilterable: false });
    expect(await list()).toEqual([{ ...ram, name: 'RAM', unit: '', isFilterable: false }]);
    expect((await auditTrail(shop.em(), ram._id)).slice(1)).toMatchObject([
      { action: 'attribute.edited', changes: { name: { from: 'Memory', to: 'RAM' } } },
      { changes: { unit: { from: 'GB', to: '' }, isFilterable: { from: true, to: false } } },
    ]);
  });

  test('writes nothing if nothing changes, also if fixed fields are sent as they are', async () => {
    const ram = await add('ram');
    for (const body of [{}, ram, { ...ram, categoryId: categoryId.toUpperCase() }]) {
      expect(await put(ram._id, body)).toMatchObject({ status: 200, body: { attribute: ram } });
    }
    expect(await auditTrail(shop.em(), ram._id)).toHaveLength(1);
  });

  test.each([
    [{ code: 'memory' }, { code: "The code can't be changed" }],
    [{ code: null }, { code: "The code can't be changed" }],
    [{ type: 'text' }, { type: "The type can't be changed" }],
    [{ type: ['number'] }, { type: "The type can't be changed" }],
    [{ categoryId: UNKNOWN }, { categoryId: "An attribute can't change category" }],
    [{ categoryId: null }, { categoryId: "An attribute can't change category" }],
    [{ name: '' }, { name: 'Name is required' }],
    [{ name: null }, { name: 'Name is required' }],
    [{ unit: null }, { unit: 'Must be text' }],
    [{ isFilterable: 1 }, { isFilterable: 'Filterable must be true or false' }],
    [{ position: -1 }, { position: expect.any(String) }],
  ])('rejects %j and changes nothing', async (wrong, fields) => {
    const ram = await add('ram');
    const { status, body } = await put(ram._id, { name: 'RAM', ...wrong });
    expect([status, body.fields]).toEqual([422, fields]);
    expect(await list()).toEqual([ram]);
  });

  test('moves it to a new position', async () => {
    const added: AttributeView[] = [];
    for (const code of ['a', 'b', 'c', 'd']) added.push(await add(code));
    const [a, , , d] = added.map(({ _id }) => _id) as [string, string, string, string];
    await put(d, { position: 1 });
    expect(await codes()).toEqual(['a', 'd', 'b', 'c']);
    await put(a, { position: 2 });
    expect(await codes()).toEqual(['d', 'b', 'a', 'c']);
    expect((await list()).map(({ position }) => position)).toEqual([0, 1, 2, 3]);
    await put(a, { position: 100 });
    expect(await codes()).toEqual(['d', 'b', 'c', 'a']);
  });

  test('keeps the positions apart when many move at once', async () => {
    const added: AttributeView[] = [];
    for (const code of ['a', 'b', 'c', 'd', 'e']) added.push(await add(code));
    await Promise.all(added.map(({ _id }, index) => put(_id, { position: (index * 3) % 5 })));
    expect((await list()).map(({ position }) => position)).toEqual([0, 1, 2, 3, 4]);
  });

  test('responds 404 for an unknown or malformed id', async () => {
    for (const id of [UNKNOWN, 'x']) {
      const missing = { status: 404, body: { message: 'Attribute not found' } };
      expect(await put(id, { name: 'RAM' })).toMatchObject(missing);
      expect(await call('DELETE', `/admin/attribute/${id}`)).toMatchObject(missing);
    }
  });
});

describe('deleting an attribute', () => {
  const withRam = async (more: object = {}): Promise<string> =>
    (await addProduct(categoryId, { attributes: { ram: 16, ...more } })).body.productId;

  test('removes its values from the products of its category', async () => {
    const [ram] = [await add('ram'), await add('wireless', { type: 'boolean' })];
    const [product, plain] = [await withRam({ wireless: true }), (await addProduct(categoryId)).body.productId];
    const elsewhere = await addCategory();
    await addAttribute(elsewhere, { code: 'ram' });
    const other = (await addProduct(elsewhere, { attributes: { ram: 8 } })).body.productId;

    const { status, body } = await call('DELETE', `/admin/attribute/${ram._id}`);
    expect([status, body.status, body.message]).toEqual([200, 'success', 'Attribute deleted']);
    expect(await codes()).toEqual(['wireless']);
    expect(await read(product)).toMatchObject({ attributes: [{ code: 'wireless' }], version: 2 });
    expect(await read(plain)).toMatchObject({ version: 1 });
    expect(await read(other)).toMatchObject({ attributes: [{ code: 'ram', value: 8 }], version: 1 });
    expect((await auditTrail(shop.em(), ram._id)).at(-1)).toMatchObject({
      action: 'attribute.deleted',
      changes: { code: { from: 'ram', to: null }, name: { from: 'Memory', to: null } },
    });

    // A new attribute of the same code does not bring old values back.
    await add('ram', { type: 'text' });
    expect((await read(product)).attributes).toMatchObject([{ code: 'wireless' }]);
  });

  test('announces each product that loses a value', async () => {
    const ram = await add('ram');
    const products = [await withRam(), await withRam()];
    await addProduct(categoryId);
    await call('DELETE', `/admin/attribute/${ram._id}`);
    const told = await shop.em().execute(
      `select payload->'productIds' as ids from outbox_event
       where name = 'product.changed' and payload->>'change' = 'updated' and payload->'productIds' @> ?::jsonb`,
      [JSON.stringify(products)],
    );
    expect(told).toEqual([{ ids: expect.toSatisfy((ids: string[]) => ids.length === 2) }]);
  });

  test('happens once', async () => {
    const ram = await add('ram');
    await withRam();
    const responses = await Promise.all(Array.from({ length: 5 }, () => call('DELETE', `/admin/attribute/${ram._id}`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404]);
  });

  test('leaves no value behind while products are edited', async () => {
    const ram = await add('ram');
    const products = [await withRam(), await withRam(), await withRam()];
    const edits = () => products.map((id) => editProduct(id, { attributes: { ram: Math.random() } }));
    const [deleted, ...edited] = await Promise.all([
      call('DELETE', `/admin/attribute/${ram._id}`),
      ...edits(),
      ...edits(),
    ]);
    expect(deleted.status).toBe(200);
    for (const { status } of edited) expect([200, 422]).toContain(status);
    const [row] = await shop
      .em()
      .execute('select count(*)::int as holders from product where category_id = ? and attributes <> ?', [
        categoryId,
        '{}',
      ]);
    expect(row).toEqual({ holders: 0 });
  });
});

test('attributes go with their category', async () => {
  await add('ram');
  expect((await call('DELETE', `/admin/category/${categoryId}`)).status).toBe(200);
  const rows = await shop.em().execute('select id from attribute where category_id = ?', [categoryId]);
  expect(rows).toEqual([]);
});
