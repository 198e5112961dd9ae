import { link, mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { derivativeName, IMAGE_WIDTHS } from '#contract/catalogue.ts';
import { isId } from '#contract/text.ts';
import { StartError } from './start.ts';

/** Public folders: pictures of products, and below them the users' own. */
export type PublicFolder = 'products' | 'users';

type PublishedFile = { name: string; bytes: Uint8Array };

/** A file of a temporary folder, and what it is to be called. */
type StagedFile = { name: string; path: string };

/** Names are made by the shop. One from outside could name any file of the disk. */
const SAFE_NAME = /^[a-zA-Z0-9_-]+(\.[a-z0-9]+)?$/;

/**
 * The shop's files. Uploads wait in a private place until a worker has made pictures of them; published files are open
 * to everybody. A file is there whole, on the disk, or not at all. Every function throws on a name that could be a path.
 */
export class Storage {
  /** What is served under /uploads/. */
  readonly publicFolder: string;
  private readonly pendingFolder: string;
  private readonly importsFolder: string;
  private readonly temporaryFolder: string;

  constructor(dataDir: string) {
    this.publicFolder = join(dataDir, 'uploads');
    this.pendingFolder = join(dataDir, 'pending');
    this.importsFolder = join(dataDir, 'imports');
    // On the same file system as the others, so that a finished file can be renamed into its place.
    this.temporaryFolder = join(dataDir, 'temporary');
  }

  /** Runs `work` with the path of a new, private folder, which is gone afterwards with everything in it. */
  async withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    await mkdir(this.temporaryFolder, { recursive: true });
    const folder = await mkdtemp(join(this.temporaryFolder, 'folder-'));
    try {
      return await work(folder);
    } finally {
      // A write that was under way when the work failed may still add a file.
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  /** Keeps an upload under `name`: bytes, or a file of a temporary folder, which is moved. */
  async storeUpload(name: string, source: Uint8Array | string): Promise<void> {
    const target = join(this.pendingFolder, safe(name));
    await mkdir(this.pendingFolder, { recursive: true });
    if (typeof source === 'string') {
      await sync(source);
      await rename(source, target);
    } else {
      await this.withTemporaryFolder(async (folder) => {
        await writeFile(join(folder, name), source, { flush: true });
        await rename(join(folder, name), target);
      });
    }
    await sync(this.pendingFolder);
  }

  /**
   * Keeps a file of an import as an upload too, under `name`: by a hard link, since neither is ever written to again, and by
   * a copy where the file system allows no further link.
   */
  async linkUpload(name: string, path: string): Promise<void> {
    const target = join(this.pendingFolder, safe(name));
    await mkdir(this.pendingFolder, { recursive: true });
    // All names of a file have one time: whoever clears away what is old sees that this upload is new.
    await utimes(path, new Date(), new Date());
    try {
      await link(path, target);
    } catch (error) {
      if (!NO_FURTHER_NAME.includes(codeOf(error))) throw error;
      return this.storeUpload(name, await readFile(path));
    }
    await sync(this.pendingFolder);
  }

  /** A waiting upload; null if there is none of that name. */
  async readUpload(name: string): Promise<Buffer | null> {
    try {
      return await readFile(join(this.pendingFolder, safe(name)));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** Removes a waiting upload, if it is there. */
  async removeUpload(name: string): Promise<void> {
    await rm(join(this.pendingFolder, safe(name)), { force: true });
  }

  /**
   * Keeps the files of an import under `importId`: all of them, or none. They are moved from a temporary folder. Once they
   * are on the disk, which may take its time, `decide` is called, and keeps them by calling `keep`, which takes little.
   */
  async storeImport(
    importId: string,
    files: StagedFile[],
    decide: (keep: () => Promise<void>) => Promise<void> = (keep) => keep(),
  ): Promise<void> {
    const target = join(this.importsFolder, safe(importId));
    for (const { name } of files) safe(name);
    await mkdir(this.importsFolder, { recursive: true });
    await this.withTemporaryFolder(async (folder) => {
      for (const { name, path } of files) {
        await sync(path);
        await rename(path, join(folder, name));
      }
      await sync(folder);
      await decide(async () => {
        await rename(folder, target);
        await sync(this.importsFolder);
      });
    });
  }

  /** Where a file of an import lies, if it is there. */
  importFile(importId: string, name: string): string {
    return join(this.importsFolder, safe(importId), safe(name));
  }

  /** Removes the files of an import, if they are there. */
  async removeImport(importId: string): Promise<void> {
    await rm(join(this.importsFolder, safe(importId)), { recursive: true, force: true });
  }

  /** Imports whose files have been kept for at least `age` milliseconds. */
  async importsOlderThan(age: number): Promise<string[]> {
    const old: string[] = [];
    for (const name of await listFolder(this.importsFolder)) {
      if (isId(name) && (await isOlderThan(join(this.importsFolder, name), age))) old.push(name);
    }
    return old;
  }

  /** Publishes files. All of them are written before the first one can be seen; files of the same names are replaced. */
  async publish(files: PublishedFile[], folder: PublicFolder = 'products'): Promise<void> {
    for (const { name } of files) safe(name);
    const target = this.pathOf(folder);
    await mkdir(target, { recursive: true });
    await this.withTemporaryFolder(async (temporary) => {
      await Promise.all(files.map(({ name, bytes }) => writeFile(join(temporary, name), bytes, { flush: true })));
      for (const { name } of files) await rename(join(temporary, name), join(target, name));
    });
    await sync(target);
  }

  /** Removes a published picture: the file of that name (whatever its ending) and its derivatives. */
  async removePublished(image: string, folder: PublicFolder = 'products'): Promise<void> {
    const base = baseName(safe(image));
    const target = this.pathOf(folder);
    // The names are known, but of a picture that is narrower than all widths: a shop's folder holds many thousands.
    const files = (await isThere(join(target, derivativeName(base, IMAGE_WIDTHS[0]))))
      ? [
          ...['.jpg', '.png', '.webp'].map((extension) => base + extension),
          ...IMAGE_WIDTHS.map((width) => derivativeName(base, width)),
        ]
      : (await listFolder(target)).filter((file) => pictureOf(file) === base);
    for (const file of files) await rm(join(target, file), { force: true });
  }

  /** Names of the uploads that have waited for at least `age` milliseconds. */
  async uploadsOlderThan(age: number): Promise<string[]> {
    return filesOlderThan(this.pendingFolder, age);
  }

  /** Pictures, by name without ending, that were published at least `age` milliseconds ago. */
  async picturesOlderThan(age: number, folder: PublicFolder = 'products'): Promise<string[]> {
    return [...new Set((await filesOlderThan(this.pathOf(folder), age)).map(pictureOf))];
  }

  /** Removes what a killed process left half-written at least `age` milliseconds ago. */
  async removeTemporaryOlderThan(age: number): Promise<void> {
    for (const name of await listFolder(this.temporaryFolder)) {
      const path = join(this.temporaryFolder, name);
      if (await isOlderThan(path, age)) await rm(path, { recursive: true, force: true });
    }
  }

  private pathOf(folder: PublicFolder): string {
    return folder === 'products' ? this.publicFolder : join(this.publicFolder, 'users');
  }
}

/** The system's words for a folder that nobody may write to, or that can't be one. */
const UNUSABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR'];

/** The shop's files below `dataDir`, for a program that needs them. @throws StartError if nothing can be written there */
export async function openStorage(dataDir: string): Promise<Storage> {
  const storage = createStorage(dataDir);
  try {
    await storage.withTemporaryFolder(async () => {});
  } catch (cause) {
    // Anything else may pass: a full disk can have room again, and all but the uploads works meanwhile.
    if (UNUSABLE.includes(codeOf(cause))) {
      throw new StartError(`DATA_DIR is ${dataDir}, where nothing can be written: ${codeOf(cause)}`, { cause });
    }
  }
  return storage;
}

/** The shop's files below `dataDir`. Folders are made when they are first needed. */
export function createStorage(dataDir: string): Storage {
  return new Storage(dataDir);
}

function safe(name: string): string {
  if (!SAFE_NAME.test(name)) throw new Error('A file name of the shop holds letters, digits, hyphens and one ending');
  return name;
}

function baseName(file: string): string {
  return file.replace(/\.[^.]*$/, '');
}

/** The picture that a file belongs to: `name` for both `name.jpg` and its derivative `name-640.webp`. */
function pictureOf(file: string): string {
  const base = baseName(file);
  return file.endsWith('.webp') ? base.replace(/^(.{36})-\d+$/, '$1') : base;
}

async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function filesOlderThan(folder: string, age: number): Promise<string[]> {
  const old: string[] = [];
  for (const name of await listFolder(folder)) {
    if (SAFE_NAME.test(name) && (await isOlderThan(join(folder, name), age, 'file'))) old.push(name);
  }
  return old;
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function isOlderThan(path: string, age: number, kind?: 'file'): Promise<boolean> {
  try {
    const status = await stat(path);
    return (kind !== 'file' || status.isFile()) && status.mtimeMs <= Date.now() - age;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

/** What link(2) says of a file that has all the names it can have, and on file systems that know one name only. */
const NO_FURTHER_NAME = ['EMLINK', 'EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'];

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Waits until a file is on the disk; a renamed one is, once its folder is. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
