import { expect, test } from 'vitest';
import { auditTrail, startCatalogueShop } from '../../../../testing/data/catalogue.ts';

const { shop, call, addCategory, addProduct, editProduct, read } = await startCatalogueShop();
const categoryId = await addCategory();

const add = async (product: object = {}): Promise<string> => (await addProduct(categoryId, product)).body.productId;
const classOf = async (id: string) => (await read(id)).taxClass;

test('is standard unless it is set, and stays in edits without it', async () => {
  expect(await classOf(await add())).toBe('standard');
  const id = await add({ taxClass: 'reduced' });
  await editProduct(id, { title: 'Book' });
  expect(await classOf(id)).toBe('reduced');
  await editProduct(id, { taxClass: 'zero' });
  expect(await classOf(id)).toBe('zero');
  const entries = await auditTrail(shop.em(), id);
  expect(entries.at(-1)?.changes).toEqual({ taxClass: { from: 'reduced', to: 'zero' } });
});

test.each([null, '', 'luxury', 1])('%j is rejected', async (taxClass) => {
  const id = await add();
  const { status, body } = await editProduct(id, { taxClass });
  expect([status, Object.keys(body.fields)]).toEqual([422, ['taxClass']]);
});

test('is not shown to shoppers', async () => {
  const id = await add({ taxClass: 'reduced' });
  expect((await shop.call('GET', `/products/single/${id}`)).body.product).not.toHaveProperty('taxClass');
});

test('is changed of many products at once, and back', async () => {
  const id = await add();
  const { version, stockCount } = await read(id);
  const products = [{ _id: id, version, stockCount }];
  const { body } = await call('POST', '/admin/product/bulk', { products, change: { taxClass: 'reduced' } });
  expect(await classOf(id)).toBe('reduced');
  await call('POST', `/admin/product/bulk/${body.bulkEditId}/undo`);
  expect(await classOf(id)).toBe('standard');
});
