import { beforeEach, describe, expect, test } from 'vitest';
import { type Item, PaymentsFixture } from '../../../../testing/data/payments.ts';
import { waitFor } from '../../../../testing/wait.ts';
import { newId } from '../../../core/ids.ts';
import { settlePayment } from '../../payments/settlement/settlement.service.ts';
import { issueDocuments, issueMissing } from './invoicing.service.ts';
import type { DocumentSnapshot } from './snapshot.ts';

const fixture = await PaymentsFixture.use();
const { shop } = fixture;

type Row = {
  id: string;
  kind: string;
  series: string;
  position: number;
  number: string;
  amount: number;
  currency: string;
  invoice_id: string | null;
  refund_id: string | null;
  snapshot: DocumentSnapshot;
};

/** The documents of an order, as they were issued. */
const documentsOf = (orderId: string): Promise<Row[]> =>
  shop.em().execute('select * from document where order_id = ? order by date, id', [orderId]);

const year = new Date().getUTCFullYear();
let series = 0;

// Each test begins series of its own.
beforeEach(async () => {
  series += 1;
  await fixture.asAdmin('PUT', '/admin/settings', { invoicePrefix: `T${series}-` });
  await fixture.asAdmin('PUT', '/admin/tax', { shopRate: 20, rates: [] });
});

const numbered = (position: number) => `T${series}-${year}-${String(position).padStart(6, '0')}`;
const taxesOf = ({ snapshot: { taxes } }: Row) =>
  taxes.map(({ rateHundredths, net, tax }) => [rateHundredths, net, tax]);

/** A paid order of three laptops (100 EUR each) and two cables (0.50 EUR each), for 301 EUR. */
async function placeOrder(currency = 'EUR', amount = 301): Promise<{ orderId: string; intentId: string }> {
  const items: Item[] = [
    { productId: fixture.laptop, count: 3 },
    { productId: fixture.cable, count: 2 },
  ];
  const { body } = await fixture.pay(items, amount, currency);
  const intent = await fixture.payWith(body.clientSecret);
  await fixture.untilState('paid');
  await fixture.untilHandled(intent.id);
  return { orderId: body.orderId, intentId: intent.id };
}

const refund = (orderId: string, body: object) =>
  fixture.asAdmin('POST', `/admin/order/${orderId}/refund`, { reason: 'Broken', restock: false, ...body });

describe('an invoice', () => {
  test('is issued when its order is paid, with a copy of all that it shows', async () => {
    const { orderId } = await placeOrder('RSD', 35_217);
    const [invoice, ...others] = await documentsOf(orderId);
    expect(others).toEqual([]);
    expect(invoice).toMatchObject({ kind: 'invoice', number: numbered(1), position: 1, amount: 3_521_700 });
    const [order] = await fixture.orders();
    expect(invoice?.snapshot).toMatchObject({
      orderNumber: order?.number,
      language: 'en',
      country: 'RS',
      seller: { name: 'Novi Sad Продавница', vatId: 'RS123456789' },
      buyer: { name: fixture.shopper.username, vatId: '' },
      invoice: null,
      lines: [
        { title: 'Laptop', count: 3, price: 1_170_000, netPrice: 975_000, amount: 3_510_000, rateHundredths: 2000 },
        { title: 'Cable', count: 2, price: 5850, netPrice: 4875, amount: 11_700, rateHundredths: 2000 },
      ],
      taxes: [{ rateHundredths: 2000, net: 2_934_750, tax: 586_950, netEur: 25_083, taxEur: 5017 }],
    });
    expect(
      await shop.em().execute('select net, tax_eur, country from document_tax where document_id = ?', [invoice?.id]),
    ).toEqual([{ net: 2_934_750, tax_eur: 5017, country: 'RS' }]);
  });

  test('has the next number of its series, also of ten that are paid at once', async () => {
    const orders = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const shopper = await shop.newAccount();
        const { body } = await fixture.pay([{ productId: fixture.laptop, count: 1 }], 100, 'EUR', shopper.token);
        return body as { orderId: string; clientSecret: string };
      }),
    );
    await Promise.all(orders.map(({ clientSecret }) => fixture.payWith(clientSecret)));
    const issued = () =>
      Promise.all(orders.map(async ({ orderId }) => (await documentsOf(orderId)).map((row) => row.number)));
    await waitFor('all invoices', async () => (await issued()).every((numbers) => numbers.length === 1));
    expect((await issued()).flat().sort()).toEqual(Array.from({ length: 10 }, (_, index) => numbered(index + 1)));
  });

  test('takes no number if its transaction fails', async () => {
    const { orderId } = await fixture.placeOrder();
    const broken = shop.em().transactional(async (em) => {
      await em.execute(`update shop_order set state = 'paid' where id = ?`, [orderId]);
      await issueDocuments(em, shop.settings, [orderId]);
      throw new Error('killed');
    });
    await expect(broken).rejects.toThrow('killed');
    const { orderId: next } = await placeOrder();
    expect((await documentsOf(next)).map(({ number }) => number)).toEqual([numbered(1)]);
  });

  test('of an order that was paid before there were any is issued once, with the date of its payment', async () => {
    const { orderId } = await fixture.placeOrder();
    const paid = `insert into order_history (id, order_id, date, what, by) values (?, ?, '2024-12-31T23:30:00Z', 'paid', 'provider')`;
    await shop.em().execute(paid, [newId(), orderId]);
    await fixture.setOrder(orderId, `state = 'paid', taxes = null`);
    await Promise.all(Array.from({ length: 3 }, () => issueMissing(shop.em(), shop.settings, orderId)));
    expect(await documentsOf(orderId)).toMatchObject([
      { number: `T${series}-2024-000001`, date: '2024-12-31 23:30:00+00' },
    ]);
  });

  test('and its number can be neither changed nor deleted', async () => {
    const { orderId } = await placeOrder();
    const [invoice] = await documentsOf(orderId);
    for (const change of [
      `update document set number = 'X' where id = ?`,
      `update document set snapshot = snapshot || '{"orderNumber": 1}' where id = ?`,
      'delete from document where id = ?',
      'update document_tax set net = 0 where document_id = ?',
    ]) {
      await expect(shop.em().execute(change, [invoice?.id])).rejects.toThrow('Documents are only added');
    }
  });
});

