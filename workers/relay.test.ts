import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { enqueueForgotten, type OutstandingEvent } from '../backend/core/events/outbox.ts';
import { freePort } from '../backend/local/ports.ts';
import { queueBackends, useWorkerShop } from '../testing/servers/queue-backends.ts';
import { ratingJob, type WorkerShop } from '../testing/shop/worker-shop.ts';
import { waitFor } from '../testing/wait.ts';
import { targetOf } from './consumers.ts';
import type { EventJob, EventJobs } from './jobs/job.ts';
import { relayOnce, startRelay } from './relay.ts';

const log = pino({ level: 'silent' });
/** More than one batch of the relay. */
const MANY = 450;

const confirmation: EventJob<'order.paid'> = { queue: 'emails', on: ['order.paid'], run: async () => {} };
const jobs: EventJobs = { ...ratingJob(() => {}), confirmation: confirmation as EventJob };

async function relayAll(shop: WorkerShop): Promise<void> {
  while ((await relayOnce(shop.database, targetOf(shop.queues, jobs))) > 0);
}

async function waitingCounts(shop: WorkerShop) {
  const { ratings, emails } = await shop.queues.counts();
  return { ratings: ratings.waiting, emails: emails.waiting };
}

describe.each(queueBackends)('jobs that queues in %s have lost', (backend) => {
  const current = useWorkerShop(backend, freePort);

  /** Backdates the enqueuing of events. */
  async function age(event: string, minutes: number): Promise<void> {
    await current.shop.database.em
      .fork()
      .execute(`update outbox_event set enqueued_at = now() - ? * interval '1 minute' where name = ?`, [
        minutes,
        event,
      ]);
  }

  test('are enqueued again by the next search, even behind many older events of another name', async () => {
    const { shop } = current;
    await shop.rate(MANY);
    await shop.database.em
      .fork()
      .execute(
        `insert into outbox_event (id, name, payload) values (gen_random_uuid(), 'order.paid', '{"orderId":"some"}')`,
      );
    await relayAll(shop);
    await shop.queues.all.find(({ name }) => name === 'emails')?.obliterate({ force: true });
    await age('product.rated', 30);
    await age('order.paid', 2);
    expect(await waitingCounts(shop)).toEqual({ ratings: MANY, emails: 0 });

    expect(await enqueueForgotten(shop.database.em, 60_000, 100, targetOf(shop.queues, jobs).enqueueAgain)).toBe(1);
    expect(await waitingCounts(shop)).toEqual({ ratings: MANY, emails: 1 });
    expect(await enqueueForgotten(shop.database.em, 60_000, 100, targetOf(shop.queues, jobs).enqueueAgain)).toBe(0);
  });

  test('are all enqueued again at once and logged', async () => {
    const { shop } = current;
    await shop.rate(MANY);
    await relayAll(shop);
    for (const queue of shop.queues.all) await queue.obliterate({ force: true });
    await age('product.rated', 2);
    let logged = 0;
    const warn = ({ jobs = 0 }: { jobs?: number }) => {
      logged += jobs;
    };
    const relay = startRelay({
      database: shop.database,
      databaseUrl: shop.databaseUrl,
      target: targetOf(shop.queues, jobs),
      upkeep: async () => {},
      times: { poll: 60_000, upkeep: 60_000, forgottenAfter: 60_000 },
      log: Object.assign(pino({ level: 'silent' }), { warn }),
    });
    await waitFor('all jobs', async () => (await waitingCounts(shop)).ratings === MANY);
    await relay.close();
    expect(logged).toBe(MANY);
  });
});

describe('a relay with a full outbox', () => {
  const current = useWorkerShop('PostgreSQL', freePort);

  /** Starts a relay on a full outbox; its queues respond after `release`. */
  async function startBusyRelay() {
    const { shop } = current;
    await shop.rate(MANY);
    const enqueued: OutstandingEvent[] = [];
    const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let enqueuedAtUpkeep: number | null = null;
    const relay = startRelay({
      database: shop.database,
      databaseUrl: shop.databaseUrl,
      target: {
        enqueue: async (events) => {
          begun.resolve();
          await gate.promise;
          enqueued.push(...events);
        },
        enqueueAgain: async () => 0,
      },
      upkeep: async () => {
        enqueuedAtUpkeep ??= enqueued.length;
      },
      times: { poll: 60_000, upkeep: 0, forgottenAfter: 60_000 },
      log,
    });
    await begun.promise;
    return { relay, enqueued, release: gate.resolve, enqueuedAtUpkeep: () => enqueuedAtUpkeep };
  }

  test('stops after its current batch', async () => {
    const { relay, enqueued, release } = await startBusyRelay();
    const closed = relay.close();
    release();
    await closed;
    expect(enqueued).toHaveLength(100);
  });

  test('runs its upkeep between batches', async () => {
    const { relay, enqueued, release, enqueuedAtUpkeep } = await startBusyRelay();
    release();
    await waitFor('all events to be enqueued', () => enqueued.length === MANY);
    await relay.close();
    expect(enqueuedAtUpkeep()).toBe(100);
  });
});
