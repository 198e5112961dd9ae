import { beforeAll, expect, test } from 'vitest';
import { productForm } from '../../../testing/data/catalogue.ts';
import { drawing, filesIn, listUploads } from '../../../testing/data/pictures.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';

const shop = await startTestShop({ workers: true });
let token = '';
let [audio, video] = ['', ''];
let picture: Uint8Array = new Uint8Array();

beforeAll(async () => {
  ({ token } = await shop.admin());
  picture = await drawing(400, 300).jpeg().toBuffer();
  audio = await addCategory('Audio');
  video = await addCategory('Video');
});

const call = (method: string, path: string, body?: unknown) => shop.call(method, path, { token, body });

async function addCategory(categoryName: string): Promise<string> {
  return (await call('POST', '/admin/category', { categoryName })).body.categoryId;
}

async function add(): Promise<string> {
  const form = productForm({ title: 'Headphones', description: 'Loud', price: 1, categoryId: audio }, picture);
  return (await shop.call('POST', '/admin/product', { token, form })).body.productId;
}

async function counts(): Promise<number[]> {
  await shop.untilCalm();
  const { allCategories } = (await call('GET', '/admin/category?summary=true')).body;
  return allCategories.map((category: { productCount: number }) => category.productCount);
}

test('product counts are right after products are added, moved and deleted', async () => {
  const ids = await Promise.all([add(), add(), add()]);
  expect(await counts()).toEqual([3, 0]);
  await Promise.all(ids.slice(1).map((id) => call('PUT', '/admin/product', { id, categoryId: video })));
  expect(await counts()).toEqual([1, 2]);
  await Promise.all(ids.map((id) => call('DELETE', `/admin/product/${id}/picture.jpg`)));
  expect(await counts()).toEqual([0, 0]);
});

test('editing and deleting products during processing fails no job and leaves no file', async () => {
  const ids = await Promise.all([add(), add(), add(), add()]);
  const form = (id: string) => productForm({ id, title: 'Loudspeakers' }, picture);
  await Promise.all(ids.map((id) => shop.call('PUT', '/admin/product', { token, form: form(id) })));
  await Promise.all(ids.slice(1).map((id) => call('DELETE', `/admin/product/${id}`)));
  await shop.untilCalm();
  expect(await shop.em().execute('select name, failure from outbox_event where failure is not null')).toEqual([]);
  const { products } = (await call('GET', '/admin/product')).body;
  expect(products).toMatchObject([{ title: 'Loudspeakers', imageState: 'ready', imageWidths: [320], version: 2 }]);
  const base = products[0].image.replace('.jpg', '');
  expect(await filesIn(shop.storage, 'uploads')).toEqual([`${base}-320.webp`, `${base}.jpg`]);
  expect(await listUploads(shop.storage)).toEqual([]);
});
