import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { readConfig } from '../../backend/config.ts';
import { type Database, openDatabase } from '../../backend/core/database/db.ts';
import { emit } from '../../backend/core/events/outbox.ts';
import { newId } from '../../backend/core/ids.ts';
import { createMailer } from '../../backend/core/mail/mailer.ts';
import type { Logger } from '../../backend/core/observability/log.ts';
import { createSecretBox } from '../../backend/core/process/secret-box.ts';
import { FileStorage } from '../../backend/core/storage/file-storage.ts';
import { entities } from '../../backend/entities.ts';
import { openDrawings } from '../../backend/modules/documents/drawings.ts';
import { openPaymentProvider } from '../../backend/modules/payments/provider/providers.ts';
import { openSettings } from '../../backend/modules/settings/shop-settings.ts';
import type { EventJob, EventJobs, ScheduledJobs } from '../../workers/jobs/job.ts';
import { openQueues, type Queues } from '../../workers/queues/queues.ts';
import { MAIL_RETRIES } from '../../workers/queues/retries.ts';
import type { RelayTimes } from '../../workers/relay.ts';
import { startWorkers, type Workers } from '../../workers/workers.ts';
import { createTestDatabase } from '../servers/postgres.ts';
import { noStripe } from '../servers/provider.ts';

/** Not ASCII, so that tests cover UTF-8 in HTTP Basic. */
export const OPERATOR_PASSWORD = 'the operator’s';
export const METRICS_TOKEN = 'token-of-prometheus';
/** Short, so that tests don't wait minutes, but enough for a busy machine to record why a job failed. */
const TIMES: RelayTimes = { poll: 200, upkeep: 100, forgottenAfter: 2000 };
const QUICK_MAIL_RETRIES = { ...MAIL_RETRIES, firstPause: 10, longestPause: 50 };

export type EventRow = { handledBy: string[]; done: boolean; enqueued: boolean; failure: string | null };

export type WorkerShop = {
  database: Database;
  databaseUrl: string;
  queues: Queues;
  /** The log messages so far. */
  messages: string[];
  start(jobs: EventJobs, schedules?: ScheduledJobs, operationsPort?: number): Promise<Workers>;
  /** Emits rating events in one transaction. @returns the product ids, which identify the events */
  rate(count?: number): Promise<string[]>;
  /** The outbox row of a product's only event. */
  event(productId: string): Promise<EventRow | undefined>;
  doneCount(): Promise<number>;
  close(): Promise<void>;
};

/** A job on the queue `ratings` that runs for each rating. */
export function ratingJob(run: (productId: string) => Promise<void> | void): EventJobs {
  const job: EventJob<'product.rated'> = {
    queue: 'ratings',
    on: ['product.rated'],
    run: async (_deps, { productId }) => run(productId),
  };
  return { rating: job as EventJob };
}

/** Opens a database with queues in it or in Redis. `start` adds workers in this process. */
export async function openWorkerShop(postgresUrl: string, redisUrl: string | null): Promise<WorkerShop> {
  const databaseUrl = await createTestDatabase(postgresUrl);
  const database = await openDatabase({ url: databaseUrl, entities });
  const folder = await mkdtemp(join(tmpdir(), 'webshop-test-workers-'));
  const { log, messages } = createTestLog();
  const queues = await openQueues({ databaseUrl, redisUrl }, log);
  const started: Workers[] = [];

  return {
    database,
    databaseUrl,
    queues,
    messages,
    async start(jobs, schedules = {}, operationsPort = 0) {
      const workers = await startWorkers(
        {
          databaseUrl,
          redisUrl,
          host: '127.0.0.1',
          operationsPort,
          operatorPassword: OPERATOR_PASSWORD,
          metricsToken: METRICS_TOKEN,
        },
        { database, services: createServices(folder), endpoints: testEndpoints(), log },
        { jobs, schedules, times: TIMES, mailRetries: QUICK_MAIL_RETRIES },
      );
      started.push(workers);
      return workers;
    },
    async rate(count = 1) {
      const products = Array.from({ length: count }, newId);
      await database.em.fork().transactional(async (em) => {
        for (const productId of products) emit(em, 'product.rated', { productId });
      });
      return products;
    },
    async event(productId) {
      const [row] = await database.em.fork().execute<EventRow[]>(
        `select handled_by as "handledBy", done_at is not null as done, enqueued_at is not null as enqueued, failure
         from outbox_event where payload->>'productId' = ?`,
        [productId],
      );
      return row;
    },
    async doneCount() {
      const [row] = await database.em
        .fork()
        .execute<{ count: number }[]>('select count(done_at)::int as count from outbox_event');
      return row?.count ?? 0;
    },
    async close() {
      await Promise.all(started.map((workers) => workers.close(100)));
      await queues.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** How endpoints on this machine are called. */
export function testEndpoints() {
  return { secrets: createSecretBox(null), addresses: { allowsLoopback: true } };
}

/** Real services with addresses where nothing listens. */
export function createServices(folder: string) {
  return {
    storage: new FileStorage(folder),
    mailer: createMailer('smtp://127.0.0.1:1', 'http://localhost'),
    provider: openPaymentProvider({ ...noStripe, apiUrl: 'http://127.0.0.1:1' }),
    publicUrl: 'http://localhost',
    settings: openSettings({}),
    ...openDrawings('http://localhost'),
    orderExpirySeconds: 1800,
    retention: readConfig({}).retention,
  };
}

function createTestLog(): { log: Logger; messages: string[] } {
  const messages: string[] = [];
  const stream = new Writable({
    write(line, _encoding, done) {
      messages.push(JSON.parse(String(line)).msg);
      done();
    },
  });
  return { log: pino({}, stream), messages };
}