describe('a credit note', () => {
  test('is issued for each refund, and for what is given back in the dashboard of the provider', async () => {
    const { orderId, intentId } = await placeOrder();
    await refund(orderId, { lines: [{ productId: fixture.laptop, count: 1 }] });
    await refund(orderId, { amount: 0.99 });
    await shop.provider.refunds.create({ payment_intent: intentId, amount: 1000 });
    await waitFor('the credit note', async () => (await documentsOf(orderId)).length === 4);
    await refund(orderId, {});
    const [invoice, ...notes] = await documentsOf(orderId);
    expect(notes.map(({ kind, number, amount }) => [kind, number, amount])).toEqual([
      ['creditNote', `CN-${numbered(1)}`, 10_000],
      ['creditNote', `CN-${numbered(2)}`, 99],
      ['creditNote', `CN-${numbered(3)}`, 1000],
      ['creditNote', `CN-${numbered(4)}`, 19_001],
    ]);
    expect(notes.map(taxesOf)).toEqual([
      [[2000, 8333, 1667]],
      [[2000, 82, 17]],
      [[2000, 833, 167]],
      [[2000, 15_835, 3166]],
    ]);
    expect(notes[0]?.snapshot).toMatchObject({
      invoice: { number: invoice?.number },
      lines: [{ title: 'Laptop', count: 1, amount: 10_000 }],
      adjustment: 0,
    });
    expect(notes[1]?.snapshot).toMatchObject({ lines: [], adjustment: 99 });
    expect(notes.map(({ refund_id }) => refund_id === null)).toEqual([false, false, true, false]);
    const [sums] = await shop
      .em()
      .execute(
        'select sum(net)::int as net, sum(tax)::int as tax from document_tax join document on document.id = document_id where order_id = ?',
        [orderId],
      );
    expect(sums).toEqual({ net: 0, tax: 0 });
  });

  test('comes after its invoice, even if both are issued at once', async () => {
    await shop.setFaults({ webhooks: { drop: true } });
    const { body } = await fixture.pay([{ productId: fixture.laptop, count: 3 }], 300);
    const intent = await fixture.payWith(body.clientSecret);
    await shop.provider.refunds.create({ payment_intent: intent.id, amount: 1000 });
    await settlePayment({ em: shop.em(), settings: shop.settings, provider: shop.payments }, intent.id);
    const [invoice, note] = await documentsOf(body.orderId);
    expect([invoice?.kind, note?.kind]).toEqual(['invoice', 'creditNote']);
  });

  test('of units has their rate, and of the rest what is left of each', async () => {
    await fixture.asAdmin('PUT', '/admin/tax', { shopRate: 20, rates: [], reduced: { shopRate: 10, rates: [] } });
    await shop.em().execute(`update product set tax_class = 'reduced' where id = ?`, [fixture.cable]);
    const { orderId } = await placeOrder();
    await refund(orderId, { lines: [{ productId: fixture.cable, count: 1 }] });
    await refund(orderId, {});
    const documents = await documentsOf(orderId);
    expect(documents.map(taxesOf)).toEqual([
      [
        [1000, 91, 9],
        [2000, 25_000, 5000],
      ],
      [[1000, 45, 5]],
      [
        [1000, 46, 4],
        [2000, 25_000, 5000],
      ],
    ]);
  });

  test('of a refund that fails later is reversed by an invoice', async () => {
    const { orderId } = await placeOrder();
    await refund(orderId, { lines: [{ productId: fixture.laptop, count: 1 }] });
    const fail = () =>
      shop.em().transactional(async (em) => {
        await em.execute(`update refund set state = 'rejected' where order_id = ?`, [orderId]);
        await em.execute('update shop_order set refunded = 0 where id = ?', [orderId]);
        await issueDocuments(em, shop.settings, [orderId]);
      });
    await fail();
    await fail();
    const [invoice, note, correction, ...others] = await documentsOf(orderId);
    expect(others).toEqual([]);
    expect(correction).toMatchObject({
      kind: 'invoice',
      number: numbered(2),
      amount: 10_000,
      invoice_id: invoice?.id,
      refund_id: note?.refund_id,
      snapshot: { reversed: note?.number, lines: note?.snapshot.lines, taxes: note?.snapshot.taxes },
    });
  });

  test('stands for a refund that a restored shop does not know, until the bank refuses that', async () => {
    const { orderId, intentId } = await placeOrder();
    await refund(orderId, { lines: [{ productId: fixture.laptop, count: 1 }] });
    // The backup is older than the refund; the storage had its credit note.
    await shop.em().execute('delete from refund where order_id = ?', [orderId]);
    await shop.em().execute('update shop_order set refunded = 0 where id = ?', [orderId]);
    const settle = () => settlePayment({ em: shop.em(), settings: shop.settings, provider: shop.payments }, intentId);
    const amounts = async () => (await documentsOf(orderId)).map(({ kind, amount }) => [kind, amount]);
    await settle();
    const known = [
      ['invoice', 30_100],
      ['creditNote', 10_000],
    ];
    expect(await amounts()).toEqual(known);
    const { data } = await shop.provider.refunds.list({ payment_intent: intentId });
    await shop.setFaults({ webhooks: { drop: true } });
    await shop.control(`refunds/${data[0]?.id}/fail`);
    await settle();
    await settle();
    expect(await amounts()).toEqual([...known, ['invoice', 10_000]]);
  });

  test('of refunds that the bank refuses later are reversed, those of others stay', async () => {
    const { orderId, intentId } = await placeOrder();
    await refund(orderId, { lines: [{ productId: fixture.laptop, count: 1 }] });
    const { data } = await shop.provider.refunds.list({ payment_intent: intentId });
    await shop.setFaults({ webhooks: { drop: true } });
    await shop.control(`refunds/${data[0]?.id}/fail`);
    // As much is given back before the shop learns of the failure.
    await refund(orderId, { lines: [{ productId: fixture.laptop, count: 1 }] });
    const documents = await documentsOf(orderId);
    expect(documents.map(({ kind, amount, number }) => [kind, amount, number])).toEqual([
      ['invoice', 30_100, numbered(1)],
      ['creditNote', 10_000, `CN-${numbered(1)}`],
      ['invoice', 10_000, numbered(2)],
      ['creditNote', 10_000, `CN-${numbered(2)}`],
    ]);
    expect(documents[2]?.snapshot.reversed).toBe(documents[1]?.number);
  });

  test('is not issued for what a lost dispute takes', async () => {
    const { orderId, intentId } = await placeOrder();
    const { id } = await shop.control('disputes', { payment_intent: intentId });
    await shop.control(`disputes/${id}/close`, { status: 'lost' });
    await fixture.untilHandled(intentId);
    expect(await documentsOf(orderId)).toHaveLength(1);
  });
});
