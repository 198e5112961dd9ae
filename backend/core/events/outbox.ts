import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { isoDate } from '../database/iso-date.ts';
import { ago, anyOf, prepared, queriesOn, type Table } from '../database/queries.ts';
import { removeInBatches } from '../database/remove-in-batches.ts';
import { newId } from '../ids.ts';
import { currentRequestId } from '../observability/log.ts';
import { traceParent } from '../observability/tracing.ts';
import type { EventMap, EventName } from './events.ts';
import { OutboxEvent, type OutboxEventSchema } from './outbox.entity.ts';
import { notifyAfterCommit, OUTBOX_CHANNEL } from './outbox-notifications.ts';

const db = queriesOn<{ outboxEvent: Table<typeof OutboxEventSchema> }>();

/**
 * Stores an event, with the request and the trace that it belongs to. Call it in the transaction of the change: both are
 * stored, or neither.
 */
export function emit<Name extends EventName>(em: EntityManager, name: Name, payload: EventMap[Name]): void {
  if (!em.isInTransaction()) throw new Error(`${name} was emitted outside a transaction`);
  em.create(OutboxEvent, { id: newId(), name, payload, requestId: currentRequestId(), traceContext: traceParent() });
  notifyAfterCommit(em, OUTBOX_CHANNEL);
}

/** When an event happened, in ISO 8601, UTC; undefined if it is no longer stored. */
export async function findEventTime(em: EntityManager, eventId: string): Promise<string | undefined> {
  const event = await db(em).selectFrom('outboxEvent').select('createdAt').where('id', '=', eventId).executeTakeFirst();
  return event && isoDate(event.createdAt);
}

/** Whether an event with one of these values in its payload is still to be handled, also if a job has given up on it. */
export async function isOutstanding(
  em: EntityManager,
  name: EventName,
  key: string,
  values: readonly string[],
): Promise<boolean> {
  const event = await db(em)
    .selectFrom('outboxEvent')
    .select('id')
    .where('name', '=', name)
    .where('doneAt', 'is', null)
    // Each has its own index.
    .where((event) => event.or([event('failure', 'is', null), event('failure', 'is not', null)]))
    .where(sql<boolean>`payload ->> ${key} = any(${[...values]}::text[])`)
    .limit(1)
    .executeTakeFirst();
  return event !== undefined;
}

export type StoredEvent<Name extends EventName = EventName> = {
  id: string;
  name: Name;
  payload: EventMap[Name];
  /** The request that caused it. */
  requestId?: string | null;
  /** The trace context that its jobs continue. */
  traceContext?: string | null;
};

/** An event to enqueue, with the names of the jobs that have already handled it. */
export type OutstandingEvent = StoredEvent & { handledBy: string[] };

/**
 * Passes the oldest waiting events to `enqueue` and marks them as enqueued once it returns. The rows are locked meanwhile,
 * so that other relays skip them. If the process dies in between, they are enqueued again under the same ids.
 * @returns how many were enqueued
 */
export function enqueueWaiting(
  em: EntityManager,
  limit: number,
  enqueue: (events: OutstandingEvent[]) => Promise<void>,
): Promise<number> {
  return em.fork().transactional(async (em) => {
    const events = await db(em)
      .selectFrom('outboxEvent')
      .select(['id', 'name', 'payload', 'handledBy', 'requestId', 'traceContext'])
      .$narrowType<Pick<OutstandingEvent, 'name' | 'payload' | 'handledBy'>>()
      .where('enqueuedAt', 'is', null)
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    if (events.length === 0) return 0;
    await enqueue(events);
    await markEnqueued(em, events);
    return events.length;
  });
}

/**
 * Finds events that were enqueued at least `olderThan` milliseconds ago and are still not handled, `limit` of each name:
 * their queue may have lost them or be busy. The limit is per name, so that a long queue doesn't hide the events of
 * others. Events found here come last the next time.
 * @param enqueueAgain enqueues the jobs that their queues have lost, and returns how many
 * @returns the result of `enqueueAgain`
 */
