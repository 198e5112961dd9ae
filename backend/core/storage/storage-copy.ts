import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStatus, Storage } from './storage.ts';

/** Files that are copied at once. */
const AT_ONCE = 8;
/** Failures after which a copy stops. */
const FAILURES_MAX = 100;

/** The number of files by what became of them; `vanished` were removed while the others were copied. */
export type CopyReport = { copied: number; alreadyThere: number; vanished: number; failed: number };

/**
 * Copies all files of a storage to another, except those that it has, and compares each copy with the original. Stops
 * after 100 failures, each of which is passed to `onFailure`.
 */
export async function copyStorage(
  from: Storage,
  to: Storage,
  onFailure: (key: string, error: unknown) => void,
): Promise<CopyReport> {
  const report: CopyReport = { copied: 0, alreadyThere: 0, vanished: 0, failed: 0 };
  const copy = (key: string) =>
    copyFile(from, to, key).catch((error: unknown) => {
      onFailure(key, error);
      return 'failed' as const;
    });
  for await (const outcome of Readable.from(from.all()).map(copy, { concurrency: AT_ONCE })) {
    report[outcome as keyof CopyReport] += 1;
    if (report.failed >= FAILURES_MAX) break;
  }
  return report;
}

async function copyFile(from: Storage, to: Storage, key: string): Promise<Exclude<keyof CopyReport, 'failed'>> {
  const original = await from.stat(key);
  if (original === null) return 'vanished';
  const md5 = await md5Of(from, key);
  if (await hasFile(to, key, original, md5)) return 'alreadyThere';
  const file = await from.open(key);
  if (file === null) return 'vanished';
  await to.put(key, file.stream);
  if (!(await hasFile(to, key, original, md5))) throw new Error('The copy differs from the original');
  return 'copied';
}

/** Reads the file back unless its tag is the MD5. */
async function hasFile(storage: Storage, key: string, { size }: FileStatus, md5: string | null): Promise<boolean> {
  const file = await storage.stat(key);
  if (file === null || file.size !== size) return false;
  return file.etag === md5 || (await md5Of(storage, key)) === md5;
}

async function md5Of(storage: Storage, key: string): Promise<string | null> {
  const file = await storage.open(key);
  if (file === null) return null;
  const hash = createHash('md5');
  await pipeline(file.stream, hash);
  return hash.digest('hex');
}
