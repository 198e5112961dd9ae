import { Migration } from '@mikro-orm/migrations';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createTestDatabase } from '../../../testing/servers/postgres.ts';
import { waitFor } from '../../../testing/wait.ts';
import { entities } from '../../entities.ts';
import { type Database, openDatabase, openMigratedDatabase } from './db.ts';
import { migrate } from './migrations.ts';

class AddColumn extends Migration {
  override up(): void {
    this.addSql('alter table product add column extra text');
  }
}

class BuildIndex extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // An interrupted build leaves an invalid index.
    this.addSql('drop index concurrently if exists extra_unique');
    this.addSql('create unique index concurrently extra_unique on category (lower(slug))');
  }
}

let url: string;
let shopper: pg.Client;
const open: Database[] = [];

beforeEach(async () => {
  url = await createTestDatabase(inject('postgresUrl'));
  shopper = new pg.Client(url);
  await shopper.connect();
});
afterEach(async () => {
  await shopper.end();
  for (const database of open.splice(0)) await database.close();
});

/** A connection to the migrated database whose only pending migration is `pending`. */
async function withPending(pending: typeof AddColumn): Promise<Database> {
  const database = await openDatabase({ url, entities });
  open.push(database);
  const migrations = database.config.get('migrations');
  database.config.set('migrations', { ...migrations, migrationsList: [{ name: pending.name, class: pending }] });
  return database;
}

/** Begins a transaction that has read a table, as a backup or a slow report does. */
async function beginReading(table: string): Promise<{ end(): Promise<void> }> {
  const reader = new pg.Client(url);
  await reader.connect();
  await reader.query('begin isolation level repeatable read');
  await reader.query(`select count(*) from ${table}`);
  return { end: () => reader.end() };
}

test('a migration that waits for a lock lets others pass, and runs once it gets the lock', async () => {
  const database = await withPending(AddColumn);
  const reading = await beginReading('product');
  const migrating = migrate(database);
  await waitFor('the migration to wait for the table', async () => {
    const { rows } = await shopper.query(`select from pg_locks where relation = 'product'::regclass and not granted`);
    return rows.length === 1;
  });
  // Otherwise it would wait until the reader ends its transaction.
  await shopper.query('select count(*) from product');
  await reading.end();
  await migrating;
  expect((await shopper.query('select extra from product')).rows).toEqual([]);
});

test('an index is built while others write, even by two concurrent runs', async () => {
  const databases = [await withPending(BuildIndex), await withPending(BuildIndex)];
  const reading = await beginReading('category');
  const migrating = Promise.all(databases.map((database) => migrate(database)));
  await waitFor('the build to wait for the reader', async () => {
    const { rows } = await shopper.query(`select from pg_stat_progress_create_index where phase like 'waiting%'`);
    return rows.length === 1;
  });
  await shopper.query(`insert into category (id, name, slug) values (gen_random_uuid(), 'Audio', 'audio')`);
  await reading.end();
  await migrating;
  expect(await isValid('extra_unique')).toBe(true);
});

test('an index whose build failed is built again', async () => {
  const database = await withPending(BuildIndex);
  await shopper.query(
    `insert into category (id, name, slug) values (gen_random_uuid(), 'Audio', 'audio'), (gen_random_uuid(), 'AUDIO 2', 'AUDIO')`,
  );
  await expect(migrate(database)).rejects.toThrow('extra_unique');
  expect(await isValid('extra_unique')).toBe(false);
  await shopper.query(`delete from category where slug = 'AUDIO'`);
  await migrate(database);
  expect(await isValid('extra_unique')).toBe(true);
});

test('a program refuses a database with a pending migration, but not one that a later release has migrated', async () => {
  await shopper.query(`insert into mikro_orm_migrations (name) values ('20991231000000-later')`);
  await (await openMigratedDatabase({ url, entities })).close();
  await shopper.query('delete from mikro_orm_migrations where name = (select min(name) from mikro_orm_migrations)');
  await expect(openMigratedDatabase({ url, entities })).rejects.toThrow('The database is not migrated');
});

async function isValid(index: string): Promise<boolean> {
  const { rows } = await shopper.query<{ indisvalid: boolean }>(
    'select indisvalid from pg_index where indexrelid = $1::regclass',
    [index],
  );
  return rows[0]?.indisvalid ?? false;
}
