import { derivativeName, IMAGE_WIDTHS } from '#contract/catalogue.ts';
import { type RenderedImage, renderImage } from './image-rendering.ts';
import type { PublicFolder, Storage } from './storage.ts';
import { UnprocessableError } from './unprocessable-error.ts';

/** What shows a picture, as its table knows it. */
type PictureOwner = {
  /** What is shown now, '' if nothing is, and the upload that is waited for; undefined if the owner is gone. */
  read(): Promise<{ image: string; pending: string | null } | undefined>;
  /** Shows a picture if its upload is still waited for. @returns the one shown before, or ''; null if it is not */
  show(image: string, widths: number[]): Promise<string | null>;
  /** Notes that the upload can't be read. It keeps waiting: the job that failed can be tried again. */
  markFailed(reason: string): Promise<void>;
};

type Upload = { upload: string; folder: PublicFolder };

/**
 * Makes a picture of a waiting upload: publishes it and its derivatives, shows them, and removes the upload and what was
 * shown before. However often it runs, and wherever it dies, running it again ends in the same; an upload that a newer
 * one (or the end of its owner) has overtaken is removed.
 * @throws UnprocessableError if the upload can't be read; the owner goes on showing what it showed
 */
export async function publishPicture(storage: Storage, { upload, folder }: Upload, owner: PictureOwner): Promise<void> {
  const isWaiting = async () => (await owner.read())?.pending === upload;
  if (!(await isWaiting())) return discard(storage, { upload, folder }, owner);
  const bytes = await storage.readUpload(upload);
  // Another run may have finished, and removed the file, since the question above.
  if (bytes === null && !(await isWaiting())) return;

  let rendered: RenderedImage;
  try {
    if (bytes === null) throw new UnprocessableError('The upload is gone');
    rendered = await renderImage(bytes, IMAGE_WIDTHS);
  } catch (error) {
    if (error instanceof UnprocessableError) await owner.markFailed(error.message);
    throw error;
  }

  const image = upload + rendered.extension;
  const derivatives = rendered.derivatives.map(({ width, bytes }) => ({ name: derivativeName(image, width), bytes }));
  await storage.publish([{ name: image, bytes: rendered.picture }, ...derivatives], folder);
  const replaced = await owner.show(
    image,
    rendered.derivatives.map(({ width }) => width),
  );
  if (replaced === null) return discard(storage, { upload, folder }, owner);
  await storage.removeUpload(upload);
  if (replaced !== '' && replaced !== image) await storage.removePublished(replaced, folder);
}

/** Removes an upload that nobody waits for, and what was published of it, unless the owner shows just that. */
async function discard(storage: Storage, { upload, folder }: Upload, owner: PictureOwner): Promise<void> {
  const isShown = (await owner.read())?.image.startsWith(upload);
  if (!isShown) await storage.removePublished(upload, folder);
  await storage.removeUpload(upload);
}
