import { createHash } from 'node:crypto';
import type { Actor } from '../../core/audit.ts';
import type { EntityManager } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { emit } from '../../core/outbox.ts';
import type { Storage } from '../../core/storage.ts';
import { CatalogueImport } from './catalogue-import.entity.ts';
import { readLines } from './catalogue-lines.ts';
import { isFileName } from './catalogue-product.ts';
import { readRecords } from './catalogue-records.ts';
import type { ImportRow } from './imports.present.ts';

export const NO_SUCH_IMPORT = 'There is no such import';

/** What the catalogue file is called in storage. */
export const CATALOGUE_FILE = 'catalogue';

/** Imports that the list shows. */
const LISTED = 20;

/** Files of a temporary folder, with the names that people know them by. */
export type ImportFiles = {
  catalogue: { path: string; name: string };
  pictures: { path: string; name: string }[];
};

/**
 * Keeps a catalogue file and its pictures for a worker, who imports it soon.
 * @returns the import's id
 */
export async function requestImport(
  em: EntityManager,
  storage: Storage,
  actor: Actor,
  { catalogue, pictures }: ImportFiles,
): Promise<string> {
  const importId = newId();
  const staged = new Map(
    // A picture under any other name can't be meant by a line.
    pictures.filter(({ name }) => isFileName(name)).map(({ path, name }) => [storedPictureName(name), path]),
  );
  const files = [
    { name: CATALOGUE_FILE, path: catalogue.path },
    ...[...staged].map(([name, path]) => ({ name, path })),
  ];
  await storage.storeImport(importId, files, (keep) =>
    em.transactional(async (em) => {
      em.create(CatalogueImport, {
        id: importId,
        fileName: displayName(catalogue.name),
        actorId: actor.userId,
        actorName: actor.username,
      });
      emit(em, 'catalogue.importRequested', { importId });
      // Only with the files there is a commit.
      await em.flush();
      await keep();
    }),
  );
  return importId;
}

/** What a picture is called in storage: names from outside never reach the disk. Apple's file systems decompose letters. */
export function storedPictureName(name: string): string {
  return createHash('sha256').update(name.normalize('NFC')).digest('hex');
}

/** A file's name as a text to be shown: without folders and what can't be stored. */
function displayName(name: string): string {
  const bare = name.toWellFormed().replace(/^.*[/\\]/s, '');
  return bare.replace(/\p{Cc}/gu, '').slice(0, 255) || 'catalogue';
}

/** The pictures that the lines of a catalogue file name, if they are bare names. @throws UnprocessableError if it is none */
export async function readPictureNames(path: string): Promise<string[]> {
  const names = new Set<string>();
  for await (const record of readRecords(readLines(path))) {
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
  const kept = await storage.importsOlderThan(age);
  const open = await em.execute<{ id: string }[]>(
    `select id from catalogue_import where id = any(?::uuid[]) and state in ('waiting', 'running', 'stopped')`,
    [`{${kept.join()}}`],
  );
  const needed = new Set(open.map(({ id }) => id));
  for (const importId of kept) if (!needed.has(importId)) await storage.removeImport(importId);
}
