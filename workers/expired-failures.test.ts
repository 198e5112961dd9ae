import { describe, expect, test } from 'vitest';
import { UnprocessableError } from '../backend/core/errors.ts';
import { emit } from '../backend/core/events/outbox.ts';
import { newId } from '../backend/core/ids.ts';
import { freePort } from '../backend/local/ports.ts';
import { queueBackends, useWorkerShop } from '../testing/servers/queue-backends.ts';
import { waitFor } from '../testing/wait.ts';
import { type EventJob, type EventJobs, job, type ScheduledJob } from './jobs/job.ts';

const HOUR = 60 * 60 * 1000;

const run = async () => {
  throw new UnprocessableError('broken');
};
const jobs: EventJobs = {
  mail: job('emails', ['order.disputed'], run) as EventJob,
  rating: job('ratings', ['product.rated'], run) as EventJob,
};

describe.each(queueBackends)('what has failed for good, with queues in %s', (backend) => {
  const current = useWorkerShop(backend, freePort);

  test('is removed after the retention period if people cause it, and stays until a retry otherwise', async () => {
    const { shop } = current;
    let retention = HOUR;
    let runs = 0;
    const cleanUp: ScheduledJob = {
      queue: 'upkeep',
      every: 200,
      run: async ({ removeFailures }) => {
        await removeFailures(retention);
        runs += 1;
      },
    };
    const failed = async () => {
      const em = shop.database.em.fork();
      const events = await em.execute<{ name: string }[]>('select name from outbox_event where failure is not null');
      const { emails, ratings } = await shop.queues.counts();
      return { events: events.map(({ name }) => name).toSorted(), jobs: [emails.failed, ratings.failed] };
    };

    await shop.start(jobs, { cleanUp });
    await shop.rate();
    await shop.database.em.fork().transactional(async (em) => emit(em, 'order.disputed', { orderId: newId() }));
    const both = { events: ['order.disputed', 'product.rated'], jobs: [1, 1] };
    await waitFor('both to fail', async () => (await failed()).events.length === 2);
    const before = runs;
    await waitFor('two more runs', () => runs >= before + 2);
    expect(await failed()).toEqual(both);

    retention = 0;
    await waitFor('one to be removed', async () => (await failed()).events.length === 1);
    await waitFor('its job to be removed', async () => (await failed()).jobs[0] === 0);
    const last = runs;
    await waitFor('another run', () => runs > last + 1);
    expect(await failed()).toEqual({ events: ['product.rated'], jobs: [0, 1] });
  });
});
