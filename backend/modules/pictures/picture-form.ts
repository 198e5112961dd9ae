import { IMAGE_BYTES_MAX, TOO_MANY_BYTES } from '#contract/pictures.ts';
import { AppError } from '../../core/errors.ts';
import { PICTURE_MAX, parseJson, readJson } from '../../core/http/bodies.ts';
import { type Form, type FormLimits, readForm } from '../../core/http/forms.ts';
import { requireJson, type ShopContext } from '../../core/http/http.ts';
import type { Storage } from '../../core/storage/storage.ts';
import { removeUpload, storeUpload, type Upload } from './uploads.ts';

const ONE_PICTURE = {
  files: 1,
  fileBytes: IMAGE_BYTES_MAX,
  totalBytes: IMAGE_BYTES_MAX,
  time: PICTURE_MAX,
  tooManyFiles: 'Send only one picture',
  tooManyBytes: TOO_MANY_BYTES,
} satisfies FormLimits;

/**
 * Reads a JSON body, or a multipart form with at most one picture in `file` and JSON in the field `dataField`, if any. Passes
 * the JSON to `handle` with the Upload as `file`, undefined if it is missing or empty. The picture streams into storage.
 * A rejected request removes it again; after any other error, the clean-up removes it if nothing needs it.
 * @throws AppError malformed, tooSlow, tooLarge (while the file is still streaming in), unsupportedType, unavailable;
 * unauthenticated or forbidden if the caller may no longer make the call
 */
export async function withPictureForm(
  ctx: ShopContext,
  storage: Storage,
  dataField: string | null,
  handle: (body: unknown) => Promise<void>,
): Promise<void> {
  if (!ctx.is('multipart')) {
    requireJson(ctx);
    const body = await readJson(ctx.req);
    await ctx.state.confirmAccess();
    return handle(withFile(body, undefined));
  }
  const uploads: Upload[] = [];
  try {
    const { fields } = await readForm(
      ctx.req,
      { ...ONE_PICTURE, ...(dataField !== null && { dataField }) },
      async ({ field, stream }) => {
        if (field !== 'file') return;
        const upload = await storeUpload(storage, stream);
        if (upload !== null) uploads.push(upload);
      },
    );
    await ctx.state.confirmAccess();
    await handle(withFile(dataField === null ? {} : readData(fields, dataField), uploads[0]));
  } catch (error) {
    // After any other error, such as a lost connection, the picture may have been committed.
    if (error instanceof AppError) for (const { id } of uploads) await removeUpload(storage, id);
    throw error;
  }
}

function withFile(body: unknown, file: Upload | undefined): unknown {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body, file } : body;
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
