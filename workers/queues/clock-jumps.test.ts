import { Redis } from 'ioredis';
import { describe, expect, test, vi } from 'vitest';
import { enqueueForgotten } from '../../backend/core/events/outbox.ts';
import { newId } from '../../backend/core/ids.ts';
import { freePort } from '../../backend/local/ports.ts';
import { killWorkersInJob } from '../../testing/processes/killed-workers.ts';
import { queueBackends, useWorkerShop } from '../../testing/servers/queue-backends.ts';
import { ratingJob } from '../../testing/shop/worker-shop.ts';
import { waitFor } from '../../testing/wait.ts';

const JUMP = 50 * 60 * 60 * 1000;
/** Preloaded module that shifts the clock of a process. */
const SHIFTED_CLOCK = `data:text/javascript,const now = Date.now; Date.now = () => now() %2B ${JUMP};`;

describe.each(queueBackends)('after the clock ran 50 hours ahead, with queues in %s', (backend) => {
  const current = useWorkerShop(backend, freePort);

  /** Shifts this process's clock until the returned function is called. */
  function jumpAhead(): () => void {
    const now = Date.now;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + JUMP);
    return () => clock.mockRestore();
  }

  /** Redis expires locks by its own clock. */
  async function jumpInRedis(url: string): Promise<void> {
    const redis = new Redis(url);
    for (const key of await redis.keys('*:lock')) await redis.pexpire(key, JUMP);
    for (const key of await redis.keys('*:active')) {
      await redis.set(key.replace(/active$/, 'stalled-check'), String(Date.now()), 'PX', JUMP);
    }
    redis.disconnect();
  }

  test('the job of a worker that died during that time runs again', async () => {
    const { shop, redis } = current;
    const product = await killWorkersInJob(current, ['--import', SHIFTED_CLOCK]);
    if (redis) await jumpInRedis(redis.url);
    await shop.start(ratingJob(() => {}));
    await waitFor('the event to be done', async () => (await shop.event(product))?.done);
  });

  test('a retry scheduled during that time runs soon', async () => {
    const { shop } = current;
    let isBroken = true;
    const restoreClock = jumpAhead();
    try {
      await shop.start(
        ratingJob(() => {
          if (isBroken) throw new Error('not yet');
        }),
      );
      const [product = ''] = await shop.rate();
      await waitFor('the job to be delayed', async () => (await shop.queues.counts()).ratings.delayed === 1);
      isBroken = false;
      restoreClock();
      await waitFor('the event to be done', async () => (await shop.event(product))?.done);
    } finally {
      restoreClock();
    }
  });

  test('the longest retry of a payment keeps its pause', async () => {
    const { queues } = current.shop;
    const fail = async () => {
      throw new Error('the provider is unreachable');
    };
    const consumers = await queues.consume({ settle: { queue: 'payments', handle: fail } }, async () => {});
    const event = { id: newId(), name: 'payment.eventReceived' as const, payload: { eventId: 'evt_1' } };
    try {
      await queues.enqueue([{ queue: 'payments', job: 'settle', event }]);
      const payments = queues.all.find(({ name }) => name === 'payments');
      for (let attempt = 1; ; attempt += 1) {
        const job = await waitFor(`retry ${attempt} to be delayed`, async () =>
          (await payments?.getDelayed())?.find(({ attemptsMade }) => attemptsMade === attempt),
        );
        if (job.opts.attempts === attempt + 1) break;
        await job.promote();
      }
      await queues.undoClockJumps();
      expect((await queues.counts()).payments).toMatchObject({ delayed: 1, failed: 0 });
    } finally {
      await consumers.close(0);
    }
  });

  test('schedules keep running', async () => {
    const { shop } = current;
    let runs = 0;
    const run = async () => {
      runs += 1;
    };
    const clock = { queue: 'payments' as const, every: 400, run };
    const restoreClock = jumpAhead();
    try {
      await shop.start({}, { clock });
      await waitFor('two runs', () => runs >= 2);
      restoreClock();
      const before = runs;
      await waitFor('more runs', () => runs > before + 2);
    } finally {
      restoreClock();
    }
  });

  test('an event enqueued during that time counts as forgotten', async () => {
    const { shop } = current;
    await shop.rate();
    await shop.database.em.fork().execute(`update outbox_event set enqueued_at = now() + interval '50 hours'`);
    const found = await enqueueForgotten(shop.database.em, 60_000, 100, async (events) => events.length);
    expect(found).toBe(1);
  });
});
