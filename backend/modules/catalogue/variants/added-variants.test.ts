import { describe, expect, test } from 'vitest';
import { auditTrail, startCatalogueShop } from '../../../../testing/data/catalogue.ts';
import { drawing, listUploads } from '../../../../testing/data/pictures.ts';
import type { ApiResponse } from '../../../../testing/shop/shop.ts';

const { shop, addAttribute, addCategory, addProduct, editProduct, read, call } = await startCatalogueShop();
const { token } = await shop.admin();
const pictures = [await drawing(16, 16).png().toBuffer(), await drawing(20, 20).jpeg().toBuffer()];

function send(path: string, product: object, files: readonly Uint8Array[]): Promise<ApiResponse> {
  const form = new FormData();
  form.set('product', JSON.stringify(product));
  for (const [index, file] of files.entries()) form.append('file', new Blob([new Uint8Array(file)]), `${index}`);
  return shop.call('POST', path, { token, form });
}

const variant = (Memory: string, price = 100, stock: number | null = null) => {
  return { title: `Phone ${Memory}`, price, stock, options: { Memory } };
};
const phone = (categoryId: string, variants: object[], more: object = {}) => {
  return { description: 'Rings', categoryId, family: 'Phone', variants, ...more };
};
const addPhones = (categoryId: string, variants: object[], more: object = {}, files = pictures) =>
  send('/admin/product/variants', phone(categoryId, variants, more), files);
const titlesIn = async (categoryId: string): Promise<string[]> => {
  const { body } = await call('GET', `/admin/product?categoryId=${categoryId}&sort=title&direction=asc`);
  return body.products.map(({ title }: { title: string }) => title);
};

describe('a product with several pictures', () => {
  test('has them in their order, the first as the main one', async () => {
    const product = { title: 'Lamp', description: 'Bright', price: 5, categoryId: await addCategory() };
    const { status, body } = await send('/admin/product', product, [...pictures, ...pictures]);
    expect(status).toBe(200);
    const { image, images, version } = await read(body.productId);
    expect(images.map((picture) => picture.image.split('.')[1])).toEqual(['png', 'jpg', 'png', 'jpg']);
    expect([images[0]?.image, version]).toEqual([image, 1]);
    const [added] = await auditTrail(shop.em(), body.productId);
    expect(added?.changes.image).toEqual({ from: null, to: images.map((picture) => picture.image).join(', ') });
  });

  test('is not added if one of them is refused, and nothing of it stays', async () => {
    const categoryId = await addCategory();
    const product = { title: 'Lamp', description: 'Bright', price: 5, categoryId };
    const before = await listUploads(shop.storage);
    const response = await send('/admin/product', product, [...pictures, Buffer.from('no picture')]);
    expect(response).toMatchObject({ status: 415, body: { code: 'unsupportedType' } });
    expect(await listUploads(shop.storage)).toEqual(before);
    expect(await titlesIn(categoryId)).toEqual([]);
  });
});

