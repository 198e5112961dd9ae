import { derivativeName } from '#contract/catalogue/pictures.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { readAll, type Storage, StorageError } from '../../../core/storage/storage.ts';
import { publicFolders } from '../../pictures/picture-files.ts';
import { findMainPictures } from '../catalogue.queries.ts';

/**
 * The smallest picture of each product that has one, also of unpublished ones, by the product's id, as WebP. Pictures
 * that can't be read are left out: they are decoration, and not worth a failure.
 */
export async function readThumbnails(
  em: EntityManager,
  storage: Storage,
  productIds: readonly string[],
): Promise<Map<string, Buffer>> {
  const read = async ({ image, imageWidths: [width] }: { image: string; imageWidths: number[] }) => {
    if (width === undefined) return null;
    try {
      return await readAll(storage, `${publicFolders.product}/${derivativeName(image, width)}`);
    } catch (error) {
      if (error instanceof StorageError) return null;
      throw error;
    }
  };
  const found = await findMainPictures(em, productIds);
  const thumbnails = await Promise.all(found.map(async (product) => [product.id, await read(product)] as const));
  return new Map(thumbnails.flatMap(([id, bytes]) => (bytes === null ? [] : [[id, bytes] as const])));
}
