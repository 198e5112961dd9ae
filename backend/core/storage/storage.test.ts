import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { isSwiftInstalled } from '../../../testing/servers/s3.ts';
import { storages, type TestStorage } from '../../../testing/servers/storages.ts';
import { waitFor } from '../../../testing/wait.ts';
import { readAll, type Storage } from './storage.ts';
import { checkAccess } from './storage-access.ts';

const bytes = Buffer.from('x');

test('runs on S3 as well as in a folder', ({ skip }) => {
  if (!import.meta.env.CI && !isSwiftInstalled) {
    process.stderr.write('\n*** python3-swift is not installed: files tested in a folder ONLY ***\n\n');
    skip('python3-swift is not installed');
  }
  expect(isSwiftInstalled).toBe(true);
});

describe.each(storages)('files in %s', (_name, open) => {
  let opened: TestStorage;
  let storage: Storage;
  beforeAll(async () => {
    opened = await open();
    ({ storage } = opened);
  });
  afterAll(() => opened.remove());

  const read = async (key: string) => (await readAll(storage, key))?.toString();

  async function modifiedAt(key: string): Promise<number> {
    const status = await storage.stat(key);
    return status?.modifiedAt.getTime() ?? Number.NaN;
  }

  /** Runs `work` with the clock at `time`. */
  async function at<T>(time: number, work: () => Promise<T>): Promise<T> {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(time);
    return work().finally(() => clock.mockRestore());
  }

  /** Waits until a new file would be younger, also by the store's clock, which may tell seconds only. */
  async function untilOlder(key: string): Promise<void> {
    const time = await modifiedAt(key);
    await waitFor('a later second', () => Date.now() > time + 1000);
  }

  test('are stored from bytes and streams, and replaced', async () => {
    expect(await storage.open('a/one')).toBeNull();
    expect(await storage.put('a/one', Buffer.from('one'))).toBe(3);
    expect(await storage.put('a/two', Readable.from([Buffer.from('tw'), Buffer.from('o!')]))).toBe(4);
    expect(await storage.put('a/none', Readable.from([]))).toBe(0);
    expect([await read('a/one'), await read('a/two'), await read('a/none')]).toEqual(['one', 'two!', '']);
    await storage.put('a/one', Buffer.from('1'));
    expect(await read('a/one')).toBe('1');
    const two = await storage.open('a/two');
    expect(two?.size).toBe(4);
    two?.stream.destroy();
    expect(await opened.unfinished()).toEqual([]);
  });

  test('are as large as an import', async () => {
    const [chunk, count] = [Buffer.alloc(64 * 1024, 'x'), 100];
    expect(await storage.put('a/large', Readable.from(Array(count).fill(chunk)))).toBe(chunk.length * count);
    expect((await storage.stat('a/large'))?.size).toBe(chunk.length * count);
    expect((await readAll(storage, 'a/large'))?.equals(Buffer.alloc(chunk.length * count, 'x'))).toBe(true);
    expect(await opened.unfinished()).toEqual([]);
  });

  test.each([1, 100])('are not stored if their stream fails after %i chunks', async (count) => {
    await storage.put('b/kept', Buffer.from('kept'));
    const broken = () =>
      Readable.from(
        (async function* () {
          for (let sent = 0; sent < count; sent++) yield Buffer.alloc(64 * 1024);
          throw new Error('broken off');
        })(),
      );
    for (const key of ['b/kept', 'b/fresh']) await expect(storage.put(key, broken())).rejects.toThrow('broken off');
    expect([await read('b/kept'), await read('b/fresh')]).toEqual(['kept', undefined]);
    expect(await opened.unfinished()).toEqual([]);
  });

  test('are copied, and the copy outlives the original', async () => {
    await storage.put('c/original', Buffer.from('bytes'));
    await storage.copy('c/original', 'd/copy');
    await storage.remove('c/original');
    await storage.remove('c/original');
    expect([await read('c/original'), await read('d/copy')]).toEqual([undefined, 'bytes']);
  });

  test('are listed by folder, age and name prefix; a copy is new', async () => {
    for (const key of ['h/source', 'e/old/x', 'e/x-old']) await storage.put(key, bytes);
    await untilOlder('e/x-old');
    for (const key of ['e/x-new', 'e/new/x']) await storage.put(key, bytes);
    await storage.copy('h/source', 'e/y');
    expect((await Readable.from(storage.list('e', 0)).toArray()).sort()).toEqual(['e/x-new', 'e/x-old', 'e/y']);
    expect((await Readable.from(storage.list('e', 0, 'x')).toArray()).sort()).toEqual(['e/x-new', 'e/x-old']);
    expect((await storage.listFolders('e', 0)).sort()).toEqual(['new', 'old']);
    // Half a second later, as times are rounded.
    const minuteLater = (await modifiedAt('e/x-old')) + 60_500;
    expect(await at(minuteLater, () => Readable.from(storage.list('e', 60_000)).toArray())).toEqual(['e/x-old']);
    expect(await at(minuteLater, () => storage.listFolders('e', 60_000))).toEqual(['old']);
    expect([
      ...(await Readable.from(storage.list('nowhere', 0)).toArray()),
      ...(await storage.listFolders('nowhere', 0)),
    ]).toEqual([]);
    await storage.removeFolder('e');
    expect([...(await Readable.from(storage.list('e', 0)).toArray()), ...(await storage.listFolders('e', 0))]).toEqual(
      [],
    );
  });

  test('are all listed', async () => {
    const keys = [
      'imports/one/catalogue',
      'imports/two/catalogue',
      'pending/a',
      'uploads/b.jpg',
      'uploads/users/c.jpg',
    ];
    for (const key of [...keys, 'other/d']) await storage.put(key, bytes);
    expect((await Readable.from(storage.all()).toArray()).sort()).toEqual(keys);
  });

  test('that a killed process left half-written are removed once they are old', async () => {
    await opened.leaveUnfinished();
    const left = await opened.unfinished();
    expect(left).not.toEqual([]);
    await storage.removeUnfinished(60_000);
    expect(await opened.unfinished()).toEqual(left);
    await storage.removeUnfinished(0);
    expect(await opened.unfinished()).toEqual([]);
  });

  test('are within reach for a shop with all rights, whose check leaves nothing', async () => {
    expect(await checkAccess(storage)).toEqual([]);
    expect(await Readable.from(storage.list('temporary', 0)).toArray()).toEqual([]);
  });

  test('have a size and a time', async () => {
    await storage.put('f/one', Buffer.from('one'));
    const file = await storage.open('f/one');
    file?.stream.destroy();
    expect(file?.modifiedAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect(await storage.stat('f/one')).toMatchObject({ size: 3, modifiedAt: file?.modifiedAt });
    expect(await storage.stat('f/two')).toBeNull();
  });

  test('are not folders', async () => {
    await storage.put('g/inner/x', bytes);
    expect(await storage.open('g/inner')).toBeNull();
    expect(await storage.stat('g/inner')).toBeNull();
  });

  test.each(['../config', 'a/../b', '..', '.', '', '.hidden', 'a\\b', 'a.b.c', 'x\0', '/etc/passwd', 'a//b', 'a/'])(
    'cannot have the key %j',
    async (key) => {
      const rejection = /^A key must consist of/;
      await expect(storage.put(key, bytes)).rejects.toThrow(rejection);
      await expect(storage.stat(key)).rejects.toThrow(rejection);
      await expect(storage.open(key)).rejects.toThrow(rejection);
      await expect(storage.copy(key, 'a/b')).rejects.toThrow(rejection);
      await expect(storage.copy('a/one', key)).rejects.toThrow(rejection);
      await expect(storage.remove(key)).rejects.toThrow(rejection);
      await expect(storage.removeFolder(key)).rejects.toThrow(rejection);
      await expect(Readable.from(storage.list(key, 0)).toArray()).rejects.toThrow(rejection);
      await expect(storage.listFolders(key, 0)).rejects.toThrow(rejection);
    },
  );
});
