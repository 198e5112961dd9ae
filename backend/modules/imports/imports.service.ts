import { createHash } from 'node:crypto';
import { isId } from '#contract/values/text.ts';
import { currentCode } from '#messages';
import type { Actor } from '../../core/audit/audit.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { ago } from '../../core/database/queries.ts';
import { emit } from '../../core/events/outbox.ts';
import { newId } from '../../core/ids.ts';
import { folders, type Storage } from '../../core/storage/storage.ts';
import { CatalogueImport } from './catalogue-import.entity.ts';
import { readLines } from './catalogue-lines.ts';
import { isFileName, namesOfImages } from './catalogue-product.ts';
import { readRecords } from './catalogue-records.ts';
import { findOpenImports } from './imports.queries.ts';
import { db } from './imports.tables.ts';

const CATALOGUE_FILE = 'catalogue';

export function importFolder(importId: string): string {
  return `${folders.imports}/${importId}`;
}

export function catalogueKey(importId: string): string {
  return `${importFolder(importId)}/${CATALOGUE_FILE}`;
}

/**
 * The key of a picture by its name in a line. Hashes the name, so that no untrusted text becomes a key, in NFC, because
 * Apple's file systems decompose letters.
 */
export function pictureKey(importId: string, name: string): string {
  return `${importFolder(importId)}/${createHash('sha256').update(name.normalize('NFC')).digest('hex')}`;
}

/** Runs `keep`, which stores the files of a new import, and removes them if it fails. @returns the result of `keep` */
export async function withImportFiles<T>(storage: Storage, keep: (importId: string) => Promise<T>): Promise<T> {
  const importId = newId();
  try {
    return await keep(importId);
  } catch (error) {
    await storage.removeFolder(importFolder(importId));
    throw error;
  }
}

type ImportRequest = Pick<CatalogueImport, 'fileName'> &
  Partial<Pick<CatalogueImport, 'isCheck' | 'publishesNew'>> & { importId: string };

/** Requests the import of a stored catalogue file and its pictures. */
export async function requestImport(
  em: EntityManager,
  actor: Actor,
  { importId, fileName, ...options }: ImportRequest,
): Promise<void> {
  await em.transactional(async (em) => {
    em.create(CatalogueImport, {
      id: importId,
      fileName: displayName(fileName),
      ...options,
      actorId: actor.userId,
      actorName: actor.username,
      keyName: actor.key?.name ?? null,
    });
    emit(em, 'catalogue.fileSent', { importId, language: currentCode() });
  });
}

/** A file's name for display, without folders and characters that can't be stored. */
function displayName(name: string): string {
  const bare = name.toWellFormed().replace(/^.*[/\\]/s, '');
  return bare.replace(/\p{Cc}/gu, '').slice(0, 255) || 'catalogue';
}

/** The picture names in a catalogue file, without duplicates. @throws UnprocessableError if it is not a catalogue file */
export async function readPictureNames(storage: Storage, importId: string): Promise<string[]> {
  const names = new Set<string>();
  for await (const record of readRecords(readLines(storage, catalogueKey(importId)))) {
    if (!('fields' in record)) continue;
    const { image, images } = record.fields;
    for (const name of [image, ...namesOfImages(images)]) {
      if (typeof name === 'string' && isFileName(name)) names.add(name);
    }
  }
  return [...names];
}

/** Removes the reports of imports that ended, or stopped for good, and are at least `olderThan` milliseconds old. */
export async function removeOldReports(em: EntityManager, olderThan: number): Promise<void> {
  await db(em)
    .deleteFrom('catalogueImport')
    .where('state', 'in', ['done', 'failed', 'stopped'])
    .where('createdAt', '<=', ago(olderThan))
    .execute();
}

/** Removes the files of finished, failed and never requested imports that are at least `age` milliseconds old. */
export async function removeAbandonedImports(em: EntityManager, storage: Storage, age: number): Promise<void> {
  const kept = (await storage.listFolders(folders.imports, age)).filter(isId);
  const needed = await findOpenImports(em, kept);
  for (const importId of kept) if (!needed.has(importId)) await storage.removeFolder(importFolder(importId));
}
