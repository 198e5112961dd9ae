import { beforeEach, describe, expect, test } from 'vitest';
import { auditTrail, catalogueEvents, startCatalogueShop } from '../../../../testing/data/catalogue.ts';
import { refreshProductCount } from '../categories/categories.service.ts';

const { shop, call, addCategory, addProduct, editProduct, read } = await startCatalogueShop();
let [categoryId, productId] = ['', ''];

beforeEach(async () => {
  categoryId = await addCategory();
  productId = (await addProduct(categoryId)).body.productId;
});

const publish = (isPublished: boolean) => editProduct(productId, { isPublished });
async function eventsOf(change: () => Promise<unknown>) {
  const before = await catalogueEvents(shop.em());
  await change();
  return (await catalogueEvents(shop.em())).slice(before.length);
}
const updated = (id = productId) => ({ name: 'product.changed', payload: { change: 'updated', productIds: [id] } });
const moved = (id = categoryId) => ({ name: 'product.moved', payload: { categoryId: id } });

test('a product is published unless it is added otherwise', async () => {
  expect((await read(productId)).isPublished).toBe(true);
  const hidden = (await addProduct(categoryId, { isPublished: false })).body.productId;
  expect((await read(hidden)).isPublished).toBe(false);
  expect((await shop.call('GET', `/products/single/${hidden}`)).status).toBe(404);
  expect((await auditTrail(shop.em(), hidden))[0]?.changes).toMatchObject({ published: { from: null, to: false } });
});

test('unpublishing hides it, and its offers end', async () => {
  expect(await eventsOf(() => publish(false))).toEqual([
    moved(),
    { name: 'product.offerEnded', payload: { productIds: [productId], endedAt: expect.any(String) } },
    updated(),
  ]);
  expect((await shop.call('GET', `/products/single/${productId}`)).status).toBe(404);
  expect((await auditTrail(shop.em(), productId)).at(-1)?.changes).toEqual({ published: { from: true, to: false } });
  await refreshProductCount(shop.em(), categoryId);
  const { body } = await call('GET', `/admin/attribute?categoryId=${categoryId}`);
  expect(body.category.productCount).toBe(0);
});

test('publishing shows it again', async () => {
  await publish(false);
  expect(await eventsOf(() => publish(true))).toEqual([moved(), updated()]);
  expect((await shop.call('GET', `/products/single/${productId}`)).status).toBe(200);
});

test('publishing what is published changes nothing', async () => {
  expect(await eventsOf(() => publish(true))).toEqual([]);
  expect((await read(productId)).version).toBe(1);
});

test('a move of an unpublished product emits one event per category', async () => {
  await publish(false);
  const target = await addCategory();
  const change = () => editProduct(productId, { categoryId: target, isPublished: true });
  expect(await eventsOf(change)).toEqual([moved(), moved(target), updated()]);
});

test.each(['false', 0, null])('%j is rejected', async (isPublished) => {
  const rejection = { status: 422, body: { fields: { isPublished: 'Published must be true or false' } } };
  expect(await editProduct(productId, { isPublished })).toMatchObject(rejection);
  expect(await addProduct(categoryId, { isPublished })).toMatchObject(rejection);
  expect((await read(productId)).isPublished).toBe(true);
});

describe('an unpublished product', () => {
  const missing = { status: 404, body: { code: 'notFound', message: 'Product not found' } };
  const comment = () =>
    shop.call('POST', '/comment', { body: { author: '', content: 'Nice', productId, productTitle: '' } });

  test('cannot be commented on, and shows no comments', async () => {
    expect((await comment()).status).toBe(200);
    const { allComments } = (await call('GET', `/comment?productId=${productId}`)).body;
    await call('PATCH', '/comment', { commentId: allComments[0]._id, status: true });
    const shown = () => shop.call('GET', `/comment/filter/${productId}`);
    expect((await shown()).body.allComments).toHaveLength(1);
    await publish(false);
    expect(await comment()).toMatchObject(missing);
    expect(await shown()).toMatchObject(missing);
    expect(await shop.call('GET', `/comment/filter/${productId}?page=1&sort=best`)).toMatchObject(missing);
    await publish(true);
    expect((await shown()).body.allComments).toHaveLength(1);
  });

  test('cannot be rated', async () => {
    const { token } = await shop.newAccount();
    const rate = () => shop.call('PATCH', '/products/single', { token, body: { productId, productRate: 4 } });
    await publish(false);
    expect(await rate()).toMatchObject(missing);
    await publish(true);
    expect((await rate()).status).toBe(200);
  });

  test('stays editable and deletable', async () => {
    await publish(false);
    expect((await editProduct(productId, { price: 5 })).body.product).toMatchObject({ price: 5, isPublished: false });
    expect((await call('DELETE', `/admin/product/${productId}`)).status).toBe(200);
  });
});
