import { isDeepStrictEqual } from 'node:util';
import { type AdminProductImageView, IMAGES_MAX } from '#contract/catalogue/catalogue.ts';
import type { Actor } from '../../../core/audit/audit.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import type { Storage } from '../../../core/storage/storage.ts';
import { appendPicture, orderPictures, removePicture } from '../../pictures/gallery.service.ts';
import { removePictureFiles } from '../../pictures/picture-files.ts';
import type { Upload } from '../../pictures/uploads.ts';
import type { AdminProductRow } from '../catalogue.admin.queries.ts';
import { lockForEdit, recordEdit } from '../products/products.admin.service.ts';

// Each change of the gallery is an edit of the product, with a new version and an audit entry.

/**
 * Adds a picture after the others of a product. It is shown once a worker has processed it.
 * @returns the current product
 * @throws AppError notFound; conflict if the product already has IMAGES_MAX pictures; tooMany at the upload limit
 */
export function addImage(em: EntityManager, actor: Actor, productId: string, upload: Upload): Promise<AdminProductRow> {
  return em.transactional(async (em) => {
    const before = await lockForEdit(em, productId);
    await appendPicture(em, { owner: ownerOf(before), upload, uploadedBy: actor.userId }, IMAGES_MAX);
    return recordEdit(em, actor, before, namesOf);
  });
}

/**
 * Puts the pictures of a product in the order of `ids`; the first becomes its main picture. The same order writes nothing.
 * @returns the current product
 * @throws AppError notFound; invalid unless `ids` holds each of its pictures once
 */
export function orderImages(
  em: EntityManager,
  actor: Actor,
  productId: string,
  ids: readonly string[],
): Promise<AdminProductRow> {
  return em.transactional(async (em) => {
    const before = await lockForEdit(em, productId);
    await orderPictures(em, ownerOf(before), ids);
    const isSameOrder = isDeepStrictEqual(
      before.images.map(({ _id }) => _id),
      ids,
    );
    return isSameOrder ? before : recordEdit(em, actor, before, namesOf);
  });
}

/**
 * Deletes a picture of a product with its pending replacement.
 * @returns the current product
 * @throws AppError notFound if there is no such product or picture; conflict if it is the only picture
 */
export async function deleteImage(
  em: EntityManager,
  storage: Storage,
  actor: Actor,
  { productId, imageId }: { productId: string; imageId: string },
): Promise<AdminProductRow> {
  const { product, removed } = await em.transactional(async (em) => {
    const before = await lockForEdit(em, productId);
    const removed = await removePicture(em, ownerOf(before), imageId);
    return { product: await recordEdit(em, actor, before, namesOf), removed };
  });
  // After the commit, so that a crash can't leave a picture without its files. The clean-up removes orphaned files.
  await removePictureFiles(storage, removed);
  return product;
}

function ownerOf({ id }: AdminProductRow) {
  return { kind: 'product', id } as const;
}

function namesOf({ images }: { images: AdminProductImageView[] }) {
  return { images: images.map(({ image }) => image).join(', ') };
}
