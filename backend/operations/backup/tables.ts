import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { AddEntry } from './archive.ts';

// Rows leave and enter by COPY, not by pg_dump: the schema comes from the migrations, a backup also fits another version
// of PostgreSQL, and neither the image nor `make up` contains PostgreSQL's client programs.

/** A table's rows in the text format of COPY: https://www.postgresql.org/docs/current/sql-copy.html */
export type SavedTable = { name: string; columns: string[]; rows: number };

/** The last value of a sequence; null if it was never used. */
export type SavedSequence = { name: string; last: string | null };

/** The layout of backups, raised when an older shop could no longer restore them. */
export const FORMAT = 1;

/** What a backup contains. */
export type Manifest = {
  format: number;
  createdAt: string;
  /** The migrations that the database had: its schema. */
  migrations: string[];
  tables: SavedTable[];
  sequences: SavedSequence[];
  files: { count: number; bytes: number };
};

/** Rows of all tables. */
export function countRows({ tables }: Manifest): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}

/**
 * Tables whose rows stay behind: the migrations record their own, logins and links to reset a password must not come back
 * after they were revoked, and the shop creates new keys.
 */
const LEFT_OUT = [
  'mikro_orm_migrations',
  'session',
  'password_reset_request',
  'email_verification',
  'authentication_challenge',
  'secret',
];

/** Bytes of a part, about. Tar needs the size of an entry beforehand, so a part is held in memory. */
const PART = 4 * 1024 * 1024;

const LINE_FEED = 0x0a;

const FOLDER = 'tables';

/** Saves the rows of all tables, in an order in which foreign keys allow to load them. */
export async function saveTables(client: Client, add: AddEntry): Promise<SavedTable[]> {
  const saved: SavedTable[] = [];
  for (const { name, columns } of await tablesInOrder(client)) {
    const copy = client.query(copyTo(`copy ${quoted(name)} (${columns.map(quoted)}) to stdout`));
    let part = 0;
    for await (const bytes of partsOf(copy)) {
      part += 1;
      await add(`${FOLDER}/${name}/${String(part).padStart(6, '0')}`, bytes.length, Readable.from([bytes]));
    }
    saved.push({ name, columns, rows: copy.rowCount });
  }
  return saved;
}

/** The table that an entry is a part of; null if it is none. */
export function tableOf(entry: string): string | null {
  const [folder, table = null] = entry.split('/');
  return folder === FOLDER ? table : null;
}

/** Loads a part of a table. @returns its rows */
export async function loadPart(client: Client, { name, columns }: SavedTable, part: Readable): Promise<number> {
  const copy = client.query(copyFrom(`copy ${quoted(name)} (${columns.map(quoted)}) from stdin`));
  await pipeline(part, copy);
  return copy.rowCount;
}

/**
 * Empties tables and runs `load` without their triggers, which would record and announce each row. Foreign keys are
 * checked, those between rows of the same table at the end: a row may come before the one that it references.
 */
export async function withoutTriggers(client: Client, tables: SavedTable[], load: () => Promise<void>): Promise<void> {
  const { rows: ownKeys } = await client.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name from pg_constraint
     where contype = 'f' and conrelid = confrelid and connamespace = 'public'::regnamespace`,
  );
  if (tables.length > 0) await client.query(`truncate ${tables.map(({ name }) => quoted(name))} cascade`);
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`);
  for (const { table, name } of ownKeys) {
    await client.query(`alter table ${table} alter constraint ${name} deferrable initially deferred`);
  }
  await load();
  await client.query('set constraints all immediate');
  for (const { table, name } of ownKeys) {
    await client.query(`alter table ${table} alter constraint ${name} not deferrable`);
  }
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`);
}

export async function saveSequences(client: Client): Promise<SavedSequence[]> {
  const { rows } = await client.query<SavedSequence>(
    `select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public'
     and sequencename <> 'mikro_orm_migrations_id_seq' order by 1`,
  );
  return rows;
}

/** Sets a sequence, `skip` values ahead. */
export async function loadSequence(client: Client, { name, last }: SavedSequence, skip = 0): Promise<void> {
  if (last !== null) await client.query('select setval($1::regclass, $2::bigint + $3)', [quoted(name), last, skip]);
}

/** Cuts after rows. They end with the only line feeds, as COPY escapes those in values. */
async function* partsOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const end = size + chunk.length < PART ? 0 : chunk.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) {
      yield Buffer.concat([...chunks, chunk.subarray(0, end)]);
      [chunks, size] = [[], 0];
    }
    chunks.push(chunk.subarray(end));
    size += chunk.length - end;
  }
  if (size > 0) yield Buffer.concat(chunks);
}

type Table = { name: string; columns: string[]; references: string[] };

/** All tables with their stored columns, each after those that it references. */
async function tablesInOrder(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name,
       (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
       array(select confrelid::regclass::text from pg_constraint
        where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as references
     from pg_class c
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> all($1)
     order by c.relname`,
    [LEFT_OUT],
  );
  const ordered = new Set<Table>();
  const visit = (table: Table, path: string[]) => {
    if (path.includes(table.name)) throw new Error(`Foreign keys form a cycle: ${path.join(', ')}`);
    for (const other of rows) if (table.references.includes(other.name)) visit(other, [...path, table.name]);
    ordered.add(table);
  };
  for (const table of rows) visit(table, []);
  return [...ordered];
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
