import { expect, test } from 'vitest';
import { PaymentsFixture } from '../../../../testing/data/payments.ts';

const fixture = await PaymentsFixture.use({ languages: ['en', 'de'] });

test('an order has the language in which the shopper began to pay', async () => {
  const { token } = fixture.shopper;
  const items = [{ productId: fixture.laptop, count: 1 }];
  const { status, body } = await fixture.shop.call('POST', '/payment', {
    token,
    body: { currency: 'EUR', items, amount: 100 },
    headers: { 'Accept-Language': 'de' },
  });
  expect(status).toBe(200);
  const query = 'select language from shop_order where id = ?';
  expect(await fixture.shop.em().execute(query, [body.orderId])).toEqual([{ language: 'de' }]);
});

test('the provider returns the shopper to the page in their language', async () => {
  const { body } = await fixture.shop.call('GET', '/payment/config', { headers: { 'Accept-Language': 'de' } });
  expect(body.returnUrl).toBe(`${fixture.shop.url}/de/order`);
});
