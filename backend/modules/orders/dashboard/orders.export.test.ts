import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { addPastOrder } from '../../../../testing/data/past-orders.ts';
import { PaymentsFixture } from '../../../../testing/data/payments.ts';
import { readOrderFilter } from './order-list-query.ts';
import { exportColumns, exportOrders } from './orders.export.ts';

const fixture = await PaymentsFixture.use();

test('the export of an order has every column, filled from the order', async () => {
  await fixture.asAdmin('PUT', '/admin/tax', { shopRate: 0, rates: [{ country: 'US', rate: 7.75 }] });
  await fixture.asAdmin('POST', '/admin/discount', { code: 'Tenth', percent: 10 });
  const method = { code: 'van', name: 'Van', price: 5, minDays: 1, maxDays: 2 };
  await fixture.asAdmin('POST', '/admin/shipping-method', method);
  const delivery = {
    name: '=Ada',
    address: 'Main Street 1, "left"',
    city: 'Brooklyn',
    postCode: '11201',
    country: 'US',
    phoneNumber: '+381 21 123',
  };
  const { body } = await fixture.prepare({
    items: [
      { productId: fixture.laptop, count: 1 },
      { productId: fixture.cable, count: 2 },
    ],
    currency: 'USD',
    amount: 104.53,
    shippingMethod: 'van',
    discountCode: 'tenth',
    delivery: { ...delivery, state: 'NY' },
    note: 'Ring twice\nplease',
  });
  const { id: payment } = await fixture.payWith(body.clientSecret);
  await fixture.untilState('paid');
  const { orderId } = body;
  await fixture.asAdmin('POST', `/admin/order/${orderId}/shipment`, { carrier: 'Van' });
  await fixture.asAdmin('POST', `/admin/order/${orderId}/refund`, { amount: 1.5, reason: 'Late', restock: false });

  const response = await fixture.asAdmin('GET', `/admin/order/export?search=${body.number}`);
  const records: Record<string, string>[] = parse(response.body, { bom: true, columns: true });
  expect(Object.keys(records[0] ?? {})).toEqual([...exportColumns]);
  const order = {
    order: String(body.number),
    date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
    state: 'paid',
    shopper: fixture.shopper.username,
    email: fixture.shopper.email,
    // 110.09 − 11.01 + 5.45, of which 7.75 / 107.75 is VAT.
    subtotal: '110.09',
    discount: '11.01',
    discountCode: 'Tenth',
    shipping: '5.45',
    shippingMethod: 'van',
    amount: '104.53',
    taxRate: '7.75',
    tax: '7.52',
    refunded: '1.50',
    lost: '0.00',
    currency: 'USD',
    fulfilment: 'shipped',
    ...delivery,
    addressState: 'NY',
    name: "'=Ada",
    phoneNumber: "'+381 21 123",
    note: 'Ring twice\nplease',
    payment,
    orderId,
  };
  expect(records).toEqual([
    { ...order, product: 'Laptop', unitPriceEUR: '100.00', count: '1', productId: fixture.laptop },
    { ...order, product: 'Cable', unitPriceEUR: '0.50', count: '2', productId: fixture.cable },
  ]);
});

test('an export has the orders that it found at first, once each', async () => {
  const { shop } = fixture;
  const lines = [{ title: 'Rare find', count: 1 }];
  const place = () => addPastOrder(shop.em(), { state: 'paid', lines });
  const oldest = await place();
  // More than one batch.
  for (let count = 0; count < 500; count += 1) await place();
  const rows = exportOrders(shop.em(), 'UTC', 'rare find', readOrderFilter({ query: { state: 'paid' } }));
  const numbers = [(await rows.next()).value?.order];
  await fixture.setOrder(oldest.id, `state = 'refunded'`);
  for await (const { order } of rows) numbers.push(order);
  expect([numbers.length, new Set(numbers).size, numbers.at(-1)]).toEqual([501, 501, oldest.number]);
});
