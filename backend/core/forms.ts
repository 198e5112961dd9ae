import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, Transform } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { feed, JSON_BYTES_MAX } from './bodies.ts';
import { AppError } from './errors.ts';

const FIELDS_MAX = 10;

/** RFC 7578, 4.7: browsers send no other, and parts are taken as they come. */
const PLAIN_ENCODINGS = ['7bit', '8bit', 'binary'];

/** What a form may hold, and the sentences that refuse one that holds more. */
export type FormLimits = {
  files: number;
  /** Bytes of one file. */
  fileBytes: number;
  /** Bytes of all files together. */
  totalBytes: number;
  tooManyFiles: string;
  tooManyBytes: string;
  /** A field that is never a file, whatever its part says, as RFC 7578 allows for any. */
  dataField?: string;
};

export type FormFile = {
  field: string;
  /** As the client named it: for people, never for a path. */
  name: string;
  /** The next part waits until it is consumed. */
  stream: Readable;
};

export type Form<T> = {
  /** The values of each field that is not a file. */
  fields: Map<string, string[]>;
  /** What `receive` returned for each file. */
  files: T[];
};

/**
 * Reads a multipart form and hands each file to `receive` while it comes in. If the form is refused or breaks off, every
 * stream that has not ended fails, and the error is thrown once all calls of `receive` are over; what earlier calls have
 * stored is the caller's to remove.
 * @throws AppError malformed, tooLarge (as soon as it is); whatever `receive` fails with
 */
export async function readForm<T>(
  request: IncomingMessage,
  limits: FormLimits,
  receive: (file: FormFile) => Promise<T>,
): Promise<Form<T>> {
  if (Number(request.headers['content-length']) > limits.totalBytes + 2 * JSON_BYTES_MAX) {
    throw new AppError('tooLarge', limits.tooManyBytes);
  }
  const parser = openParser(request, limits);
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
    parser.destroy();
  };
  parser.on('filesLimit', () => fail(new AppError('malformed', limits.tooManyFiles)));
  const fields = collectFields(parser, fail);
  const files = receiveFiles(parser, limits, receive, fail);
  try {
    await feed(request, parser);
  } catch (error) {
    failure ??= error instanceof AppError ? error : unreadable(error);
  }
  return { fields, files: await files.received(failure) };
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
  const refuse = () => fail(new AppError('tooLarge', 'The form is too large'));
  let bytes = 0;
  parser.on('fieldsLimit', refuse);
  parser.on('field', (field, value, _isNameCut, isCut, encoding) => {
    if (!PLAIN_ENCODINGS.includes(encoding)) return fail(unreadable());
    bytes += Buffer.byteLength(value);
    if (isCut || bytes > JSON_BYTES_MAX) return refuse();
    fields.set(field, [...(fields.get(field) ?? []), value]);
  });
  return fields;
}

function receiveFiles<T>(
  parser: BusboyInstance,
  { fileBytes, totalBytes, tooManyBytes }: FormLimits,
  receive: (file: FormFile) => Promise<T>,
  fail: (error: unknown) => void,
) {
  const streams: Readable[] = [];
  const receiving: Promise<T>[] = [];
  let allBytes = 0;

  function limited(): Transform {
    let bytes = 0;
    return new Transform({
      transform(chunk, _encoding, done) {
        bytes += chunk.length;
        allBytes += chunk.length;
        if (bytes <= fileBytes && allBytes <= totalBytes) return done(null, chunk);
        fail(new AppError('tooLarge', tooManyBytes));
      },
    });
  }

  parser.on('file', (field, file, name, encoding) => {
    const stream = limited();
    // A refused form destroys it, perhaps before its receiver listens.
    stream.on('error', () => {});
    streams.push(stream);
    // Errors are known already: those of `file` are the parser's, and those of `stream` its receiver's.
    pipeline(file, stream, () => {});
    if (!PLAIN_ENCODINGS.includes(encoding)) return fail(unreadable());
    // Browsers escape quotation marks: https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data
    const received = receive({ field, name: name.replaceAll('%22', '"'), stream });
    receiving.push(received);
    // What is left unread would hold up the parts behind it.
    received.then(() => stream.resume(), fail);
  });

  return {
    /** What was received, once nothing is under way any more. @throws `failure`, if there is one */
    async received(failure: unknown): Promise<T[]> {
      if (failure !== undefined) {
        const error = failure instanceof Error ? failure : unreadable(failure);
        for (const stream of streams) stream.destroy(error);
        await Promise.allSettled(receiving);
        throw error;
      }
      await Promise.allSettled(receiving);
      return Promise.all(receiving);
    },
  };
}

function unreadable(cause?: unknown): AppError {
  return new AppError('malformed', 'The form could not be read', { cause });
}
