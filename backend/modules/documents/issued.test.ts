import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { mailsTo } from '../../../testing/data/mails.ts';
import { PaymentsFixture } from '../../../testing/data/payments.ts';
import { readAll } from '../../core/storage/storage.ts';
import { listDocuments } from '../orders/invoicing/documents.queries.ts';
import draw from './draw.ts';

const fixture = await PaymentsFixture.use();
const { shop } = fixture;

type Document = { _id: string; kind: string; number: string; amount: number };

const list = async (orderId: string): Promise<Document[]> =>
  (await shop.call('GET', `/orders/${orderId}/documents`, { token: fixture.shopper.token })).body.documents;

async function download(path: string, token = fixture.shopper.token): Promise<Buffer> {
  const response = await fetch(`${shop.url}/api/v1${path}`, { headers: { Authorization: token } });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

async function textOf(pdf: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

const refund = (orderId: string, body: object) =>
  fixture.asAdmin('POST', `/admin/order/${orderId}/refund`, { reason: 'Broken', restock: false, ...body });

test('an order lists its invoice and a credit note for each refund, which are read by their ids', async () => {
  const { orderId } = await fixture.placePaidOrder();
  await refund(orderId, { amount: 10 });
  await refund(orderId, {});
  const documents = await list(orderId);
  expect(documents.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['invoice', 100],
    ['creditNote', 10],
    ['creditNote', 90],
  ]);
  const [invoice, part, rest] = documents;
  const text = await textOf(await download(`/orders/${orderId}/documents/${part?._id}`));
  expect(text).toContain(`Credit note ${part?.number}`);
  expect(text).toContain(`For invoice ${invoice?.number}`);
  expect(text).toContain('Partial refund 10.00€');
  expect(text).toContain('Total credited 10.00€');
  expect(await textOf(await download(`/orders/${orderId}/documents/${rest?._id}`))).toContain('Total credited 90.00€');
  const own = await download(`/orders/${orderId}/documents/${invoice?._id}`);
  expect(own.equals(await download(`/orders/${orderId}/invoice`))).toBe(true);
});

test('the bytes stay the same whatever changes in the settings, and are kept in the private storage', async () => {
  const { orderId } = await fixture.placePaidOrder();
  const admin = await shop.admin();
  const downloads = Array.from({ length: 4 }, () => download(`/orders/${orderId}/invoice`));
  const [first = Buffer.alloc(0), ...others] = await Promise.all(downloads);
  expect(others.every((other) => other.equals(first))).toBe(true);
  await fixture.asAdmin('PUT', '/admin/settings', { legalName: 'Renamed Ltd', vatId: 'RS999' });
  await fixture.asAdmin('DELETE', `/admin/user/${fixture.shopper.userId}`);
  expect((await download(`/orders/${orderId}/invoice`, admin.token)).equals(first)).toBe(true);
  const [row] = await shop
    .em()
    .execute<{ number: string; bytes: number; is_kept: boolean }[]>(
      'select number, bytes, is_kept from document where order_id = ?',
      [orderId],
    );
  expect(row).toMatchObject({ bytes: first.length, is_kept: true });
  const position = row?.number.slice(-6);
  const key = `documents/${row?.number.slice(0, -7)}/000/${position}`;
  expect((await readAll(shop.storage, `${key}.pdf`))?.equals(first)).toBe(true);
  expect(JSON.parse(String(await readAll(shop.storage, `${key}.json`)))).toMatchObject({
    orderId,
    number: row?.number,
  });
  expect((await fetch(`${shop.url}/${key}.pdf`)).headers.get('Content-Type')).not.toContain('pdf');
});

test('documents are for their buyer and those who may read orders alone', async () => {
  const { orderId } = await fixture.placePaidOrder();
  const [invoice] = await list(orderId);
  const path = `/orders/${orderId}/documents`;
  const other = await shop.newAccount();
  for (const each of [path, `${path}/${invoice?._id}`]) {
    expect((await shop.call('GET', each, { token: other.token })).status).toBe(404);
    expect((await shop.call('GET', each)).status).toBe(401);
  }
  const { orderId: unpaid } = await fixture.placeOrder();
  expect(await list(unpaid)).toEqual([]);
  expect(
    (await shop.call('GET', `/orders/${unpaid}/documents/${invoice?._id}`, { token: fixture.shopper.token })).status,
  ).toBe(404);
});

test.each([
  ['en', 'Reverse charge', 'Reverses credit note CN-7 for invoice INV-42'],
  [
    'de',
    'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge)',
    'Hebt die Rechnungskorrektur CN-7 zur Rechnung INV-42',
  ],
  ['sr', 'Prenos poreske obaveze (Reverse charge)', 'Poništava knjižno odobrenje CN-7 uz račun INV-42'],
] as const)('in %s, it says who owes the VAT, and what it reverses', async (language, words, reversal) => {
  const { orderId } = await fixture.placePaidOrder();
  const [issued] = await listDocuments(shop.em(), orderId);
  if (issued === undefined) throw new Error('There is no invoice');
  const snapshot = { ...issued.snapshot, language, reverseCharge: true, reversed: 'CN-7' };
  const invoice = { number: 'INV-42', date: issued.date };
  const buyer = { ...issued.snapshot.buyer, company: 'Engines GmbH', vatId: 'DE129273398' };
  const text = await textOf(
    await draw({ document: 'issued', issued: { ...issued, snapshot: { ...snapshot, invoice, buyer } } }),
  );
  for (const part of [words, reversal, 'Engines GmbH', 'DE129273398']) expect(text).toContain(part);
});

test('the confirmation has the invoice attached, and mails of refunds their credit notes', async () => {
  const { orderId } = await fixture.placePaidOrder();
  await refund(orderId, { amount: 10 });
  await shop.untilCalm();
  const numbers = (await list(orderId)).map(({ number }) => number);
  const mails = await mailsTo(shop.mailbox.url, fixture.shopper.email);
  const attached = mails.flatMap(({ files }) => files);
  for (const name of [`invoice-${numbers[0]}.pdf`, `credit-note-${numbers[1]}.pdf`]) {
    expect(attached.filter((file) => file === name)).toHaveLength(1);
  }
});
