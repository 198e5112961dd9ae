import { sql } from 'kysely';
import { NIL } from 'uuid';
import { readInBatches } from '../../../core/batches.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { anyOf } from '../../../core/database/queries.ts';
import { folders, readAll, type Storage } from '../../../core/storage/storage.ts';
import { db } from '../orders.tables.ts';
import { type IssuedDocument, issuedDocuments } from './documents.queries.ts';

/**
 * The storage, which a restore of the database does not roll back, gets each number with its document before anyone sees
 * it. So a restored shop knows every number that anyone has seen, and continues after them.
 */

/** Documents that are stored at once. Only behind so many may one be missing while a later one of its series is stored. */
export const KEPT_AT_ONCE = 32;
/** Documents per query. */
const BATCH = 1000;
/** Documents in a folder. */
const FOLDER_SIZE = 1000;

/** Where the storage has a document: "documents/INV-2026/000/000042.pdf". */
export function documentKey({ series, position }: Pick<IssuedDocument, 'series' | 'position'>, type: 'json' | 'pdf') {
  return keyIn(seriesFolder(series), position, type);
}

export function keyIn(seriesFolder: string, position: number, type: 'json' | 'pdf'): string {
  const folder = String(Math.floor(position / FOLDER_SIZE)).padStart(3, '0');
  return `${folders.documents}/${seriesFolder}/${folder}/${String(position).padStart(6, '0')}.${type}`;
}

/** Other characters than letters, digits and hyphens become their code points: a prefix may have any. */
export function seriesFolder(series: string): string {
  return series.replace(/[^a-z0-9-]/giu, (character) => `_${character.codePointAt(0)?.toString(16)}_`);
}

/**
 * Stores what is not yet in the storage, each series in the order of its numbers. Any process may do so.
 * @returns the keys at which the storage has another document, because a number was given twice; these are not kept
 */
export async function keepDocuments(em: EntityManager, storage: Storage): Promise<string[]> {
  const taken: string[] = [];
  for await (const documents of readInBatches(KEPT_AT_ONCE, (last?: IssuedDocument) => notKept(em, last).execute())) {
    const found = await Promise.all(
      documents.map(async (document) => ({ document, isKept: await keep(storage, document) })),
    );
    for (const { document, isKept } of found) if (!isKept) taken.push(documentKey(document, 'json'));
    const ids = found.filter(({ isKept }) => isKept).map(({ document }) => document.id);
    if (ids.length === 0) continue;
    await db(em)
      .updateTable('document')
      .set({ isKept: true })
      .where('id', '=', anyOf(ids))
      .where(sql<boolean>`not is_kept`)
      .execute();
  }
  return taken;
}

/** The same for a job, which fails until someone has looked. @throws Error that names the documents that are not kept */
export async function keepAllDocuments(em: EntityManager, storage: Storage): Promise<void> {
  const taken = await keepDocuments(em, storage);
  // The database was restored without what the storage had then.
  if (taken.length > 0) throw new Error(`The storage has other documents with these numbers: ${taken.join(', ')}`);
}

function notKept(em: EntityManager, last: IssuedDocument | undefined) {
  const documents = issuedDocuments(em)
    .where(sql<boolean>`not is_kept`)
    .orderBy('series')
    .orderBy('position')
    .limit(KEPT_AT_ONCE);
  if (last === undefined) return documents;
  return documents.where(sql<boolean>`(series, position) > (${last.series}::text, ${last.position}::integer)`);
}

/** The keys of all files of documents that are kept. */
export async function* readIssuedKeys(em: EntityManager): AsyncGenerator<string> {
  const batches = readInBatches(BATCH, (last?: { id: string }) =>
    db(em)
      .selectFrom('document')
      .select(['id', 'series', 'position', 'sha256'])
      .where('isKept', '=', true)
      .where('id', '>', last?.id ?? NIL)
      .orderBy('id')
      .limit(BATCH)
      .execute(),
  );
  for await (const documents of batches) {
    for (const document of documents) {
      yield documentKey(document, 'json');
      if (document.sha256 !== null) yield documentKey(document, 'pdf');
    }
  }
}

/** What the storage has of a document besides its PDF. */
export type KeptDocument = Omit<IssuedDocument, 'isKept' | 'sha256'>;

/** @returns false if the storage has another document there */
async function keep(storage: Storage, { isKept: _, sha256: _sha256, ...document }: IssuedDocument): Promise<boolean> {
  const key = documentKey(document, 'json');
  const kept = await readKept(storage, key);
  if (kept === null) await storage.put(key, Buffer.from(JSON.stringify(document, null, 2)));
  return kept === null || kept.id === document.id;
}

/** @returns null if there is no such file */
export async function readKept(storage: Storage, key: string): Promise<KeptDocument | null> {
  const file = await readAll(storage, key);
  return file && JSON.parse(file.toString());
}
