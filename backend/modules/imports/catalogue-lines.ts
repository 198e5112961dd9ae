import { once } from 'node:events';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CATALOGUE_LINE_MAX, CATALOGUE_LINES_MAX, CATALOGUE_TEXT_BYTES_MAX } from '#contract/imports.ts';
import type { Storage } from '../../core/storage.ts';
import { UnprocessableError } from '../../core/unprocessable-error.ts';

export type FileLine = {
  /** Counted from 1, as an editor shows it. */
  number: number;
  /** Without its end; null if it is too long to be looked at. */
  text: string | null;
};

/**
 * The lines of a catalogue file, which may be packed with gzip: recognised by its first bytes, whatever it is called.
 * No more of it is held in memory than a line and a chunk.
 * @throws UnprocessableError if the file is gone, broken, too large or no UTF-8
 */
export async function* readLines(storage: Storage, key: string): AsyncGenerator<FileLine> {
  let rest = '';
  let isTooLong = false;
  let number = 0;
  const toLine = (text: string): FileLine => {
    number += 1;
    if (number > CATALOGUE_LINES_MAX) {
      throw new UnprocessableError(`The file has more than ${CATALOGUE_LINES_MAX.toLocaleString('en-US')} lines`);
    }
    const isReadable = !isTooLong && text.length <= CATALOGUE_LINE_MAX;
    isTooLong = false;
    return { number, text: isReadable ? text.replace(/\r$/, '') : null };
  };
  for await (const text of readText(storage, key)) {
    const pieces = (rest + text).split('\n');
    rest = pieces.pop() ?? '';
    for (const piece of pieces) yield toLine(piece);
    if (rest.length <= CATALOGUE_LINE_MAX) continue;
    rest = '';
    isTooLong = true;
  }
  if (rest !== '' || isTooLong) yield toLine(rest);
}

/** How many lines the file has, read from end to end: what is wrong with it as a whole is known then. @throws UnprocessableError */
export async function countLines(storage: Storage, key: string): Promise<number> {
  let count = 0;
  for await (const { number } of readLines(storage, key)) count = number;
  return count;
}

async function* readText(storage: Storage, key: string): AsyncGenerator<string> {
  // A byte order mark is taken off.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  try {
    for await (const chunk of await openUnpacked(storage, key)) {
      bytes += chunk.length;
      if (bytes > CATALOGUE_TEXT_BYTES_MAX) {
        throw new UnprocessableError(
          `The uncompressed file is larger than ${CATALOGUE_TEXT_BYTES_MAX / 1024 / 1024} MB`,
        );
      }
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    throw toUnprocessable(error);
  }
}

async function openUnpacked(storage: Storage, key: string): Promise<Readable> {
  const file = await storage.open(key);
  if (file === null) throw new UnprocessableError('The uploaded file is missing. Upload it again.');
  const { stream } = file;
  const isPacked = await beginsWith(stream, GZIP);
  if (!isPacked) return stream;
  const unpacked = createGunzip({ chunkSize: 64 * 1024 });
  // Whoever reads `unpacked` meets every error of both there.
  pipeline(stream, unpacked, () => {});
  return unpacked;
}

/** RFC 1952, 2.3.1. */
const GZIP = Buffer.from([0x1f, 0x8b]);

/** Looks at the first bytes of a stream and puts them back. */
async function beginsWith(stream: Readable, signature: Buffer): Promise<boolean> {
  for (;;) {
    const start: Buffer | null = stream.read(signature.length);
    if (start !== null) {
      stream.unshift(start);
      return start.equals(signature);
    }
    if (stream.readableEnded || (stream.readableLength === 0 && stream.destroyed)) return false;
    await Promise.race([once(stream, 'readable'), once(stream, 'end')]);
  }
}

/** What will be no better at the next try. */
const sentences: Record<string, string> = {
  ERR_ENCODING_INVALID_ENCODED_DATA: 'The file is not UTF-8 text',
  Z_DATA_ERROR: 'The gzip file is damaged',
  Z_BUF_ERROR: 'The gzip file is incomplete',
};

function toUnprocessable(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const sentence = sentences[code];
  return sentence === undefined ? error : new UnprocessableError(sentence, { cause: error });
}
