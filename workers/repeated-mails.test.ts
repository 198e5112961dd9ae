import { pino } from 'pino';
import { expect, test } from 'vitest';
import { emit } from '../backend/core/events/outbox.ts';
import { mailsTo } from '../testing/data/mails.ts';
import { addPastOrder } from '../testing/data/past-orders.ts';
import { PaymentsFixture } from '../testing/data/payments.ts';
import { openQueues } from './queues/queues.ts';

const fixture = await PaymentsFixture.use();
const { shop } = fixture;

/** Simulates a crash after the work of the latest event's job, before queue and outbox record it. */
async function forgetThatItRan(event: string): Promise<void> {
  const queues = await openQueues({ databaseUrl: shop.databaseUrl, redisUrl: null }, pino({ level: 'silent' }));
  for (const queue of queues.all) {
    // Those of a schedule can't be removed.
    for (const job of await queue.getJobs(['completed'])) if (!job.repeatJobKey) await job.remove();
  }
  await queues.close();
  const forgotten = await shop.em().execute<unknown[]>(
    `update outbox_event set done_at = null, handled_by = '{}', enqueued_at = null
       where id = (select id from outbox_event where name = ? order by id desc limit 1) returning id`,
    [event],
  );
  expect(forgotten).toHaveLength(1);
}

test('a job that runs twice sends its mail once', async () => {
  const { email } = await shop.newAccount();
  await shop.call('POST', '/user/forgotPassword', { body: { email } });
  await shop.untilCalm();
  await forgetThatItRan('user.passwordResetRequested');
  await shop.untilCalm();
  expect(await mailsTo(shop.mailbox.url, email, /^Reset/)).toHaveLength(1);
});

test('a shipment is emailed once, although the worker died after sending', async () => {
  const method = { code: 'van', name: 'Van', price: 0, minDays: 1, maxDays: 2 };
  await fixture.asAdmin('POST', '/admin/shipping-method', method);
  const { body } = await fixture.prepare({
    items: [{ productId: fixture.laptop, count: 1 }],
    amount: 100,
    shippingMethod: 'van',
    delivery: { name: 'Ada', address: 'Main Street 1', city: 'Novi Sad', postCode: '21000', country: 'RS' },
  });
  await fixture.payWith(body.clientSecret);
  await fixture.untilState('paid');
  const shipped = await fixture.asAdmin('POST', `/admin/order/${body.orderId}/shipment`, { carrier: 'DHL' });
  expect(shipped.status).toBe(200);
  await shop.untilCalm();
  await forgetThatItRan('order.shipped');
  await shop.untilCalm();
  const subjects = (await mailsTo(shop.mailbox.url, fixture.shopper.email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.endsWith('is on its way'))).toHaveLength(1);
});

test('a job that runs twice sends a mail again once', async () => {
  const { userId, email } = await shop.newAccount();
  const { id: orderId } = await addPastOrder(shop.em(), { state: 'paid', userId });
  await shop.em().transactional(async (em) => emit(em, 'order.paid', { orderId }));
  await shop.untilCalm();
  await shop.em().execute(`update order_mail set sent_at = now() - interval '1 hour'`);
  const { token } = await shop.admin();
  const { order } = (await shop.call('GET', `/admin/order/${orderId}`, { token })).body;
  await shop.call('POST', `/admin/order/${orderId}/resend`, { token, body: { mailId: order.mails[0]._id } });
  await shop.untilCalm();
  for (const event of ['order.paid', 'order.mailResendRequested']) {
    await forgetThatItRan(event);
    await shop.untilCalm();
  }
  expect(await mailsTo(shop.mailbox.url, email, /is confirmed$/)).toHaveLength(2);
});
