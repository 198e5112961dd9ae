import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { koaBody } from 'koa-body';
import { IMAGE_BYTES_MAX, TOO_MANY_BYTES } from '#contract/uploads.ts';
import { AppError, noRoom } from './errors.ts';
import { jsonBody, type ShopContext } from './http.ts';
import { inspectImage, type UploadedImage } from './image.ts';
import type { Storage } from './storage.ts';

/** What the other fields of a form may hold, in bytes; the same as a JSON body. */
const FIELDS_BYTES_MAX = 100 * 1024;
const FIELDS_MAX = 10;

/**
 * Reads a JSON body, or a multipart form with the JSON in the field `dataField` and at most one picture in `file`, and
 * hands it to `handle`: the JSON, whose `file` is the UploadedImage, or undefined if there is none or it has no byte.
 * The picture lies in a private file that is gone when `handle` returns or anything fails.
 * @throws AppError malformed, tooLarge (as soon as it is, while the file streams in), unsupportedType, unavailable
 */
export async function withForm(
  ctx: ShopContext,
  storage: Storage,
  dataField: string,
  handle: (body: unknown) => Promise<void>,
): Promise<void> {
  if (!ctx.is('multipart')) {
    await jsonBody(ctx, () => handle(withFile(ctx.request.body, undefined)));
    return;
  }
  await storage.withTemporaryFolder(async (folder) => {
    await receiveForm(ctx, folder, { ...ONE_PICTURE, dataField });
    await handle(withFile(readData(ctx, dataField), await readImage(ctx, folder)));
  });
}

function withFile(body: unknown, file: UploadedImage | undefined): unknown {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body, file } : body;
}

/** What a form may hold at most, and the sentences for one that holds more. */
type FormLimits = {
  files: number;
  /** Bytes of one file. */
  fileBytes: number;
  /** Bytes of all files together. */
  totalBytes: number;
  tooManyFiles: string;
  tooManyBytes: string;
  /** The field that is data, whether or not its part names a type or a file, as RFC 7578 allows for any. */
  dataField?: string;
};

const ONE_PICTURE = {
  files: 1,
  fileBytes: IMAGE_BYTES_MAX,
  totalBytes: IMAGE_BYTES_MAX,
  tooManyFiles: 'Only one picture can be sent',
  tooManyBytes: TOO_MANY_BYTES,
} satisfies FormLimits;

/**
 * Receives a multipart form, its files into `folder`, under names of their own.
 * @throws AppError malformed, tooLarge (as soon as it is, while the files stream in), unavailable if the disk is full
 */
export async function receiveForm(ctx: ShopContext, folder: string, limits: FormLimits): Promise<void> {
  if (ctx.request.length > limits.totalBytes + 2 * FIELDS_BYTES_MAX) {
    throw new AppError('tooLarge', limits.tooManyBytes);
  }
  const parse = koaBody({
    multipart: true,
    json: false,
    text: false,
    urlencoded: false,
    formidable: {
      uploadDir: folder,
      maxFiles: limits.files,
      maxFileSize: limits.fileBytes,
      maxTotalFileSize: limits.totalBytes,
      maxFields: FIELDS_MAX,
      maxFieldsSize: FIELDS_BYTES_MAX,
      allowEmptyFiles: true,
      minFileSize: 0,
      onPart: (part, handlePart) => {
        // formidable makes a text decoder of this header as it came, and an unknown one would end the process.
        Object.assign(part, { transferEncoding: 'utf-8' });
        // It takes every part that names its type for a file.
        if (part.name === limits.dataField) Object.assign(part, { mimetype: null });
        return handlePart(part);
      },
    },
  });
  try {
    await parse(ctx, async () => {});
  } catch (error) {
    if (ctx.req.errored) throw new AppError('malformed', 'The upload was interrupted', { cause: error });
    throw toAppError(error, limits);
  }
  await requireWhole(ctx, folder);
}

/** formidable passes over a write that fails, as on a full disk, if it is a file's last one. */
async function requireWhole(ctx: ShopContext, folder: string): Promise<void> {
  for (const { newFilename, size } of Object.values(ctx.request.files ?? {}).flat()) {
    const written = (await stat(join(folder, newFilename))).size;
    if (written !== size) throw noRoom(new Error(`${written} of ${size} bytes were written`));
  }
}

type ReceivedFile = {
  path: string;
  /** As the client called it: good for telling, never for a path. */
  name: string;
  /** Bytes. */
  size: number;
};

/** The files of a form's field, in the folder that they were received into. */
export function receivedFiles(ctx: ShopContext, folder: string, field: string): ReceivedFile[] {
  return [ctx.request.files?.[field] ?? []].flat().map(({ newFilename, originalFilename, size }) => ({
    path: join(folder, newFilename),
    name: originalFilename ?? '',
    size,
  }));
}

/** formidable's error codes: https://github.com/node-formidable/formidable/blob/master/src/FormidableError.js */
const TOO_MANY_FIELDS = [1006, 1007];
const TOO_LARGE_FILE = [1009, 1016];
const TOO_MANY_FILES = 1015;

function toAppError(error: unknown, limits: FormLimits): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'number') return error;
  const { code } = error;
  if (TOO_LARGE_FILE.includes(code)) return new AppError('tooLarge', limits.tooManyBytes, { cause: error });
  if (TOO_MANY_FIELDS.includes(code)) return new AppError('tooLarge', 'The form is too large', { cause: error });
  if (code === TOO_MANY_FILES) return new AppError('malformed', limits.tooManyFiles, { cause: error });
  return new AppError('malformed', 'The form could not be read', { cause: error });
}

function readData(ctx: ShopContext, dataField: string): unknown {
  const fields: unknown = ctx.request.body;
  const data = typeof fields === 'object' && fields !== null ? Object.entries(fields) : [];
  const value = data.find(([name]) => name === dataField)?.[1];
  if (value === undefined) return {};
  if (typeof value !== 'string') throw new AppError('malformed', `The field ${dataField} can be sent only once`);
  try {
    return JSON.parse(value);
  } catch (cause) {
    throw new AppError('malformed', `The field ${dataField} must be JSON`, { cause });
  }
}

async function readImage(ctx: ShopContext, folder: string): Promise<UploadedImage | undefined> {
  const [file, ...others] = receivedFiles(ctx, folder, 'file');
  if (others.length > 0) throw new AppError('malformed', ONE_PICTURE.tooManyFiles);
  return file === undefined || file.size === 0 ? undefined : inspectImage(file.path);
}
