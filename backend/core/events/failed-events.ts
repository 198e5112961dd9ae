import type { RawBuilder } from 'kysely';
import type { TableQuery } from '#contract/table.ts';
import type { EntityManager } from '../database/db.ts';
import { queriesOn, type Table } from '../database/queries.ts';
import { countRows, readPage, total } from '../database/table.ts';
import type { EventMap, EventName } from './events.ts';
import type { OutboxEventSchema } from './outbox.entity.ts';
import type { StoredEvent } from './outbox.ts';

const db = queriesOn<{ outboxEvent: Table<typeof OutboxEventSchema> }>();

export type FailedEvent<Name extends EventName> = StoredEvent<Name> & {
  /** A timestamp as PostgreSQL formats it. */
  createdAt: string;
  reason: string;
};

function failed(em: EntityManager, names: readonly EventName[]) {
  return db(em)
    .selectFrom('outboxEvent')
    .where('failure', 'is not', null)
    .where('doneAt', 'is', null)
    .where('name', 'in', names);
}

/** The events of the given names that a job has given up on, as a table shows them; `condition` narrows them. */
export async function listFailed<Name extends EventName>(
  em: EntityManager,
  names: readonly Name[],
  query: TableQuery<'date'>,
  condition?: RawBuilder<boolean>,
): Promise<{ rows: FailedEvent<Name>[]; total: number }> {
  const found = condition ? failed(em, names).where(condition) : failed(em, names);
  const page = await readPage(
    query,
    // Ids grow with time.
    { columns: { date: 'outboxEvent.id' }, ties: ['outboxEvent.id'] },
    found.select(['id', 'name', 'payload', 'createdAt', 'failure']),
    countRows(em, found),
  );
  const rows = page.rows.map(({ id, name, payload, createdAt, failure }) => ({
    id,
    name: name as Name,
    payload: payload as EventMap[Name],
    createdAt,
    reason: (failure ?? '').replace(/^\w+: /, ''),
  }));
  return { rows, total: page.total };
}

/** The number of events of the given names that a job has given up on. */
export async function countFailed(em: EntityManager, names: readonly EventName[]): Promise<number> {
  const { total: count } = await failed(em, names).select(total).executeTakeFirstOrThrow();
  return count;
}
