import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Disk, mountDisk } from './disk.ts';

let folder: string;
let disk: Disk;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'webshop-disk-'));
  disk = await mountDisk(join(folder, 'data'), 4);
});
afterEach(() => rm(folder, { recursive: true }));

async function fileSystemOf(path: string): Promise<number> {
  return (await stat(path)).dev;
}

test('keep() copies the files to a plain folder, without the filler', async () => {
  await writeFile(join(disk.path, 'picture.jpg'), 'a picture');
  await disk.fill?.();
  await disk.keep();
  expect(await fileSystemOf(disk.path)).toBe(await fileSystemOf(folder));
  expect(await readdir(disk.path)).toEqual(['picture.jpg']);
  expect(await readFile(join(disk.path, 'picture.jpg'), 'utf8')).toBe('a picture');
  expect(await readdir(folder)).toEqual(['data']);
});

test('remove() deletes the folder', async () => {
  await writeFile(join(disk.path, 'picture.jpg'), 'a picture');
  await disk.remove();
  expect(await readdir(folder)).toEqual([]);
});
