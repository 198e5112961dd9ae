import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Public folders: pictures of products, and below them the users' own. */
export type PublicFolder = 'products' | 'users';

export type PublishedFile = { name: string; bytes: Uint8Array };

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
  private readonly temporaryFolder: string;

  constructor(dataDir: string) {
    this.publicFolder = join(dataDir, 'uploads');
    this.pendingFolder = join(dataDir, 'pending');
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
    const temporary = typeof source === 'string' ? source : await this.writeTemporary(source);
    if (typeof source === 'string') await syncFile(source);
    await mkdir(this.pendingFolder, { recursive: true });
    await rename(temporary, target);
    await syncFolder(this.pendingFolder);
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

  /** Publishes files. All of them are written before the first one can be seen; files of the same names are replaced. */
  async publish(files: PublishedFile[], folder: PublicFolder = 'products'): Promise<void> {
    const targets = files.map(({ name }) => join(this.pathOf(folder), safe(name)));
    await mkdir(this.pathOf(folder), { recursive: true });
    const temporaries = await Promise.all(files.map(({ bytes }) => this.writeTemporary(bytes)));
    for (const [index, temporary] of temporaries.entries()) await rename(temporary, targets[index] ?? '');
    await syncFolder(this.pathOf(folder));
  }

  /** Removes a published picture: the file of that name (whatever its ending) and its derivatives. */
  async removePublished(image: string, folder: PublicFolder = 'products'): Promise<void> {
    const base = baseName(safe(image));
    for (const file of await listFolder(this.pathOf(folder))) {
      if (pictureOf(file) === base) await rm(join(this.pathOf(folder), file), { force: true });
    }
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

  private async writeTemporary(bytes: Uint8Array): Promise<string> {
    await mkdir(this.temporaryFolder, { recursive: true });
    const path = join(this.temporaryFolder, randomUUID());
    try {
      const file = await open(path, 'wx');
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return path;
  }
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
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A rename is on the disk once its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
