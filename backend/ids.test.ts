import { expect, test } from 'vitest';
import { startTestShop } from '../testing/shop.ts';
import { addProduct } from './modules/catalogue/catalogue.fixture.ts';

const shop = await startTestShop();

test('an id means the same in capitals, in a body and in a path', async () => {
  // No webhook is to be under way when the shop closes.
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
