import { describe, expect, test } from 'vitest';
import { mailsTo, readMail } from '../../../../testing/data/mails.ts';
import { PaymentsFixture } from '../../../../testing/data/payments.ts';

const fixture = await PaymentsFixture.use({ languages: ['en', 'de'] });
const { shop } = fixture;

const mail = (subject: RegExp) => readMail(shop.mailbox.url, fixture.shopper.email, subject);
const call = (path: string, body: object, language = 'en') =>
  shop.call('POST', path, { token: fixture.shopper.token, body, headers: { 'Accept-Language': language } });

/** A delivered order of two laptops. */
async function placeDelivered() {
  const { orderId } = await fixture.placeDelivered([{ productId: fixture.laptop, count: 2 }], 205);
  await fixture.asAdmin('POST', `/admin/order/${orderId}/shipment`, { carrier: 'Post' });
  await fixture.asAdmin('POST', `/admin/order/${orderId}/delivered`);
  const [order] = await fixture.orders();
  return { orderId, number: order?.number ?? 0 };
}

/** Requests the return of one of them. */
async function requestReturn(wants = 'refund') {
  const { orderId, number } = await placeDelivered();
  const lines = [{ productId: fixture.laptop, count: 1 }];
  const { body } = await call(`/orders/${orderId}/returns`, { lines, reason: 'defective', wants, note: '' });
  const returnId: string = body.order.returns[0]._id;
  const act = async (step: string, input?: object) => {
    const { status } = await fixture.asAdmin('POST', `/admin/return/${returnId}/${step}`, input);
    expect(status).toBe(200);
  };
  return { orderId, number, returnId, act };
}

const received = () => ({ lines: [{ productId: fixture.laptop, count: 1, condition: 'used' }] });

