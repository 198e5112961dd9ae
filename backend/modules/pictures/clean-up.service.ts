import type { EntityManager } from '../../core/database/db.ts';
import type { Storage } from '../../core/storage/storage.ts';
import { pictureOf, publicFolders, removePublished } from './picture-files.ts';
import { findNeededUploads, findPictureNames } from './pictures.queries.ts';
import { pictureOwners } from './pictures.states.ts';
import { removeExpiredUploadCounts } from './upload-limit.ts';
import { listUploads, removeUpload } from './uploads.ts';

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
  // Files are listed before rows are read, so that a picture added in between is found.
  const uploads = await listUploads(storage, age);
  const needed = await findNeededUploads(em, retryable);
  for (const id of uploads) if (!needed.has(id)) await removeUpload(storage, id);
  for (const ownerKind of pictureOwners) {
    const published = new Set((await storage.list(publicFolders[ownerKind], age)).map(pictureOf));
    const known = await findPictureNames(em, ownerKind);
    for (const id of published) if (!known.has(id)) await removePublished(storage, { id, ownerKind });
  }
}
