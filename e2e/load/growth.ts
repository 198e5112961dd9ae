import type pg from 'pg';
import { openDatabase } from '../../backend/core/database/db.ts';
import { removeDone } from '../../backend/core/events/outbox.ts';
import { entities } from '../../backend/entities.ts';
import { type BenchShop, onServer } from './bench-shop.ts';
import { tokenOf } from './fill.ts';
import { type Figures, measure } from './measure.ts';
import { formatCount, formatMilliseconds, printTable } from './table.ts';

/** Events of the day that is removed, and of each day that stays. */
const EVENTS_PER_DAY = 500_000;
const DAYS_THAT_STAY = 2;
const DAY = 24 * 60 * 60 * 1000;

type Removal = { how: string; seconds: number; walMegabytes: number; megabytesAfter: number };
type OrderTable = { name: string; whole: Figures; partitioned: Figures };

/** Compares the two tables that grow fastest with the same tables in partitions. */
export async function benchGrowth(shop: BenchShop, seconds: number): Promise<void> {
  const removals = await measureRemovals(shop);
  printTable(
    `Removing a day of ${formatCount(EVENTS_PER_DAY)} events from the outbox`,
    ['', 'seconds', 'MB of WAL', `MB left for ${DAYS_THAT_STAY} days`],
    removals.map(({ how, seconds, walMegabytes, megabytesAfter }) => [
      how,
      seconds.toFixed(2),
      walMegabytes.toFixed(1),
      formatCount(megabytesAfter),
    ]),
  );
  const tables = await measureOrderTables(shop, seconds);
  printTable(
    "The dashboard's orders: milliseconds in one table, and in a partition per month",
    ['', 'p50', 'p99', 'partitions p50', 'p99'],
    tables.map(({ name, whole, partitioned }) => [
      name,
      ...[whole, partitioned].flatMap(({ p50, p99 }) => [p50, p99].map(formatMilliseconds)),
    ]),
  );
}

/** Removes the oldest day from the outbox: as the workers do, and as a partition. */
async function measureRemovals({ databaseUrl }: BenchShop): Promise<Removal[]> {
  return onServer(databaseUrl, async (client) => {
    await client.query(
      `create table outbox_by_day (like outbox_event including defaults) partition by range (created_at)`,
    );
    for (let day = 0; day <= DAYS_THAT_STAY; day += 1) {
      await client.query(
        `create table outbox_day_${day} partition of outbox_by_day
         for values from (current_date - ${day}) to (current_date - ${day} + 1)`,
      );
    }
    await copyIndexes(client, 'outbox_event', 'outbox_by_day');
    for (const table of ['outbox_event', 'outbox_by_day']) {
      await client.query(
        `insert into ${table} (id, name, payload, created_at, enqueued_at, handled_by, done_at)
         select gen_random_uuid(), 'product.rated', '{"productId": "01990000-0000-7000-8000-000000000000"}', date, date,
           '{recompute-rating}', date
         from generate_series(0, ${DAYS_THAT_STAY}) day,
           lateral (select current_date - day + interval '12 hours' as date) d, generate_series(1, ${EVENTS_PER_DAY})`,
      );
    }
    await client.query('vacuum analyze outbox_event, outbox_by_day');
    await client.query('checkpoint');
    const database = await openDatabase({ url: databaseUrl, entities });
    try {
      return [
        await measureRemoval(client, 'outbox_event', 'row by row, in batches', () =>
          removeDone(database.em.fork(), (DAYS_THAT_STAY - 1) * DAY + secondsOfToday() * 1000),
        ),
        await measureRemoval(client, 'outbox_by_day', 'as a partition', () =>
          client.query(`drop table outbox_day_${DAYS_THAT_STAY}`),
        ),
      ];
    } finally {
      await database.close();
      await client.query('drop table outbox_by_day; truncate outbox_event');
    }
  });
}

function secondsOfToday(): number {
  return (Date.now() % DAY) / 1000;
}

