import fs from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { IMAGE_BYTES_MAX, TOO_MANY_BYTES } from '#contract/uploads.ts';
import { parseJson, readJson } from './bodies.ts';
import { AppError } from './errors.ts';
import { type Form, type FormLimits, readForm } from './forms.ts';
import { requireJson, type ShopContext } from './http.ts';
import { inspectImage, type UploadedImage } from './image.ts';
import type { Storage } from './storage.ts';

const ONE_PICTURE = {
  files: 1,
  fileBytes: IMAGE_BYTES_MAX,
  totalBytes: IMAGE_BYTES_MAX,
  tooManyFiles: 'Only one picture can be sent',
  tooManyBytes: TOO_MANY_BYTES,
} satisfies FormLimits;

/**
 * Reads a JSON body, or a multipart form with the JSON in the field `dataField` and at most one picture in `file`, and
 * hands it to `handle`: the JSON, whose `file` is the UploadedImage, or undefined if there is none or it is empty.
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
    requireJson(ctx);
    return handle(withFile(await readJson(ctx.req), undefined));
  }
  await storage.withTemporaryFolder(async (folder) => {
    const { fields, files } = await receiveForm(ctx, folder, { ...ONE_PICTURE, dataField });
    await handle(withFile(readData(fields, dataField), await readImage(files)));
  });
}

function withFile(body: unknown, file: UploadedImage | undefined): unknown {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body, file } : body;
}

export type ReceivedFile = {
  field: string;
  path: string;
  /** As the client named it: for people, never for a path. */
  name: string;
  /** Bytes. */
  size: number;
};

/**
 * Receives a multipart form, its files into `folder`, under names of their own.
 * @throws AppError malformed, tooLarge (as soon as it is, while the files stream in); what a full disk throws
 */
export function receiveForm(ctx: ShopContext, folder: string, limits: FormLimits): Promise<Form<ReceivedFile>> {
  return readForm(ctx.req, limits, async ({ field, name, stream }) => {
    const path = join(folder, crypto.randomUUID());
    const file = fs.createWriteStream(path);
    await pipeline(stream, file);
    return { field, path, name, size: file.bytesWritten };
  });
}

function readData(fields: Form<unknown>['fields'], dataField: string): unknown {
  const [value, ...others] = fields.get(dataField) ?? [];
  if (value === undefined) return {};
  if (others.length > 0) throw new AppError('malformed', `The field ${dataField} can be sent only once`);
  try {
    return parseJson(value);
  } catch (cause) {
    throw new AppError('malformed', `The field ${dataField} must be JSON`, { cause });
  }
}

async function readImage(files: ReceivedFile[]): Promise<UploadedImage | undefined> {
  const file = files.find(({ field }) => field === 'file');
  return file === undefined || file.size === 0 ? undefined : inspectImage(file.path);
}
