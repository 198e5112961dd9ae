import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CATALOGUE_LINE_MAX, CATALOGUE_LINES_MAX, CATALOGUE_TEXT_BYTES_MAX } from '#contract/catalogue/imports.ts';
import { MEGABYTE } from '#contract/catalogue/picture-limits.ts';
import { textEncoding } from '#contract/catalogue/spreadsheets.ts';
import { m } from '#messages';
import { UnprocessableError } from '../../core/errors.ts';
import type { Storage } from '../../core/storage/storage.ts';

export type FileLine = {
  /** Counts from 1, as in an editor. */
  number: number;
  /** Without its line end; null if it is too long. */
  text: string | null;
};

/**
 * Reads the lines of a catalogue file. Recognizes gzip by its first bytes, not by the file name. Holds at most a line and
 * a chunk in memory.
 * @throws UnprocessableError if the file is missing, broken, too large or not text
 */
export async function* readLines(storage: Storage, key: string): AsyncGenerator<FileLine> {
  let rest = '';
  let isTooLong = false;
  let number = 0;
  const toLine = (text: string): FileLine => {
    number += 1;
    if (number > CATALOGUE_LINES_MAX) {
      throw new UnprocessableError(m.imports.tooManyLines({ max: CATALOGUE_LINES_MAX }));
    }
    const isReadable = !isTooLong && text.length <= CATALOGUE_LINE_MAX;
    isTooLong = false;
    return { number, text: isReadable ? text.replace(/\r$/, '') : null };
  };
  for await (const text of readText(storage, key)) {
    // A carriage return at the end may be half of a line end.
    const pieces = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = pieces.pop() ?? '';
    for (const piece of pieces) yield toLine(piece);
    if (rest.length <= CATALOGUE_LINE_MAX) continue;
    rest = '';
    isTooLong = true;
  }
  if (rest !== '' || isTooLong) yield toLine(rest);
}

/** Counts the lines of a file, which also finds every error of the file as a whole. @throws UnprocessableError */
export async function countLines(storage: Storage, key: string): Promise<number> {
  let count = 0;
  for await (const { number } of readLines(storage, key)) count = number;
  return count;
}

async function* readText(storage: Storage, key: string): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let bytes = 0;
  try {
    for await (const chunk of await openDecompressed(storage, key)) {
      bytes += chunk.length;
      if (bytes > CATALOGUE_TEXT_BYTES_MAX) {
        throw new UnprocessableError(
          m.imports.uncompressedTooLarge({ megabytes: CATALOGUE_TEXT_BYTES_MAX / MEGABYTE }),
        );
      }
      decoder ??= decoderFor(chunk);
      yield decoder.decode(chunk, { stream: true });
    }
    if (decoder) yield decoder.decode();
  } catch (error) {
    throw toUnprocessable(error);
  }
}

/** A decoder, which strips a byte order mark. @param start the first chunk of a file */
function decoderFor(start: Uint8Array): TextDecoder {
  const encoding = textEncoding(start);
  if (encoding === null) throw new UnprocessableError(m.fields.notText());
  return new TextDecoder(encoding, { fatal: true });
}

async function openDecompressed(storage: Storage, key: string): Promise<Readable> {
  const file = await storage.open(key);
  if (file === null) throw new UnprocessableError(m.imports.uploadMissing());
  const { isGzip, stream } = await recognizeGzip(file.stream);
  if (!isGzip) return stream;
  const decompressed = createGunzip({ chunkSize: 64 * 1024 });
  // Whoever reads `decompressed` gets the errors of both streams.
  pipeline(stream, decompressed, () => {});
  return decompressed;
}

/** RFC 1952, 2.3.1. */
const GZIP = Buffer.from([0x1f, 0x8b]);

/** @returns whether a stream begins as gzip does, and a stream of the same bytes */
async function recognizeGzip(source: Readable): Promise<{ isGzip: boolean; stream: Readable }> {
  const chunks: AsyncIterator<Buffer> & AsyncIterable<Buffer> = source[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  while (start.length < GZIP.length) {
    const { value, done } = await chunks.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  const whole = async function* () {
    if (start.length > 0) yield start;
    yield* chunks;
  };
  return { isGzip: start.subarray(0, GZIP.length).equals(GZIP), stream: Readable.from(whole(), { objectMode: false }) };
}

/** Errors that a retry can't fix. */
const sentences: Record<string, () => string> = {
  ERR_ENCODING_INVALID_ENCODED_DATA: m.fields.notUtf8,
  Z_DATA_ERROR: m.imports.gzipDamaged,
  Z_BUF_ERROR: m.imports.gzipIncomplete,
};

function toUnprocessable(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const sentence = sentences[code];
  return sentence === undefined ? error : new UnprocessableError(sentence(), { cause: error });
}
