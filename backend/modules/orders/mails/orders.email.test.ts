import { beforeEach, describe, expect, test } from 'vitest';
import { readMail } from '../../../../testing/data/mails.ts';
import { type Item, PaymentsFixture } from '../../../../testing/data/payments.ts';
import { waitFor } from '../../../../testing/wait.ts';
import { newId } from '../../../core/ids.ts';
import { createMailer, type Mailer } from '../../../core/mail/mailer.ts';
import { openSettings } from '../../settings/shop-settings.ts';
import { sendOrderMail } from './order-mails.service.ts';

const fixture = await PaymentsFixture.use();
const NAME = '<b>Đorđe</b> & "Sons"';
const delivery = { name: NAME, address: 'Bulevar 1', city: 'Novi Sad', postCode: '21000', country: 'RS' };
let methods = 0;

beforeEach(() => fixture.asAdmin('PUT', '/admin/tax', { shopRate: 20, rates: [] }));

const mail = (subject: RegExp, to = fixture.shopper.email) => readMail(fixture.shop.mailbox.url, to, subject);

/** A paid order with 10% off, delivered for 5 EUR. */
async function placeDelivered(items: Item[], amount: number, currency = 'EUR') {
  methods += 1;
  const shippingMethod = `courier-${methods}`;
  await fixture.asAdmin('POST', '/admin/shipping-method', {
    code: shippingMethod,
    name: 'Courier',
    price: 5,
    minDays: 1,
    maxDays: 3,
  });
  await fixture.asAdmin('POST', '/admin/discount', { code: `TEN${methods}`, percent: 10 });
  const { body } = await fixture.prepare({
    items,
    currency,
    amount,
    shippingMethod,
    discountCode: `TEN${methods}`,
    delivery,
    note: 'Ring <twice>\nplease',
  });
  expect(body.message).toBeUndefined();
  const intent = await fixture.payWith(body.clientSecret);
  await fixture.untilState('paid');
  await fixture.untilHandled(intent.id);
  return { orderId: body.orderId as string, number: body.number as number, code: `TEN${methods}` };
}

const depsOf = (mailer: Mailer) => {
  const { storage, url } = fixture.shop;
  const drawings = { drawTexts: async () => [], drawDocument: async () => Buffer.from('%PDF-1.7') };
  return { em: fixture.shop.em(), storage, mailer, publicUrl: url, settings: openSettings({}), ...drawings };
};

const cart = () => [
  { productId: fixture.laptop, count: 2 },
  { productId: fixture.cable, count: 1 },
];
const ship = (orderId: string, body: object) => fixture.asAdmin('POST', `/admin/order/${orderId}/shipment`, body);
const refund = (orderId: string, body: object) =>
  fixture.asAdmin('POST', `/admin/order/${orderId}/refund`, { reason: 'Looks like fraud', restock: false, ...body });

