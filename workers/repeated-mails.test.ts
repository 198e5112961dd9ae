import { pino } from 'pino';
import { expect, test } from 'vitest';
import { mailsTo } from '../testing/mails.ts';
import { PaymentsFixture } from '../testing/payments.ts';
import { openQueues } from './queues/queues.ts';

const fixture = await PaymentsFixture.use();
const { shop } = fixture;

/** Simulates a crash after a job's work, before queue and outbox record it. */
async function forgetThatItRan(event: string): Promise<void> {
  const queues = await openQueues({ databaseUrl: shop.databaseUrl, redisUrl: null }, pino({ level: 'silent' }));
  const emails = queues.all.find(({ name }) => name === 'emails');
  for (const job of (await emails?.getJobs(['completed'])) ?? []) await job.remove();
  await queues.close();
  const forgotten = await shop
    .em()
    .execute<unknown[]>(
      `update outbox_event set done_at = null, handled_by = '{}', enqueued_at = null where name = ? returning id`,
      [event],
    );
  expect(forgotten).toHaveLength(1);
}

test('a job that runs twice sends its mail once', async () => {
  const { email } = await shop.registerAndLogIn();
  await shop.call('POST', '/user/forgotPassword', { body: { email } });
  await shop.untilCalm();
  await forgetThatItRan('user.passwordResetRequested');
  await shop.untilCalm();
  expect(await mailsTo(shop.mailbox.url, email)).toHaveLength(1);
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
