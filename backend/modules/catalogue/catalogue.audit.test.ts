import { afterEach, expect, test } from 'vitest';
import { auditTrail, productForm } from '../../../testing/data/catalogue.ts';
import { drawing, listUploads } from '../../../testing/data/pictures.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';
import { removeAbandonedPictures } from '../pictures/clean-up.service.ts';

const shop = await startTestShop();
const { token, username, userId } = await shop.admin();
const picture = await drawing(16, 16).png().toBuffer();

const call = (method: string, path: string, body?: unknown) => shop.call(method, path, { token, body });
const addCategory = async (categoryName: string): Promise<string> =>
  (await call('POST', '/admin/category', { categoryName })).body.categoryId;
const addProduct = (categoryId: string) => {
  const product = { title: 'Headphones', description: 'Loud', price: 19.99, categoryId };
  return shop.call('POST', '/admin/product', { token, form: productForm(product, picture) });
};

afterEach(async () => {
  await shop.em().execute('drop trigger if exists rejection on audit_entry');
});

/** Makes every later insert into the audit trail fail. */
async function breakTrail() {
  await shop.em().execute(`create or replace function reject() returns trigger language plpgsql
    as $$ begin raise exception 'Audit trail unavailable'; end $$`);
  await shop.em().execute('create trigger rejection before insert on audit_entry execute function reject()');
}

async function stored() {
  const tables = ['product', 'category', 'picture', 'outbox_event', 'audit_entry'];
  const rows = await Promise.all(tables.map((table) => shop.em().execute(`select * from ${table} order by id`)));
  return [...rows, await listUploads(shop.storage)];
}

test('records who added a product, with all of its fields', async () => {
  const categoryId = await addCategory('Added');
  const { productId } = (await addProduct(categoryId)).body;
  const { image } = (await call('GET', `/admin/product/${productId}`)).body.product;
  expect(await auditTrail(shop.em(), productId)).toEqual([
    {
      action: 'product.added',
      actor: username,
      subjectName: 'Headphones',
      changes: {
        title: { from: null, to: 'Headphones' },
        description: { from: null, to: 'Loud' },
        price: { from: null, to: 19.99 },
        category: { from: null, to: 'Added' },
        image: { from: null, to: image },
        published: { from: null, to: true },
        taxClass: { from: null, to: 'standard' },
      },
    },
  ]);
  const [entry] = await shop.em().execute('select actor_id from audit_entry where subject_id = ?', [productId]);
  expect(entry).toEqual({ actor_id: userId });
});

test('rolls back every change that the audit trail fails to record', async () => {
  const [full, empty] = [await addCategory('Full'), await addCategory('Empty')];
  const { productId } = (await addProduct(full)).body;
  const images = `/admin/product/${productId}/images`;
  const { product } = (await shop.call('POST', images, { token, form: productForm({}, picture) })).body;
  const [first, second] = product.images.map(({ _id }: { _id: string }) => _id);
  await breakTrail();
  const before = await stored();
  const responses = [
    await addProduct(full),
    await call('PUT', '/admin/product', { id: productId, title: 'new', categoryId: empty }),
    await shop.call('PUT', '/admin/product', { token, form: productForm({ id: productId }, picture) }),
    await shop.call('POST', images, { token, form: productForm({}, picture) }),
    await call('PUT', images, { ids: [second, first] }),
    await call('DELETE', `${images}/${first}`),
    await call('DELETE', `/admin/product/${productId}`),
    await call('POST', '/admin/category', { categoryName: 'New' }),
    await call('PUT', '/admin/category', { id: empty, categoryName: 'New' }),
    await call('DELETE', `/admin/category/${empty}`),
  ];
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 500));
  // A failed request leaves its upload to the clean-up.
  await removeAbandonedPictures(shop.em(), shop.storage, 0);
  expect(await stored()).toEqual(before);
});
