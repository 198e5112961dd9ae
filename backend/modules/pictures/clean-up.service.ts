import type { EntityManager } from '../../core/db.ts';
import type { Storage } from '../../core/storage.ts';
import { pictureOf, publicFolders, removePublished } from './picture-files.ts';
import { findAwaitedUploads, findPictureNames } from './pictures.queries.ts';
import { pictureOwners } from './pictures.states.ts';
import { forgetUploadCounts } from './upload-limit.ts';
import { listUploads, removeUpload } from './uploads.ts';

/**
 * Removes files that a crash left behind: uploads of no picture that waits or could be retried, published files of no
 * picture, and half-written ones, if they are at least `age` milliseconds old. Younger ones may belong to work in progress.
 */
export async function removeAbandonedPictures(em: EntityManager, storage: Storage, age: number): Promise<void> {
  await forgetUploadCounts(em);
  await storage.removeUnfinished(age);
  // The files come first: a picture that is added meanwhile is found in the database.
  const uploads = await listUploads(storage, age);
  const awaited = await findAwaitedUploads(em);
  for (const id of uploads) if (!awaited.has(id)) await removeUpload(storage, id);
  for (const ownerKind of pictureOwners) {
    const published = new Set((await storage.list(publicFolders[ownerKind], age)).map(pictureOf));
    const known = await findPictureNames(em, ownerKind);
    for (const id of published) if (!known.has(id)) await removePublished(storage, { id, ownerKind });
  }
}
