import { describe, expect, test } from 'vitest';
import { mailsTo, readMail } from '../../../../testing/data/mails.ts';
import { passAMinute } from '../../../../testing/data/order-mails.ts';
import { PaymentsFixture } from '../../../../testing/data/payments.ts';
import { ReturnsFixture } from '../../../../testing/data/returns.ts';
import type { ApiResponse } from '../../../../testing/shop/shop.ts';
import { waitFor } from '../../../../testing/wait.ts';
import { newId } from '../../../core/ids.ts';

const fixture = await PaymentsFixture.use();
const { shop } = fixture;

type MailView = { _id: string; kind: string; detail: string; resends: { isSent: boolean; adminName: string }[] };

const mailsOf = async (orderId: string): Promise<MailView[]> =>
  (await fixture.asAdmin('GET', `/admin/order/${orderId}`)).body.order.mails;

/** A paid order, and its confirmation, sent more than a minute ago. */
async function placeConfirmed() {
  const { orderId } = await fixture.placePaidOrder();
  await older(orderId);
  const [confirmation] = await mailsOf(orderId);
  if (confirmation === undefined) throw new Error('The order has no email');
  return { orderId, mailId: confirmation._id };
}

/** Makes all that an order's shopper was sent a minute older. */
const older = (orderId: string) => passAMinute(shop.databaseUrl, orderId);

async function resend(orderId: string, mailId: unknown, key?: string): Promise<ApiResponse> {
  const { token } = await shop.admin();
  const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
  return shop.call('POST', `/admin/order/${orderId}/resend`, { token, body: { mailId }, headers });
}

const statusesOf = (responses: ApiResponse[]) => responses.map(({ status }) => status).sort();

