import { pino } from 'pino';
import { openDatabase } from '../../backend/core/database/db.ts';
import type { StoredEvent } from '../../backend/core/events/outbox.ts';
import { OUTBOX_CHANNEL } from '../../backend/core/events/outbox-notifications.ts';
import { newId } from '../../backend/core/ids.ts';
import { createStorage } from '../../backend/core/storage/file-storage.ts';
import { entities } from '../../backend/entities.ts';
import { waitFor } from '../../testing/wait.ts';
import { createServices, ratingJob } from '../../testing/worker-shop.ts';
import { openQueues } from '../../workers/queues/queues.ts';
import { startWorkers } from '../../workers/workers.ts';

export type RelayFigures = {
  /** Jobs per second, added in bulk and run by an empty worker, without outbox and relay. */
  bare: number;
  /** Events per second from the committed outbox until their empty jobs have run. */
  relayed: number;
  /** Events per second from the committed outbox until they are marked as done. */
  handled: number;
};

const EVENTS = 4000;
/** The relay's batch size, for the bare jobs too. */
const BULK = 100;
const DEADLINE = 180_000;
const log = pino({ level: 'silent' });

/** Compares the outbox and its relay with the bare queue. The database must be migrated and empty. */
export async function measureRelay(databaseUrl: string, redisUrl: string | null): Promise<RelayFigures> {
  const bare = await measureBare(databaseUrl, redisUrl);
  return { bare, ...(await measureRelayed(databaseUrl, redisUrl)) };
}

async function measureBare(databaseUrl: string, redisUrl: string | null): Promise<number> {
  const queues = await openQueues({ databaseUrl, redisUrl }, log);
  let runs = 0;
  const handle = async () => {
    runs += 1;
  };
  const consumers = await queues.consume({ bare: { queue: 'ratings', handle } }, async () => {});
  try {
    const queue = queues.all.find(({ name }) => name === 'ratings');
    if (queue === undefined) throw new Error('The queue ratings is missing');
    const start = performance.now();
    for (let added = 0; added < EVENTS; added += BULK) {
      await queue.addBulk(
        Array.from({ length: BULK }, () => {
          const event: StoredEvent<'product.rated'> = {
            id: newId(),
            name: 'product.rated',
            payload: { productId: newId() },
          };
          return { name: 'bare', data: { event }, opts: { jobId: event.id } };
        }),
      );
    }
    await waitFor('all jobs to run', () => runs === EVENTS, DEADLINE);
    return perSecond(start);
  } finally {
    await consumers.close(1000);
    await queues.close();
  }
}

async function measureRelayed(databaseUrl: string, redisUrl: string | null): Promise<Omit<RelayFigures, 'bare'>> {
  const database = await openDatabase({ url: databaseUrl, entities });
  let runs = 0;
  const jobs = ratingJob(() => {
    runs += 1;
  });
  const services = { ...createServices(''), storage: createStorage('') };
  const workers = await startWorkers(
    { databaseUrl, redisUrl, host: '127.0.0.1', operationsPort: 0, operatorPassword: 'operator', metricsToken: null },
    { database, services, log },
    { jobs, schedules: {} },
  );
  try {
    const em = database.em.fork();
    await em.execute(
      `insert into outbox_event (id, name, payload)
       select gen_random_uuid(), 'product.rated', json_build_object('productId', gen_random_uuid())
       from generate_series(1, ?)`,
      [EVENTS],
    );
    await em.execute('select pg_notify(?, ?)', [OUTBOX_CHANNEL, '']);
    const start = performance.now();
    await waitFor('the job of every event to run', () => runs >= EVENTS, DEADLINE);
    const relayed = perSecond(start);
    await waitFor(
      'all events to be done',
      async () => {
        const [row] = await em.execute<{ open: number }[]>(
          'select count(*)::int as open from outbox_event where done_at is null',
        );
        return row?.open === 0;
      },
      DEADLINE,
    );
    return { relayed, handled: perSecond(start) };
  } finally {
    await workers.close();
    await database.close();
  }
}

function perSecond(start: number): number {
  return EVENTS / ((performance.now() - start) / 1000);
}
