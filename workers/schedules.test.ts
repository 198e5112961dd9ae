import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { freePort } from '../backend/local/ports.ts';
import { changeSettings } from '../backend/modules/settings/settings.service.ts';
import { openSettings } from '../backend/modules/settings/shop-settings.ts';
import { addPastOrder, dayOf } from '../testing/data/past-orders.ts';
import { useWorkerShop } from '../testing/servers/queue-backends.ts';
import { startTestShop } from '../testing/shop/shop.ts';
import { waitFor } from '../testing/wait.ts';
import { eventJobs, scheduledJobs } from './jobs/index.ts';
import type { EventJob } from './jobs/job.ts';
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

describe('sums of sales', () => {
  const current = useWorkerShop('PostgreSQL', freePort);

  test('have every day after the time zone is changed during a scheduled run', async () => {
    const { shop } = current;
    const em = () => shop.database.em.fork();
    const timeZone = 'Pacific/Kiritimati';
    await addPastOrder(em(), { state: 'paid', steps: [['paid', `${dayOf(100)}T12:00:00Z`]] });
    const daysIn = async (condition: string) => {
      const rows = await em().execute<{ day: string }[]>(
        `select distinct day::text from daily_sales where time_zone ${condition} '${timeZone}' order by day`,
      );
      return rows.map(({ day }) => day);
    };
    const [otherDays, salesDays] = [eventJobs.otherDays as EventJob, scheduledJobs.salesDays];
    await Promise.all([1, 2].map(() => shop.start({ otherDays }, { salesDays })));
    await waitFor('the scheduled run', async () => (await daysIn('<>')).length > 0);
    await changeSettings(em(), null, openSettings({}), { timeZone });
    await waitFor('the event to be done', async () => (await shop.doneCount()) === 1);
    await waitFor('the sums of the last time zone to go', async () => (await daysIn('<>')).length === 0);
    const days = await daysIn('=');
    expect(days[0]).toBe(dayOf(99));
    expect(days).toHaveLength((Date.parse(days.at(-1) ?? '') - Date.parse(days[0] ?? '')) / 86_400_000 + 1);
  });
});
