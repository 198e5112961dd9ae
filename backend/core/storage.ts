import type { Readable } from 'node:stream';

export type StoredFile = {
  /** Bytes. */
  size: number;
  modifiedAt: Date;
  /** Has to be read to its end or destroyed. */
  stream: Readable;
};

/**
 * The shop's files, by keys such as `uploads/users/name.jpg`: names of letters, digits and hyphens with at most one
 * extension, in folders. A file is stored whole and durably, or not at all. Every function throws on any other key, so that
 * a name from outside can't lead anywhere else.
 */
export interface Storage {
  /** Stores a file, in place of the one of that key. @returns its size in bytes */
  put(key: string, content: Readable | Uint8Array): Promise<number>;
  /** Stores the content of `from` under `to` as well. Both are then as old as the copy. */
  copy(from: string, to: string): Promise<void>;
  /** @returns null if there is no such file */
  open(key: string): Promise<StoredFile | null>;
  /** Removes a file, if it exists. */
  remove(key: string): Promise<void>;
  /** Removes every file of a folder and its subfolders. */
  removeFolder(folder: string): Promise<void>;
  /** The keys in a folder, without its subfolders, of files at least `age` milliseconds old whose names begin with `prefix`. */
  list(folder: string, age: number, prefix?: string): Promise<string[]>;
  /** The names of subfolders that have not changed for `age` milliseconds. */
  listFolders(folder: string, age: number): Promise<string[]>;
  /** Removes what a killed process left half-written at least `age` milliseconds ago. */
  removeUnfinished(age: number): Promise<void>;
}

/** Where everything lies. Only the first one is served. */
export const folders = { public: 'uploads', uploads: 'pending', imports: 'imports' } as const;

const NAME = /^[a-zA-Z0-9_-]+(\.[a-z0-9]+)?$/;

export function isKey(key: string): boolean {
  return key.split('/').every((name) => NAME.test(name));
}

/** @throws if it is no key */
export function requireKey(key: string): string {
  if (!isKey(key)) throw new Error('A key consists of names of letters, digits and hyphens with at most one extension');
  return key;
}

/** The first bytes of a stored file, `length` of them at most. @returns null if there is no such file */
export async function readHead(storage: Storage, key: string, length: number): Promise<Buffer | null> {
  const file = await storage.open(key);
  if (file === null) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file.stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= length) break;
  }
  return Buffer.concat(chunks).subarray(0, length);
}

/** The whole of a stored file. @returns null if there is no such file */
export async function readAll(storage: Storage, key: string): Promise<Buffer | null> {
  return readHead(storage, key, Number.POSITIVE_INFINITY);
}
