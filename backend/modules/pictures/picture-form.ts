import { IMAGE_BYTES_MAX, tooManyBytes } from '#contract/catalogue/picture-limits.ts';
import { m } from '#messages';
import { AppError } from '../../core/errors.ts';
import { PICTURE_MAX, parseJson, readJson, UPLOAD_MAX } from '../../core/http/bodies.ts';
import { type Form, type FormLimits, readForm } from '../../core/http/forms.ts';
import { requireJson, type ShopContext } from '../../core/http/http.ts';
import type { Storage } from '../../core/storage/storage.ts';
import { removeUpload, storeUpload, type Upload } from './uploads.ts';

const limitsOf = (most: number): FormLimits => ({
  files: most,
  fileBytes: IMAGE_BYTES_MAX,
  totalBytes: most * IMAGE_BYTES_MAX,
  time: most === 1 ? PICTURE_MAX : UPLOAD_MAX,
  tooManyFiles: () => (most === 1 ? m.pictures.sendOne() : m.pictures.sendAtMost({ max: most })),
  tooManyBytes,
});

/** Like withPictureForm, with up to `most` pictures, which are parts named `file`, in their order, as `file`. */
export function withPicturesForm(
  ctx: ShopContext,
  storage: Storage,
  { dataField, most }: { dataField: string; most: number },
  handle: (body: unknown) => Promise<void>,
): Promise<void> {
  return readPictures(ctx, storage, { dataField, most }, (body, uploads) =>
    handle(withMember(body, { file: uploads })),
  );
}

/**
 * Reads a JSON body, or a multipart form with at most one picture in `file` and JSON in the field `dataField`, if any. Passes
 * the JSON to `handle` with the Upload as `file`, undefined if it is missing or empty. The picture streams into storage.
 * A rejected request removes it again; after any other error, the clean-up removes it if nothing needs it.
 * @throws AppError malformed, tooSlow, tooLarge (while the file is still streaming in), unsupportedType, unavailable;
 * unauthenticated or forbidden if the caller may no longer make the call
 */
export function withPictureForm(
  ctx: ShopContext,
  storage: Storage,
  dataField: string | null,
  handle: (body: unknown) => Promise<void>,
): Promise<void> {
  return readPictures(ctx, storage, { dataField, most: 1 }, (body, [file]) => handle(withMember(body, { file })));
}

async function readPictures(
  ctx: ShopContext,
  storage: Storage,
  { dataField, most }: { dataField: string | null; most: number },
  handle: (body: unknown, uploads: Upload[]) => Promise<void>,
): Promise<void> {
  if (!ctx.is('multipart')) {
    requireJson(ctx);
    const body = await readJson(ctx.req);
    await ctx.state.confirmAccess();
    return handle(body, []);
  }
  let uploads: Upload[] = [];
  try {
    const { fields, files } = await readForm(
      ctx.req,
      { ...limitsOf(most), ...(dataField !== null && { dataField }) },
      async ({ field, stream }) => {
        if (field !== 'file') return null;
        const upload = await storeUpload(storage, stream);
        if (upload !== null) uploads.push(upload);
        return upload;
      },
    );
    // In the order of the form: a small file may be stored before a large one that was sent first.
    uploads = files.filter((upload) => upload !== null);
    await ctx.state.confirmAccess();
    await handle(dataField === null ? {} : readData(fields, dataField), uploads);
  } catch (error) {
    // After any other error, such as a lost connection, the picture may have been committed.
    if (error instanceof AppError) for (const { id } of uploads) await removeUpload(storage, id);
    throw error;
  }
}

function withMember(body: unknown, member: { file: Upload | Upload[] | undefined }): unknown {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body, ...member } : body;
}

function readData(fields: Form<unknown>['fields'], dataField: string): unknown {
  const [value, ...others] = fields.get(dataField) ?? [];
  if (value === undefined) return {};
  if (others.length > 0) throw new AppError('malformed', m.api.fieldOnce({ name: dataField }));
  try {
    return parseJson(value);
  } catch (cause) {
    throw new AppError('malformed', m.api.fieldJson({ name: dataField }), { cause });
  }
}
