import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { IsolationLevel } from '@mikro-orm/core';
import { Client } from 'pg';
import { type Database, type EntityManager, listMigrations } from '../../core/database/db.ts';
import { StartError } from '../../core/process/start.ts';
import type { Storage } from '../../core/storage/storage.ts';
import { readDocumentKeys } from '../../modules/catalogue/documents/document-files.ts';
import { readIssuedKeys } from '../../modules/orders/invoicing/kept-documents.ts';
import { readNeededKeys } from '../../modules/pictures/picture-files.ts';
import { type AddEntry, writeArchive } from './archive.ts';
import { FORMAT, type Manifest, saveSequences, saveTables } from './tables.ts';

export type Shop = { databaseUrl: string; database: Database; storage: Storage; backupKey: string | null };

type Saved = Omit<Manifest, 'format' | 'createdAt' | 'files'> & { unsavedKeys: string[] };

/** A file's entry is its key in this folder. */
export const FILES = 'files/';

/**
 * Saves the database and the files of a shop, which may be running, into one file: `target`, or a new one if that is a
 * folder. The database is saved as of one moment. Files never change, and those that the database refers to are saved
 * either before it or, if they are newer, after it.
 * @returns the path of the backup, and keys that the database refers to although there is no such file
 * @throws StartError
 */
export async function backUp(
  shop: Shop,
  target: string,
): Promise<{ path: string; manifest: Manifest; missing: string[] }> {
  if ((await listMigrations(shop.database.em.fork())).length === 0) {
    throw new StartError('The database is empty: there is no shop to back up');
  }
  const createdAt = new Date().toISOString();
  const path = await pathFor(target, createdAt, shop.backupKey !== null);
  const keys = new Set<string>();
  let missing: string[] = [];
  const manifest = await writeArchive(path, shop.backupKey, async (add) => {
    const before = await saveFiles(shop.storage, add, keys);
    const { unsavedKeys, ...saved } = await saveDatabase(shop, add, keys);
    const after = await saveFiles(shop.storage, add, keys);
    missing = unsavedKeys.filter((key) => !keys.has(key));
    return { format: FORMAT, createdAt, ...saved, files: { count: keys.size, bytes: before + after } };
  });
  return { path, manifest, missing };
}

/** @throws StartError if there is such a file */
async function pathFor(target: string, createdAt: string, isEncrypted: boolean): Promise<string> {
  const status = await stat(target).catch(() => null);
  if (status !== null && !status.isDirectory()) throw new StartError(`${target} exists already`);
  if (status === null) return resolve(target);
  const time = createdAt.replaceAll(/[-:]|\.\d+/g, '');
  return resolve(join(target, `webshop-${time}.tar.zst${isEncrypted ? '.age' : ''}`));
}

/** Saves the files that are not in `keys`, and adds them to it. @returns their bytes */
async function saveFiles(storage: Storage, add: AddEntry, keys: Set<string>): Promise<number> {
  let bytes = 0;
  for await (const key of storage.all()) {
    if (keys.has(key)) continue;
    const file = await storage.open(key);
    // Removed meanwhile.
    if (file === null) continue;
    await add(FILES + key, file.size, file.stream);
    keys.add(key);
    bytes += file.size;
  }
  return bytes;
}

async function saveDatabase({ databaseUrl, database }: Shop, add: AddEntry, keys: ReadonlySet<string>): Promise<Saved> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id');
    const [snapshot] = rows;
    if (snapshot === undefined) throw new Error('No snapshot');
    const seen = await inSnapshot(database, snapshot.id, async (em) => ({
      migrations: await listMigrations(em),
      unsavedKeys: await findUnsavedKeys(em, keys),
    }));
    const saved = { tables: await saveTables(client, add), sequences: await saveSequences(client), ...seen };
    await client.query('commit');
    return saved;
  } finally {
    await client.end();
  }
}

/** The keys that the database refers to and that are not in `keys`: few, so that only those take memory. */
async function findUnsavedKeys(em: EntityManager, keys: ReadonlySet<string>): Promise<string[]> {
  const unsaved = [];
  for (const needed of [readNeededKeys(em), readDocumentKeys(em), readIssuedKeys(em)]) {
    for await (const key of needed) if (!keys.has(key)) unsaved.push(key);
  }
  return unsaved;
}

/** Runs `read` in a transaction that sees what the one that exported `snapshot` sees. */
function inSnapshot<T>(database: Database, snapshot: string, read: (em: EntityManager) => Promise<T>): Promise<T> {
  return database.em.fork().transactional(
    async (em) => {
      // It is a literal in PostgreSQL's grammar, so it can't be a parameter.
      await em.execute(`set transaction snapshot '${snapshot}'`);
      return read(em);
    },
    { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true },
  );
}
