import { isId } from '#contract/values/text.ts';
import { batchesOf } from '../../core/batches.ts';
import type { EntityManager } from '../../core/database/db.ts';

import { folders, type Storage } from '../../core/storage/storage.ts';
import { pictureOf, publicFolders } from './picture-files.ts';
import { findNeededUploads, findPictureNames } from './pictures.queries.ts';
import { pictureOwners } from './pictures.states.ts';
import { removeExpiredUploadCounts } from './upload-limit.ts';

/** Files per query, which bounds the memory for their names. */
const BATCH = 1000;

/**
 * Removes orphaned files at least `age` milliseconds old: uploads that no unfinished picture needs, published files
 * without a picture, and half-written files. Younger files may belong to work in progress.
 * @param retryable milliseconds for which a failed picture may need its upload again; always by default
 */
export async function removeAbandonedPictures(
  em: EntityManager,
  storage: Storage,
  age: number,
  retryable?: number,
): Promise<void> {
  await removeExpiredUploadCounts(em);
  await storage.removeUnfinished(age);
  await removeUnknown(storage, storage.list(folders.uploads, age), (ids) => findNeededUploads(em, ids, retryable));
  for (const ownerKind of pictureOwners) {
    const published = storage.list(publicFolders[ownerKind], age);
    await removeUnknown(storage, published, (ids) => findPictureNames(em, ownerKind, ids));
  }
}

/** Removes the files of pictures that `findKnown` doesn't find. */
async function removeUnknown(
  storage: Storage,
  keys: AsyncIterable<string>,
  findKnown: (ids: string[]) => Promise<Set<string>>,
): Promise<void> {
  // Files are listed before rows are read, so that a picture added in between is found.
  for await (const batch of batchesOf(keys, BATCH)) {
    const known = await findKnown(batch.map(pictureOf).filter(isId));
    for (const key of batch) if (!known.has(pictureOf(key))) await storage.remove(key);
  }
}
