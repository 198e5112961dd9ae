import type { EntityManager } from '@mikro-orm/postgresql';
import type { EventMap, EventName } from './events.ts';
import { newId } from './ids.ts';
import { OutboxEvent } from './outbox.entity.ts';

export { OUTBOX_CHANNEL } from './outbox.entity.ts';

/** Tells of a change. Call it inside the transaction that makes the change: both are stored, or neither. */
export function emit<Name extends EventName>(em: EntityManager, name: Name, payload: EventMap[Name]): void {
  if (!em.isInTransaction()) throw new Error(`${name} was emitted outside a transaction`);
  em.create(OutboxEvent, { id: newId(), name, payload });
}

export type StoredEvent<Name extends EventName = EventName> = { id: string; name: Name; payload: EventMap[Name] };

/** An event that is to be enqueued, and the names of the jobs that need not run for it any more. */
export type OutstandingEvent = StoredEvent & { handledBy: string[] };

/**
 * Hands the oldest events that wait to `enqueue`, and marks them enqueued once it has returned. The rows stay locked
 * meanwhile and are skipped by other relays; if the process dies in between, they are enqueued again, under the same ids.
 * @returns how many were enqueued
 */
export function enqueueWaiting(
  em: EntityManager,
  limit: number,
  enqueue: (events: OutstandingEvent[]) => Promise<void>,
): Promise<number> {
  return em.fork().transactional(async (em) => {
    const events = await em.execute<OutstandingEvent[]>(
      `select id, name, payload, handled_by as "handledBy" from outbox_event where enqueued_at is null
      order by id limit ? for update skip locked`,
      [limit],
    );
    if (events.length === 0) return 0;
    await enqueue(events);
    await noteEnqueued(em, events);
    return events.length;
  });
}

/**
 * Looks at what was enqueued at least `olderThan` milliseconds ago and has not been handled since, `limit` events of each
 * name: a queue may have forgotten it, or have a lot to do. Each name has its own turn, so that a long queue of one kind
 * hides nothing of another; within a name, what was looked at comes last the next time.
 * @param enqueueAgain enqueues what its queue does not hold, and returns how many jobs that were
 * @returns what that returned
 */
export function enqueueForgotten(
  em: EntityManager,
  olderThan: number,
  limit: number,
  enqueueAgain: (events: OutstandingEvent[]) => Promise<number>,
): Promise<number> {
  return em.fork().transactional(async (em) => {
    const events = await em.execute<OutstandingEvent[]>(
      // The names one by one, by the index that begins with them: a million events that wait are not looked through.
      `with recursive kind as (
        (select min(name) as name from outbox_event where done_at is null and failure is null)
        union all
        select (select min(name) from outbox_event where done_at is null and failure is null and name > kind.name)
        from kind where kind.name is not null
      )
      select event.* from kind cross join lateral (
        select * from (
          select id, name, payload, handled_by as "handledBy" from outbox_event
          where done_at is null and failure is null and name = kind.name
            and enqueued_at < now() - make_interval(secs => ?)
          order by enqueued_at limit ? for update skip locked
        ) as old
        union all
        -- Enqueued while the clock was ahead.
        select * from (
          select id, name, payload, handled_by as "handledBy" from outbox_event
          where done_at is null and failure is null and name = kind.name and enqueued_at > now() + interval '1 minute'
          order by enqueued_at limit ? for update skip locked
        ) as early
      ) as event`,
      [olderThan / 1000, limit, limit],
    );
    if (events.length === 0) return 0;
    const forgotten = await enqueueAgain(events);
    await noteEnqueued(em, events);
    return forgotten;
  });
}

async function noteEnqueued(em: EntityManager, events: OutstandingEvent[]): Promise<void> {
  await em.execute('update outbox_event set enqueued_at = now() where id in (?)', [events.map(({ id }) => id)]);
}

/** Records that `job` has run for an event; when all of `jobs` have, the event is done. Running it twice changes nothing. */
export async function markHandled(em: EntityManager, eventId: string, job: string, jobs: string[]): Promise<void> {
  await em.execute(
    `update outbox_event set handled_by = array_append(array_remove(handled_by, ?), ?),
       failure = case when starts_with(failure, ?) then null else failure end,
       done_at = case when array[?]::text[] <@ array_append(handled_by, ?) then coalesce(done_at, now()) end
     where id = ?`,
    [job, job, `${job}: `, jobs, job, eventId],
  );
}

/** Records that `job` has given up on an event, so that it is not enqueued again behind the operator's back. */
export async function markFailed(em: EntityManager, eventId: string, job: string, reason: string): Promise<void> {
  await em.execute('update outbox_event set failure = ? where id = ? and done_at is null', [
    `${job}: ${reason}`,
    eventId,
  ]);
}

/** Lets a failed event be enqueued again. @returns false if it has not failed, or another retry came first */
export async function retryFailed(em: EntityManager, eventId: string): Promise<boolean> {
  const retried = await em.execute<unknown[]>(
    'update outbox_event set failure = null where id = ? and failure is not null and done_at is null returning id',
    [eventId],
  );
  return retried.length > 0;
}

/** Events that one statement removes: more at once would hold up the relay. */
const REMOVAL_BATCH = 10_000;

/** Removes events that were done at least `olderThan` milliseconds ago. Those that have failed stay until they are retried. */
export async function removeDone(em: EntityManager, olderThan: number): Promise<void> {
  for (;;) {
    const removed = await em.execute<unknown[]>(
      `delete from outbox_event where id in (
         select id from outbox_event where done_at <= now() - make_interval(secs => ?) limit ?
       ) returning id`,
      [olderThan / 1000, REMOVAL_BATCH],
    );
    if (removed.length < REMOVAL_BATCH) return;
  }
}

/** How many events wait for the relay, and for how long the oldest has, in milliseconds. */
export async function relayLag(em: EntityManager): Promise<{ waiting: number; oldest: number }> {
  const [row] = await em.execute<{ waiting: number; oldest: number }[]>(
    `select count(*)::int as waiting, coalesce(extract(epoch from now() - min(created_at)) * 1000, 0)::float8 as oldest
     from outbox_event where enqueued_at is null`,
  );
  return row ?? { waiting: 0, oldest: 0 };
}
