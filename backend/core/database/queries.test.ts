import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase } from '../../../testing/servers/postgres.ts';
import { entities } from '../../entities.ts';
import type { OutboxEventSchema } from '../events/outbox.entity.ts';
import { type Database, openDatabase } from './db.ts';
import {
  anyOf,
  type Columns,
  columnsAs,
  columnsOf,
  jsonRows,
  prepared,
  preparedWith,
  queriesOn,
  type Table,
} from './queries.ts';

const db = queriesOn<{ outboxEvent: Table<typeof OutboxEventSchema> }>();
const ids = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'] as const;

let database: Database;
beforeAll(async () => {
  // With one connection, all queries share its prepared statements.
  database = await openDatabase({ url: await createTestDatabase(inject('postgresUrl')), entities, poolSize: 1 });
});
afterAll(() => database.close());

/** How often PostgreSQL has planned each prepared statement. */
async function statements(): Promise<{ plans: number }[]> {
  return database.em
    .fork()
    .execute(`select (generic_plans + custom_plans)::int as plans from pg_prepared_statements where name <> ''`);
}

test('a prepared query takes a new value each time and is prepared once', async () => {
  const eventsNamed = prepared((em, name: string) =>
    db(em).selectNoFrom([sql<string>`${name}::text`.as('eventName'), sql<number>`1`.as('one')]),
  );
  const names = ['a', 'b', "c'; --"];
  const rows = await Promise.all(names.map((name) => eventsNamed(database.em.fork(), name)));
  expect(rows).toEqual(names.map((eventName) => [{ eventName, one: 1 }]));
  expect(await statements()).toEqual([{ plans: 3 }]);
});

test('a prepared query takes several values, some of them twice', async () => {
  const valuesOf = prepared((em, first: string, second: number) =>
    db(em).selectNoFrom([
      sql<number>`${second}::int`.as('second'),
      sql<string>`${first}::text`.as('first'),
      sql<number>`${second}::int + 1`.as('next'),
    ]),
  );
  expect(await valuesOf(database.em.fork(), 'a', 1)).toEqual([{ second: 1, first: 'a', next: 2 }]);
  expect(await valuesOf(database.em.fork(), 'b', 5)).toEqual([{ second: 5, first: 'b', next: 6 }]);
});

test('a prepared query takes a list and sees its transaction', async () => {
  const eventsWithIds = prepared((em, list: readonly string[]) =>
    db(em).selectFrom('outboxEvent').select('id').where('id', '=', anyOf(list)).orderBy('id'),
  );
  const em = database.em.fork();
  await em.transactional(async (em) => {
    const rows = ids.map((id) => ({ id, name: 'product.rated' as const, payload: { productId: id } }));
    await db(em).insertInto('outboxEvent').values(rows).execute();
    expect(await eventsWithIds(em, [ids[1]])).toEqual([{ id: ids[1] }]);
    expect(await eventsWithIds(em, ids)).toEqual([{ id: ids[0] }, { id: ids[1] }]);
  });
  expect(await eventsWithIds(em, [])).toEqual([]);
});

test('a prepared query takes named values, and any number of rows', async () => {
  const types = { id: 'uuid', rank: 'integer' } as const;
  const names = ['id', 'rank'] as const;
  const ranked = preparedWith(names, (em, columns: Columns<{ id: string; rank: number }>) =>
    db(em)
      .selectFrom(columnsAs('row', types, columns))
      .select(['row.rank', 'row.id']),
  );
  const rows = ids.map((id, rank) => ({ id, rank, unused: 1 }));
  expect(await ranked(database.em.fork(), columnsOf(names, rows))).toEqual(ids.map((id, rank) => ({ id, rank })));
  expect(await ranked(database.em.fork(), columnsOf(names, rows.slice(1)))).toEqual([{ id: ids[1], rank: 1 }]);
  expect(await ranked(database.em.fork(), columnsOf(names, []))).toEqual([]);
});

test('rows of a subquery become JSON with their names and order', async () => {
  const em = database.em.fork();
  const read = (name: string) =>
    db(em)
      .selectNoFrom(({ selectFrom }) =>
        jsonRows(
          selectFrom('outboxEvent as event')
            .select(['event.id', 'event.createdAt as emittedAt', 'event.enqueuedAt'])
            .where('event.name', '=', name as 'product.rated')
            .orderBy('event.id', 'desc'),
        ).as('events'),
      )
      .executeTakeFirst();
  const events = ids.toReversed().map((id) => ({ id, emittedAt: expect.stringMatching(/^20.*T/), enqueuedAt: null }));
  expect(await read('product.rated')).toEqual({ events });
  expect(await read('none')).toEqual({ events: [] });
});
