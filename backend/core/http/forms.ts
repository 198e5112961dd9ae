import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, Transform } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { m } from '#messages';
import { AppError } from '../errors.ts';
import { feed, JSON_BYTES_MAX } from './bodies.ts';

const FIELDS_MAX = 10;

/** Browsers send no others (RFC 7578, 4.7), so parts are never decoded. */
const PLAIN_ENCODINGS = ['7bit', '8bit', 'binary'];

/** The limits of a form, and the messages for exceeding them. */
export type FormLimits = {
  files: number;
  /** Bytes of one file. */
  fileBytes: number;
  /** Bytes of all files together. */
  totalBytes: number;
  /** Milliseconds for the form to arrive. */
  time: number;
  tooManyFiles: () => string;
  tooManyBytes: () => string;
  /** A field that is never treated as a file, even if its part has a file name or type. */
  dataField?: string;
};

export type FormFile = {
  field: string;
  /** The client's name for it: for display, never for a path. */
  name: string;
  /** Must be consumed before the next part arrives. */
  stream: Readable;
};

export type Form<T> = {
  /** The values of each field that is not a file. */
  fields: Map<string, string[]>;
  /** What `receive` returned for each file. */
  files: T[];
};

/**
 * Reads a multipart form and passes each file to `receive` while it streams in. If the form is rejected or interrupted,
 * unfinished streams fail, and the error is thrown once all calls of `receive` have settled. The caller removes anything
 * that earlier calls stored.
 * @throws AppError malformed, tooSlow, tooLarge (while still streaming in); errors of `receive`
 */
export async function readForm<T>(
  request: IncomingMessage,
  limits: FormLimits,
  receive: (file: FormFile) => Promise<T>,
): Promise<Form<T>> {
  if (Number(request.headers['content-length']) > limits.totalBytes + 2 * JSON_BYTES_MAX) {
    throw new AppError('tooLarge', limits.tooManyBytes());
  }
  const parser = openParser(request, limits);
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
    parser.destroy();
  };
  parser.on('filesLimit', () => fail(new AppError('malformed', limits.tooManyFiles())));
  const fields = collectFields(parser, fail);
  const streams: Readable[] = [];
  const receiving: Promise<T>[] = [];
  const limited = limiter(limits, fail);
  parser.on('file', (field, file, name, encoding) => {
    const stream = limited();
    // A rejected form destroys the stream, perhaps before its receiver listens.
    stream.on('error', () => {});
    streams.push(stream);
    // Errors are handled elsewhere: those of `file` by the parser, those of `stream` by its receiver.
    pipeline(file, stream, () => {});
    if (!PLAIN_ENCODINGS.includes(encoding)) return fail(unreadable());
    // Browsers escape quotation marks: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data
    const received = receive({ field, name: name.replaceAll('%22', '"'), stream });
    receiving.push(received);
    // Unread data would block the next parts.
    received.then(() => stream.resume(), fail);
  });
  await feed(request, parser, limits.time).catch((error: unknown) => {
    failure ??= error instanceof AppError ? error : unreadable(error);
  });
  if (failure === undefined) return { fields, files: await settled(receiving) };
  const error = failure instanceof Error ? failure : unreadable(failure);
  for (const stream of streams) stream.destroy(error);
  await Promise.allSettled(receiving);
  throw error;
}

/** All results, once all are there. @throws the first error, once all have settled */
async function settled<T>(promises: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

function openParser({ headers }: IncomingMessage, { files, dataField }: FormLimits): BusboyInstance {
  try {
    return Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: { files, fields: FIELDS_MAX, fieldSize: JSON_BYTES_MAX },
      isPartAFile: (field, type, name) => field !== dataField && (name !== undefined || type !== 'text/plain'),
    });
  } catch (cause) {
    throw unreadable(cause);
  }
}

function collectFields(parser: BusboyInstance, fail: (error: unknown) => void): Form<unknown>['fields'] {
  const fields = new Map<string, string[]>();
  const reject = () => fail(new AppError('tooLarge', m.api.formTooLarge()));
  let bytes = 0;
  parser.on('fieldsLimit', reject);
  parser.on('field', (field, value, _isNameCut, isCut, encoding) => {
    if (!PLAIN_ENCODINGS.includes(encoding)) return fail(unreadable());
    bytes += Buffer.byteLength(value);
    if (isCut || bytes > JSON_BYTES_MAX) return reject();
    fields.set(field, [...(fields.get(field) ?? []), value]);
  });
  return fields;
}

/** Makes streams that pass on files within their limits, of each and of all together. */
function limiter({ fileBytes, totalBytes, tooManyBytes }: FormLimits, fail: (error: unknown) => void) {
  let allBytes = 0;
  return (): Transform => {
    let bytes = 0;
    return new Transform({
      transform(chunk, _encoding, done) {
        bytes += chunk.length;
        allBytes += chunk.length;
        if (bytes <= fileBytes && allBytes <= totalBytes) return done(null, chunk);
        fail(new AppError('tooLarge', tooManyBytes()));
      },
    });
  };
}

function unreadable(cause?: unknown): AppError {
  return new AppError('malformed', m.api.formUnreadable(), { cause });
}
