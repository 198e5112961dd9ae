import { beforeAll, expect, test } from 'vitest';
import { addProduct } from '../../../testing/catalogue.ts';
import { startTestShop } from '../../../testing/shop.ts';
import { countCommentsOf } from '../comments/comments.queries.ts';
import { catalogueAdminRoutes } from './catalogue.admin.routes.ts';

const shop = await startTestShop();
let unauthorized: [string | undefined, number][] = [];
const productId = await addProduct(shop.em(), shop.storage);

const routes = catalogueAdminRoutes({ storage: shop.storage, commentCounts: countCommentsOf }).stack.flatMap(
  ({ methods, path }) => methods.map((method) => ({ method, path: String(path) })),
);
const calls = routes
  .filter(({ method }) => method !== 'HEAD')
  .map(({ method, path }) => [method, path.replace(/:(id|imageId)\b/g, productId)] as const)
  .map(([method, path]) => [method, path.replace('{/{:image}}', '/picture.jpg')] as const);

beforeAll(async () => {
  unauthorized = [
    [undefined, 401],
    ['ended', 401],
    [(await shop.registerAndLogIn()).token, 403],
    [await logInAsFormerAdmin('role', 'user'), 403],
    [await logInAsFormerAdmin('active', false), 401],
  ];
});

async function stored() {
  const tables = ['product', 'category', 'outbox_event', 'audit_entry'];
  return Promise.all(tables.map((table) => shop.em().execute(`select * from ${table} order by id`)));
}

/** Logs in an admin who then loses `column`. @returns the session's token */
async function logInAsFormerAdmin(column: string, value: unknown) {
  const { token, userId } = await shop.registerAndLogIn();
  await shop.em().execute(`update user_account set role = 'admin' where id = ?`, [userId]);
  expect((await shop.call('GET', '/admin/category', { token })).status).toBe(200);
  await shop.em().execute(`update user_account set ${column} = ? where id = ?`, [value, userId]);
  return token;
}

test('lists every admin route of the catalogue', () => {
  expect(calls.map(([method, path]) => `${method} ${path.replaceAll(productId, '{id}')}`).sort()).toEqual([
    'DELETE /admin/category/{id}',
    'DELETE /admin/product/{id}/images/{id}',
    'DELETE /admin/product/{id}/picture.jpg',
    'GET /admin/category',
    'GET /admin/product',
    'GET /admin/product/export',
    'GET /admin/product/{id}',
    'POST /admin/category',
    'POST /admin/product',
    'POST /admin/product/bulk',
    'POST /admin/product/bulk/{id}/undo',
    'POST /admin/product/{id}/images',
    'PUT /admin/category',
    'PUT /admin/product',
    'PUT /admin/product/{id}/images',
  ]);
});

test.each(calls)('%s %s rejects everyone but active admins before reading the body', async (method, path) => {
  const before = await stored();
  for (const [token, status] of unauthorized) {
    // Reading this invalid body first would give a 400.
    const response = await shop.call(method, path, { token, ...(method.startsWith('P') && { body: '{' }) });
    expect(response).toMatchObject({ status, body: { status: 'error', message: expect.any(String) } });
  }
  expect(await stored()).toEqual(before);
});