describe('an order confirmation', () => {
  test('has the lines, all sums, the address, the note and a link, in both parts', async () => {
    const { orderId, number, code } = await placeDelivered(cart(), 21_697.65, 'RSD');
    const { html, text } = await mail(/is confirmed/);
    const table = text.slice(text.indexOf('2 × Laptop'), text.indexOf('Order\n')).trim();
    expect(table.split('\n').map((line) => line.replace(/ {2,}/, ' | '))).toEqual([
      '2 × Laptop | 23,400.00дин',
      'Fine',
      '1 × Cable | 58.50дин',
      'Fine',
      'Subtotal | 23,458.50дин',
      `Discount ${code} | −2,345.85дин`,
      'Courier | 585.00дин',
      'Total | 21,697.65дин',
      'Includes 20% VAT | 3,616.28дин',
    ]);
    for (const part of [
      `Thanks for your order, ${fixture.shopper.username}. Order ${number} is confirmed.`,
      `Delivery, Courier\n${NAME}\nBulevar 1\n21000 Novi Sad\nSerbia`,
      'Your note\nRing <twice>\nplease',
      `${fixture.shop.url}/orders/${orderId}`,
      'Novi Sad Продавница · Main Street 1 · 21000 Novi Sad · Serbia',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).toMatch(/^Arrives \w+ \d+\s–\s(\w+ )?\d+\.$/m);
    expect(html).toContain(`href="${fixture.shop.url}/orders/${orderId}"`);
    expect(html).toContain('&lt;b&gt;Đorđe&lt;/b&gt; &amp; &quot;Sons&quot;');
    for (const amount of ['23,400.00дин', '−2,345.85дин', '21,697.65дин', '3,616.28дин']) {
      expect(html).toContain(amount);
    }
  });

  test('of a pickup names it, without a price', async () => {
    await fixture.placePaidOrder();
    const { text } = await mail(/is confirmed/);
    expect(text).toMatch(/Collect in store +Free/);
    expect(text).toContain('Pickup\nCollect in store');
    expect(text).toMatch(/Ready to collect \w+ \d+\./);
    expect(text).not.toMatch(/Discount|Your note/);
  });
});

describe('a shipment notice', () => {
  test('has the parcel, its tracking, and what is still to come', async () => {
    const { orderId, number } = await placeDelivered(cart(), 185.45);
    const trackingUrl = 'https://track.example.com/?a=1&b=2';
    await ship(orderId, {
      carrier: 'D & HL',
      trackingNumber: '00340',
      trackingUrl,
      lines: [{ productId: fixture.laptop, count: 1 }],
    });
    const { html, text } = await mail(/is on its way/);
    expect(text).toContain(`We've handed part of your order ${number} to D & HL.`);
    expect(text).toContain(`Track your parcel ${trackingUrl}`);
    expect(text).toContain(`Withdraw from contract here ${fixture.shop.url}/withdrawal?order=${number}`);
    expect(text).toContain('Tracking number\n00340');
    expect(text).toMatch(/In this parcel\s+1 × Laptop\nFine\s+Still to come\s+1 × Laptop\nFine\n1 × Cable\nFine/);
    expect(html).toContain('href="https://track.example.com/?a=1&amp;b=2"');
    expect(html).toContain(`href="${fixture.shop.url}/orders/${orderId}"`);
  });

  test('has what is still to come when a unit of an earlier parcel came back', async () => {
    const { orderId } = await placeDelivered(cart(), 185.45);
    await ship(orderId, { carrier: 'DHL', lines: [{ productId: fixture.laptop, count: 1 }] });
    await refund(orderId, { lines: [{ productId: fixture.laptop, count: 1, returned: 1 }] });
    await ship(orderId, { carrier: 'UPS', lines: [{ productId: fixture.cable, count: 1 }] });
    await fixture.shop.untilCalm();
    const { text } = await mail(/is on its way/);
    expect(text).toMatch(/In this parcel\s+1 × Cable\nFine\s+Still to come\s+1 × Laptop\nFine/);
  });

  test('of all that is left says nothing about more', async () => {
    const { orderId, number } = await placeDelivered(cart(), 185.45);
    await refund(orderId, { lines: [{ productId: fixture.cable, count: 1 }] });
    await ship(orderId, { carrier: 'DHL' });
    const { text } = await mail(/is on its way/);
    expect(text).toContain(`We've handed your order ${number} to DHL.`);
    expect(text).not.toMatch(/Still to come|Tracking number|Track your parcel/);
  });
});

describe('a refund notice', () => {
  test('has the units, the sums so far and a link, but not the reason', async () => {
    const { orderId, number } = await placeDelivered(cart(), 185.45);
    await refund(orderId, { lines: [{ productId: fixture.laptop, count: 1 }] });
    const { text, html } = await mail(/refund/);
    expect(text).toContain(`We've refunded 90.00€ for order ${number}.`);
    for (const line of [
      /^1 × Laptop$/m,
      /^Refund +90\.00€$/m,
      /^Order total +185\.45€$/m,
      /^Refunded in total +90\.00€$/m,
      /^Not refunded +95\.45€$/m,
    ]) {
      expect(text).toMatch(line);
    }
    expect(text + html).not.toContain('fraud');
    expect(html).toContain(`href="${fixture.shop.url}/orders/${orderId}"`);
  });

  test('has the credit note of what was given back, also in the dashboard of the provider, and no other', async () => {
    const { orderId, intentId } = await fixture.placePaidOrder();
    await refund(orderId, { amount: 10 });
    const notes = async () => {
      const { token } = fixture.shopper;
      const { documents } = (await fixture.shop.call('GET', `/orders/${orderId}/documents`, { token })).body;
      return documents.filter(({ kind }: { kind: string }) => kind === 'creditNote');
    };
    expect([...(await mail(/refund/)).files.keys()]).toEqual([`credit-note-${(await notes())[0].number}.pdf`]);
    await fixture.shop.provider.refunds.create({ payment_intent: intentId, amount: 2000 });
    await waitFor('the credit note', async () => (await notes()).length === 2);
    await fixture.untilHandled(intentId);
    const { text, files } = await mail(/refund/);
    expect(text).toContain('20.00€');
    expect([...files.keys()]).toEqual([`credit-note-${(await notes())[1].number}.pdf`]);
  });

  test('of an event from before it named its documents has those of its refunds', async () => {
    const { orderId } = await fixture.placePaidOrder();
    await refund(orderId, { amount: 10 });
    await fixture.shop.untilCalm();
    const [{ _id }] = (await fixture.asAdmin('GET', `/admin/order/${orderId}`)).body.order.refunds;
    const mailer = createMailer(fixture.shop.mailbox.smtpUrl, fixture.shop.url);
    await sendOrderMail(depsOf(mailer), 'refund', { orderId, amount: 1000, total: 1001, refundIds: [_id] });
    mailer.close();
    expect((await mail(/refund/)).files.size).toBe(1);
  });

  test('of an event from before it named its refunds still has the amount', async () => {
    const { orderId } = await fixture.placePaidOrder();
    const mailer = createMailer(fixture.shop.mailbox.smtpUrl, fixture.shop.url);
    await sendOrderMail(depsOf(mailer), 'refund', { orderId });
    mailer.close();
    expect((await mail(/refund/)).text).toMatch(/^Refund +100\.00€$/m);
  });
});

describe('a cancellation', () => {
  test('has what was refunded', async () => {
    const { orderId } = await fixture.placePaidOrder();
    await fixture.shop.call('POST', `/orders/${orderId}/cancel`, { token: fixture.shopper.token });
    const { text } = await mail(/is canceled/);
    expect(text).toMatch(/is canceled\. We've refunded 100\.00€\. /);
    expect(text).toMatch(/^1 × Laptop$/m);
    expect(text).toMatch(/^Refund +100\.00€$/m);
  });

  test('of an order that was not paid says so', async () => {
    const { orderId } = await fixture.placeOrder();
    const mailer = createMailer(fixture.shop.mailbox.smtpUrl, fixture.shop.url);
    await sendOrderMail(depsOf(mailer), 'cancellation', { orderId, amount: 0 });
    mailer.close();
    const { text } = await mail(/is canceled/);
    expect(text).toContain("You haven't been charged.");
    expect(text).not.toContain('Refund');
  });
});

test('a dispute leads the admins to the order', async () => {
  const { email } = await fixture.shop.admin();
  const { intentId } = await fixture.placePaidOrder();
  const [order] = await fixture.orders();
  await fixture.sendWebhook({
    id: `evt_${newId()}`,
    object: 'event',
    type: 'charge.dispute.created',
    data: { object: { id: `dp_${newId()}`, object: 'dispute', payment_intent: intentId } },
  });
  const { text, html } = await mail(new RegExp(`order ${order?.number} is disputed`), email);
  expect(text).toContain(`The customer is disputing the payment of 100.00€ for order ${order?.number}.`);
  expect(text).toContain(`Payment ID\n${intentId}`);
  expect(html).toMatch(new RegExp(`href="${fixture.shop.url}/dashboard/orders/[0-9a-f-]{36}"`));
});

test('a low stock leads the admins to the product', async () => {
  const { email } = await fixture.shop.admin();
  const productId = await fixture.addProduct('Last <one>', 100);
  await fixture.setStock(productId, 6);
  await fixture.pay([{ productId, count: 1 }], 1);
  const { text, html } = await mail(/^Low stock: Last <one>$/, email);
  expect(text).toContain('Last <one> has 5 units left.');
  expect(html).toContain(`href="${fixture.shop.url}/dashboard/products/${productId}"`);
});
