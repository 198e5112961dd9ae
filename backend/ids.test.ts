import { expect, test } from 'vitest';
import { addProduct } from '../testing/catalogue.ts';
import { startTestShop } from '../testing/shop.ts';

const shop = await startTestShop();

test('ids are case-insensitive in bodies and paths', async () => {
  // No webhook may be in flight when the shop closes.
  await shop.setFaults({ webhooks: { drop: true } });
  const { token: admin } = await shop.admin();
  const { token, userId } = await shop.registerAndLogIn();
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
