import { newId } from '../../core/ids.ts';
import type { UploadedImage } from '../../core/image.ts';
import type { Storage } from '../../core/storage.ts';
import { publishedExtension } from './rendering.ts';

/** A picture as it was sent, in private storage until a worker has processed it. Nobody has decoded it yet. */
export type Upload = {
  /** The id of the picture to be. */
  id: string;
  /** Of the file that will be published. */
  extension: string;
};

/** The file name of the picture that an upload becomes. */
export function pictureName({ id, extension }: Upload): string {
  return id + extension;
}

/** Stores a received picture. The caller removes it again unless it becomes somebody's picture. */
async function keepUpload(storage: Storage, image: UploadedImage): Promise<Upload> {
  const id = newId();
  await storage.storeUpload(id, image.source);
  return { id, extension: publishedExtension(image.format) };
}

/** Runs what makes a received picture somebody's, and removes its upload if that fails. */
export async function withUpload<T>(
  storage: Storage,
  image: UploadedImage,
  work: (upload: Upload) => Promise<T>,
): Promise<T> {
  const upload = await keepUpload(storage, image);
  try {
    return await work(upload);
  } catch (error) {
    await removeUpload(storage, upload.id);
    throw error;
  }
}

/** Makes an upload of a picture that an import brought, without a copy where that is possible. */
export async function linkUpload(storage: Storage, image: UploadedImage): Promise<Upload> {
  if (typeof image.source !== 'string') return keepUpload(storage, image);
  const id = newId();
  await storage.linkUpload(id, image.source);
  return { id, extension: publishedExtension(image.format) };
}

/** The bytes of an upload; null if it has been removed. */
export function openUpload(storage: Storage, id: string): Promise<Uint8Array | null> {
  return storage.readUpload(id);
}

export function removeUpload(storage: Storage, id: string): Promise<void> {
  return storage.removeUpload(id);
}
