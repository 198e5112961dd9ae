import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startTestShop } from '../testing/shop/shop.ts';
import { waitFor } from '../testing/wait.ts';
import { openQueues } from './queues/queues.ts';

const shop = await startTestShop({ workers: true });

test.each([
  ['payments', 'orderExpiry'],
  ['payments', 'paymentReconciliation'],
  ['payments', 'refundRechecks'],
  ['payments', 'missedPaymentEvents'],
  ['upkeep', 'keptDocuments'],
  ['upkeep', 'lateDocuments'],
  ['upkeep', 'salesDays'],
  ['upkeep', 'cleanUp'],
])('the workers schedule %s/%s and run it at once', async (queueName, job) => {
  const queues = await openQueues({ databaseUrl: shop.databaseUrl, redisUrl: null }, pino({ level: 'silent' }));
  try {
    const queue = queues.all.find(({ name }) => name === queueName);
    await waitFor('the first run', async () => (await queue?.getJobs(['completed']))?.some(({ name }) => name === job));
    expect(await queue?.getJobScheduler(job)).toMatchObject({ key: job });
  } finally {
    await queues.close();
  }
});