describe('the acknowledgement of a withdrawal', () => {
  test('has the content, the date and the time with its offset, to the email that was typed', async () => {
    const { number } = await placeDelivered();
    const statement = { orderNumber: `#${number}`, name: 'Ada <b>', email: fixture.shopper.email, note: 'Too large' };
    const { body } = await call('/withdrawal', statement);
    const { reference, receivedAt } = body.withdrawal;
    const { text, html } = await mail(/^We've received your withdrawal/);
    const words = text.replaceAll(/\s+/g, ' ');
    for (const part of [
      `Reference ${reference}`,
      `at ${receivedAt.slice(11, 16)} (UTC+00:00)`,
      `I withdraw from my contract of sale for order ${number}.`,
      'Ada <b>',
      'Too large',
    ]) {
      expect(words).toContain(part);
    }
    expect(html).toContain('Ada &lt;b&gt;');
  });

  test('is the same for an order that does not exist', async () => {
    const { email } = fixture.shopper;
    await call('/withdrawal', { orderNumber: '1', name: 'Ada', email, items: 'The lamp' });
    const { text } = await mail(/^We've received your withdrawal/);
    expect(text).toContain('I withdraw from my contract of sale for these items of order 1:\nThe lamp');
  });

  test("is in the language of the statement, and names the units of the order's page", async () => {
    const { orderId, number } = await placeDelivered();
    await call(`/orders/${orderId}/withdrawal`, { lines: [{ productId: fixture.laptop, count: 1 }] }, 'de');
    const { text } = await mail(/^Eingangsbestätigung Ihres Widerrufs W-/);
    expect(text.replaceAll(/\s+/g, ' ')).toContain(`diese Artikel der Bestellung ${number}: 1 × Laptop`);
  });
});

describe('a shopper is told', () => {
  test('how to send back what they have withdrawn from', async () => {
    await fixture.asAdmin('PUT', '/admin/settings', { returnAddress: 'Depot 3\n21000 Novi Sad' });
    const { orderId, number } = await placeDelivered();
    await call(`/orders/${orderId}/withdrawal`, {});
    const text = (await mail(/^How to send your items back/)).text.replaceAll(/\s+/g, ' ');
    for (const part of [
      'within 14 days of your withdrawal. You pay for sending them back.',
      'Send to Depot 3 21000 Novi Sad',
      `Return number ${number}-1`,
      '2 × Laptop',
    ]) {
      expect(text).toContain(part);
    }
  });

  test('that a request arrived, was accepted with instructions, and that the goods are here', async () => {
    const { number, act } = await requestReturn();
    expect((await mail(/^We've received your return request/)).text).toContain('1 × Laptop');
    await act('approve', { instructions: 'Any post office\nwill do.' });
    const approved = await mail(/^How to send your items back/);
    expect(approved.text).toContain('Any post office\nwill do.');
    await act('receive', received());
    expect((await mail(/^Your return/)).subject).toBe(`Your return ${number}-1 has arrived`);
    await act('refund', { restock: false });
    expect((await mail(/^Your refund/)).text).toContain("We've refunded 100.00€");
    await shop.untilCalm();
    expect(await mailsTo(shop.mailbox.url, fixture.shopper.email, /return .*refund/i)).toEqual([]);
  });

  test('that a return is complete if its money was given back before', async () => {
    const { orderId, number, act } = await requestReturn();
    await act('approve');
    await act('receive', received());
    await fixture.asAdmin('POST', `/admin/order/${orderId}/refund`, { amount: 205, reason: 'Late', restock: false });
    await act('refund', { restock: false });
    const { subject, text } = await mail(/is complete$/);
    expect(subject).toBe(`Your return ${number}-1 is complete`);
    expect(text).toContain('You already have the money for them');
    expect(text).toContain('1 × Laptop');
  });

  test('why a return is rejected', async () => {
    const { act } = await requestReturn();
    await act('reject', { reason: 'It is broken by a fall.' });
    expect((await mail(/^About your return/)).text).toContain('It is broken by a fall.');
  });

  test('that a return is canceled', async () => {
    const { orderId, returnId } = await requestReturn();
    await call(`/orders/${orderId}/returns/${returnId}/cancel`, {});
    expect((await mail(/^Return .* is canceled/)).text).toContain("Please don't send them.");
  });

  test.each([
    ['replacement', 'replace', /^Your replacement is on its way/],
    ['repair', 'repair', /^Your repaired items are on their way/],
  ])('how a %s is sent', async (wants, step, subject) => {
    const { act } = await requestReturn(wants);
    await act('approve', {});
    await act('receive', received());
    await act(step, { carrier: 'DHL', trackingNumber: '00340' });
    const { text } = await mail(subject);
    for (const part of ['to DHL.', 'Tracking number\n00340']) expect(text).toContain(part);
  });
});

test('who has deleted their account is still told that goods and money are back', async () => {
  const { act } = await requestReturn();
  await act('approve', {});
  const body = { password: 'correct horse' };
  expect((await shop.call('DELETE', '/user', { token: fixture.shopper.token, body })).status).toBe(200);
  await act('receive', received());
  expect((await mail(/^Your return .* has arrived/)).text).toContain('1 × Laptop');
  await act('refund', { restock: false });
  expect((await mail(/^Your refund/)).text).toContain("We've refunded 100.00€");
});

test('the mails of a return have no credit notes of other refunds', async () => {
  const { orderId } = await placeDelivered();
  await fixture.asAdmin('POST', `/admin/order/${orderId}/refund`, { amount: 1, reason: 'Late', restock: false });
  expect((await mail(/^Your refund/)).files.size).toBe(1);
  const lines = [{ productId: fixture.laptop, count: 1 }];
  await call(`/orders/${orderId}/returns`, { lines, reason: 'wrong', wants: 'refund', note: '' });
  expect((await mail(/^We've received your return request/)).files.size).toBe(0);
});

test('admins see the mails of a return, and can send them again', async () => {
  const { orderId, number, act } = await requestReturn();
  await shop.untilCalm();
  await act('approve', {});
  await shop.untilCalm();
  const { mails } = (await fixture.asAdmin('GET', `/admin/order/${orderId}`)).body.order;
  const own = mails.filter(({ kind }: { kind: string }) => kind === 'return');
  expect(own.map(({ detail }: { detail: string }) => detail)).toEqual([
    `${number}-1 Requested`,
    `${number}-1 Approved`,
  ]);
});