describe('the emails of an order', () => {
  test('are those that its shopper was sent, each with what it was about', async () => {
    const method = { code: `van-${newId()}`, name: 'Van', price: 5, minDays: 1, maxDays: 3 };
    await fixture.asAdmin('POST', '/admin/shipping-method', method);
    const delivery = { name: 'Ada', address: 'Main Street 1', city: 'Novi Sad', postCode: '21000', country: 'RS' };
    const items = [{ productId: fixture.laptop, count: 2 }];
    const { body } = await fixture.prepare({ items, amount: 205, shippingMethod: method.code, delivery });
    expect(await mailsOf(body.orderId)).toEqual([]);
    const intent = await fixture.payWith(body.clientSecret);
    await fixture.untilState('paid');
    await fixture.untilHandled(intent.id);

    const act = (action: string, input: object) =>
      fixture.asAdmin('POST', `/admin/order/${body.orderId}/${action}`, input);
    const one = [{ productId: fixture.laptop, count: 1 }];
    await act('shipment', { carrier: 'DHL', trackingNumber: '00340', lines: one });
    await shop.untilCalm();
    await act('shipment', { carrier: 'City Post' });
    await shop.untilCalm();
    await act('refund', { amount: 4.5, reason: 'Scratched', restock: false });
    await shop.untilCalm();

    expect((await mailsOf(body.orderId)).map(({ kind, detail }) => [kind, detail])).toEqual([
      ['orderConfirmation', ''],
      ['shipment', 'DHL 00340'],
      ['shipment', 'City Post'],
      ['refund', '4.50€'],
    ]);
    const own = await shop.call('GET', `/orders/${body.orderId}`, { token: fixture.shopper.token });
    expect(own.body.order).not.toHaveProperty('mails');

    // The first shipment's notice, sent again after the second, is still about a part of the order.
    await older(body.orderId);
    const [, first] = await mailsOf(body.orderId);
    await resend(body.orderId, first?._id);
    await shop.untilCalm();
    const { text } = await readMail(shop.mailbox.url, fixture.shopper.email, /is on its way/);
    expect(text).toMatch(/We've handed part of your order \d+ to DHL\./);
    expect(text).toMatch(/In this parcel\s+1 × Laptop/);
    expect(text).not.toContain('Still to come');
  });

  test('include a cancellation', async () => {
    const { orderId } = await fixture.placePaidOrder();
    await shop.call('POST', `/orders/${orderId}/cancel`, { token: fixture.shopper.token });
    await shop.untilCalm();
    const [, cancellation] = await mailsOf(orderId);
    expect(cancellation).toMatchObject({ kind: 'cancellation', detail: '100.00€' });
  });
});

describe('an email is sent again', () => {
  test('with the same text, for the record of the order and of the audit trail', async () => {
    const { orderId, mailId } = await placeConfirmed();
    const before = await readMail(shop.mailbox.url, fixture.shopper.email, /is confirmed/);
    const { status, body } = await resend(orderId, mailId);
    expect([status, body.message]).toEqual([
      200,
      "We're sending the email again. If it fails, it appears in Unsent emails.",
    ]);
    expect(body.order.mails[0].resends).toMatchObject([{ adminName: 'admin' }]);
    await shop.untilCalm();
    expect(await fixture.confirmations()).toBe(2);
    const after = await readMail(shop.mailbox.url, fixture.shopper.email, /is confirmed/);
    expect(after).toEqual(before);
    expect((await mailsOf(orderId))[0]?.resends).toEqual([
      { adminName: 'admin', date: expect.stringMatching(/Z$/), isSent: true },
    ]);
    expect(await fixture.entriesOn(orderId)).toMatchObject([
      { action: 'order.mailResent', changes: { email: { from: null, to: 'Order confirmation' } } },
    ]);
  });

  test('with the pictures of products that are no longer published', async () => {
    const { orderId, mailId } = await placeConfirmed();
    const pictureId = newId();
    await shop.storage.put(`uploads/${pictureId}-320.webp`, Buffer.from('a picture'));
    await shop.em().execute(
      `insert into picture (id, owner_kind, owner_id, state, extension, widths)
       values (?, 'product', ?, 'ready', '.jpg', '{320}')`,
      [pictureId, fixture.laptop],
    );
    await fixture.asAdmin('PUT', '/admin/product', { id: fixture.laptop, isPublished: false });
    await resend(orderId, mailId);
    await shop.untilCalm();
    expect(await fixture.confirmations()).toBe(2);
    const { html } = await readMail(shop.mailbox.url, fixture.shopper.email, /is confirmed/);
    expect(html).toContain(`<img src="data:image/webp;base64,${Buffer.from('a picture').toString('base64')}"`);
    await fixture.asAdmin('PUT', '/admin/product', { id: fixture.laptop, isPublished: true });
  });

  test('about all of an order, also after one of its units was replaced', async () => {
    const { orderId } = await fixture.placeDelivered([{ productId: fixture.laptop, count: 2 }], 205);
    const returns = new ReturnsFixture(fixture);
    await returns.asAdmin(`order/${orderId}/shipment`, { carrier: 'DHL' });
    const returnId = await returns.receive(orderId, { wants: 'replacement' }, 'damaged');
    const replaced = await returns.asAdmin(`return/${returnId}/replace`, { carrier: 'UPS' });
    expect(replaced.body.order.shipments).toMatchObject([{ carrier: 'DHL' }, { carrier: 'UPS' }]);
    await shop.untilCalm();
    await older(orderId);
    const shipment = (await mailsOf(orderId)).find(({ kind }) => kind === 'shipment');
    expect((await resend(orderId, shipment?._id)).status).toBe(200);
    await shop.untilCalm();
    const notices = await mailsTo(shop.mailbox.url, fixture.shopper.email, /^Order \d+ is on its way/);
    expect(notices).toHaveLength(2);
    const { text } = await readMail(shop.mailbox.url, fixture.shopper.email, /^Order \d+ is on its way/);
    expect(text).toMatch(/We've handed your order \d+ to DHL\./);
  });

  test('without days of arrival that are over', async () => {
    const { orderId } = await fixture.placeDelivered([{ productId: fixture.laptop, count: 1 }], 105);
    await older(orderId);
    const [confirmation] = await mailsOf(orderId);
    const text = async () => (await readMail(shop.mailbox.url, fixture.shopper.email, /is confirmed/)).text;
    expect(await text()).toContain('Arrives');
    await shop.em().execute(`update order_history set date = date - interval '30 days' where order_id = ?`, [orderId]);
    expect((await resend(orderId, confirmation?._id)).status).toBe(200);
    await shop.untilCalm();
    expect(await fixture.confirmations()).toBe(2);
    expect(await text()).not.toContain('Arrives');
  });

  test('each time that an admin asks for it, with a minute in between', async () => {
    const { orderId, mailId } = await placeConfirmed();
    for (let time = 2; time <= 3; time++) {
      expect((await resend(orderId, mailId)).status).toBe(200);
      await shop.untilCalm();
      expect(await fixture.confirmations()).toBe(time);
      const soon = await resend(orderId, mailId);
      expect([soon.status, soon.body.code]).toEqual([429, 'tooMany']);
      expect(soon.body.message).toBe(
        'This email was sent less than a minute ago. Wait a moment before you send it again.',
      );
      expect(Number(soon.headers.get('Retry-After'))).toBeGreaterThan(50);
      await older(orderId);
    }
  });

  test('not within a minute of the original', async () => {
    const { orderId } = await fixture.placePaidOrder();
    const [confirmation] = await mailsOf(orderId);
    expect((await resend(orderId, confirmation?._id)).status).toBe(429);
    await shop.untilCalm();
    expect(await fixture.confirmations()).toBe(1);
  });

  test('once for two requests at once', async () => {
    const { orderId, mailId } = await placeConfirmed();
    const both = await Promise.all([resend(orderId, mailId), resend(orderId, mailId)]);
    const [accepted, refused] = statusesOf(both);
    expect(accepted).toBe(200);
    expect([409, 429]).toContain(refused);
    await shop.untilCalm();
    expect(await fixture.confirmations()).toBe(2);
  });

  test('once for one key, however often it is requested', async () => {
    const { orderId, mailId } = await placeConfirmed();
    const key = newId();
    const both = await Promise.all([resend(orderId, mailId, key), resend(orderId, mailId, key)]);
    expect(statusesOf(both)).toEqual([200, 200]);
    await shop.untilCalm();
    await older(orderId);
    expect((await resend(orderId, mailId, key)).status).toBe(200);
    await shop.untilCalm();
    expect(await fixture.confirmations()).toBe(2);
    expect(await fixture.entriesOn(orderId)).toHaveLength(1);
    expect((await resend(orderId, mailId, newId())).status).toBe(200);
    await shop.untilCalm();
    expect(await fixture.confirmations()).toBe(3);
  });

  test('not with a key of another email, or a key that is too long', async () => {
    const { orderId, mailId } = await placeConfirmed();
    const refund = { amount: 1, reason: 'Scratched', restock: false };
    await fixture.asAdmin('POST', `/admin/order/${orderId}/refund`, refund);
    await shop.untilCalm();
    await older(orderId);
    const other = (await mailsOf(orderId)).find(({ kind }) => kind === 'refund');
    const key = newId();
    await resend(orderId, mailId, key);
    const reused = await resend(orderId, other?._id, key);
    expect([reused.status, reused.body.message]).toEqual([409, 'This Idempotency-Key was used for another email']);
    expect((await resend(orderId, other?._id, 'x'.repeat(256))).status).toBe(400);
    await shop.untilCalm();
    expect(await fixture.refundNotices()).toHaveLength(1);
  });

  test('not a second time before the first is sent', async () => {
    const { orderId, mailId } = await placeConfirmed();
    await shop.em().transactional(async (em) => {
      // As long as the mail server keeps the job waiting.
      await em.execute('lock table sent_mail');
      expect((await resend(orderId, mailId)).status).toBe(200);
      const second = await resend(orderId, mailId);
      expect([second.status, second.body.code]).toEqual([409, 'conflict']);
      expect(second.body.message).toBe('This email is already being sent. If that fails, retry it in Unsent emails.');
      expect((await mailsOf(orderId))[0]?.resends).toMatchObject([{ isSent: false }]);
    });
    await waitFor('the email', async () => (await mailsOf(orderId))[0]?.resends[0]?.isSent);
    expect(await fixture.confirmations()).toBe(2);
  });

  test('not a second time before the first is retried, and again once the shop has forgotten it', async () => {
    const { orderId, mailId } = await placeConfirmed();
    const [resendId, eventId] = [newId(), newId()];
    const { em } = shop;
    await em().execute('insert into order_mail_resend (id, mail_id, admin_name) values (?, ?, ?)', [
      ...[resendId, mailId, 'admin'],
    ]);
    await em().execute(
      `insert into outbox_event (id, name, payload, enqueued_at, failure)
       values (?, 'order.mailResendRequested', ?, now(), 'resentMail: unknown mailbox')`,
      [eventId, JSON.stringify({ orderId, resendId })],
    );
    expect((await resend(orderId, mailId)).status).toBe(409);
    await em().execute('delete from outbox_event where id = ?', [eventId]);
    expect((await resend(orderId, mailId)).status).toBe(200);
    await waitFor('the email', async () => (await fixture.confirmations()) === 2);
  });

  test('not to a deleted account', async () => {
    const { orderId, mailId } = await placeConfirmed();
    await fixture.asAdmin('DELETE', `/admin/user/${fixture.shopper.userId}`);
    const { status, body } = await resend(orderId, mailId);
    expect([status, body.code]).toEqual([409, 'conflict']);
    expect(body.message).toBe("This customer's account is deleted, so we can't email them");
    expect(await fixture.entriesOn(orderId)).toEqual([]);
  });

  test('not if the order has no such email', async () => {
    const { orderId } = await placeConfirmed();
    const other = await placeConfirmed();
    for (const mailId of [newId(), other.mailId]) {
      const { status, body } = await resend(orderId, mailId);
      expect([status, body.fields]).toEqual([422, { mailId: 'This order has no such email' }]);
    }
    for (const mailId of [undefined, 5, 'malformed']) {
      const { status, body } = await resend(orderId, mailId);
      expect([status, Object.keys(body.fields)]).toEqual([422, ['mailId']]);
    }
    expect((await resend(newId(), other.mailId)).status).toBe(404);
    await shop.untilCalm();
    expect(await mailsTo(shop.mailbox.url, fixture.shopper.email, /is confirmed$/)).toHaveLength(2);
  });
});
