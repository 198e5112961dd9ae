import { expect, test } from 'vitest';
import { addProduct } from '../testing/data/catalogue.ts';
import { startTestShop } from '../testing/shop/shop.ts';

const shop = await startTestShop();

test('ids are case-insensitive in bodies and paths', async () => {
  // No webhook may be in flight when the shop closes.
  await shop.setFaults({ webhooks: { drop: true } });
  const { token: admin } = await shop.admin();
  const { token, userId } = await shop.newAccount();
  const productId = (await addProduct(shop.em(), shop.storage)).toUpperCase();
  const items = [
    { productId, count: 1 },
    { productId: productId.toLowerCase(), count: 2 },
  ];
  const body = { amount: 59.97, currency: 'EUR', items };
  expect((await shop.call('POST', '/payment', { token, body })).status).toBe(200);
  expect((await shop.call('GET', `/products/single/${productId}`)).status).toBe(200);
  expect((await shop.call('DELETE', `/admin/user/${userId.toUpperCase()}`, { token: admin })).status).toBe(200);
  expect((await shop.call('DELETE', `/admin/product/${productId}`, { token: admin })).status).toBe(200);
});

test.each([
  ['PUT', '/admin/discount/none'],
  ['PUT', '/admin/attribute/none'],
  ['PUT', '/admin/shipping-method/none'],
  ['POST', '/admin/order/none/refund'],
  ['POST', '/admin/order/none/shipment'],
])('a malformed id in the path of %s %s is a 404, whatever is wrong with the body', async (method, path) => {
  const { token } = await shop.admin();
  expect((await shop.call(method, path, { token, body: { reason: 7 } })).status).toBe(404);
});
