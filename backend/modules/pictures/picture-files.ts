import { derivativeName } from '#contract/catalogue.ts';
import type { PublicFolder, Storage } from '../../core/storage.ts';
import type { PictureOwnerKind } from './pictures.states.ts';
import type { RenderedPicture } from './rendering.ts';
import { removeUpload } from './uploads.ts';

/** What the names of a picture's files are made of. */
export type PictureFiles = { id: string; ownerKind: PictureOwnerKind };

/** Where the pictures of a kind of owner are published. */
export const publicFolders: Record<PictureOwnerKind, PublicFolder> = { product: 'products', user: 'users' };

/** Publishes a picture and its derivatives under its id. Nobody shows them yet. */
export async function publishPicture(
  storage: Storage,
  { id, ownerKind }: PictureFiles,
  { extension, picture, derivatives }: RenderedPicture,
): Promise<void> {
  const image = id + extension;
  const files = derivatives.map(({ width, bytes }) => ({ name: derivativeName(image, width), bytes }));
  await storage.publish([{ name: image, bytes: picture }, ...files], publicFolders[ownerKind]);
}

export function removePublished(storage: Storage, { id, ownerKind }: PictureFiles): Promise<void> {
  return storage.removePublished(id, publicFolders[ownerKind]);
}

/** Removes every file of pictures that the database no longer knows. */
export async function removePictureFiles(storage: Storage, pictures: PictureFiles[]): Promise<void> {
  for (const picture of pictures) {
    await removeUpload(storage, picture.id);
    await removePublished(storage, picture);
  }
}
