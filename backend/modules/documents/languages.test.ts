import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { delivery, PaymentsFixture } from '../../../testing/data/payments.ts';

const fixture = await PaymentsFixture.use({ languages: ['en', 'de', 'sr'] });
const { shop } = fixture;

async function download(path: string, token: string, language: string): Promise<Buffer> {
  const headers = { Authorization: token, 'Accept-Language': language };
  const response = await fetch(`${shop.url}/api/v1${path}`, { headers });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

async function textOf(pdf: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

test('an invoice is in the language of its order, and a packing slip in that of the staff', async () => {
  await fixture.asAdmin('PUT', '/admin/tax', { shopRate: 7.7, rates: [] });
  const method = { code: 'post', name: 'Post', price: 5, minDays: 1, maxDays: 3 };
  await fixture.asAdmin('POST', '/admin/shipping-method', method);
  const { token } = fixture.shopper;
  const { body } = await shop.call('POST', '/payment', {
    token,
    headers: { 'Accept-Language': 'de' },
    body: {
      items: [{ productId: fixture.laptop, count: 20 }],
      currency: 'EUR',
      amount: 2005,
      shippingMethod: 'post',
      delivery,
    },
  });
  await fixture.payWith(body.clientSecret);
  await fixture.untilState('paid');

  const path = `/orders/${body.orderId}/invoice`;
  const invoice = await download(path, token, 'en');
  const text = await textOf(invoice);
  expect(text).toMatch(/Rechnung \d{4}-000001/);
  for (const part of [
    `Bestellung ${body.number}`,
    'USt-IdNr. RS123456789',
    'Serbien',
    'Lieferung: Post',
    'Laptop 20 92,85€ 7,7 % 2.000,00€',
    'Zwischensumme 2.000,00€',
    'Gesamt 2.005,00€',
    '7,7 % 1.861,65€ 143,35€ 2.005,00€',
  ]) {
    expect(text).toContain(part);
  }

  const admin = await shop.admin();
  expect((await download(path, admin.token, 'sr')).equals(invoice)).toBe(true);
  const slip = await textOf(await download(`/admin/order/${body.orderId}/packing-slip`, admin.token, 'sr'));
  for (const part of [`Lista za pakovanje ${body.number}`, 'Adresa za isporuku', 'Srbija'])
    expect(slip).toContain(part);
});
