import { derivativeName, IMAGE_WIDTHS } from '#contract/catalogue.ts';
import type { EntityManager } from '../../core/db.ts';
import { type RenderedImage, renderImage } from '../../core/image-rendering.ts';
import { UnprocessableError } from '../../core/permanent-failure.ts';
import type { Storage } from '../../core/storage.ts';

type Upload = { productId: string; upload: string };

/**
 * Makes a product's picture of its waiting upload: publishes the picture and its derivatives, shows them, and removes
 * the upload and what was shown before. However often it runs, and wherever it dies, running it again ends in the same;
 * an upload that a newer one (or the end of the product) has overtaken is removed.
 * @throws UnprocessableError if the upload can't be read; the product says why, and goes on showing what it showed
 */
export async function processProductImage(
  em: EntityManager,
  storage: Storage,
  { productId, upload }: Upload,
): Promise<void> {
  if (!(await isWaiting(em, { productId, upload }))) return discard(em, storage, { productId, upload });
  const bytes = await storage.readUpload(upload);
  // Another run may have finished, and removed the file, since the question above.
  if (bytes === null && !(await isWaiting(em, { productId, upload }))) return;

  let rendered: RenderedImage;
  try {
    if (bytes === null) throw new UnprocessableError('The upload is gone');
    rendered = await renderImage(bytes, IMAGE_WIDTHS);
  } catch (error) {
    if (error instanceof UnprocessableError) await markFailed(em, { productId, upload }, error.message);
    throw error;
  }

  const image = upload + rendered.extension;
  await storage.publish([
    { name: image, bytes: rendered.picture },
    ...rendered.derivatives.map(({ width, bytes }) => ({ name: derivativeName(image, width), bytes })),
  ]);
  const widths = rendered.derivatives.map(({ width }) => width);
  const replaced = await show(em, { productId, upload }, image, widths);
  if (replaced === null) return discard(em, storage, { productId, upload });
  await storage.removeUpload(upload);
  if (replaced !== image) await storage.removePublished(replaced);
}

async function isWaiting(em: EntityManager, { productId, upload }: Upload): Promise<boolean> {
  const rows = await em.execute<unknown[]>('select 1 from product where id = ? and pending_upload = ?', [
    productId,
    upload,
  ]);
  return rows.length > 0;
}

/** Shows a picture if its upload is still the one that is waited for. @returns the one shown before; null if it is not */
function show(
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

/** The upload keeps waiting: the job that failed can be tried again. */
async function markFailed(em: EntityManager, { productId, upload }: Upload, reason: string): Promise<void> {
  await em.execute(`update product set image_state = 'failed', image_failure = ? where id = ? and pending_upload = ?`, [
    reason,
    productId,
    upload,
  ]);
}

/** Removes an upload that nobody waits for, and what was published of it, unless the product shows just that. */
async function discard(em: EntityManager, storage: Storage, { productId, upload }: Upload): Promise<void> {
  const [product] = await em.execute<{ image: string }[]>('select image from product where id = ?', [productId]);
  if (!product?.image.startsWith(upload)) await storage.removePublished(upload);
  await storage.removeUpload(upload);
}

/**
 * Removes files that a crash between disk and database left behind: uploads nobody waits for, pictures nobody shows and
 * half-written files, if they are at least `age` milliseconds old. Younger ones may belong to work that is under way.
 */
export async function removeAbandonedFiles(em: EntityManager, storage: Storage, age: number): Promise<void> {
  await storage.removeTemporaryOlderThan(age);
  const uploads = await storage.uploadsOlderThan(age);
  const pictures = await storage.picturesOlderThan(age);
  const rows = await em.execute<{ image: string; upload: string | null }[]>(
    'select image, pending_upload as upload from product',
  );
  const waiting = new Set(rows.map((row) => row.upload));
  const shown = new Set(rows.map((row) => row.image.replace(/\.[^.]*$/, '')));
  for (const upload of uploads) if (!waiting.has(upload)) await storage.removeUpload(upload);
  for (const picture of pictures) if (!shown.has(picture)) await storage.removePublished(picture);
}
