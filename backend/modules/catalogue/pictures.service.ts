import type { EntityManager } from '../../core/db.ts';
import { publishPicture } from '../../core/picture-publishing.ts';
import type { Storage } from '../../core/storage.ts';

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
      read: async () => {
        const [product] = await em.execute<{ image: string; pending: string | null }[]>(
          'select image, pending_upload as pending from product where id = ?',
          [productId],
        );
        return product;
      },
      show: (image, widths) => showImage(em, { productId, upload }, image, widths),
      markFailed: async (reason) => {
        await em.execute(
          `update product set image_state = 'failed', image_failure = ? where id = ? and pending_upload = ?`,
          [reason, productId, upload],
        );
      },
    },
  );
}

const NOT_PREPARED = 'It could not be prepared. Upload it again, or retry its job in the queue dashboard.';

/** Says beside a product that the job of its picture has failed for good, if it has not said why itself. */
export async function giveUpProductImage(em: EntityManager, { productId, upload }: Upload): Promise<void> {
  await em.execute(
    `update product set image_state = 'failed', image_failure = ?
     where id = ? and pending_upload = ? and image_state = 'processing'`,
    [NOT_PREPARED, productId, upload],
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
