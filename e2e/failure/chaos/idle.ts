import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { receiveMissedEvents } from '../../../backend/modules/payments/webhooks/missed-events.service.ts';
import { openSettings } from '../../../backend/modules/settings/shop-settings.ts';
import { openQueues, type Queues } from '../../../workers/queues/queues.ts';
import type { FaultWindow } from './faults/storm.ts';
import { mayBeDropped } from './invariants/events.ts';
import type { Instance, Testbed } from './testbed.ts';

/** Milliseconds until all work must have finished: the longest retry delay of a job. */
const DEADLINE = 6 * 60_000;
/** Milliseconds after which the shop looks for webhooks that did not arrive. */
const LATER = 60 * 60_000;
const UNFINISHED = ['waiting', 'active', 'delayed', 'prioritized'] as const;

export type IdleReport = {
  /** Milliseconds until the shop was idle. */
  after: number;
  /** Work that was unfinished at the deadline. */
  stuck: string[];
  /** Jobs of events that failed for good, with their reasons. */
  failedJobs: string[];
};

/** Waits until all work has finished and every process is ready. */
export async function waitUntilIdle(testbed: Testbed, windows: FaultWindow[]): Promise<IdleReport> {
  const { database, databaseUrl, redisUrl } = testbed;
  const start = performance.now();
  // The reconciliation only checks orders that have been open for ten minutes.
  await database.em.fork().execute(
    `update shop_order set checked_at = checked_at - interval '1 hour' where state in ('pending', 'failed')
         or id in (select order_id from refund where state = 'requested')`,
  );
  testbed.endpoints.heal();
  const log = pino({ level: 'silent' });
  const queues = await openQueues({ databaseUrl, redisUrl }, log);

  async function untilIdle(): Promise<string[]> {
    let stuck = ['Not checked yet'];
    let idleChecks = 0;
    // One check can miss work that is being handed over, so it takes two.
    while (idleChecks < 2 && performance.now() - start < DEADLINE) {
      await pause(500);
      await hurryWebhooks(testbed);
      stuck = await findPendingWork(testbed, queues, windows);
      idleChecks = stuck.length === 0 ? idleChecks + 1 : 0;
    }
    return stuck;
  }

  try {
    // First without the webhooks that were dropped: the shop asks about each open order by itself.
    let stuck = await untilIdle();
    if (stuck.length === 0) {
      // As the schedule does later. Nothing else tells of a dispute.
      const deps = { em: database.em.fork(), provider: testbed.payments, settings: openSettings({}), log };
      await receiveMissedEvents(deps, { now: Date.now() + LATER });
      stuck = await untilIdle();
    }
    return { after: performance.now() - start, stuck, failedJobs: await failedJobs(queues) };
  } finally {
    await queues.close();
  }
}

/** Makes deliveries due that would wait for minutes or hours. Those that are being tried stay. */
async function hurryWebhooks({ database }: Testbed): Promise<void> {
  const later = `next_at > now() + interval '1 minute'`;
  await database.em
    .fork()
    .execute(`update webhook_delivery set next_at = now() where ${later}`)
    .catch(() => {});
}

/** The first kind of unfinished work, with the cheapest checks first. */
async function findPendingWork(testbed: Testbed, queues: Queues, windows: FaultWindow[]): Promise<string[]> {
  for (const find of [findUnready, findInDatabase, () => findInQueues(queues), findAtProvider]) {
    const pending = await find(testbed, windows).catch((error: unknown) => [`Check failed: ${error}`]);
    if (pending.length > 0) return pending;
  }
  return [];
}

async function findUnready({ apis, workers }: Testbed): Promise<string[]> {
  const problems = await Promise.all(
    [...apis, ...workers].map(async (instance) => [instance.process.name, await problemOf(instance)]),
  );
  return problems.filter(([, problem]) => problem !== null).map(([name, problem]) => `${name} ${problem}`);
}

async function problemOf({ process }: Instance): Promise<string | null> {
  const port = process.port();
  if (port === null) return 'is not running';
  const response = await fetch(`http://127.0.0.1:${port}/health/ready`);
  return response.ok ? null : `is not ready: ${await response.text()}`;
}

async function findInDatabase({ database }: Testbed): Promise<string[]> {
  const rows = await database.em.fork().execute<{ work: string; count: number }[]>(
    `select 'unhandled events: ' || name as work, count(*)::int as count from outbox_event
       where done_at is null and failure is null group by name
     union all select 'orders due for reconciliation', count(*)::int from shop_order
       where state = 'pending' and checked_at < now() - interval '10 minutes'
     union all select 'refunds to carry out', count(*)::int from refund where state = 'requested'
     union all select 'waiting webhooks', count(*)::int from webhook_delivery where next_at is not null
     union all select 'waiting pictures: ' || owner_kind, count(*)::int from picture where state = 'waiting' group by owner_kind`,
  );
  return rows.filter(({ count }) => count > 0).map(({ work, count }) => `${work}: ${count}`);
}

async function findInQueues(queues: Queues): Promise<string[]> {
  const pending: string[] = [];
  for (const queue of queues.all) {
    const jobs = await queue.getJobs([...UNFINISHED]);
    // Scheduled jobs carry no event, and always wait for their next run.
    const count = jobs.filter((job) => job?.data.event !== undefined).length;
    if (count > 0) pending.push(`jobs in ${queue.name}: ${count}`);
  }
  return pending;
}

async function failedJobs(queues: Queues): Promise<string[]> {
  const failures: string[] = [];
  for (const queue of queues.all) {
    for (const job of await queue.getJobs(['failed'])) {
      if (job.data.event !== undefined) failures.push(`${queue.name}/${job.name} ${job.id}: ${job.failedReason}`);
    }
  }
  return failures;
}

/** Webhooks that have not arrived, and open orders whose payment is final. */
async function findAtProvider({ database, provider }: Testbed, windows: FaultWindow[]): Promise<string[]> {
  const em = database.em.fork();
  const events = await readAll(provider.events.list({ limit: 100 }));
  const stored = new Set((await em.execute<{ id: string }[]>('select id from payment_event')).map(({ id }) => id));
  const expected = events.filter(({ id, created }) => !stored.has(id) && !mayBeDropped(created, windows));
  if (expected.length > 0) return [`outstanding webhooks: ${expected.length}`];

  const open = await em.execute<{ intentId: string }[]>(
    `select payment_intent_id as "intentId" from shop_order where state in ('pending', 'failed') and payment_intent_id is not null`,
  );
  const openIntents = new Set(open.map(({ intentId }) => intentId));
  const intents = await readAll(provider.paymentIntents.list({ limit: 100 }));
  const unsettled = intents.filter(
    ({ id, status }) => openIntents.has(id) && (status === 'succeeded' || status === 'canceled'),
  );
  return unsettled.length > 0 ? [`unsettled payments: ${unsettled.map(({ id }) => id).join(', ')}`] : [];
}

async function readAll<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const each of pages) all.push(each);
  return all;
}
