import { Readable } from 'node:stream';
import { readAll, type Storage } from './storage.ts';

/** Milliseconds. Younger writes may be in progress. */
const DAY = 24 * 60 * 60 * 1000;

/** Tries each right that the shop needs on small files, which it removes. @returns a sentence for each problem */
export async function checkAccess(storage: Storage): Promise<string[]> {
  const folder = 'temporary';
  const [key, copy] = [`${folder}/${crypto.randomUUID()}`, `${folder}/${crypto.randomUUID()}`];
  const bytes = crypto.getRandomValues(Buffer.alloc(32));
  const problems: string[] = [];
  const attempt = async (what: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      problems.push(`Files can't be ${what}: ${error instanceof Error ? error.message : error}`);
    }
  };
  await attempt('written', () => storage.put(key, bytes));
  await attempt('listed', () => Readable.from(storage.list(folder, 0)).toArray());
  // Without a file, these would only repeat why it is missing.
  if (problems.length === 0) {
    await attempt('read', async () => {
      const read = await readAll(storage, key);
      if (!read?.equals(bytes)) throw new Error('The file differs from what was written.');
    });
    await attempt('copied', () => storage.copy(key, copy));
  }
  await attempt('removed', async () => {
    for (const each of [key, copy]) await storage.remove(each);
  });
  await attempt('cleaned up after interrupted uploads', () => storage.removeUnfinished(DAY));
  return problems;
}
