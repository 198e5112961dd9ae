import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

export type FileStatus = {
  /** Bytes. */
  size: number;
  modifiedAt: Date;
};

export type StoredFile = FileStatus & {
  /** Must be read to the end or destroyed. */
  stream: Readable;
};

/**
 * The shop's files, by keys such as `uploads/users/name.jpg`: folders and names of letters, digits and hyphens with at
 * most one extension. Files are stored completely and durably, or not at all. Every function throws on an invalid key, so
 * that an untrusted name can't lead outside.
 */
export interface Storage {
  /** Stores a file, replacing any previous one. @returns its size in bytes */
  put(key: string, content: Readable | Uint8Array): Promise<number>;
  /** Copies a file. The copy gets the current time as its age. */
  copy(from: string, to: string): Promise<void>;
  /** @returns null if there is no such file */
  open(key: string): Promise<StoredFile | null>;
  /** @returns null if there is no such file */
  stat(key: string): Promise<FileStatus | null>;
  /** Removes a file, if it exists. */
  remove(key: string): Promise<void>;
  /** Removes a folder with all its files and subfolders. */
  removeFolder(folder: string): Promise<void>;
  /**
   * The keys of files in a folder, but not its subfolders, at least `age` milliseconds old, with names starting with
   * `prefix`, in no particular order. Some storages read the whole folder to find a few.
   */
  list(folder: string, age: number, prefix?: string): AsyncIterable<string>;
  /** The names of subfolders that have not changed for `age` milliseconds. */
  listFolders(folder: string, age: number): Promise<string[]>;
  /** The keys of all files in the top folders and their subfolders, in no particular order. */
  all(): AsyncIterable<string>;
  /** Removes files that a killed process left half-written at least `age` milliseconds ago. */
  removeUnfinished(age: number): Promise<void>;
}

/** The place of the files can't be reached, or refuses a request. */
export class StorageError extends Error {
  /** Whether it responded, so that only other permissions, or another configuration, can help. */
  readonly refused: boolean;

  constructor(message: string, { refused, cause }: { refused: boolean; cause: unknown }) {
    super(message, { cause });
    this.name = 'StorageError';
    this.refused = refused;
  }
}

/** The top folders. Only `public` is served. `documents` has the invoices and credit notes. */
export const folders = {
  public: 'uploads',
  uploads: 'pending',
  imports: 'imports',
  documents: 'documents',
} as const;
/** Of the files that strangers must not open in the shop, only download. */
export const DOWNLOADS_FOLDER = `${folders.public}/documents`;

const NAME = /^[a-zA-Z0-9_-]+(\.[a-z0-9]+)?$/;

/** Whether a text is a valid key. */
export function isKey(key: string): boolean {
  return key.split('/').every((name) => NAME.test(name));
}

/** Returns a valid key unchanged. @throws Error for any other text */
export function requireKey(key: string): string {
  if (!isKey(key))
    throw new Error('A key must consist of names of letters, digits and hyphens with at most one extension');
  return key;
}

/** Reads a whole file. @returns null if there is no such file */
export async function readAll(storage: Storage, key: string): Promise<Buffer | null> {
  const file = await storage.open(key);
  return file && buffer(file.stream);
}

/** Reads the first `count` bytes of a file, or all if it has fewer. @returns null if there is no such file */
export async function readStart(storage: Storage, key: string, count: number): Promise<Buffer | null> {
  const file = await storage.open(key);
  if (file === null) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file.stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= count) break;
  }
  return Buffer.concat(chunks).subarray(0, count);
}
