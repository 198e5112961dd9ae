import { beforeEach, describe, expect, test } from 'vitest';
import { auditTrail, productForm, startCatalogueShop } from '../../../../testing/data/catalogue.ts';

const { shop, call, picture, addCategory, addProduct, editProduct, read } = await startCatalogueShop();
let categoryId = '';

beforeEach(async () => {
  categoryId = await addCategory();
});

const add = async (stock?: number | null): Promise<string> => (await addProduct(categoryId, { stock })).body.productId;
const stockOf = async (id: string) => (await read(id)).stockCount;
const sell = (id: string, left: number) => shop.em().execute('update product set stock = ? where id = ?', [left, id]);

test('a new product has the given stock, and none is counted by default', async () => {
  expect(await stockOf(await add())).toBeNull();
  expect(await stockOf(await add(null))).toBeNull();
  const id = await add(1_000_000);
  expect(await stockOf(id)).toBe(1_000_000);
  expect((await auditTrail(shop.em(), id))[0]?.changes).toMatchObject({ stock: { from: null, to: 1_000_000 } });
});

test.each([-1, 1.5, 1_000_001, '5', true, []])('a stock of %j is rejected', async (stock) => {
  const rejection = {
    status: 422,
    body: { fields: { stock: 'Stock must be a whole number from 0 to 1,000,000' } },
  };
  expect(await addProduct(categoryId, { stock })).toMatchObject(rejection);
  const id = await add(5);
  expect(await editProduct(id, { stock, stockWas: 5 })).toMatchObject(rejection);
  expect(await stockOf(id)).toBe(5);
});

describe('an edit of the stock', () => {
  test.each([
    [5, 0],
    [0, 7],
    [5, null],
    [null, 3],
  ])('from %s to %s', async (stockWas, stock) => {
    const id = await add(stockWas);
    const { status, body } = await editProduct(id, { stock, stockWas });
    expect([status, body.product.stockCount, body.product.version]).toEqual([200, stock, 2]);
    expect((await auditTrail(shop.em(), id)).at(-1)?.changes).toEqual({ stock: { from: stockWas, to: stock } });
  });

  test('needs the stock before it', async () => {
    const id = await add(5);
    for (const body of [{ stock: 3 }, { stock: null }, { stock: 5 }]) {
      expect(await editProduct(id, { title: 'Other', ...body })).toMatchObject({
        status: 422,
        body: { fields: { stockWas: 'The previous stock is required to change the stock' } },
      });
    }
    for (const stockWas of ['5', -1, 0.5]) {
      expect((await editProduct(id, { stock: 3, stockWas })).body.fields).toEqual({ stockWas: expect.any(String) });
    }
    expect(await read(id)).toMatchObject({ title: 'Headphones', stockCount: 5 });
  });

  test('is a conflict if units were sold meanwhile, and answers the current product', async () => {
    const id = await add(5);
    await sell(id, 4);
    const { version } = await read(id);
    for (const stockWas of [5, null]) {
      const { status, body } = await editProduct(id, { title: 'Other', stock: 10, stockWas, version });
      expect([status, body.code, body.message]).toEqual([
        409,
        'stockChanged',
        'The stock changed while you were editing.',
      ]);
      expect(body.product).toEqual(await read(id));
    }
    expect(await read(id)).toMatchObject({ title: 'Headphones', stockCount: 4 });
    expect((await editProduct(id, { stock: 10, stockWas: 4 })).status).toBe(200);
  });

  test('is a conflict too if it would not change the stock', async () => {
    const id = await add(4);
    expect((await editProduct(id, { stock: 5, stockWas: 5 })).status).toBe(409);
    expect((await editProduct(id, { stock: 4, stockWas: 5 })).status).toBe(409);
  });

  test('wins only once', async () => {
    const id = await add(5);
    const responses = await Promise.all([10, 20, 30, 40].map((stock) => editProduct(id, { stock, stockWas: 5 })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const stored = responses.find(({ status }) => status === 200)?.body.product.stockCount;
    expect(await stockOf(id)).toBe(stored);
  });

  test('can come with a picture', async () => {
    const id = await add(5);
    const { token } = await shop.admin();
    const put = (product: object) =>
      shop.call('PUT', '/admin/product', { token, form: productForm({ id, ...product }, picture) });
    expect((await put({ stock: 3 })).status).toBe(422);
    expect((await put({ stock: 3, stockWas: 4 })).status).toBe(409);
    expect((await put({ stock: 3, stockWas: 5, isPublished: false })).body.product).toMatchObject({
      stockCount: 3,
      isPublished: false,
    });
  });
});

test('an edit without a stock keeps what was sold meanwhile', async () => {
  const id = await add(5);
  await sell(id, 4);
  expect((await editProduct(id, { title: 'Other', stockWas: 5 })).body.product.stockCount).toBe(4);
});

test('the table can be filtered by availability', async () => {
  const [sold, low, full] = [await add(0), await add(5), await add(6)];
  await add();
  const hidden = (await addProduct(categoryId, { isPublished: false, stock: 0 })).body.productId;
  const filtered = async (availability: string) => {
    const path = `/admin/product?categoryId=${categoryId}&availability=${availability}`;
    const { products, total } = (await call('GET', path)).body;
    expect(total).toBe(products.length);
    return products.map(({ _id }: { _id: string }) => _id);
  };
  expect(await filtered('soldOut')).toEqual([sold]);
  expect(await filtered('low')).toEqual([low]);
  expect(await filtered('unpublished')).toEqual([hidden]);
  expect(await filtered('')).toContain(full);
  expect((await call('GET', '/admin/product?availability=none')).status).toBe(422);
});
