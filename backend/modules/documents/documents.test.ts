import sharp from 'sharp';
import { extractImages, extractText, getDocumentProxy } from 'unpdf';
import { beforeEach, describe, expect, test } from 'vitest';
import { PaymentsFixture } from '../../../testing/payments.ts';
import { newId } from '../../core/ids.ts';

const fixture = await PaymentsFixture.use();
const delivery = {
  name: 'Ђорђе Čović',
  address: 'Булевар ослобођења 1',
  city: 'Novi Sad',
  postCode: '21000',
  country: 'RS',
};
let methods = 0;

beforeEach(() => fixture.asAdmin('PUT', '/admin/tax', { shopRate: 20, rates: [] }));

async function download(path: string, token = fixture.shopper.token) {
  const response = await fetch(`${fixture.shop.url}/api/v1${path}`, { headers: { Authorization: token } });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { response, bytes };
}

async function textOf(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(bytes.slice()), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

/** A paid order of two laptops (100 EUR each) with 10% off, delivered for 5 EUR: 185 EUR, in dinars. */
async function placeOrder(): Promise<string> {
  methods += 1;
  await fixture.asAdmin('POST', '/admin/shipping-method', {
    code: `post-${methods}`,
    name: 'Post',
    price: 5,
    minDays: 1,
    maxDays: 3,
  });
  await fixture.asAdmin('POST', '/admin/discount', { code: `TEN${methods}`, percent: 10 });
  const { body } = await fixture.prepare({
    items: [{ productId: fixture.laptop, count: 2 }],
    currency: 'RSD',
    amount: 21_645,
    shippingMethod: `post-${methods}`,
    discountCode: `TEN${methods}`,
    delivery,
    note: 'Ring twice',
  });
  await fixture.payWith(body.clientSecret);
  await fixture.untilState('paid');
  return body.orderId;
}

describe('an invoice', () => {
  test('names seller, buyer, lines, totals and VAT, in any alphabet', async () => {
    const orderId = await placeOrder();
    const { response, bytes } = await download(`/orders/${orderId}/invoice`);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
    const [order] = await fixture.orders();
    expect(response.headers.get('Content-Disposition')).toBe(`inline; filename="invoice-${order?.number}.pdf"`);
    const text = await textOf(bytes);
    for (const part of [
      'Novi Sad Продавница',
      'Main Street 1, 21000 Novi Sad',
      'VAT ID RS123456789',
      `Invoice ${order?.number}`,
      'Ђорђе Čović',
      'Булевар ослобођења 1',
      '21000 Novi Sad',
      'Serbia',
      'Laptop 2 11,700.00дин 23,400.00дин',
      'Subtotal 23,400.00дин',
      `Discount TEN${methods} −2,340.00дин`,
      'Shipping 585.00дин',
      'Total 21,645.00дин',
      'Of which VAT (20%) 3,607.50дин',
    ]) {
      expect(text).toContain(part);
    }
  });

  test('has the same bytes each time, also after a refund, for its shopper and for those who may read orders', async () => {
    const orderId = await placeOrder();
    const support = await fixture.shop.staff('support');
    const first = await download(`/orders/${orderId}/invoice`);
    await fixture.asAdmin('POST', `/admin/order/${orderId}/refund`);
    const second = await download(`/orders/${orderId}/invoice`, support.token);
    expect(Buffer.from(second.bytes).equals(Buffer.from(first.bytes))).toBe(true);
  });

  test('names the buyer of an order for pickup, also once the account is deleted', async () => {
    const { orderId } = await fixture.placePaidOrder();
    const admin = await fixture.shop.admin();
    const { username, userId } = fixture.shopper;
    await fixture.asAdmin('DELETE', `/admin/user/${userId}`);
    expect(await textOf((await download(`/orders/${orderId}/invoice`, admin.token)).bytes)).toContain(username);
  });

  test('exists only once the order is paid, and not for others', async () => {
    const { orderId } = await fixture.placeOrder();
    expect((await download(`/orders/${orderId}/invoice`)).response.status).toBe(409);
    for (const other of [await fixture.shop.newAccount(), await fixture.shop.staff('catalogue')]) {
      expect((await download(`/orders/${orderId}/invoice`, other.token)).response.status).toBe(404);
    }
    expect((await download(`/orders/${newId()}/invoice`)).response.status).toBe(404);
    expect((await fixture.shop.call('GET', `/orders/${orderId}/invoice`)).status).toBe(401);
  });

  test('of 60 lines continues on further pages', async () => {
    const products = await Promise.all(
      Array.from({ length: 60 }, (_, index) => fixture.addProduct(`Part ${index + 1}`, 100)),
    );
    const { body } = await fixture.pay(
      products.map((productId) => ({ productId, count: 1 })),
      60,
    );
    await fixture.payWith(body.clientSecret);
    await fixture.untilState('paid');
    const { bytes } = await download(`/orders/${body.orderId}/invoice`);
    const pdf = await getDocumentProxy(bytes.slice());
    expect(pdf.numPages).toBeGreaterThan(1);
    const text = await textOf(bytes);
    for (const part of ['Part 1 1', 'Part 60 1', 'Total 60.00€']) expect(text).toContain(part);
  });
});

test('a packing slip has the address, the note and what to pack, but no prices, for admins only', async () => {
  const orderId = await placeOrder();
  const path = `/admin/order/${orderId}/packing-slip`;
  const { token } = await fixture.shop.admin();
  await fixture.asAdmin('POST', `/admin/order/${orderId}/refund`, {
    lines: [{ productId: fixture.laptop, count: 1 }],
    reason: 'Broken',
    restock: false,
  });
  const text = await textOf((await download(path, token)).bytes);
  for (const part of ['Packing slip', 'Ђорђе Čović', 'Serbia', 'Ring twice', 'Laptop Fine 1 ×']) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain('дин');
  expect((await download(path)).response.status).toBe(403);
});

test('a packing slip has the units that were shipped before they were refunded', async () => {
  const orderId = await placeOrder();
  const lines = [{ productId: fixture.laptop, count: 1 }];
  await fixture.asAdmin('POST', `/admin/order/${orderId}/shipment`, { carrier: 'DHL', lines });
  const refund = { lines: [{ productId: fixture.laptop, count: 1, returned: 1 }], reason: 'Broken', restock: false };
  await fixture.asAdmin('POST', `/admin/order/${orderId}/refund`, refund);
  const { token } = await fixture.shop.admin();
  const { bytes } = await download(`/admin/order/${orderId}/packing-slip`, token);
  expect(await textOf(bytes)).toContain('Laptop Fine 2 ×');
});

test('a packing slip shows whole titles and pictures, and continues on further pages', async () => {
  const { shop } = fixture;
  const title = 'Laptop of a very long name that fills more than a line '.repeat(3).trim();
  const productIds = await Promise.all(
    Array.from({ length: 15 }, (_, index) => fixture.addProduct(`${title} ${index}`, 100)),
  );
  const addPicture = async (productId: string, file: Buffer | null) => {
    const id = newId();
    if (file !== null) await shop.storage.put(`uploads/${id}-320.webp`, file);
    const picture = `insert into picture (id, owner_kind, owner_id, state, extension, widths) values (?, 'product', ?, 'ready', '.jpg', '{320}')`;
    await shop.em().execute(picture, [id, productId]);
  };
  const green = sharp({ create: { width: 320, height: 320, channels: 4, background: '#117733' } });
  const pictures = [await green.webp().toBuffer(), Buffer.from('broken'), null];
  for (const [index, picture] of pictures.entries()) await addPicture(productIds[index] ?? '', picture);
  const { body } = await fixture.pay(
    productIds.map((productId) => ({ productId, count: 1 })),
    15,
  );
  const { token } = await shop.admin();
  const { bytes } = await download(`/admin/order/${body.orderId}/packing-slip`, token);
  const text = await textOf(bytes);
  for (const index of productIds.keys()) expect(text).toContain(`${title} ${index} Fine 1 ×`);
  const pdf = await getDocumentProxy(bytes.slice());
  expect(pdf.numPages).toBeGreaterThan(1);
  expect(await extractImages(pdf, 1)).toMatchObject([{ width: 320, height: 320 }]);
});
