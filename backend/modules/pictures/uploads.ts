import type { Readable } from 'node:stream';
import { newId } from '../../core/ids.ts';
import { folders, readAll, readStart, type Storage } from '../../core/storage/storage.ts';
import { HEADER_BYTES, isHeaderLonger, publishedExtensions, readHeader } from './header.ts';

/** A raw picture in private storage, not decoded until a worker processes it. */
export type Upload = {
  /** Also the id of the picture that it becomes. */
  id: string;
  /** The extension of the picture once published. */
  extension: string;
  /** Its size; absent for files of imports and of demo data. */
  bytes?: number;
};

/** The file name of the published picture. */
export function pictureName({ id, extension }: Upload): string {
  return id + extension;
}

export function uploadKey(id: string): string {
  return `${folders.uploads}/${id}`;
}

/**
 * Streams an upload into storage. The caller removes it again unless it becomes a picture.
 * @returns null, and stores nothing, if it is empty
 * @throws AppError unsupportedType, tooLarge
 */
export async function storeUpload(storage: Storage, content: Readable | Uint8Array): Promise<Upload | null> {
  const id = newId();
  try {
    const bytes = await storage.put(uploadKey(id), content);
    if (bytes > 0) return { id, bytes, extension: await inspectStored(storage, uploadKey(id)) };
  } catch (error) {
    await removeUpload(storage, id);
    throw error;
  }
  await removeUpload(storage, id);
  return null;
}

/**
 * Inspects a stored picture.
 * @returns the extension of the published picture
 * @throws AppError unsupportedType, tooLarge
 */
export async function inspectStored(storage: Storage, key: string): Promise<string> {
  const start = stored(await readStart(storage, key, HEADER_BYTES), key);
  const { format } = isHeaderLonger(start) ? await readWholeHeader(storage, key) : readHeader(start);
  return publishedExtensions[format];
}

let reading: Promise<unknown> = Promise.resolve();

/** Runs one at a time, since it holds the whole file in memory. */
function readWholeHeader(storage: Storage, key: string): Promise<ReturnType<typeof readHeader>> {
  const read = async () => readHeader(stored(await readAll(storage, key), key));
  const result = reading.then(read);
  reading = result.catch(() => {});
  return result;
}

function stored<T>(content: T | null, key: string): T {
  if (content === null) throw new Error(`${key} has vanished`);
  return content;
}

/** Copies a stored file into a new upload. */
export async function copyUpload(
  storage: Storage,
  { key, extension }: { key: string; extension: string },
): Promise<Upload> {
  const id = newId();
  await storage.copy(key, uploadKey(id));
  return { id, extension };
}

/** The bytes of an upload; null if it has been removed. */
export function readUpload(storage: Storage, id: string): Promise<Uint8Array | null> {
  return readAll(storage, uploadKey(id));
}

export function removeUpload(storage: Storage, id: string): Promise<void> {
  return storage.remove(uploadKey(id));
}
