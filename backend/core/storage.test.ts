import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { createStorage, openStorage } from './file-storage.ts';
import { StartError } from './start.ts';
import { readAll } from './storage.ts';

const folder = await mkdtemp(join(tmpdir(), 'webshop-storage-'));
const storage = createStorage(folder);
afterAll(() => rm(folder, { recursive: true }));

const read = async (key: string) => (await readAll(storage, key))?.toString();
const unfinished = () => readdir(join(folder, 'temporary'));

test('reports an unwritable folder at the start', async () => {
  await writeFile(join(folder, 'no-folder'), '');
  const dataDir = join(folder, 'no-folder', 'data');
  const message = `DATA_DIR ${dataDir} is not writable: ENOTDIR`;
  await expect(openStorage(dataDir)).rejects.toThrow(new StartError(message));
  await openStorage(join(folder, 'new'));
});

test('stores bytes and streams, replacing existing files', async () => {
  expect(await storage.open('a/one')).toBeNull();
  expect(await storage.put('a/one', Buffer.from('one'))).toBe(3);
  expect(await storage.put('a/two', Readable.from([Buffer.from('tw'), Buffer.from('o!')]))).toBe(4);
  expect([await read('a/one'), await read('a/two')]).toEqual(['one', 'two!']);
  await storage.put('a/one', Buffer.from('1'));
  expect(await read('a/one')).toBe('1');
  const two = await storage.open('a/two');
  expect(two?.size).toBe(4);
  two?.stream.destroy();
  expect(await unfinished()).toEqual([]);
});

test('stores nothing of a stream that fails', async () => {
  await storage.put('a/kept', Buffer.from('kept'));
  const broken = () =>
    Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('broken off');
      })(),
    );
  for (const key of ['a/kept', 'a/fresh']) await expect(storage.put(key, broken())).rejects.toThrow('broken off');
  expect([await read('a/kept'), await read('a/fresh')]).toEqual(['kept', undefined]);
  expect(await unfinished()).toEqual([]);
});

test('a copy is new, and outlives the original', async () => {
  await storage.put('b/original', Buffer.from('bytes'));
  await utimes(join(folder, 'b/original'), 0, 0);
  await storage.copy('b/original', 'c/copy');
  expect(await storage.list('c', 60_000)).toEqual([]);
  await storage.remove('b/original');
  await storage.remove('b/original');
  expect([await read('b/original'), await read('c/copy')]).toEqual([undefined, 'bytes']);
});

test('lists a folder by age and name prefix', async () => {
  for (const key of ['d/x-1', 'd/x-2', 'd/y', 'd/inner/x']) await storage.put(key, Buffer.from('x'));
  await utimes(join(folder, 'd/x-2'), 0, 0);
  expect((await storage.list('d', 0)).sort()).toEqual(['d/x-1', 'd/x-2', 'd/y']);
  expect((await storage.list('d', 0, 'x')).sort()).toEqual(['d/x-1', 'd/x-2']);
  expect(await storage.list('d', 60_000)).toEqual(['d/x-2']);
  expect(await storage.listFolders('d', 0)).toEqual(['inner']);
  expect(await storage.listFolders('d', 60_000)).toEqual([]);
  expect(await storage.list('nowhere', 0)).toEqual([]);
  await storage.removeFolder('d');
  expect([...(await storage.list('d', 0)), ...(await storage.listFolders('d', 0))]).toEqual([]);
});

test('removes old half-written files of a killed process', async () => {
  await writeFile(join(folder, 'temporary', 'half'), 'x');
  await storage.removeUnfinished(60_000);
  expect(await unfinished()).toEqual(['half']);
  await storage.removeUnfinished(0);
  expect(await unfinished()).toEqual([]);
});

test('does not open folders', async () => {
  await storage.put('e/inner/x', Buffer.from('x'));
  expect(await storage.open('e/inner')).toBeNull();
  expect(await storage.stat('e/inner')).toBeNull();
});

test('reads the size and age of a file', async () => {
  await storage.put('f/one', Buffer.from('one'));
  const file = await storage.open('f/one');
  file?.stream.destroy();
  expect(file?.modifiedAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
  expect(await storage.stat('f/one')).toEqual({ size: 3, modifiedAt: file?.modifiedAt });
  expect(await storage.stat('f/two')).toBeNull();
});

test('lists all files of the shop', async () => {
  const keys = ['imports/one/catalogue', 'imports/two/catalogue', 'pending/a', 'uploads/b.jpg', 'uploads/users/c.jpg'];
  for (const key of [...keys, 'other/d']) await storage.put(key, Buffer.from('x'));
  await writeFile(join(folder, 'uploads', '.hidden'), '');
  expect((await Readable.from(storage.all()).toArray()).sort()).toEqual(keys);
});

test.each(['../config', 'a/../b', '..', '.', '', '.hidden', 'a\\b', 'a.b.c', 'x\0', '/etc/passwd', 'a//b', 'a/'])(
  'rejects the key %j',
  async (key) => {
    const rejection = /^A key must consist of/;
    const bytes = Buffer.from('x');
    await expect(storage.put(key, bytes)).rejects.toThrow(rejection);
    await expect(storage.stat(key)).rejects.toThrow(rejection);
    await expect(storage.open(key)).rejects.toThrow(rejection);
    await expect(storage.copy(key, 'a/b')).rejects.toThrow(rejection);
    await expect(storage.copy('a/one', key)).rejects.toThrow(rejection);
    await expect(storage.remove(key)).rejects.toThrow(rejection);
    await expect(storage.removeFolder(key)).rejects.toThrow(rejection);
    await expect(storage.list(key, 0)).rejects.toThrow(rejection);
  },
);
