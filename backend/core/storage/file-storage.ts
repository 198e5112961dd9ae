import fs from 'node:fs';
import { copyFile, link, mkdir, open, opendir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '../errors.ts';
import { type FileStatus, folders, isKey, requireKey, type Storage, type StoredFile } from './storage.ts';

const TEMPORARY = 'temporary';

/** Stores files in a folder, at the paths of their keys. */
export class FileStorage implements Storage {
  private readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  async put(key: string, content: Readable | Uint8Array): Promise<number> {
    const target = this.pathOf(key);
    return this.throughTemporary(target, async (path) => {
      const file = fs.createWriteStream(path, { flush: true });
      await pipeline(content instanceof Uint8Array ? Readable.from([content]) : content, file);
      return file.bytesWritten;
    });
  }

  /** Hard-links the file, since files never change. Copies it if the file system doesn't allow another link. */
  async copy(from: string, to: string): Promise<void> {
    const [source, target] = [this.pathOf(from), this.pathOf(to)];
    await mkdir(dirname(target), { recursive: true });
    // All links of a file share its time.
    await utimes(source, new Date(), new Date());
    try {
      await link(source, target);
      await sync(dirname(target));
    } catch (error) {
      if (!CANNOT_LINK.includes(codeOf(error))) throw error;
      await this.throughTemporary(target, async (path) => {
        await copyFile(source, path);
        await sync(path);
      });
    }
  }

  async open(key: string): Promise<StoredFile | null> {
    const path = this.pathOf(key);
    try {
      const file = await open(path);
      const status = await file.stat();
      if (status.isFile()) return { size: status.size, modifiedAt: status.mtime, stream: file.createReadStream() };
      await file.close();
      return null;
    } catch (error) {
      if (MISSING.includes(codeOf(error))) return null;
      throw error;
    }
  }

  async stat(key: string): Promise<FileStatus | null> {
    const status = await stat(this.pathOf(key)).catch(rejectUnlessMissing);
    return status?.isFile() ? { size: status.size, modifiedAt: status.mtime } : null;
  }

  async remove(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  async removeFolder(folder: string): Promise<void> {
    await rm(this.pathOf(folder), { recursive: true, force: true });
  }

  async *list(folder: string, age: number, prefix = ''): AsyncGenerator<string> {
    for await (const { name, isFile } of this.entriesOf(folder, age, prefix)) if (isFile) yield `${folder}/${name}`;
  }

  async listFolders(folder: string, age: number): Promise<string[]> {
    const names = [];
    for await (const { name, isFile } of this.entriesOf(folder, age)) if (!isFile) names.push(name);
    return names;
  }

  async *all(): AsyncGenerator<string> {
    for (const folder of Object.values(folders)) yield* this.keysIn(folder);
  }

  async removeUnfinished(age: number): Promise<void> {
    for await (const { name } of this.entriesOf(TEMPORARY, age))
      await rm(join(this.root, TEMPORARY, name), { force: true });
  }

  private pathOf(key: string): string {
    return join(this.root, requireKey(key));
  }

  /** Writes to a temporary file on the same file system and renames it once complete. */
  private async throughTemporary<T>(target: string, write: (path: string) => Promise<T>): Promise<T> {
    const path = join(this.root, TEMPORARY, crypto.randomUUID());
    await mkdir(dirname(path), { recursive: true });
    await mkdir(dirname(target), { recursive: true });
    try {
      const result = await write(path);
      await rename(path, target);
      await sync(dirname(target));
      return result;
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  private async *keysIn(folder: string): AsyncGenerator<string> {
    for await (const entry of entriesIn(this.pathOf(folder))) {
      const key = `${folder}/${entry.name}`;
      if (!isKey(key)) continue;
      if (entry.isDirectory()) yield* this.keysIn(key);
      else if (entry.isFile()) yield key;
    }
  }

  private async *entriesOf(
    folder: string,
    age: number,
    prefix = '',
  ): AsyncGenerator<{ name: string; isFile: boolean }> {
    const path = this.pathOf(folder);
    for await (const { name } of entriesIn(path)) {
      if (!name.startsWith(prefix)) continue;
      const status = await stat(join(path, name)).catch(rejectUnlessMissing);
      if (status && status.mtimeMs <= Date.now() - age) yield { name, isFile: status.isFile() };
    }
  }
}

const MISSING = ['ENOENT', 'ENOTDIR', 'EISDIR'];

/** The entries of a folder, which may be removed meanwhile; none if there is no such folder. */
async function* entriesIn(folder: string): AsyncGenerator<fs.Dirent> {
  yield* (await opendir(folder).catch(rejectUnlessMissing)) ?? [];
}

function rejectUnlessMissing(error: unknown): undefined {
  if (!MISSING.includes(codeOf(error))) throw error;
}

/** Errors of link(2): too many links, or a file system without links. */
const CANNOT_LINK = ['EMLINK', 'EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'];

/** Flushes a file to disk, or the renames in a folder. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
