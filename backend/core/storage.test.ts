import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { newId } from './ids.ts';
import { StartError } from './start.ts';
import { createStorage, openStorage } from './storage.ts';

const folder = await mkdtemp(join(tmpdir(), 'webshop-storage-'));
const storage = createStorage(folder);
afterAll(() => rm(folder, { recursive: true }));

test('a folder that can’t be written to is told of at the start', async () => {
  await writeFile(join(folder, 'no-folder'), '');
  const dataDir = join(folder, 'no-folder', 'data');
  const sentence = `DATA_DIR is ${dataDir}, where nothing can be written: ENOTDIR`;
  await expect(openStorage(dataDir)).rejects.toThrow(new StartError(sentence));
  await openStorage(join(folder, 'new'));
});

test('an upload waits until it is removed; it may be bytes, or a file, which is moved', async () => {
  expect(await storage.readUpload('bytes')).toBeNull();
  await storage.storeUpload('bytes', Buffer.from('one'));
  await storage.withTemporaryFolder(async (temporary) => {
    await writeFile(join(temporary, 'file'), 'two');
    await storage.storeUpload('file', join(temporary, 'file'));
    expect(await readdir(temporary)).toEqual([]);
  });
  expect(String(await storage.readUpload('bytes'))).toBe('one');
  expect(String(await storage.readUpload('file'))).toBe('two');
  await storage.removeUpload('file');
  await storage.removeUpload('file');
  expect(await storage.readUpload('file')).toBeNull();
});

test('a file of an import becomes any number of uploads without a copy, each as new as it is', async () => {
  const path = join(folder, 'picture');
  await writeFile(path, 'bytes');
  await storage.storeImport('import', [{ name: 'picture', path }]);
  const source = storage.importFile('import', 'picture');
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
  await utimes(source, yesterday, yesterday);
  for (const name of ['one', 'two']) await storage.linkUpload(name, source);
  expect((await stat(source)).nlink).toBe(3);
  expect(await storage.uploadsOlderThan(60_000)).toEqual([]);
  await storage.removeUpload('one');
  await storage.removeImport('import');
  expect(await storage.readUpload('one')).toBeNull();
  expect(String(await storage.readUpload('two'))).toBe('bytes');
  await storage.removeUpload('two');
});

test('the files of an import that is decided against are gone', async () => {
  const path = join(folder, 'catalogue');
  await writeFile(path, 'lines');
  const refused = storage.storeImport(newId(), [{ name: 'catalogue', path }], async () => {
    throw new Error('no');
  });
  await expect(refused).rejects.toThrow('no');
  expect(await storage.importsOlderThan(0)).toEqual([]);
  expect(await readdir(join(folder, 'temporary'))).toEqual([]);
});

test('a temporary folder is gone with everything in it, also when the work fails', async () => {
  const work = storage.withTemporaryFolder(async (temporary) => {
    await writeFile(join(temporary, 'half'), 'x');
    throw new Error('broken');
  });
  await expect(work).rejects.toThrow('broken');
  expect(await readdir(join(folder, 'temporary'))).toEqual([]);
});

test('pictures of products and users lie apart, and go with their derivatives alone', async () => {
  const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
  const bytes = Buffer.from('x');
  for (const place of ['products', 'users'] as const) {
    for (const name of [`${one}.png`, `${one}-320.webp`, `${one}-1280.webp`, `${two}.webp`, `${two}-320.webp`]) {
      await storage.publish([{ name, bytes }], place);
    }
  }
  await storage.removePublished(`${one}.png`);
  expect((await readdir(storage.publicFolder)).sort()).toEqual([`${two}.webp`, `${two}-320.webp`, 'users'].sort());
  await storage.removePublished(`${two}.webp`, 'users');
  const left = (await readdir(join(storage.publicFolder, 'users'))).sort();
  expect(left).toEqual([`${one}.png`, `${one}-320.webp`, `${one}-1280.webp`].sort());
  expect(await storage.picturesOlderThan(0, 'users')).toEqual([one]);
});

test('a picture that is narrower than all widths goes too', async () => {
  const name = crypto.randomUUID();
  const bytes = Buffer.from('x');
  await storage.publish([
    { name: `${name}.png`, bytes },
    { name: `${name}-16.webp`, bytes },
  ]);
  await storage.removePublished(name);
  expect((await readdir(storage.publicFolder)).filter((file) => file.startsWith(name))).toEqual([]);
});

test('nothing is published if one of several has a bad name', async () => {
  const name = `${crypto.randomUUID()}.png`;
  const bytes = Buffer.from('x');
  await expect(
    storage.publish([
      { name, bytes },
      { name: '../x', bytes },
    ]),
  ).rejects.toThrow(/^A file name of the shop/);
  await expect(readFile(join(storage.publicFolder, name))).rejects.toThrow('ENOENT');
  expect(await readdir(join(folder, 'temporary'))).toEqual([]);
});

test.each(['../config', 'a/b', '..', '.', '', '.hidden', 'a\\b', 'a.b.c', 'x\0', '/etc/passwd'])(
  'no file of the shop is called %j',
  async (name) => {
    const refusal = /^A file name of the shop/;
    await expect(storage.readUpload(name)).rejects.toThrow(refusal);
    await expect(storage.linkUpload(name, folder)).rejects.toThrow(refusal);
    await expect(storage.removeUpload(name)).rejects.toThrow(refusal);
    await expect(storage.storeUpload(name, Buffer.from('x'))).rejects.toThrow(refusal);
    await expect(storage.removePublished(name)).rejects.toThrow(refusal);
    await expect(storage.publish([{ name, bytes: Buffer.from('x') }])).rejects.toThrow(refusal);
  },
);