describe('variants that are added at once', () => {
  test('share what they have in common, and own their pictures', async () => {
    const categoryId = await addCategory();
    const { status, body } = await addPhones(categoryId, [variant('8 GB', 100, 3), variant('16 GB', 120)]);
    expect([status, body.message]).toEqual([200, '2 variants added']);
    const [small, large] = await Promise.all(body.productIds.map(read));
    expect(small).toMatchObject({ title: 'Phone 8 GB', price: 100, stockCount: 3, description: 'Rings' });
    expect(large).toMatchObject({ title: 'Phone 16 GB', price: 120, stockCount: null, isPublished: true });
    expect(large.family.options[0].values.map(({ value }: { value: string }) => value)).toEqual(['8 GB', '16 GB']);
    const files = [...small.images, ...large.images].map(({ image }) => image);
    expect(new Set(files).size).toBe(4);
    const waiting = await listUploads(shop.storage);
    for (const file of files) expect(waiting.join()).toContain(file.split('.')[0]);
    expect(await auditTrail(shop.em(), large._id)).toMatchObject([{ action: 'product.added' }]);
  });

  test('may have attributes of their own', async () => {
    const categoryId = await addCategory();
    await addAttribute(categoryId, { code: 'memory', unit: 'GB' });
    const own = { ...variant('16 GB'), attributes: { memory: 16 } };
    const { body } = await addPhones(categoryId, [variant('8 GB'), own], { attributes: { memory: 8 } });
    const [small, large] = await Promise.all(body.productIds.map(read));
    expect([small.attributes, large.attributes]).toMatchObject([[{ value: 8 }], [{ value: 16 }]]);
    const wrong = await addPhones(categoryId, [{ ...variant('32 GB'), attributes: { memory: 'much' } }]);
    expect(wrong.status).toBe(422);
  });

  test('share translations, beside which each may have its own', async () => {
    const categoryId = await addCategory();
    const own = { ...variant('16 GB'), translations: { de: { title: 'Handy 16 GB' }, sr: { title: 'Telefon 16 GB' } } };
    const translations = { de: { title: 'Handy', description: 'Klingelt' } };
    const { body } = await addPhones(categoryId, [variant('8 GB'), own], { translations });
    const [small, large] = await Promise.all(body.productIds.map(read));
    expect(small.translations).toEqual(translations);
    expect(large.translations).toEqual({
      de: { title: 'Handy 16 GB', description: 'Klingelt' },
      sr: { title: 'Telefon 16 GB' },
    });
  });

  test('are all refused if one exists, also when both arrive at once', async () => {
    const categoryId = await addCategory();
    const responses = await Promise.all([
      addPhones(categoryId, [variant('8 GB'), variant('16 GB')]),
      addPhones(categoryId, [variant('32 GB'), variant('16 GB')]),
    ]);
    const [added, refused] = responses.toSorted((one, other) => one.status - other.status);
    expect([added?.status, refused?.status]).toEqual([200, 409]);
    expect(refused?.body.message).toBe('Phone already has a variant with Memory 16 GB');
    expect(await titlesIn(categoryId)).toHaveLength(2);
  });

  test('leave no files behind if they are refused', async () => {
    const categoryId = await addCategory();
    expect((await addPhones(categoryId, [variant('8 GB')])).body.message).toBe('1 variant added');
    const before = await listUploads(shop.storage);
    expect((await addPhones(categoryId, [variant('16 GB'), variant('8 GB')])).status).toBe(409);
    expect(await listUploads(shop.storage)).toEqual(before);
  });

  test('take a product without a family in, or change nothing', async () => {
    const categoryId = await addCategory();
    const { productId: id } = (await addProduct(categoryId, { title: 'Phone' })).body;
    const member = { id, options: { Memory: '8 GB' } };
    expect((await addPhones(categoryId, [variant('8 GB')], { member })).status).toBe(409);
    expect(await read(id)).toMatchObject({ family: null, version: 1 });
    expect((await addPhones(categoryId, [variant('16 GB')], { member })).status).toBe(200);
    expect(await read(id)).toMatchObject({ family: { name: 'Phone' }, version: 2 });
    const missing = { ...member, id: '00000000-0000-7000-8000-000000000000' };
    expect((await addPhones(categoryId, [variant('32 GB')], { member: missing })).status).toBe(404);
  });

  test('take in no member of another family, and none of another category', async () => {
    const [categoryId, other] = [await addCategory(), await addCategory()];
    const family = { name: 'Handset', options: { Memory: '8 GB' } };
    const ofAnother = (await addProduct(categoryId, { family })).body.productId;
    const elsewhere = (await addProduct(other)).body.productId;
    for (const id of [ofAnother, elsewhere]) {
      const member = { id, options: { Memory: '8 GB' } };
      expect(await addPhones(categoryId, [variant('16 GB')], { member })).toMatchObject({
        status: 422,
        body: { fields: { member: 'Member must be a product of this category without a family' } },
      });
    }
    expect(await read(ofAnother)).toMatchObject({ family: { name: 'Handset' } });
    expect(await read(elsewhere)).toMatchObject({ family: null });
    expect(await titlesIn(categoryId)).toHaveLength(1);
  });

  test.each<[string, object, object]>([
    ['none', { variants: [] }, { variants: 'Add 1 to 50 variants' }],
    ['too many', { variants: Array(51).fill(variant('8 GB')) }, { variants: 'Add 1 to 50 variants' }],
    [
      'one without options',
      { variants: [{ title: 'Phone', price: 1 }] },
      { 'variants[0].options': expect.any(String) },
    ],
    ['no family', { family: '' }, { family: 'Family name is required' }],
    ['a member that is none', { member: 'x' }, { member: 'Member must be a product with options' }],
  ])('are refused with %s', async (_what, changes, fields) => {
    const response = await addPhones(await addCategory(), [variant('8 GB')], changes);
    expect(response).toMatchObject({ status: 422, body: { fields } });
  });

  test('need a picture', async () => {
    const response = await addPhones(await addCategory(), [variant('8 GB')], {}, []);
    expect(response).toMatchObject({ status: 422, body: { fields: { file: 'Image is required' } } });
  });
});

test('the families of a category are listed with their options', async () => {
  const [categoryId, other] = [await addCategory(), await addCategory()];
  await addPhones(categoryId, [variant('8 GB'), variant('16 GB')]);
  const family = { name: 'Lamp', options: { Size: 'S', Color: 'Moss' } };
  const { productId } = (await addProduct(categoryId, { family })).body;
  await addPhones(other, [variant('8 GB')]);
  const list = async () => (await call('GET', `/admin/product/families?categoryId=${categoryId}`)).body.families;
  expect(await list()).toEqual([
    { name: 'Lamp', options: ['Color', 'Size'], productCount: 1 },
    { name: 'Phone', options: ['Memory'], productCount: 2 },
  ]);
  await editProduct(productId, { family: null });
  expect(await list()).toHaveLength(1);
  expect((await call('GET', '/admin/product/families')).status).toBe(422);
});

test('the products table lists the members of a family', async () => {
  const categoryId = await addCategory();
  await addPhones(categoryId, [variant('8 GB'), variant('16 GB')]);
  await addProduct(categoryId);
  const list = (family: string) => call('GET', `/admin/product?categoryId=${categoryId}&family=${family}`);
  expect((await list('Phone')).body.total).toBe(2);
  expect((await list('%00')).status).toBe(422);
});
