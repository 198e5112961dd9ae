import type { Readable } from 'node:stream';
import { NIL } from 'uuid';
import { isId } from '#contract/values/text.ts';
import { m } from '#messages';
import { batchesOf, readInBatches } from '../../../core/batches.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { anyOf } from '../../../core/database/queries.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { DOWNLOADS_FOLDER, readStart, type Storage, StorageError } from '../../../core/storage/storage.ts';
import { db } from '../catalogue.tables.ts';

/** The file of a document, stored before its row. */
export type DocumentFile = {
  /** Also the id of the document that it becomes. */
  id: string;
  bytes: number;
};

/** What a PDF begins with (ISO 32000-2, 7.5.2). Leading bytes, which some readers skip, could make it a page as well. */
const HEADER = /^%PDF-[12]\.\d/;
const HEADER_BYTES = 8;

/** Files per query. */
const BATCH = 1000;

export function documentKey(id: string): string {
  return `${DOWNLOADS_FOLDER}/${id}.pdf`;
}

/** The address of a document in the shop. */
export function documentUrl(id: string): string {
  return `/${documentKey(id)}`;
}

/**
 * Streams a document into storage. The caller removes it again unless it gets a row.
 * @returns null, and stores nothing, if it is empty
 * @throws AppError unsupportedType unless it is a PDF by its bytes
 */
export async function storeDocument(storage: Storage, content: Readable): Promise<DocumentFile | null> {
  const id = newId();
  const key = documentKey(id);
  try {
    const bytes = await storage.put(key, content);
    if (bytes > 0) {
      const start = await readStart(storage, key, HEADER_BYTES);
      if (start === null) throw new Error(`${key} has vanished`);
      if (!HEADER.test(start.toString('latin1'))) throw new AppError('unsupportedType', m.productDocuments.notPdf());
      return { id, bytes };
    }
  } catch (error) {
    await storage.remove(key);
    throw error;
  }
  await storage.remove(key);
  return null;
}

/**
 * Removes the files of documents that have no row, or no longer one. If the storage can't be reached, the clean-up removes
 * them.
 */
export async function removeDocumentFiles(storage: Storage, documents: readonly { id: string }[]): Promise<void> {
  try {
    for (const { id } of documents) await storage.remove(documentKey(id));
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
  }
}

/** The keys of all files that documents need. */
export async function* readDocumentKeys(em: EntityManager): AsyncGenerator<string> {
  const documents = readInBatches(BATCH, (last?: { id: string }) =>
    db(em)
      .selectFrom('productDocument')
      .select('id')
      .where('id', '>', last?.id ?? NIL)
      .orderBy('id')
      .limit(BATCH)
      .execute(),
  );
  for await (const rows of documents) for (const { id } of rows) yield documentKey(id);
}

/** Removes files without a document that are at least `age` milliseconds old: younger ones may belong to an upload in progress. */
export async function removeAbandonedDocuments(em: EntityManager, storage: Storage, age: number): Promise<void> {
  // Files are listed before rows are read, so that a document added in between is found.
  for await (const keys of batchesOf(storage.list(DOWNLOADS_FOLDER, age), BATCH)) {
    const ids = keys.map((key) => key.slice(DOWNLOADS_FOLDER.length + 1).replace(/\.pdf$/, ''));
    const rows = await db(em)
      .selectFrom('productDocument')
      .select('id')
      .where('id', '=', anyOf(ids.filter(isId)))
      .execute();
    const known = new Set(rows.map(({ id }) => documentKey(id)));
    for (const key of keys) if (!known.has(key)) await storage.remove(key);
  }
}
