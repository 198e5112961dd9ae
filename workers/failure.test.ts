import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { UnprocessableError } from '../backend/core/errors.ts';
import { listen } from '../backend/core/http/listen.ts';
import { freePort } from '../backend/local/ports.ts';
import { killWorkersInJob } from '../testing/processes/killed-workers.ts';
import { queueBackends, useWorkerShop } from '../testing/servers/queue-backends.ts';
import { isRedisInstalled } from '../testing/servers/redis.ts';
import { ratingJob, type WorkerShop } from '../testing/shop/worker-shop.ts';
import { waitFor } from '../testing/wait.ts';
import type { EventJob } from './jobs/job.ts';

/** Waits for `times` connection attempts at `port`, and refuses each. */
async function untilTried(port: number, times: number): Promise<void> {
  let tries = 0;
  const refusing = createServer((socket) => {
    tries += 1;
    socket.destroy();
  });
  await listen(refusing, port, '127.0.0.1', 'the test port');
  try {
    await waitFor(`${times} connection attempts`, () => tries >= times);
  } finally {
    await refusing[Symbol.asyncDispose]();
  }
}

describe.each(queueBackends)('with queues in %s', (backend) => {
  const current = useWorkerShop(backend, freePort);

  async function effects(shop: WorkerShop): Promise<string[]> {
    const rows = await shop.database.em.fork().execute<{ step: string }[]>('select step from effect order by step');
    return rows.map(({ step }) => step);
  }

  test('another worker finishes the job of a killed one within seconds', async () => {
    const { shop } = current;
    const product = await killWorkersInJob(current);
    expect((await shop.event(product))?.done).toBe(false);
    await shop.start(
      ratingJob(async (productId) => {
        const values = [productId, 'finished'];
        await shop.database.em.fork().execute('insert into effect (product_id, step) values (?, ?)', values);
      }),
    );
    await waitFor('the event to be done', async () => (await shop.event(product))?.done);
    expect(await effects(shop)).toEqual(['begun', 'finished']);
  });

  test('stopping waits for the running job and starts no other', async () => {
    const { shop } = current;
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const runs: string[] = [];
    const workers = await shop.start(
      ratingJob(async (productId) => {
        runs.push(productId);
        begun.resolve();
        await gate.promise;
      }),
    );
    const [first = ''] = await shop.rate();
    await begun.promise;
    const closing = workers.close();
    const [second = ''] = await shop.rate();
    gate.resolve();
    await closing;
    expect((await shop.event(first))?.done).toBe(true);
    expect((await shop.event(second))?.done).toBe(false);
    expect(runs).toEqual([first]);
  });

  test('a job that outlasts the stop returns to its queue immediately', async () => {
    const { shop } = current;
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const stopping = await shop.start(
      ratingJob(() => {
        begun.resolve();
        return gate.promise;
      }),
    );
    const [product = ''] = await shop.rate();
    await begun.promise;
    await stopping.close(50);
    expect((await shop.queues.counts()).ratings).toMatchObject({ waiting: 1, active: 0 });
    await shop.start(ratingJob(() => {}));
    await waitFor('the event to be done', async () => (await shop.event(product))?.done);
    gate.resolve();
  });

  test('reconnects to PostgreSQL after lost connections', async () => {
    const { shop } = current;
    const runs: string[] = [];
    await shop.start(ratingJob((productId) => void runs.push(productId)));
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    for (let round = 0; round < 3; round++) {
      await shop.database.em.fork().execute(cut);
      const products = await waitFor('the database to take events', () => shop.rate(5));
      await waitFor('the events to be done', async () => (await shop.doneCount()) === 5 * (round + 1));
      expect(runs).toEqual(expect.arrayContaining(products));
    }
  });

  test.each(['has', 'has lost'])(
    'retries a given-up event whose queue %s its job once its failure is cleared',
    async (has) => {
      const { shop } = current;
      const { product, mend } = await giveUp(shop);
      if (has === 'has lost') for (const queue of shop.queues.all) await queue.clean(0, 0, 'failed');
      mend();
      // The statement of the runbook.
      await shop.database.em.fork().execute('update outbox_event set failure = null');
      await waitFor('the event to be done', async () => (await shop.event(product))?.done);
    },
  );

  test('retries a job of an event beside scheduled ones', async () => {
    const { shop } = current;
    let runs = 0;
    const { rating } = ratingJob(() => {
      runs += 1;
      if (runs === 1) throw new Error('The database is down');
    });
    await shop.start({ rating: { ...rating, queue: 'upkeep' } as EventJob });
    const [product = ''] = await shop.rate();
    await waitFor('the event to be done', async () => (await shop.event(product))?.done);
    expect(runs).toBe(2);
  });

  test('retries a failed job whose failure was not recorded', async () => {
    const { shop } = current;
    const { product, mend } = await giveUp(shop);
    mend();
    await waitFor('the event to be done', async () => {
      // As if the database had been down when the job failed for good. A slow machine may have retried it and record
      // another failure.
      await shop.database.em.fork().execute('update outbox_event set failure = null where done_at is null');
      return (await shop.event(product))?.done;
    });
  });
});

describe.runIf(isRedisInstalled)('while Redis is down', () => {
  const current = useWorkerShop('Redis', freePort);

  test('events wait in the outbox, and are handled after it returns, without a restart', async () => {
    const { shop, redis } = current;
    const runs: string[] = [];
    await shop.start(ratingJob((productId) => void runs.push(productId)));
    const before = await shop.rate(3);
    await waitFor('the first events to be done', async () => (await shop.doneCount()) === 3);

    await redis?.kill();
    const during = await shop.rate(3);
    await waitFor('the relay to notice', () => shop.messages.includes('relay: failing'));
    const { port } = new URL(redis?.url ?? '');
    await untilTried(Number(port), 5);
    expect(await shop.doneCount()).toBe(3);

    await redis?.start();
    await waitFor('all events to be done', async () => (await shop.doneCount()) === 6);
    expect(runs).toEqual(expect.arrayContaining([...before, ...during]));
    await waitFor('the relay to log its recovery', () => shop.messages.includes('relay: recovered'));
    expect(shop.messages.filter((message) => message === 'relay: failing')).toHaveLength(1);
    expect(shop.messages.filter((message) => message === 'queues: failing').length).toBeLessThanOrEqual(2);
  });
});

/** Has an event given up by its job, which fails until it is mended. */
async function giveUp(shop: WorkerShop): Promise<{ product: string; mend: () => void }> {
  let isBroken = true;
  await shop.start(
    ratingJob(() => {
      if (isBroken) throw new UnprocessableError('broken');
    }),
  );
  const [product = ''] = await shop.rate();
  await waitFor('its failure to be recorded', async () => (await shop.event(product))?.failure);
  return {
    product,
    mend: () => {
      isBroken = false;
    },
  };
}
