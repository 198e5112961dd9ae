import { createHash } from 'node:crypto';
import { isId } from '#contract/text.ts';
import type { Actor } from '../../core/audit.ts';
import type { EntityManager } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { emit } from '../../core/outbox.ts';
import { folders, type Storage } from '../../core/storage.ts';
import { CatalogueImport } from './catalogue-import.entity.ts';
import { readLines } from './catalogue-lines.ts';
import { isFileName } from './catalogue-product.ts';
import { readRecords } from './catalogue-records.ts';
import type { ImportRow } from './imports.present.ts';

export const NO_SUCH_IMPORT = 'There is no such import';

const CATALOGUE_FILE = 'catalogue';

/** Imports that the list shows. */
const LISTED = 20;

export function importFolder(importId: string): string {
  return `${folders.imports}/${importId}`;
}

export function catalogueKey(importId: string): string {
  return `${importFolder(importId)}/${CATALOGUE_FILE}`;
}

/** The key of a picture that lines name so. Names from outside never become keys. Apple's file systems decompose letters. */
export function pictureKey(importId: string, name: string): string {
  return `${importFolder(importId)}/${createHash('sha256').update(name.normalize('NFC')).digest('hex')}`;
}

/** Lets `keep` store the files of a new import, and removes them if it or the request fails. @returns what `keep` returns */
export async function withImportFiles<T>(storage: Storage, keep: (importId: string) => Promise<T>): Promise<T> {
  const importId = newId();
  try {
    return await keep(importId);
  } catch (error) {
    await storage.removeFolder(importFolder(importId));
    throw error;
  }
}

/** Requests the import of a catalogue file that is stored, with its pictures: a worker runs it soon. */
export async function requestImport(
  em: EntityManager,
  actor: Actor,
  { importId, fileName }: { importId: string; fileName: string },
): Promise<void> {
  await em.transactional(async (em) => {
    em.create(CatalogueImport, {
      id: importId,
      fileName: displayName(fileName),
      actorId: actor.userId,
      actorName: actor.username,
    });
    emit(em, 'catalogue.importRequested', { importId });
  });
}

/** A file's name as a text to be shown: without folders and what can't be stored. */
function displayName(name: string): string {
  const bare = name.toWellFormed().replace(/^.*[/\\]/s, '');
  return bare.replace(/\p{Cc}/gu, '').slice(0, 255) || 'catalogue';
}

/** The pictures that the lines of a catalogue file name, if they are bare names. @throws UnprocessableError if it is none */
export async function readPictureNames(storage: Storage, importId: string): Promise<string[]> {
  const names = new Set<string>();
  for await (const record of readRecords(readLines(storage, catalogueKey(importId)))) {
    const image = 'fields' in record ? record.fields.image : null;
    if (typeof image === 'string' && isFileName(image)) names.add(image);
  }
  return [...names];
}

const SELECT_IMPORTS = `select id, file_name as "fileName", state, progress, created, updated, unchanged, refused, refusals,
  failure, created_at as "createdAt" from catalogue_import`;

/** The last imports, newest first. */
export function listImports(em: EntityManager): Promise<ImportRow[]> {
  return em.execute<ImportRow[]>(`${SELECT_IMPORTS} order by id desc limit ?`, [LISTED]);
}

/** @throws AppError notFound */
export async function findImport(em: EntityManager, importId: string): Promise<ImportRow> {
  const [found] = await em.execute<ImportRow[]>(`${SELECT_IMPORTS} where id = ?`, [importId]);
  if (found === undefined) throw new AppError('notFound', NO_SUCH_IMPORT);
  return found;
}

/** Removes files of imports that are over (or never came about), if they are at least `age` milliseconds old. */
export async function removeAbandonedImports(em: EntityManager, storage: Storage, age: number): Promise<void> {
  const kept = (await storage.listFolders(folders.imports, age)).filter(isId);
  const open = await em.execute<{ id: string }[]>(
    `select id from catalogue_import where id = any(?::uuid[]) and state in ('waiting', 'running', 'stopped')`,
    [`{${kept.join()}}`],
  );
  const needed = new Set(open.map(({ id }) => id));
  for (const importId of kept) if (!needed.has(importId)) await storage.removeFolder(importFolder(importId));
}
