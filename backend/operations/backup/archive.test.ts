import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, expect, test } from 'vitest';
import { StartError } from '../../core/process/start.ts';
import { type AddEntry, verifyArchive, writeArchive } from './archive.ts';

const folder = await mkdtemp(join(tmpdir(), 'webshop-archive-'));
afterAll(() => rm(folder, { recursive: true }));
const inFolder = (name: string) => join(folder, name);

const key = await generateX25519Identity();
const [plain, encrypted] = [inFolder('plain'), inFolder('encrypted')];

async function fill(add: AddEntry): Promise<{ format: number }> {
  for (const name of ['a', 'b']) await add(name, 300_000, Readable.from([randomBytes(300_000)]));
  return { format: 1 };
}

await writeArchive(plain, null, fill);
await writeArchive(encrypted, await identityToRecipient(key), fill);

async function changed(path: string, change: (bytes: Buffer) => Uint8Array): Promise<string> {
  await writeFile(inFolder('changed'), change(await readFile(path)));
  return inFolder('changed');
}

function flip(bytes: Buffer, position: number): Buffer {
  bytes.writeUInt8(bytes.readUInt8(position) ^ 1, position);
  return bytes;
}

test('returns the manifest of a complete file', async () => {
  expect(await verifyArchive(plain, null)).toMatchObject({ format: 1 });
  expect(await verifyArchive(plain, key)).toMatchObject({ format: 1 });
  expect(await verifyArchive(encrypted, key)).toMatchObject({ format: 1 });
});

test('notices a changed byte anywhere in the content', async () => {
  const { length } = await readFile(plain);
  for (let position = 2000; position < length - 2000; position += 25_000) {
    const path = await changed(plain, (bytes) => flip(bytes, position));
    await expect(verifyArchive(path, null)).rejects.toThrow(`${path} is damaged`);
  }
});

test.each<[string, () => Promise<unknown>, string]>([
  ['no file', () => verifyArchive(inFolder('none'), null), "can't be read: ENOENT"],
  ['another file', async () => verifyArchive(await changed(plain, () => Buffer.from('{}')), null), 'is not a backup'],
  [
    'a cut file',
    async () => verifyArchive(await changed(plain, (bytes) => bytes.subarray(0, -2000)), null),
    'is damaged',
  ],
  [
    'a damaged encrypted file',
    async () => verifyArchive(await changed(encrypted, (b) => flip(b, 250)), key),
    'is damaged',
  ],
  ['a missing key', () => verifyArchive(encrypted, null), 'is encrypted: set BACKUP_KEY'],
  ['a public key', async () => verifyArchive(encrypted, await identityToRecipient(key)), 'must be the secret key'],
  ['another key', async () => verifyArchive(encrypted, await generateX25519Identity()), 'with another BACKUP_KEY'],
  ['an invalid key', () => verifyArchive(encrypted, 'AGE-SECRET-KEY-1XYZ'), 'is not a valid age key'],
  [
    'a folder that does not exist',
    () => writeArchive(join(folder, 'none', 'x'), null, fill),
    "can't be written: ENOENT",
  ],
])('says what is wrong with %s', async (_what, use, reason) => {
  await expect(use()).rejects.toThrow(StartError);
  await expect(use()).rejects.toThrow(reason);
});

test('leaves nothing behind if filling it fails', async () => {
  const before = await readdir(folder);
  const broken = writeArchive(inFolder('broken'), null, async (add) => {
    await fill(add);
    throw new Error('the database is gone');
  });
  await expect(broken).rejects.toThrow('the database is gone');
  expect(await readdir(folder)).toEqual(before);
});
