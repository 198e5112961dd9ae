import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { koaBody } from 'koa-body';
import { IMAGE_BYTES_MAX, TOO_MANY_BYTES } from '#contract/images.ts';
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
  if (ctx.request.length > IMAGE_BYTES_MAX + 2 * FIELDS_BYTES_MAX) throw new AppError('tooLarge', TOO_MANY_BYTES);
  await storage.withTemporaryFolder(async (folder) => {
    await receive(ctx, folder);
    await handle(withFile(readData(ctx, dataField), await readImage(ctx, folder)));
  });
}

function withFile(body: unknown, file: UploadedImage | undefined): unknown {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body, file } : body;
}

async function receive(ctx: ShopContext, folder: string): Promise<void> {
  const parse = koaBody({
    multipart: true,
    json: false,
    text: false,
    urlencoded: false,
    formidable: {
      uploadDir: folder,
      maxFiles: 1,
      maxFileSize: IMAGE_BYTES_MAX,
      maxFields: FIELDS_MAX,
      maxFieldsSize: FIELDS_BYTES_MAX,
      allowEmptyFiles: true,
      minFileSize: 0,
      // formidable makes a text decoder of this header as it came, and an unknown one would end the process.
      onPart: (part, handlePart) => handlePart(Object.assign(part, { transferEncoding: 'utf-8' })),
    },
  });
  try {
    await parse(ctx, async () => {});
  } catch (error) {
    if (ctx.req.errored) throw new AppError('malformed', 'The upload was interrupted', { cause: error });
    throw toAppError(error);
  }
}

/** formidable's error codes: https://github.com/node-formidable/formidable/blob/master/src/FormidableError.js */
const TOO_MANY_FIELDS = [1006, 1007];
const TOO_LARGE_FILE = [1009, 1016];
const TOO_MANY_FILES = 1015;

function toAppError(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'number') return error;
  const { code } = error;
  if (TOO_LARGE_FILE.includes(code)) return new AppError('tooLarge', TOO_MANY_BYTES, { cause: error });
  if (TOO_MANY_FIELDS.includes(code)) return new AppError('tooLarge', 'The form is too large', { cause: error });
  if (code === TOO_MANY_FILES) return new AppError('malformed', 'Only one picture can be sent', { cause: error });
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
  const file = ctx.request.files?.file;
  if (file === undefined) return undefined;
  if (Array.isArray(file)) throw new AppError('malformed', 'Only one picture can be sent');
  if (file.size === 0) return undefined;
  const path = join(folder, file.newFilename);
  // formidable passes over a write that fails, as on a full disk, where it is the last one.
  const { size } = await stat(path);
  if (size !== file.size) throw noRoom(new Error(`${size} of ${file.size} bytes were written`));
  return inspectImage(path);
}
