import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CATALOGUE_LINE_MAX, CATALOGUE_LINES_MAX, CATALOGUE_TEXT_BYTES_MAX } from '#contract/imports.ts';
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
export async function* readLines(path: string): AsyncGenerator<FileLine> {
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
  for await (const text of readText(path)) {
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
export async function countLines(path: string): Promise<number> {
  let count = 0;
  for await (const { number } of readLines(path)) count = number;
  return count;
}

async function* readText(path: string): AsyncGenerator<string> {
  // A byte order mark is taken off.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  try {
    for await (const chunk of await openUnpacked(path)) {
      bytes += chunk.length;
      if (bytes > CATALOGUE_TEXT_BYTES_MAX) {
        throw new UnprocessableError(`The file unpacks to more than ${CATALOGUE_TEXT_BYTES_MAX / 1024 / 1024} MB`);
      }
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    throw toUnprocessable(error);
  }
}

async function openUnpacked(path: string): Promise<Readable> {
  const isPacked = await beginsWith(path, GZIP);
  const file = createReadStream(path);
  if (!isPacked) return file;
  const unpacked = createGunzip({ chunkSize: 64 * 1024 });
  // Whoever reads `unpacked` meets every error of both there.
  pipeline(file, unpacked, () => {});
  return unpacked;
}

/** RFC 1952, 2.3.1. */
const GZIP = Buffer.from([0x1f, 0x8b]);

async function beginsWith(path: string, signature: Buffer): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(signature.length), 0, signature.length, 0);
    return buffer.equals(signature);
  } finally {
    await file.close();
  }
}

/** What will be no better at the next try. */
const sentences: Record<string, string> = {
  ENOENT: 'The file is gone',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'The file is not UTF-8 text',
  Z_DATA_ERROR: 'The file is a broken gzip file',
  Z_BUF_ERROR: 'The file is a gzip file without its end',
};

function toUnprocessable(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const sentence = sentences[code];
  return sentence === undefined ? error : new UnprocessableError(sentence, { cause: error });
}
