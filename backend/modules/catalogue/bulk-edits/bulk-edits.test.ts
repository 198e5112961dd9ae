import { beforeEach, describe, expect, test } from 'vitest';
import { bulkPrice } from '#contract/catalogue/bulk-edits.ts';
import { auditTrail, catalogueEvents, startCatalogueShop } from '../../../../testing/data/catalogue.ts';
import { newId } from '../../../core/ids.ts';

const { shop, call, addCategory, addProduct, editProduct, read } = await startCatalogueShop();
let categoryId = '';

beforeEach(async () => {
  categoryId = await addCategory();
});

type State = { _id: string; version: number; stockCount: number | null };

const add = async (values: object = {}): Promise<string> => (await addProduct(categoryId, values)).body.productId;
const stateOf = async (id: string): Promise<State> => {
  const { _id, version, stockCount } = await read(id);
  return { _id, version, stockCount };
};
const edit = async (ids: string[], change: object) =>
  call('POST', '/admin/product/bulk', { products: await Promise.all(ids.map(stateOf)), change });
const undo = (id: string) => call('POST', `/admin/product/bulk/${id}/undo`);
const pricesOf = async (ids: string[]) => (await Promise.all(ids.map(read))).map(({ price }) => price);

test.each([
  [19.99, { percent: 10 }, 21.99],
  [0.05, { percent: 10 }, 0.06],
  [0.04, { percent: 10 }, 0.04],
  [100, { percent: -33.33 }, 66.67],
  [19.99, { amount: 0.01 }, 20],
  [19.99, { amount: -20 }, -0.01],
  [5, {}, 5],
])('a price of %s changed by %j becomes %s', (price, change, expected) => {
  expect(bulkPrice(price, change)).toBe(expected);
});

