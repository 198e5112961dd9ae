import { Client } from 'pg';
import { emptyDatabase, listKnownMigrations, unreachable } from '../../core/database/db.ts';
import { migrate } from '../../core/database/migrations.ts';
import { StartError } from '../../core/process/start.ts';
import { takeUpDocuments } from '../../modules/orders/invoicing/restored-documents.ts';
import { MANIFEST, readEntries, verifyArchive } from './archive.ts';
import { FILES, type Shop } from './back-up.ts';
import { FORMAT, loadPart, loadSequence, type Manifest, type SavedTable, tableOf, withoutTriggers } from './tables.ts';

type Options = {
  path: string;
  /** Replaces the shop in the database, if there is one. */
  force: boolean;
  /** Runs before anything is changed. */
  emptyQueues(): Promise<void>;
};

/**
 * Order numbers given between the backup and the loss are on invoices, in emails and at the payment provider. They must
 * not be given again, so a restored shop continues this many numbers later.
 */
export const NUMBERS_SKIPPED = { shop_order_number_seq: 10_000 } as Record<string, number>;

/**
 * Restores a backup into a database that no shop uses, and into the storage. The backup is checked first. Its schema is
 * created by the migrations that it was made with; the later ones then run with its data. Invoices and credit notes that the
 * storage has beyond the backup stay, so that their numbers go on without gaps.
 * @throws StartError that says why it can't be restored; nothing was changed then
 */
export async function restore(shop: Shop, { path, force, emptyQueues }: Options): Promise<Manifest> {
  const { databaseUrl, database, backupKey } = shop;
  const manifest = (await verifyArchive(path, backupKey)) as Manifest;
  await requireKnownSchema(manifest);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect().catch((cause: unknown) => {
    throw unreachable(databaseUrl, cause);
  });
  try {
    // Before `database` opens connections of this program.
    await requireAlone(client);
    const isEmpty = await isDatabaseEmpty(client);
    if (!isEmpty && !force)
      throw new StartError('The database is not empty: add --force (with make: FORCE=1) to replace what is in it');
    await emptyQueues();
    await emptyDatabase(database);
    await migrate(database, { names: manifest.migrations });
    await load(client, shop, path, manifest);
    await migrate(database);
    await takeUpDocuments(database.em.fork(), shop.storage);
    await client.query('analyze');
    return manifest;
  } finally {
    await client.end();
  }
}

async function requireKnownSchema({ format, migrations }: Manifest): Promise<void> {
  const known = await listKnownMigrations();
  const unknown = migrations.find((name) => !known.includes(name));
  if (format <= FORMAT && unknown === undefined) return;
  const reason = unknown === undefined ? `its format is ${format}` : `it needs the migration ${unknown}`;
  throw new StartError(`The backup was made by a newer version of the shop: ${reason}`);
}

/** @throws StartError while a shop is connected */
async function requireAlone(client: Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and usename = current_user
     and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  if (rowCount !== 0) throw new StartError('A shop is connected to the database: stop its APIs and workers first');
}

/** Whether it has no tables, or those of a shop without users, such as one whose restore was interrupted. */
async function isDatabaseEmpty(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
     and relname <> 'mikro_orm_migrations'`,
  );
  if (rows.length === 0) return true;
  if (!rows.some(({ name }) => name === 'user_account')) return false;
  return (await client.query('select from user_account limit 1')).rowCount === 0;
}

/** Loads all rows in one transaction, and stores the files on the way. */
async function load(client: Client, { storage, backupKey }: Shop, path: string, manifest: Manifest): Promise<void> {
  const { tables, sequences } = manifest;
  const loaded = new Map<string, number>();
  await client.query('begin');
  // Storing files can take long.
  await client.query('set local idle_in_transaction_session_timeout = 0');
  await withoutTriggers(client, tables, async () => {
    for await (const { name, content } of readEntries(path, backupKey)) {
      const table = tables.find((each) => each.name === tableOf(name));
      if (table !== undefined) {
        loaded.set(table.name, (loaded.get(table.name) ?? 0) + (await loadPart(client, table, content)));
      } else if (name.startsWith(FILES)) await storage.put(name.slice(FILES.length), content);
      else if (name === MANIFEST) content.resume();
      else throw new Error(`Unknown entry ${name}`);
    }
  });
  requireAllRows(tables, loaded);
  for (const sequence of sequences) await loadSequence(client, sequence, NUMBERS_SKIPPED[sequence.name]);
  await client.query('commit');
}

function requireAllRows(tables: SavedTable[], loaded: Map<string, number>): void {
  for (const { name, rows } of tables) {
    if (rows !== (loaded.get(name) ?? 0)) throw new Error(`${name} has ${loaded.get(name)} rows instead of ${rows}`);
  }
}
