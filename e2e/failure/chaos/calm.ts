import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { openQueues, type Queues } from '../../../workers/queues.ts';
import type { Period } from './faults/storm.ts';
import { mayBeDropped } from './invariants/events.ts';
import type { Member, Surroundings } from './surroundings.ts';

/** Milliseconds in which everything that was begun must be done: the longest pause of a job that has failed often. */
const DEADLINE = 6 * 60_000;
const WAITING = ['waiting', 'active', 'delayed', 'prioritized'] as const;

export type Calm = {
  /** Milliseconds until it was calm. */
  after: number;
  /** What was still under way when the deadline had come. */
  stuck: string[];
  /** Jobs of events that have given up, with their reasons. */
  failedJobs: string[];
};

/** Waits until everything that was begun is done, and everybody is ready for more. */
export async function waitForCalm(surroundings: Surroundings, periods: Period[]): Promise<Calm> {
  const { database, databaseUrl, redisUrl } = surroundings;
  const start = performance.now();
  // As if time had passed: the reconciliation asks about orders that have been open for ten minutes.
  await database.em
    .fork()
    .execute(`update shop_order set checked_at = checked_at - interval '1 hour' where state in ('pending', 'failed')`);
  const queues = await openQueues({ databaseUrl, redisUrl }, pino({ level: 'silent' }));
  try {
    let stuck = ['Nobody has looked yet'];
    let quietLooks = 0;
    // What one part has just handed to another is seen by the second look.
    while (quietLooks < 2 && performance.now() - start < DEADLINE) {
      await pause(500);
      stuck = await findUnrest(surroundings, queues, periods);
      quietLooks = stuck.length === 0 ? quietLooks + 1 : 0;
    }
    return { after: performance.now() - start, stuck, failedJobs: await failedJobs(queues) };
  } finally {
    await queues.close();
  }
}

/** The first thing that is still under way: looked for from what costs little to what costs much. */
async function findUnrest(surroundings: Surroundings, queues: Queues, periods: Period[]): Promise<string[]> {
  for (const find of [findUnready, findInDatabase, () => findInQueues(queues), findAtProvider]) {
    const unrest = await find(surroundings, periods).catch((error: unknown) => [`Could not look: ${error}`]);
    if (unrest.length > 0) return unrest;
  }
  return [];
}

async function findUnready({ apis, workers }: Surroundings): Promise<string[]> {
  const problems = await Promise.all(
    [...apis, ...workers].map(async (member) => [member.berth.name, await problemOf(member)]),
  );
  return problems.filter(([, problem]) => problem !== null).map((words) => words.join(' '));
}

async function problemOf({ berth }: Member): Promise<string | null> {
  const port = berth.port();
  if (port === null) return 'does not run';
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`);
  return answer.ok ? null : `is not ready: ${await answer.text()}`;
}

async function findInDatabase({ database }: Surroundings): Promise<string[]> {
  const rows = await database.em.fork().execute<{ what: string; count: number }[]>(
    `select 'events not handled: ' || name as what, count(*)::int as count from outbox_event
       where done_at is null and failure is null group by name
     union all select 'orders that the reconciliation has yet to ask about', count(*)::int from shop_order
       where state = 'pending' and checked_at < now() - interval '10 minutes'
     union all select owner_kind || ' pictures not ready', count(*)::int from picture where state = 'waiting' group by owner_kind`,
  );
  return rows.filter(({ count }) => count > 0).map(({ what, count }) => `${what}: ${count}`);
}

async function findInQueues(queues: Queues): Promise<string[]> {
  const unrest: string[] = [];
  for (const queue of queues.all) {
    const jobs = await queue.getJobs([...WAITING]);
    // Those of the schedule always wait for their next time.
    const count = jobs.filter((job) => job?.data.event !== undefined).length;
    if (count > 0) unrest.push(`jobs in ${queue.name}: ${count}`);
  }
  return unrest;
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

/** Webhooks that still have to come, and orders that nobody has told of their payment yet. */
async function findAtProvider({ database, provider }: Surroundings, periods: Period[]): Promise<string[]> {
  const em = database.em.fork();
  const events = await readAll(provider.events.list({ limit: 100 }));
  const stored = new Set((await em.execute<{ id: string }[]>('select id from payment_event')).map(({ id }) => id));
  const coming = events.filter(({ id, created }) => !stored.has(id) && !mayBeDropped(created, periods));
  if (coming.length > 0) return [`webhooks that have not come: ${coming.length}`];

  const pending = await em.execute<{ intentId: string }[]>(
    `select payment_intent_id as "intentId" from shop_order where state in ('pending', 'failed') and payment_intent_id is not null`,
  );
  const waiting = new Set(pending.map(({ intentId }) => intentId));
  const intents = await readAll(provider.paymentIntents.list({ limit: 100 }));
  const late = intents.filter(({ id, status }) => waiting.has(id) && (status === 'succeeded' || status === 'canceled'));
  return late.length > 0 ? [`orders behind their payments: ${late.map(({ id }) => id).join(', ')}`] : [];
}

async function readAll<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const each of pages) all.push(each);
  return all;
}