async function measureRemoval(client: pg.Client, table: string, how: string, remove: () => Promise<unknown>) {
  const walBefore = await readNumber(client, `pg_current_wal_insert_lsn() - '0/0'`);
  const start = performance.now();
  await remove();
  const seconds = (performance.now() - start) / 1000;
  const wal = (await readNumber(client, `pg_current_wal_insert_lsn() - '0/0'`)) - walBefore;
  const left = await readNumber(client, `select count(*) from ${table}`);
  if (left !== EVENTS_PER_DAY * DAYS_THAT_STAY) throw new Error(`${left} events are left in ${table}`);
  const size = await readNumber(
    client,
    `select sum(pg_total_relation_size(oid)) from pg_class where relkind = 'r'
     and (oid = '${table}'::regclass or oid in (select inhrelid from pg_inherits where inhparent = '${table}'::regclass))`,
  );
  return { how, seconds, walMegabytes: wal / 1e6, megabytesAfter: size / 1e6 };
}

async function readNumber(client: pg.Client, query: string): Promise<number> {
  const { rows } = await client.query<{ value: string }>(`select (${query}) as value`);
  return Number(rows[0]?.value);
}

const orderTables: Record<string, string> = {
  'newest first': '',
  'of a country': 'country=DE',
  'of a country, in one month': 'country=DE&from={from}&to={to}',
  'to be shipped': 'state=paid&fulfilment=open&method=shipping&sort=date&direction=asc',
  'searched for an email': 'search=shopper4711@example.com',
};

/** Asks two APIs for the dashboard's orders: one on the shop's table, one on a copy with a partition per month. */
async function measureOrderTables(shop: BenchShop, seconds: number): Promise<OrderTable[]> {
  await onServer(shop.databaseUrl, partitionOrders);
  const url = new URL(shop.databaseUrl);
  url.searchParams.set('options', '-c search_path=by_month,public');
  const other = await shop.startApi({ DATABASE_URL: url.href });
  const [from, to] = [60, 30].map((days) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10)) as [
    string,
    string,
  ];
  const tables: OrderTable[] = [];
  for (const [name, query] of Object.entries(orderTables)) {
    const path = `/api/v1/admin/order?page=1&${query.replace('{from}', from).replace('{to}', to)}`;
    const next = () => ({ path, headers: { Authorization: tokenOf('admin') } });
    const whole = await measure(next, { url: shop.url, concurrency: 1, seconds });
    const partitioned = await measure(next, { url: other.url, concurrency: 1, seconds });
    tables.push({ name, whole, partitioned });
  }
  return tables;
}

async function partitionOrders(client: pg.Client): Promise<void> {
  await client.query('create schema by_month');
  await client.query(
    'create table by_month.shop_order (like public.shop_order including defaults) partition by range (created_at)',
  );
  const { rows } = await client.query<{ month: string }>(
    `select to_char(month, 'YYYY-MM-DD') as month
     from generate_series((select date_trunc('month', min(created_at)) from shop_order), now(), interval '1 month') month`,
  );
  for (const [index, { month }] of rows.entries()) {
    await client.query(
      `create table by_month.orders_${index} partition of by_month.shop_order
       for values from ('${month}') to (date '${month}' + interval '1 month')`,
    );
  }
  await client.query('insert into by_month.shop_order select * from public.shop_order');
  await copyIndexes(client, 'shop_order', 'by_month.shop_order');
  await client.query('vacuum analyze by_month.shop_order');
}

/** Unique indexes must contain the partition's key, so the copies aren't unique. */
async function copyIndexes(client: pg.Client, from: string, to: string): Promise<void> {
  const { rows } = await client.query<{ definition: string }>(
    'select indexdef as definition from pg_indexes where schemaname = $1 and tablename = $2',
    ['public', from],
  );
  for (const { definition } of rows) {
    await client.query(definition.replace(/^create (unique )?index \S+ on \S+/i, `create index on ${to}`));
  }
}
