import type { EntityManager } from '../../core/db.ts';
import { publishPicture } from '../../core/picture-publishing.ts';
import type { PublicFolder, Storage } from '../../core/storage.ts';
import { findAvatarFiles } from '../users/avatars.service.ts';

type Upload = { productId: string; upload: string };

/**
 * Makes a product's picture of its waiting upload (see publishPicture).
 * @throws UnprocessableError if the upload can't be read; the product says why, and goes on showing what it showed
 */
export async function processProductImage(
  em: EntityManager,
  storage: Storage,
  { productId, upload }: Upload,
): Promise<void> {
  await publishPicture(
    storage,
    { upload, folder: 'products' },
    {
      isWaiting: async () => {
        const rows = await em.execute<unknown[]>('select 1 from product where id = ? and pending_upload = ?', [
          productId,
          upload,
        ]);
        return rows.length > 0;
      },
      show: (image, widths) => showImage(em, { productId, upload }, image, widths),
      markFailed: async (reason) => {
        await em.execute(
          `update product set image_state = 'failed', image_failure = ? where id = ? and pending_upload = ?`,
          [reason, productId, upload],
        );
      },
      shown: async () => {
        const [product] = await em.execute<{ image: string }[]>('select image from product where id = ?', [productId]);
        return product?.image ?? '';
      },
    },
  );
}

function showImage(
  em: EntityManager,
  { productId, upload }: Upload,
  image: string,
  widths: number[],
): Promise<string | null> {
  return em.transactional(async (em) => {
    const [product] = await em.execute<{ image: string }[]>(
      'select image from product where id = ? and pending_upload = ? for no key update',
      [productId, upload],
    );
    if (product === undefined) return null;
    await em.execute(
      `update product set image = ?, image_widths = array[?]::int[], image_state = 'ready', image_failure = null,
         pending_upload = null
       where id = ?`,
      [image, widths, productId],
    );
    return product.image;
  });
}

/**
 * Removes files that a crash between disk and database left behind: uploads nobody waits for, pictures nobody shows and
 * half-written files, if they are at least `age` milliseconds old. Younger ones may belong to work that is under way.
 */
export async function removeAbandonedFiles(em: EntityManager, storage: Storage, age: number): Promise<void> {
  await storage.removeTemporaryOlderThan(age);
  const uploads = await storage.uploadsOlderThan(age);
  const pictures = {
    products: await storage.picturesOlderThan(age, 'products'),
    users: await storage.picturesOlderThan(age, 'users'),
  };
  const images = await em.execute<{ image: string; upload: string | null }[]>(
    'select image, pending_upload as upload from product',
  );
  const avatars = await findAvatarFiles(em);
  const waiting = new Set([...images, ...avatars].map((row) => row.upload));
  for (const upload of uploads) if (!waiting.has(upload)) await storage.removeUpload(upload);

  const removeHidden = async (folder: PublicFolder, rows: { image: string }[]) => {
    const shown = new Set(rows.map((row) => row.image.replace(/\.[^.]*$/, '')));
    for (const picture of pictures[folder]) if (!shown.has(picture)) await storage.removePublished(picture, folder);
  };
  await removeHidden('products', images);
  await removeHidden('users', avatars);
}
