import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer, json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { ReadableStream as WebStream } from 'node:stream/web';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';
import { extract, type Pack, pack } from 'tar-stream';
import { codeOf } from '../../core/errors.ts';
import { StartError } from '../../core/process/start.ts';

// A backup is a tar archive, compressed with Zstandard and, with a key, encrypted with age (https://age-encryption.org/v1),
// so that `age --decrypt --identity key.txt | zstd -d | tar x` opens it without the shop.

/** How each kind of file begins: https://age-encryption.org/v1; RFC 8878, section 3.1.1. */
const AGE_MAGIC = Buffer.from('age-encryption.org/v1\n');
const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** The last entry, so a file that was cut short has none. */
export const MANIFEST = 'manifest.json';

/** An age key encrypts and decrypts; an age recipient only encrypts. */
const RECIPIENT = 'age1';

type Bytes = AsyncIterable<Uint8Array>;

/** Adds an entry of exactly `size` bytes. Call it for one entry at a time. */
export type AddEntry = (name: string, size: number, content: Readable) => Promise<void>;

/**
 * Writes the entries that `fill` adds, then the manifest that it returns, with a checksum of all entries. The file
 * appears at `path` once it is complete and on disk.
 * @param key an age key or recipient; null for a file that isn't encrypted
 * @returns the manifest
 * @throws StartError if the file can't be written or the key is invalid
 */
export async function writeArchive<Manifest extends object>(
  path: string,
  key: string | null,
  fill: (add: AddEntry) => Promise<Manifest>,
): Promise<Manifest> {
  const partial = `${path}.partial`;
  const tar = pack();
  const encrypt = key === null ? unchanged : await encryptionWith(key);
  // Other users of the machine must not read the customers' data.
  const file = createWriteStream(partial, { flush: true, mode: 0o600 });
  const writing = pipeline(tar, createZstdCompress(CHECKED), encrypt, file);
  try {
    const [manifest] = await Promise.all([addEntries(tar, fill), writing]);
    await rename(partial, path);
    return manifest;
  } catch (error) {
    tar.destroy();
    await writing.catch(() => {});
    await rm(partial, { force: true });
    if (!UNWRITABLE.includes(codeOf(error))) throw error;
    throw new StartError(`${path} can't be written: ${codeOf(error)}`, { cause: error });
  }
}

/** So that `zstd --test` checks it, too. */
const CHECKED = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

const UNWRITABLE = ['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'];

async function addEntries<Manifest extends object>(
  tar: Pack,
  fill: (add: AddEntry) => Promise<Manifest>,
): Promise<Manifest> {
  const digest = createHash('sha256');
  const manifest = await fill(async (name, size, content) => {
    digest.update(name);
    await pipeline(content, (chunks: Bytes) => digested(chunks, digest), tar.entry({ name, size }));
  });
  tar.entry({ name: MANIFEST }, JSON.stringify({ ...manifest, sha256: digest.digest('hex') }, null, 2));
  tar.finalize();
  return manifest;
}

/** Reads the entries in order. The content of each must be read to its end. */
export async function* readEntries(
  path: string,
  key: string | null,
): AsyncGenerator<{ name: string; content: Readable }> {
  const tar = extract();
  const decrypt = (await isEncrypted(path)) ? decryptionWith(key, path) : unchanged;
  const reading = pipeline(createReadStream(path), decrypt, createZstdDecompress(), tar);
  // The loop throws it, too.
  reading.catch(() => {});
  for await (const entry of tar) {
    yield { name: entry.header.name, content: Readable.from(entry, { objectMode: false }) };
  }
  await reading;
}

/**
 * Checks that a file is complete and matches its checksum.
 * @returns its manifest
 * @throws StartError that says why it can't be used
 */
export async function verifyArchive(path: string, key: string | null): Promise<unknown> {
  const digest = createHash('sha256');
  let manifest: unknown = null;
  try {
    for await (const { name, content } of readEntries(path, key)) {
      if (name === MANIFEST) manifest = await json(content);
      else {
        digest.update(name);
        for await (const _chunk of digested(content, digest));
      }
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`${path} is damaged`, { cause: error });
  }
  if (!isObject(manifest) || manifest.sha256 !== digest.digest('hex')) throw new StartError(`${path} is damaged`);
  return manifest;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

async function* digested(chunks: Bytes, digest: Hash): Bytes & AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    digest.update(chunk);
    yield chunk;
  }
}

/** @throws StartError if the file can't be read or isn't a backup */
async function isEncrypted(path: string): Promise<boolean> {
  const start = await buffer(createReadStream(path, { end: AGE_MAGIC.length - 1 })).catch((cause: unknown) => {
    throw new StartError(`${path} can't be read: ${codeOf(cause)}`, { cause });
  });
  if (start.equals(AGE_MAGIC)) return true;
  if (start.subarray(0, ZSTD_MAGIC.length).equals(ZSTD_MAGIC)) return false;
  throw new StartError(`${path} is not a backup of a shop`);
}

type Stage = (chunks: Bytes) => Bytes;

const unchanged: Stage = (chunks) => chunks;

/** The same type as the browser's, to TypeScript's two libraries not the same. */
function streamOf(chunks: Bytes): ReadableStream<Uint8Array> {
  return WebStream.from(chunks) as unknown as ReadableStream<Uint8Array>;
}

/** @throws StartError if the key is invalid */
async function encryptionWith(key: string): Promise<Stage> {
  const encrypter = new Encrypter();
  try {
    encrypter.addRecipient(key.startsWith(RECIPIENT) ? key : await identityToRecipient(key));
  } catch (cause) {
    throw new StartError(INVALID_KEY, { cause });
  }
  return async function* (chunks) {
    yield* await encrypter.encrypt(streamOf(chunks));
  };
}

const INVALID_KEY = 'BACKUP_KEY is not a valid age key';

/** @throws StartError if there is no key, or it can't decrypt; the stage throws one if it is another file's */
function decryptionWith(key: string | null, path: string): Stage {
  if (key === null) throw new StartError(`${path} is encrypted: set BACKUP_KEY`);
  if (key.startsWith(RECIPIENT)) {
    throw new StartError(`${path} is encrypted: BACKUP_KEY must be the secret key (AGE-SECRET-KEY-…) to restore it`);
  }
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(key);
  } catch (cause) {
    throw new StartError(INVALID_KEY, { cause });
  }
  return async function* (chunks) {
    yield* await decrypter.decrypt(streamOf(chunks)).catch((cause: unknown) => {
      throw new StartError(`${path} was encrypted with another BACKUP_KEY`, { cause });
    });
  };
}
