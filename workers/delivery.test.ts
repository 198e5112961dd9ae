import { describe, expect, test } from 'vitest';
import { UnprocessableError } from '../backend/core/errors.ts';
import { emit, type OutstandingEvent } from '../backend/core/events/outbox.ts';
import { newId } from '../backend/core/ids.ts';
import { jobDuration } from '../backend/core/observability/read-metrics.ts';
import { freePort } from '../backend/local/ports.ts';
import { queueBackends, useWorkerShop } from '../testing/servers/queue-backends.ts';
import { isRedisInstalled } from '../testing/servers/redis.ts';
import { OPERATOR_PASSWORD, ratingJob, type WorkerShop } from '../testing/shop/worker-shop.ts';
import { waitFor } from '../testing/wait.ts';
import { targetOf } from './consumers.ts';
import type { EventJob } from './jobs/job.ts';
import { relayOnce } from './relay.ts';

test('runs on Redis as well as on PostgreSQL', ({ skip }) => {
  if (!import.meta.env.CI && !isRedisInstalled) {
    process.stderr.write('\n*** redis-server is not installed: queues tested on PostgreSQL ONLY ***\n\n');
    skip('redis-server is not installed');
  }
  expect(isRedisInstalled).toBe(true);
});

describe.each(queueBackends)('with queues in %s', (backend) => {
  const current = useWorkerShop(backend, freePort);

  /** Counts runs by product. */
  function countRuns() {
    const runs = new Map<string, number>();
    const jobs = ratingJob((productId) => {
      runs.set(productId, (runs.get(productId) ?? 0) + 1);
    });
    return { runs, jobs };
  }

  /** Waits until a job enqueued twice would have run twice: queues are first in, first out. */
  async function untilQueuesAreEmpty(shop: WorkerShop): Promise<void> {
    const [last = ''] = await shop.rate();
    await waitFor('the last event to be done', async () => (await shop.event(last))?.done);
    await waitFor('the queues to be empty', async () => {
      const counts = Object.values(await shop.queues.counts());
      return counts.every(({ waiting, active, delayed }) => waiting + active + delayed === 0);
    });
  }

  test('delivers every event once to every job that subscribes to it', async () => {
    const { shop } = current;
    const { runs, jobs } = countRuns();
    const other = countRuns();
    const both = { ...jobs, statistics: { ...other.jobs.rating, queue: 'categories' } as EventJob };
    await shop.start(both);
    const products = await shop.rate(250);
    await waitFor('all events to be done', async () => (await shop.doneCount()) === 250);
    expect([...runs.keys()].sort()).toEqual([...products].sort());
    expect(new Set([...runs.values(), ...other.runs.values()])).toEqual(new Set([1]));
    expect((await shop.event(products[0] ?? ''))?.handledBy.sort()).toEqual(['rating', 'statistics']);
  });

  test('an event is done when the last of its jobs has run', async () => {
    const { shop } = current;
    const { jobs } = countRuns();
    const gate = Promise.withResolvers<void>();
    const slow = { ...ratingJob(() => gate.promise).rating, queue: 'emails' } as EventJob;
    await shop.start({ ...jobs, slow });
    const [product = ''] = await shop.rate();
    await waitFor('the quick job', async () => (await shop.event(product))?.handledBy.includes('rating'));
    expect((await shop.event(product))?.done).toBe(false);
    gate.resolve();
    await waitFor('the event to be done', async () => (await shop.event(product))?.done);
  });

  test('runs jobs with a lower turn first, and those with the same in the order of their events', async () => {
    const { shop } = current;
    const order: string[] = [];
    const gate = Promise.withResolvers<void>();
    const turns = new Map<string, number>();
    const { rating } = ratingJob(async (productId) => {
      order.push(productId);
      await gate.promise;
    });
    const turn = ({ productId }: { productId: string }) => turns.get(productId);
    // This queue runs one job at a time.
    await shop.start({ rating: { ...rating, queue: 'images', turn } as EventJob });
    const [first = ''] = await shop.rate();
    await waitFor('the first job', () => order.length === 1);
    const products = Array.from({ length: 5 }, newId);
    for (const [index, productId] of products.entries()) turns.set(productId, [3, 1, 2, 1, 3][index] ?? 0);
    await shop.database.em.fork().transactional(async (em) => {
      for (const productId of products) emit(em, 'product.rated', { productId });
    });
    await waitFor('the others to wait', async () => (await shop.queues.counts()).images.waiting === 5);
    gate.resolve();
    await waitFor('all jobs', () => order.length === 6);
    expect(order).toEqual([first, ...[1, 3, 2, 0, 4].map((index) => products[index])]);
  });

  test('a relay that dies before enqueuing loses nothing', async () => {
    const { shop } = current;
    const { runs, jobs } = countRuns();
    const products = await shop.rate(3);
    const dying = { ...targetOf(shop.queues, jobs), enqueue: () => Promise.reject(new Error('died')) };
    await expect(relayOnce(shop.database, dying)).rejects.toThrow('died');
    expect((await shop.event(products[0] ?? ''))?.enqueued).toBe(false);
    await shop.start(jobs);
    await waitFor('all events to be done', async () => (await shop.doneCount()) === 3);
    expect([...runs.values()]).toEqual([1, 1, 1]);
  });

  test('a relay that dies after enqueuing causes no second run', async () => {
    const { shop } = current;
    const { runs, jobs } = countRuns();
    const [product = ''] = await shop.rate();
    const target = targetOf(shop.queues, jobs);
    const dying = {
      ...target,
      enqueue: async (events: OutstandingEvent[]) => {
        await target.enqueue(events);
        throw new Error('died');
      },
    };
    await expect(relayOnce(shop.database, dying)).rejects.toThrow('died');
    expect((await shop.event(product))?.enqueued).toBe(false);
    await shop.start(jobs);
    await waitFor('the event to be done', async () => (await shop.event(product))?.done);
    await waitFor('the relay to have enqueued it', async () => (await shop.event(product))?.enqueued);
    await untilQueuesAreEmpty(shop);
    expect(runs.get(product)).toBe(1);
  });

  test('two concurrent relays enqueue every event, and no job runs twice', async () => {
    const { shop } = current;
    const { runs, jobs } = countRuns();
    await Promise.all([shop.start(jobs), shop.start(jobs)]);
    for (let round = 0; round < 10; round++) await shop.rate(30);
    await waitFor('all events to be done', async () => (await shop.doneCount()) === 300);
    await untilQueuesAreEmpty(shop);
    expect(runs.size).toBe(301);
    expect(new Set(runs.values())).toEqual(new Set([1]));
  });

  test('enqueues an event again after its queue lost the job', async () => {
    const { shop } = current;
    const { runs, jobs } = countRuns();
    const [product = ''] = await shop.rate();
    await relayOnce(shop.database, targetOf(shop.queues, jobs));
    for (const queue of shop.queues.all) await queue.obliterate({ force: true });
    expect((await shop.event(product))?.enqueued).toBe(true);
    await shop.start(jobs);
    await waitFor('the event to be done', async () => (await shop.event(product))?.done);
    expect(runs.get(product)).toBe(1);
  });

  test('reruns a job that is finished in the queue but not in the database', async () => {
    const { shop } = current;
    const { runs, jobs } = countRuns();
    await shop.start(jobs);
    const [product = ''] = await shop.rate();
    await waitFor('the event to be done', async () => (await shop.event(product))?.done);
    // As if the database had been restored to an older state than Redis.
    await shop.database.em.fork().execute(`update outbox_event set done_at = null, handled_by = '{}'`);
    await waitFor('the event to be done again', async () => (await shop.event(product))?.done);
    expect(runs.get(product)).toBe(2);
  });

  test('an unprocessable job fails at once with its reason, and can be retried from the dashboard', async () => {
    const { shop } = current;
    let isBroken = true;
    let runs = 0;
    const workers = await shop.start(
      ratingJob(() => {
        runs += 1;
        if (isBroken) throw new UnprocessableError("The picture can't be read");
      }),
    );
    const [product = ''] = await shop.rate();
    const failed = await waitFor('the failure', async () => (await shop.event(product))?.failure);
    expect(failed).toBe("rating: The picture can't be read");
    expect(runs).toBe(1);

    const board = `http://127.0.0.1:${workers.operationsPort}/queues/api/queues`;
    const headers = { Authorization: `Basic ${Buffer.from(`operator:${OPERATOR_PASSWORD}`).toString('base64')}` };
    const seen = await fetch(`${board}?activeQueue=ratings&status=failed&page=1`, { headers });
    const { queues } = (await seen.json()) as {
      queues: { name: string; jobs: { id: string; failedReason: string }[] }[];
    };
    const job = queues.find(({ name }) => name === 'ratings')?.jobs[0];
    expect(job?.failedReason).toBe("The picture can't be read");

    isBroken = false;
    const retry = await fetch(`${board}/ratings/${job?.id}/retry`, { method: 'PUT', headers });
    expect(retry.status).toBeLessThan(300);
    await waitFor('the event to be done', async () => (await shop.event(product))?.done);
    expect((await shop.event(product))?.failure).toBe(null);
    expect(runs).toBe(2);
  });

  test('calls giveUp of a job that failed for good before marking its event failed', async () => {
    const { shop } = current;
    const calls: [string, string | null | undefined][] = [];
    const { rating } = ratingJob(() => {
      throw new UnprocessableError("The picture can't be read");
    });
    const giveUp: EventJob<'product.rated'>['giveUp'] = async ({ em }, { productId }) => {
      const [row] = await em.execute<{ failure: string | null }[]>(
        `select failure from outbox_event where payload->>'productId' = ?`,
        [productId],
      );
      calls.push([productId, row?.failure]);
    };
    await shop.start({ rating: { ...rating, giveUp } as EventJob });
    const [product = ''] = await shop.rate();
    await waitFor('the failure', async () => (await shop.event(product))?.failure);
    expect(calls).toEqual([[product, null]]);
  });

  test('retries a failed job with growing pauses until it succeeds', async () => {
    const { shop } = current;
    const times: number[] = [];
    await shop.start(
      ratingJob(() => {
        times.push(performance.now());
        if (times.length < 3) throw new Error('The mail server is down');
      }),
    );
    const [product = ''] = await shop.rate();
    await waitFor('the event to be done', async () => (await shop.event(product))?.done);
    const [first = 0, second = 0, third = 0] = times;
    expect(times).toHaveLength(3);
    expect(second - first).toBeGreaterThanOrEqual(450);
    expect(third - second).toBeGreaterThanOrEqual(900);
    expect((await shop.event(product))?.failure).toBe(null);
  });

  test('a scheduled job runs once per interval across processes, and survives the loss of its queue', async () => {
    const { shop } = current;
    let runs = 0;
    const schedules = {
      clock: {
        queue: 'payments' as const,
        every: 400,
        run: async () => {
          runs += 1;
        },
      },
    };
    await Promise.all([shop.start({}, schedules), shop.start({}, schedules), shop.start({}, schedules)]);
    const payments = shop.queues.all.find(({ name }) => name === 'payments');
    await waitFor('eight runs', () => runs >= 8);
    // A run that is due while the previous one still runs is skipped, so there may be more jobs than runs.
    const runsSoFar = runs;
    const jobs = (await payments?.getJobs(['active', 'completed'])) ?? [];
    const ids = [...new Set(jobs.map(({ id }) => id))];
    expect(runsSoFar).toBeLessThanOrEqual(ids.length);
    // The id of a run ends with its due time. Each starting process may trigger a first run immediately.
    const dueTimes = ids.map((id) => Number(id?.split(':').at(-1))).sort((one, other) => one - other);
    const gaps = dueTimes.slice(-4).map((time, index, all) => (index === 0 ? 400 : time - (all[index - 1] ?? 0)));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(400);

    for (const queue of shop.queues.all) await queue.obliterate({ force: true });
    const before = runs;
    await waitFor('more runs', () => runs > before + 1);
  });

  test('a hanging scheduled job blocks no event of its queue, and never runs concurrently', async () => {
    const { shop } = current;
    const gate = Promise.withResolvers<void>();
    let running = 0;
    let mostAtOnce = 0;
    const run = async () => {
      running += 1;
      mostAtOnce = Math.max(mostAtOnce, running);
      await gate.promise;
      running -= 1;
    };
    const name = `clock-${backend}`;
    const schedules = { [name]: { queue: 'ratings' as const, every: 100, run } };
    const { jobs } = countRuns();
    await Promise.all([shop.start(jobs, schedules), shop.start(jobs, schedules)]);
    const ratings = shop.queues.all.find(({ name }) => name === 'ratings');
    // More runs than both workers can hold.
    await waitFor('nine due runs', async () => {
      return ((await ratings?.getJobs(['active', 'completed', 'waiting'])) ?? []).length >= 9;
    });
    const [product = ''] = await shop.rate();
    await waitFor('the event to be done', async () => (await shop.event(product))?.done);
    expect(running).toBe(1);
    const counts = await countsOf(name);
    expect(counts.skipped).toBeGreaterThan(0);
    expect(counts).toMatchObject({ done: 0, failed: 0 });
    gate.resolve();
    await waitFor('the run to end', () => running === 0);
    expect(mostAtOnce).toBe(1);
  });
});

/** How many runs of a job this process has counted, by their result. */
async function countsOf(job: string): Promise<Record<string, number>> {
  const { values } = await jobDuration.get();
  const counts = values.filter(({ metricName, labels }) => {
    return metricName?.endsWith('_count') && labels.job_name === job;
  });
  return Object.fromEntries(counts.map(({ labels, value }) => [labels.result, value]));
}