export function enqueueForgotten(
  em: EntityManager,
  olderThan: number,
  limit: number,
  enqueueAgain: (events: OutstandingEvent[]) => Promise<number>,
): Promise<number> {
  return em.fork().transactional(async (em) => {
    const events = await em.execute<OutstandingEvent[]>(
      // Raw, since the recursion is harder to read in Kysely. It finds the names one by one in the index that starts with
      // them, instead of scanning a million waiting events.
      `with recursive kind as (
        (select min(name) as name from outbox_event where done_at is null and failure is null)
        union all
        select (select min(name) from outbox_event where done_at is null and failure is null and name > kind.name)
        from kind where kind.name is not null
      )
      select event.* from kind cross join lateral (
        select * from (
          select id, name, payload, handled_by as "handledBy", request_id as "requestId", trace_context as "traceContext"
          from outbox_event
          where done_at is null and failure is null and name = kind.name
            and enqueued_at < now() - make_interval(secs => ?)
          order by enqueued_at limit ? for update skip locked
        ) as old
        union all
        -- Enqueued while the clock was ahead.
        select * from (
          select id, name, payload, handled_by as "handledBy", request_id as "requestId", trace_context as "traceContext"
          from outbox_event
          where done_at is null and failure is null and name = kind.name and enqueued_at > now() + interval '1 minute'
          order by enqueued_at limit ? for update skip locked
        ) as early
      ) as event`,
      [olderThan / 1000, limit, limit],
    );
    if (events.length === 0) return 0;
    const forgotten = await enqueueAgain(events);
    await markEnqueued(em, events);
    return forgotten;
  });
}

async function markEnqueued(em: EntityManager, events: OutstandingEvent[]): Promise<void> {
  const ids = events.map(({ id }) => id);
  await db(em).updateTable('outboxEvent').set({ enqueuedAt: sql`now()` }).where('id', '=', anyOf(ids)).execute();
}

/** Records that `job` has handled an event. The event is done when all of `jobs` have. Idempotent. */
export async function markHandled(em: EntityManager, eventId: string, job: string, jobs: string[]): Promise<void> {
  await setHandled(em, eventId, job, jobs);
}

const setHandled = prepared((em, eventId: string, job: string, jobs: string[]) =>
  db(em)
    .updateTable('outboxEvent')
    .set({
      handledBy: sql`array_append(array_remove(handled_by, ${job}::text), ${job}::text)`,
      failure: sql`case when starts_with(failure, ${job}::text || ': ') then null else failure end`,
      doneAt: sql`case when ${jobs}::text[] <@ array_append(handled_by, ${job}::text) then coalesce(done_at, now()) end`,
    })
    .where('id', '=', eventId),
);

/** Records that `job` has given up on an event, which is then not enqueued again until someone retries it. */
export async function markFailed(em: EntityManager, eventId: string, job: string, reason: string): Promise<void> {
  await db(em)
    .updateTable('outboxEvent')
    .set({ failure: `${job}: ${reason}` })
    .where('id', '=', eventId)
    .where('doneAt', 'is', null)
    .execute();
}

/** Removes events that were done at least `olderThan` milliseconds ago. */
export function removeDone(em: EntityManager, olderThan: number): Promise<void> {
  return removeInBatches(em, 'outbox_event', sql`done_at <= ${ago(olderThan)}`);
}

/** The number of events waiting for the relay, and the age of the oldest in milliseconds. */
export async function relayLag(em: EntityManager): Promise<{ waiting: number; oldest: number }> {
  return db(em)
    .selectFrom('outboxEvent')
    .select(({ fn }) => [
      fn.countAll<number>().as('waiting'),
      sql<number>`coalesce(extract(epoch from now() - min(created_at)) * 1000, 0)::float8`.as('oldest'),
    ])
    .where('enqueuedAt', 'is', null)
    .executeTakeFirstOrThrow();
}
