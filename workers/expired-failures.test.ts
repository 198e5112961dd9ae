import { isDeepStrictEqual } from 'node:util';
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
  mail: job('emails', ['order.disputed', 'order.paid'], run) as EventJob,
  rating: job('ratings', ['product.rated'], run) as EventJob,
  delivery: job('webhooks', ['order.disputed'], async () => {}) as EventJob,
  withdrawals: job('payments', ['order.paid'], run) as EventJob,
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
      const events = await em.execute<{ name: string; handled: number }[]>(
        'select name, cardinality(handled_by) as handled from outbox_event where failure is not null order by name',
      );
      const { emails, ratings, payments } = await shop.queues.counts();
      return {
        events: events.map(({ name }) => name),
        jobs: [emails.failed, ratings.failed, payments.failed],
        handled: events.reduce((sum, { handled }) => sum + handled, 0),
      };
    };

    await shop.start(jobs, { cleanUp });
    await shop.rate();
    await shop.database.em.fork().transactional(async (em) => {
      emit(em, 'order.disputed', { orderId: newId() });
      emit(em, 'order.paid', { orderId: newId() });
    });
    const all = { events: ['order.disputed', 'order.paid', 'product.rated'], jobs: [2, 1, 1], handled: 1 };
    await waitFor('all to fail', async () => isDeepStrictEqual(await failed(), all));
    const before = runs;
    await waitFor('two more runs', () => runs >= before + 2);
    expect(await failed()).toEqual(all);

    retention = 0;
    const lasting = { events: ['order.paid', 'product.rated'], jobs: [0, 1, 1], handled: 0 };
    await waitFor('the mails to be removed', async () => isDeepStrictEqual(await failed(), lasting));
    const last = runs;
    await waitFor('another run', () => runs > last + 1);
    expect(await failed()).toEqual(lasting);
  });
});
