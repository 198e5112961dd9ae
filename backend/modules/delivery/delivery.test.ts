import { expect, test } from 'vitest';
import { startTestShop } from '../../../testing/shop/shop.ts';

const shop = await startTestShop();

test('shoppers see the active shipping methods, the cheapest first', async () => {
  const { token } = await shop.admin();
  const add = (body: object) => shop.call('POST', '/admin/shipping-method', { token, body });
  const post = { code: 'post', name: 'Post', price: 4.9, freeFrom: 100, minDays: 2, maxDays: 4, countries: ['RS'] };
  await add({ ...post, code: 'courier', name: 'Courier', price: 9 });
  await add(post);
  await add({ ...post, code: 'drone', isActive: false });
  const { status, body } = await shop.call('GET', '/shipping');
  expect(status).toBe(200);
  expect(body.shippingMethods.map(({ code }: { code: string }) => code)).toEqual(['pickup', 'post', 'courier']);
  expect(body.shippingMethods[1]).toEqual(post);
});
