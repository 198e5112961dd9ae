import { beforeAll, beforeEach, expect, test } from 'vitest';
import { auditTrail, catalogueEvents, productForm } from '../../../../testing/data/catalogue.ts';
import { drawing, filesIn, listUploads } from '../../../../testing/data/pictures.ts';
import { startTestShop } from '../../../../testing/shop/shop.ts';
import { removeAbandonedPictures } from '../../pictures/clean-up.service.ts';
import { processPicture } from '../../pictures/processing.service.ts';
import { readUpload } from '../../pictures/uploads.ts';
import { deleteProduct } from './products.admin.service.ts';

const shop = await startTestShop();
let admin = { token: '', username: '', userId: '' };
let [categoryId, productId, image] = ['', '', ''];
let picture: Uint8Array = new Uint8Array();

beforeAll(async () => {
  admin = await shop.admin();
  picture = await drawing(400, 300).jpeg().toBuffer();
  const { body } = await shop.call('POST', '/admin/category', { token: admin.token, body: { categoryName: 'Audio' } });
  categoryId = body.categoryId;
});

beforeEach(async () => {
  productId = await add();
  image = (await read(productId)).body.product.image;
});

async function add(): Promise<string> {
  const product = { title: 'Headphones', description: 'Loud and clear', price: 19.99, categoryId };
  const { body } = await shop.call('POST', '/admin/product', {
    token: admin.token,
    form: productForm(product, picture),
  });
  return body.productId;
}

const uploadOf = (name: string) => name.replace('.jpg', '');
const process = (pictureId: string) => processPicture(shop.em(), shop.storage, 'product', pictureId);
const publish = () => process(uploadOf(image));
const read = (id: string) => shop.call('GET', `/products/single/${id}`);
const remove = (path: string) => shop.call('DELETE', `/admin/product/${path}`, { token: admin.token });
const putPicture = () =>
  shop.call('PUT', '/admin/product', { token: admin.token, form: productForm({ id: productId }, picture) });
const files = () => filesIn(shop.storage, 'uploads');
const waiting = async () => (await listUploads(shop.storage)).sort();
const needed = async () =>
  (await shop.em().execute<{ id: string }[]>("select id from picture where state = 'waiting' order by id")).map(
    ({ id }) => id,
  );
const rows = (table: string) => shop.em().execute(`select 1 from ${table} where product_id = ?`, [productId]);

test('deletes a product with its files and records its fields in the audit trail', async () => {
  await publish();
  await putPicture();
  const before = await catalogueEvents(shop.em());
  expect(await waiting()).not.toEqual([]);
  expect(await files()).not.toEqual([]);
  expect(await remove(`${productId}/${image}`)).toMatchObject({
    status: 200,
    body: { status: 'success', message: 'Product deleted' },
  });
  expect((await read(productId)).status).toBe(404);
  expect(await waiting()).toEqual([]);
  expect(await files()).toEqual([]);
  expect((await catalogueEvents(shop.em())).slice(before.length)).toEqual([
    { name: 'product.deleted', payload: { categoryId } },
    { name: 'product.changed', payload: { change: 'deleted', productIds: [productId] } },
    { name: 'product.offerEnded', payload: { productIds: [productId], endedAt: expect.any(String) } },
  ]);
  expect((await auditTrail(shop.em(), productId)).at(-1)).toEqual({
    action: 'product.deleted',
    actor: admin.username,
    subjectName: 'Headphones',
    changes: {
      title: { from: 'Headphones', to: null },
      description: { from: 'Loud and clear', to: null },
      price: { from: 19.99, to: null },
      category: { from: 'Audio', to: null },
      image: { from: image, to: null },
      published: { from: true, to: null },
      taxClass: { from: 'standard', to: null },
    },
  });
});

