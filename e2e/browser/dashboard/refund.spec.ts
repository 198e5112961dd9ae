import { expectAccessible } from '../accessible.ts';
import type { Account, Shop } from '../shop.ts';
import { heading, toast } from '../steps.ts';
import { expect, test } from '../test.ts';

test.use({ login: 'admin' });

/** An order that is paid and to be sent. @param price of all items */
async function payForDelivery(shop: Shop, shopper: Account, items: object[], price: number) {
  const code = `van-${crypto.randomUUID().slice(0, 8)}`;
  await shop.callAsAdmin('POST', '/admin/shipping-method', { code, name: 'Van', price: 5, minDays: 1, maxDays: 2 });
  const delivery = { name: 'Ada', address: 'Main Street 1', city: 'Novi Sad', postCode: '21000', country: 'RS' };
  const body = { items, currency: 'EUR', amount: price + 5, shippingMethod: code, delivery };
  const { orderId, number, clientSecret } = (await shop.call('POST', '/payment', { token: shopper.token, body })).body;
  await shop.pay({ id: orderId, number, clientSecret });
  await expect.poll(async () => (await shop.readOrder({ number })).state).toBe('paid');
  return { orderId, number } as { orderId: string; number: number };
}

test('a refund of a unit that came back leaves the others of its line to be shipped', async ({ page, shop }) => {
  const [laptop, shopper] = [
    await shop.addProductOnly({ title: 'Laptop', price: 100, stock: 5 }),
    await shop.newAccount(),
  ];
  const items = [{ productId: laptop, count: 2 }];
  const { orderId, number } = await payForDelivery(shop, shopper, items, 200);
  const lines = [{ productId: laptop, count: 1 }];
  await shop.callAsAdmin('POST', `/admin/order/${orderId}/shipment`, { carrier: 'City Post', lines });

  await page.goto(`/dashboard/orders/${orderId}`);
  await expect(heading(page, `Order ${number}`)).toBeVisible();
  await page.getByRole('button', { name: 'Refund items or an amount' }).click();
  const refunds = page.getByRole('region', { name: 'Refunds' });
  await expect(refunds.getByLabel('Refund Laptop, not shipped (1 left)')).toBeVisible();
  await refunds.getByLabel('Refund Laptop, shipped (1 left)').fill('1');
  await expectAccessible(page, 'a refund of shipped and other units');
  await refunds.getByLabel('Reason').fill('Arrived broken');
  await refunds.getByRole('button', { name: 'Refund 100.00€' }).click();
  await expect(refunds).toContainText('1 × Laptop (shipped)');

  const ship = page.getByRole('region', { name: 'Ship items' });
  await expect(ship.getByLabel('Ship Laptop (1 left)')).toHaveValue('1');
  await ship.getByLabel('Carrier').fill('City Post');
  await ship.getByRole('button', { name: 'Mark as shipped' }).click();
  await expect(page.getByRole('region', { name: 'On its way' })).toBeVisible();
  await page.getByRole('button', { name: 'Refund items or an amount' }).click();
  await expect(refunds.getByLabel('Refund Laptop (1 left)')).toBeVisible();
});

test('counts stay with their items once an item of the order is refunded or shipped', async ({ page, shop }) => {
  const lamp = await shop.addProductOnly({ title: 'Lamp', price: 10, stock: 5 });
  const bulb = await shop.addProductOnly({ title: 'Bulb', price: 2, stock: 9 });
  const items = [
    { productId: lamp, count: 1 },
    { productId: bulb, count: 5 },
  ];
  const { orderId } = await payForDelivery(shop, await shop.newAccount(), items, 20);

  await page.goto(`/dashboard/orders/${orderId}`);
  const refunds = page.getByRole('region', { name: 'Refunds' });
  const ship = page.getByRole('region', { name: 'Ship items' });
  await page.getByRole('button', { name: 'Refund items or an amount' }).click();
  await refunds.getByLabel('Refund Lamp (1 left)').fill('1');
  await refunds.getByLabel('Reason').fill('Sold out');
  await refunds.getByRole('button', { name: 'Refund 10.00€' }).click();
  await expect(ship.getByLabel('Ship Lamp')).toHaveCount(0);
  await expect(ship.getByLabel('Ship Bulb (5 left)')).toHaveValue('5');

  await page.getByRole('button', { name: 'Refund items or an amount' }).click();
  await refunds.getByLabel('Refund Bulb (5 left)').fill('2');
  await ship.getByLabel('Ship Bulb (5 left)').fill('4');
  await ship.getByLabel('Carrier').fill('City Post');
  await ship.getByRole('button', { name: 'Mark as shipped' }).click();
  await expect(ship.getByLabel('Ship Bulb (1 left)')).toHaveValue('1');
  await expect(refunds.getByLabel('Refund Bulb, not shipped (1 left)')).toHaveValue('0');
  await expect(refunds.getByLabel('Refund Bulb, shipped (4 left)')).toHaveValue('0');
});

test('units of a refunded order that come back late return to stock', async ({ page, shop }) => {
  const product = await shop.addProduct({ title: 'Camera', stock: 5 });
  const order = await shop.placeOrder(product, await shop.newAccount());
  await shop.pay(order);
  await expect.poll(async () => (await shop.readOrder(order)).state).toBe('paid');
  await shop.callAsAdmin('POST', `/admin/order/${order.id}/collected`);
  await shop.callAsAdmin('POST', `/admin/order/${order.id}/refund`, { reason: 'Broken', restock: false });
  const stock = async () => (await shop.callAsAdmin('GET', `/admin/product/${product._id}`)).product.stock.left;
  expect(await stock()).toBe(3);

  await page.goto(`/dashboard/orders/${order.id}`);
  const refunds = page.getByRole('region', { name: 'Refunds' });
  await refunds.getByRole('button', { name: 'Return items to stock' }).click();
  await expect(refunds.getByRole('listitem').filter({ hasText: /^2 × Camera$/ })).toBeVisible();
  await expect(refunds.getByLabel('Reason')).toBeFocused();
  await expectAccessible(page, 'a late return');
  await refunds.getByLabel('Reason').fill('Came back');
  await refunds.getByRole('button', { name: 'Return 2 items to stock' }).click();
  await expect(toast(page, 'Items returned to stock')).toBeVisible();
  await expect(refunds.getByRole('button')).toHaveCount(0);
  expect(await stock()).toBe(5);
});

test('an order that another admin has shipped meanwhile shows so once it is shipped again', async ({ page, shop }) => {
  const camera = await shop.addProductOnly({ title: 'Camera', price: 25, stock: 5 });
  const items = [{ productId: camera, count: 2 }];
  const { orderId } = await payForDelivery(shop, await shop.newAccount(), items, 50);

  await page.goto(`/dashboard/orders/${orderId}`);
  const ship = page.getByRole('region', { name: 'Ship items' });
  await ship.getByLabel('Carrier').fill('City Post');
  await shop.callAsAdmin('POST', `/admin/order/${orderId}/shipment`, { carrier: 'Speedy' });
  await ship.getByRole('button', { name: 'Mark as shipped' }).click();
  await expect(page.getByRole('region', { name: 'Delivery' })).toContainText('Speedy');
  await expect(ship).toHaveCount(0);
});