describe('a bulk edit', () => {
  test('changes the price, category, publication and stock of each product', async () => {
    const ids = [await add({ price: 10, stock: 3 }), await add({ price: 20 })];
    const other = await addCategory();
    const events = await catalogueEvents(shop.em());
    const { status, body } = await edit(ids, { percent: -50, categoryId: other, isPublished: false, stock: 7 });
    expect([status, body.message, body.changed]).toEqual([200, '2 products updated', 2]);
    expect(body.bulkEditId).toEqual(expect.any(String));
    for (const [index, id] of ids.entries()) {
      const after = { price: [5, 10][index], isPublished: false, stockCount: 7, version: 2 };
      expect(await read(id)).toMatchObject({ ...after, categoryId: { _id: other } });
      expect((await auditTrail(shop.em(), id)).at(-1)?.changes).toMatchObject({ published: { from: true, to: false } });
    }
    const emitted = (await catalogueEvents(shop.em())).slice(events.length).map(({ name }) => name);
    expect(emitted.filter((name) => name === 'product.offerEnded')).toHaveLength(2);
    expect(emitted).toContain('product.moved');
  });

  test('without an effect stores nothing', async () => {
    const ids = [await add({ stock: 3 })];
    expect((await edit(ids, { stock: 3, isPublished: true })).body).toMatchObject({
      message: 'No changes to save',
      bulkEditId: null,
      changed: 0,
    });
    expect(await stateOf(ids[0] ?? '')).toMatchObject({ version: 1 });
  });

  test('changes nothing if a product has changed since the preview', async () => {
    const ids = [await add(), await add()];
    const products = await Promise.all(ids.map(stateOf));
    await editProduct(ids[1] ?? '', { title: 'Changed' });
    const prices = await pricesOf(ids);
    const { status, body } = await call('POST', '/admin/product/bulk', { products, change: { amount: 1 } });
    expect([status, body.code]).toEqual([409, 'editConflict']);
    expect(await pricesOf(ids)).toEqual(prices);
  });

  test('changes nothing if units were sold or a product was deleted since the preview', async () => {
    const ids = [await add({ stock: 5 }), await add()];
    const products = await Promise.all(ids.map(stateOf));
    const send = () => call('POST', '/admin/product/bulk', { products, change: { amount: 1 } });
    await shop.em().execute('update product set stock = 4 where id = ?', [ids[0] ?? '']);
    expect((await send()).status).toBe(409);
    await shop.em().execute('update product set stock = 5 where id = ?', [ids[0] ?? '']);
    await call('DELETE', `/admin/product/${ids[1]}`);
    expect((await send()).status).toBe(409);
    expect(await stateOf(ids[0] ?? '')).toMatchObject({ version: 1 });
  });

  test('of two at once, one applies', async () => {
    const ids = [await add({ price: 10 }), await add({ price: 20 })];
    const products = await Promise.all(ids.map(stateOf));
    const answers = await Promise.all(
      [products, products.toReversed()].map((products) =>
        call('POST', '/admin/product/bulk', { products, change: { percent: 100 } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await pricesOf(ids)).toEqual([20, 40]);
  });

  test('names the product whose price would be out of range, and changes none', async () => {
    const ids = [await add({ price: 10 }), await add({ price: 5, title: 'Cheap' })];
    const { status, body } = await edit(ids, { amount: -7 });
    expect([status, body.fields]).toEqual([422, { change: 'The price of Cheap would be negative' }]);
    const high = await edit(ids, { amount: 1_000_000 });
    expect(high.body.fields.change).toMatch(/would exceed 1,000,000$/);
    expect(await pricesOf(ids)).toEqual([10, 5]);
  });

  test('names the product that contradicts its family in the new category', async () => {
    const family = (color: string) => ({ family: { name: 'Walkman', options: { Color: color } } });
    const other = await addCategory();
    expect((await addProduct(other, family('Moss'))).status).toBe(200);
    const ids = [await add(), await add({ ...family('Moss'), title: 'Twin' })];
    const { status, body } = await edit(ids, { categoryId: other });
    expect(status).toBe(409);
    expect(body.message).toMatch(/^Twin: /);
    expect((await read(ids[0] ?? '')).categoryId._id).toBe(categoryId);
  });

  test.each([
    [{}, 'Choose at least one change'],
    [{ percent: 1, amount: 1 }, 'Give either a percentage or an amount'],
  ])('needs one change of the price at most: %j', async (change, message) => {
    const { status, body } = await edit([await add()], change);
    expect([status, body.fields]).toEqual([422, { change: message }]);
  });

  test.each([
    { percent: -101 },
    { percent: '5' },
    { percent: 0.001 },
    { amount: Number.NaN },
    { categoryId: 'x' },
    { categoryId: newId() },
    { isPublished: 'yes' },
    { stock: -1 },
  ])('rejects %j', async (change) => {
    const ids = [await add()];
    expect((await edit(ids, change)).status).toBe(422);
    expect(await stateOf(ids[0] ?? '')).toMatchObject({ version: 1 });
  });

  test('rejects no products, too many, and the same twice', async () => {
    const state = await stateOf(await add());
    const send = (products: unknown) => call('POST', '/admin/product/bulk', { products, change: { amount: 1 } });
    for (const products of [[], [state, state], Array(101).fill(state), 'all', [{ _id: state._id }], null]) {
      expect((await send(products)).status, JSON.stringify(products)?.slice(0, 50)).toBe(422);
    }
  });
});

describe('undoing a bulk edit', () => {
  test('restores all products at once, with the attributes that the move dropped', async () => {
    const attribute = { categoryId, code: 'colour', name: 'Colour', type: 'text' };
    expect((await call('POST', '/admin/attribute', attribute)).status).toBe(200);
    const ids = [await add({ price: 10, stock: 3, attributes: { colour: 'Moss' } }), await add({ price: 20 })];
    const before = await Promise.all(ids.map(read));
    const { body } = await edit(ids, { amount: 5, categoryId: await addCategory(), stock: null, isPublished: false });
    expect((await read(ids[0] ?? '')).attributes).toEqual([]);
    const answer = await undo(body.bulkEditId);
    expect(answer).toMatchObject({ status: 200, body: { message: '2 products restored', undone: 2, skipped: [] } });
    const after = await Promise.all(ids.map(read));
    expect(after).toEqual(before.map((product) => ({ ...product, version: 3 })));
  });

  test('leaves products that someone has changed or deleted since', async () => {
    const ids = [await add({ price: 10 }), await add({ price: 20 }), await add({ price: 30 }), await add({ stock: 5 })];
    const { body } = await edit(ids, { amount: 1 });
    await editProduct(ids[1] ?? '', { title: 'Changed since' });
    await call('DELETE', `/admin/product/${ids[2]}`);
    await shop.em().execute('update product set stock = 4 where id = ?', [ids[3] ?? '']);
    const answer = await undo(body.bulkEditId);
    expect(answer.body).toMatchObject({ undone: 1, message: '1 product restored. 2 products changed since' });
    expect(answer.body.skipped).toContainEqual({ _id: ids[1], title: 'Changed since' });
    expect(await pricesOf(ids.slice(0, 2))).toEqual([10, 21]);
  });

  test('works once, also when two arrive at once', async () => {
    const { body } = await edit([await add()], { amount: 1 });
    const answers = await Promise.all([undo(body.bulkEditId), undo(body.bulkEditId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test.each(['x', newId()])('of the unknown one %s is a 404', async (id) => {
    expect((await undo(id)).status).toBe(404);
  });
});
