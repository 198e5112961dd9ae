import { type RawBuilder, sql } from 'kysely';
import type { TableQuery } from '#contract/table.ts';
import type { EntityManager } from '../database/db.ts';
import { ago, queriesOn, type Table } from '../database/queries.ts';
import { removeInBatches } from '../database/remove-in-batches.ts';
import { countRows, readPage, total } from '../database/table.ts';
import type { EventName } from './events.ts';
import type { OutboxEventSchema } from './outbox.entity.ts';
import type { StoredEvent } from './outbox.ts';

const db = queriesOn<{ outboxEvent: Table<typeof OutboxEventSchema> }>();

/** An event that `job` has given up on. */
export type FailedEvent<Job extends string> = Pick<StoredEvent, 'id' | 'payload'> & {
  job: Job;
  /** A timestamp as PostgreSQL formats it. */
  createdAt: string;
  reason: string;
};

const failedJob = sql<string>`split_part(failure, ':', 1)`;

function failed(em: EntityManager, jobs: readonly string[]) {
  return db(em)
    .selectFrom('outboxEvent')
    .where('failure', 'is not', null)
    .where('doneAt', 'is', null)
    .where(failedJob, 'in', jobs);
}

/** The events that one of `jobs` has given up on, as a table shows them; `condition` narrows them. */
export function listFailed<Job extends string>(
  em: EntityManager,
  jobs: readonly Job[],
  query: TableQuery<'date'>,
  condition?: RawBuilder<boolean>,
): Promise<{ rows: FailedEvent<Job>[]; total: number }> {
  const found = condition ? failed(em, jobs).where(condition) : failed(em, jobs);
  return readPage(
    query,
    // Ids grow with time.
    { columns: { date: 'outboxEvent.id' }, ties: ['outboxEvent.id'] },
    found
      .select(['id', 'payload', 'createdAt', failedJob.as('job')])
      .select(sql<string>`regexp_replace(failure, '^\\w+: ', '')`.as('reason'))
      .$castTo<FailedEvent<Job>>(),
    countRows(em, found),
  );
}

/** The number of events that one of `jobs` has given up on. */
export async function countFailed(em: EntityManager, jobs: readonly string[]): Promise<number> {
  const { total: count } = await failed(em, jobs).select(total).executeTakeFirstOrThrow();
  return count;
}

/**
 * Makes the events that one of `jobs` has given up on due again: one event, or all without an id.
 * @returns the events this call takes, each with its job; a concurrent call gets none of them
 */
export function retryFailed<Job extends string>(
  em: EntityManager,
  jobs: readonly Job[],
  eventId?: string,
): Promise<Pick<FailedEvent<Job>, 'id' | 'payload' | 'job'>[]> {
  return db(em)
    .with('due', () =>
      failed(em, jobs)
        .$if(eventId !== undefined, (query) => query.where('id', '=', eventId ?? ''))
        .select(['id', failedJob.as('job')])
        .forUpdate(),
    )
    .updateTable('outboxEvent')
    .from('due')
    .set({ failure: null })
    .whereRef('outboxEvent.id', '=', 'due.id')
    .returning(['outboxEvent.id', 'payload', 'due.job'])
    .$castTo<Pick<FailedEvent<Job>, 'id' | 'payload' | 'job'>>()
    .execute();
}

/**
 * Removes failed events that were enqueued at least `olderThan` milliseconds ago.
 * @param lasting the jobs of each event that must have handled it before
 */
export async function removeFailed(
  em: EntityManager,
  lasting: Readonly<Partial<Record<EventName, string[]>>>,
  olderThan: number,
): Promise<void> {
  const isFailed = sql`failure is not null and done_at is null and enqueued_at <= ${ago(olderThan)}`;
  const hasLasting = sql`handled_by @> array(select jsonb_array_elements_text(${JSON.stringify(lasting)}::jsonb -> name))`;
  await removeInBatches(em, 'outbox_event', sql`${isFailed} and ${hasLasting}`);
}

/** The number of events that a job has given up on, by name. */
export async function countGivenUp(em: EntityManager): Promise<Record<string, number>> {
  const rows = await db(em)
    .selectFrom('outboxEvent')
    .select(({ fn }) => ['name', fn.countAll<number>().as('count')])
    .where('failure', 'is not', null)
    .where('doneAt', 'is', null)
    .groupBy('name')
    .execute();
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}
