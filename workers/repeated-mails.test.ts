import { pino } from 'pino';
import { expect, test } from 'vitest';
import { mailsTo } from '../testing/mails.ts';
import { startTestShop } from '../testing/shop.ts';
import { openQueues } from './queues/queues.ts';

const shop = await startTestShop({ workers: true });

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
