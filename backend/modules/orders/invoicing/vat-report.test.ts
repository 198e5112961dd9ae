import { parse } from 'csv-parse/sync';
import { beforeEach, expect, test } from 'vitest';
import { delivery, PaymentsFixture } from '../../../../testing/data/payments.ts';
import { newId } from '../../../core/ids.ts';

const fixture = await PaymentsFixture.use();
const { shop } = fixture;
const today = new Date().toISOString().slice(0, 10);
const period = `?from=${today}&to=${today}`;

beforeEach(() => fixture.asAdmin('PUT', '/admin/tax', { shopRate: 20, rates: [{ country: 'DE', rate: 19 }] }));

async function csv(name: string, day = today): Promise<Record<string, string>[]> {
  const { token } = await shop.admin();
  const response = await fetch(`${shop.url}/api/v1/admin/report/${name}?from=${day}&to=${day}`, {
    headers: { Authorization: token },
  });
  expect(response.headers.get('Content-Disposition')).toBe(
    `attachment; filename="${name.replace('.csv', '')}-${day}-${day}.csv"`,
  );
  return parse(await response.text(), { bom: true, columns: true });
}

/** A laptop (100 EUR), delivered to a country for 5 EUR. */
async function buy(country: string, { currency = 'EUR', amount = 105, name = 'Ada' } = {}): Promise<string> {
  const code = `post-${crypto.randomUUID().slice(0, 8)}`;
  await fixture.asAdmin('POST', '/admin/shipping-method', { code, name: 'Post', price: 5, minDays: 1, maxDays: 3 });
  const to = { ...delivery, country, name };
  const items = [{ productId: fixture.laptop, count: 1 }];
  const { body } = await fixture.prepare({ items, amount, currency, shippingMethod: code, delivery: to });
  await fixture.payWith(body.clientSecret);
  await fixture.untilState('paid');
  return body.orderId;
}

test('the report sums up invoices less credit notes, by country, rate and currency', async () => {
  const german = await buy('DE');
  await buy('DE', { currency: 'USD', amount: 114.45 });
  await buy('RS', { name: '=cmd|calc' });
  await fixture.asAdmin('POST', `/admin/order/${german}/refund`, { amount: 5, reason: 'Late', restock: false });
  const { body } = await fixture.asAdmin('GET', `/admin/report/vat${period}`);
  const rows = [
    { country: 'DE', rate: 19, currency: 'EUR', net: 84.04, vat: 15.96, netEur: 84.04, vatEur: 15.96, documents: 2 },
    { country: 'DE', rate: 19, currency: 'USD', net: 96.18, vat: 18.27, netEur: 88.24, vatEur: 16.76, documents: 1 },
    { country: 'RS', rate: 20, currency: 'EUR', net: 87.5, vat: 17.5, netEur: 87.5, vatEur: 17.5, documents: 1 },
  ];
  expect(body.rows).toEqual(rows);
  const lines = await csv('vat.csv');
  expect(lines).toEqual(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)]))),
  );

  const documents = await csv('documents.csv');
  expect(documents.map(({ number: _, date: _date, order: _order, ...rest }) => rest)).toEqual([
    {
      kind: 'invoice',
      country: 'DE',
      buyer: 'Ada',
      vatId: '',
      currency: 'EUR',
      net: '88.24',
      vat: '16.76',
      amount: '105',
    },
    {
      kind: 'invoice',
      country: 'DE',
      buyer: 'Ada',
      vatId: '',
      currency: 'USD',
      net: '96.18',
      vat: '18.27',
      amount: '114.45',
    },
    {
      kind: 'invoice',
      country: 'RS',
      buyer: "'=cmd|calc",
      vatId: '',
      currency: 'EUR',
      net: '87.5',
      vat: '17.5',
      amount: '105',
    },
    {
      kind: 'creditNote',
      country: 'DE',
      buyer: 'Ada',
      vatId: '',
      currency: 'EUR',
      net: '-4.2',
      vat: '-0.8',
      amount: '-5',
    },
  ]);
  expect(documents[3]).toMatchObject({
    number: expect.stringMatching(/^CN-\d{4}-000001$/),
    order: documents[0]?.order,
  });
});

test('another day has none of it', async () => {
  const { body } = await fixture.asAdmin('GET', '/admin/report/vat?from=2020-01-01&to=2020-12-31');
  expect(body.rows).toEqual([]);
});

test('days and the years of series are those of the time zone', async () => {
  await fixture.asAdmin('PUT', '/admin/settings', { timeZone: 'Europe/Belgrade', invoicePrefix: 'Z-' });
  const { orderId } = await fixture.placeOrder();
  const paid = `insert into order_history (id, order_id, date, what, by) values (?, ?, '2024-12-31T23:30:00Z', 'paid', 'provider')`;
  await shop.em().execute(paid, [newId(), orderId]);
  await fixture.setOrder(orderId, `state = 'paid'`);
  const { token } = fixture.shopper;
  const { body } = await shop.call('GET', `/orders/${orderId}/documents`, { token });
  expect(body.documents).toMatchObject([{ number: 'Z-2025-000001', date: '2024-12-31T23:30:00.000Z', amount: 100 }]);
  const rowsOf = async (day: string) =>
    (await fixture.asAdmin('GET', `/admin/report/vat?from=${day}&to=${day}`)).body.rows;
  expect(await rowsOf('2024-12-31')).toEqual([]);
  expect(await rowsOf('2025-01-01')).toMatchObject([{ country: 'RS', vat: 16.67, documents: 1 }]);
  expect(await csv('documents.csv', '2025-01-01')).toMatchObject([
    { number: 'Z-2025-000001', date: expect.stringMatching(/^2025-01-01T00:30/) },
  ]);
  await fixture.asAdmin('PUT', '/admin/settings', { timeZone: 'UTC', invoicePrefix: '' });
});

test.each([
  ['', 'from'],
  [`?from=${today}`, 'to'],
  ['?from=2026-02-30&to=2026-03-01', 'from'],
  ['?from=2026-03-02&to=2026-03-01', 'to'],
])('days must be two, and in their order: %s', async (query, field) => {
  for (const path of ['vat', 'vat.csv', 'documents.csv']) {
    const refused = await fixture.asAdmin('GET', `/admin/report/${path}${query}`);
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, expect.arrayContaining([field])]);
  }
});