test('deletes its ratings and comments but keeps order lines', async () => {
  const other = await add();
  const { token } = await shop.newAccount();
  for (const id of [productId, other]) {
    await shop.call('PATCH', '/products/single', { token, body: { productId: id, productRate: 4 } });
    const comment = { author: '', content: 'Nice', productId: id, productTitle: '' };
    await shop.call('POST', '/comment', { token, body: comment });
  }
  const payment = { amount: 39.98, currency: 'EUR', items: [{ productId, count: 2 }] };
  expect((await shop.call('POST', '/payment', { token, body: payment })).status).toBe(200);
  const orders = (await shop.call('GET', '/orders', { token })).body.orders;
  expect(orders[0].lines).toEqual([
    { productId, title: 'Headphones', detail: 'Loud and clear', price: 19.99, count: 2, amount: 39.98 },
  ]);

  expect((await remove(productId)).status).toBe(200);
  expect(await rows('rating')).toEqual([]);
  expect(await rows('comment')).toEqual([]);
  expect((await shop.call('GET', '/user/getSingleUser', { token })).body.user.votedFor).toEqual([other]);
  expect((await shop.call('GET', '/orders', { token })).body.orders).toEqual(orders);
  const { allComments } = (await shop.call('GET', '/comment', { token: admin.token })).body;
  expect(allComments.map((comment: { productId: string }) => comment.productId)).toEqual([other]);
  await remove(other);
});

test.each([
  '..%2f..%2f..%2f..%2fetc%2fpasswd',
  '%2e%2e%2fkeep.jpg',
  '..%5c..%5ckeep.jpg',
  'keep.jpg',
  'keep.jpg%00.png',
  '*',
  '%zz',
  '__proto__',
  'x'.repeat(3000),
  '',
])('ignores the image in the path (%s)', async (name) => {
  await publish();
  await shop.storage.put('uploads/keep.jpg', Buffer.from('unrelated'));
  expect((await remove(`${productId}/${name}`)).status).toBe(200);
  expect(await files()).toEqual(['keep.jpg']);
});

test.each(['00000000-0000-7000-8000-000000000000', 'x', '..%2f..', '%00', 'export'])(
  'responds 404 for product %s',
  async (id) => {
    const before = await files();
    for (const path of [id, `${id}/${image}`]) {
      expect(await remove(path)).toMatchObject({ status: 404, body: { message: 'Product not found' } });
    }
    expect(await files()).toEqual(before);
    expect((await read(productId)).status).toBe(200);
  },
);

test('lets only one of many concurrent deletions succeed', async () => {
  const before = await catalogueEvents(shop.em());
  const responses = await Promise.all(Array.from({ length: 6 }, () => remove(productId)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
  expect(await catalogueEvents(shop.em())).toHaveLength(before.length + 3);
  expect((await auditTrail(shop.em(), productId)).map(({ action }) => action)).toEqual([
    'product.added',
    'product.deleted',
  ]);
});

test('leaves nothing behind when edits, ratings and comments arrive concurrently', async () => {
  for (let round = 0; round < 5; round++) {
    productId = await add();
    const { token } = await shop.newAccount();
    const comment = { author: '', content: 'Nice', productId, productTitle: '' };
    const responses = await Promise.all([
      putPicture(),
      shop.call('PATCH', '/products/single', { token, body: { productId, productRate: 4 } }),
      shop.call('POST', '/comment', { token, body: comment }),
      remove(productId),
      putPicture(),
    ]);
    expect(responses[3]?.status).toBe(200);
    for (const { status } of responses) expect([200, 404]).toContain(status);
    expect([await rows('rating'), await rows('comment')]).toEqual([[], []]);
    expect(await shop.em().execute('select from picture where owner_id = ?', [productId])).toEqual([]);
    expect(await waiting()).toEqual(await needed());
  }
});

test('lets the job of its picture finish without an error, even if it is already running', async () => {
  for (const earlier of [true, false]) {
    productId = await add();
    const upload = uploadOf((await read(productId)).body.product.image);
    const running = earlier ? process(upload) : undefined;
    await remove(productId);
    await running;
    await process(upload);
    expect((await files()).filter((file) => file.startsWith(upload))).toEqual([]);
    expect(await readUpload(shop.storage, upload)).toBeNull();
  }
});

test('the clean-up removes files that a crash left behind', async () => {
  await publish();
  await putPicture();
  const failing = Object.create(shop.storage, {
    remove: { value: () => Promise.reject(new Error('killed')) },
  }) as typeof shop.storage;
  await expect(deleteProduct(shop.em(), failing, admin, productId)).rejects.toThrow('killed');
  expect((await read(productId)).status).toBe(404);
  expect((await files()).filter((file) => file.startsWith(uploadOf(image)))).not.toEqual([]);
  await removeAbandonedPictures(shop.em(), shop.storage, 0);
  expect((await files()).filter((file) => file.startsWith(uploadOf(image)))).toEqual([]);
  expect(await waiting()).toEqual(await needed());
});
