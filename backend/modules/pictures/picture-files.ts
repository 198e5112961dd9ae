import { Readable } from 'node:stream';
import { derivativeName } from '#contract/catalogue/pictures.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { folders, type Storage, StorageError } from '../../core/storage/storage.ts';
import { publishedExtensions } from './header.ts';
import { readPicturesWithFiles } from './pictures.queries.ts';
import type { PictureOwnerKind } from './pictures.states.ts';
import type { RenderedPicture } from './rendered-picture.ts';
import { removeUpload, uploadKey } from './uploads.ts';

export type PictureFiles = {
  id: string;
  ownerKind: PictureOwnerKind;
  /** Unknown once its row has been removed. */
  extension?: string;
  /** Unknown until the picture is shown. */
  widths?: number[];
};

export const publicFolders: Record<PictureOwnerKind, string> = {
  product: folders.public,
  user: `${folders.public}/users`,
};

/** The id of the picture that a published file belongs to: `name` for both `name.jpg` and `name-640.webp`. */
export function pictureOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1).slice(0, 36);
}

/**
 * Stores a picture and its derivatives under its id. They are shown once the picture is ready. The picture comes first, so
 * that there are no derivatives without it.
 */
export async function publishPicture(
  storage: Storage,
  { id, ownerKind }: PictureFiles,
  { extension, picture, derivatives }: RenderedPicture,
): Promise<void> {
  const image = id + extension;
  const put = (name: string, bytes: Uint8Array) => storage.put(`${publicFolders[ownerKind]}/${name}`, bytes);
  await put(image, picture);
  await Promise.all(derivatives.map(({ width, bytes }) => put(derivativeName(image, width), bytes)));
}

export async function removePublished(storage: Storage, picture: PictureFiles): Promise<void> {
  for (const key of await publishedKeys(storage, picture)) await storage.remove(key);
}

/** Where they are unknown, a run that publishes the picture removes them, unless it was killed: only then list the folder. */
async function publishedKeys(storage: Storage, { id, ownerKind, extension, widths = [] }: PictureFiles) {
  if (extension !== undefined && widths.length > 0) return keysOfPublished({ id, ownerKind, extension, widths });
  const folder = publicFolders[ownerKind];
  const images = (extension === undefined ? [...new Set(Object.values(publishedExtensions))] : [extension]).map(
    (each) => `${folder}/${id}${each}`,
  );
  const published = await Promise.all(images.map((key) => storage.stat(key)));
  return published.some((status) => status !== null) ? Readable.from(storage.list(folder, 0, id)).toArray() : [];
}

function keysOfPublished({ id, ownerKind, extension, widths }: Required<PictureFiles>): string[] {
  const image = id + extension;
  const names = [image, ...widths.map((width) => derivativeName(image, width))];
  return names.map((name) => `${publicFolders[ownerKind]}/${name}`);
}

/** The keys of all files that pictures need: what is published, and uploads to be processed. */
export async function* readNeededKeys(em: EntityManager): AsyncGenerator<string> {
  for await (const pictures of readPicturesWithFiles(em)) {
    for (const picture of pictures) {
      if (picture.state === 'ready') yield* keysOfPublished(picture);
      else yield uploadKey(picture.id);
    }
  }
}

/**
 * Removes all files of pictures whose rows have been deleted. If the storage can't be reached, the clean-up removes them:
 * the deletion of the rows is already committed.
 */
export async function removePictureFiles(storage: Storage, pictures: PictureFiles[]): Promise<void> {
  try {
    for (const picture of pictures) {
      await removeUpload(storage, picture.id);
      await removePublished(storage, picture);
    }
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
  }
}
