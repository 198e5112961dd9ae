import { documentTooLarge, PRODUCT_DOCUMENT_BYTES_MAX } from '#contract/catalogue/product-documents.ts';
import { m } from '#messages';
import { AppError } from '../../../core/errors.ts';
import { PICTURE_MAX } from '../../../core/http/bodies.ts';
import { type Form, type FormLimits, readForm } from '../../../core/http/forms.ts';
import type { ShopContext } from '../../../core/http/http.ts';
import type { Storage } from '../../../core/storage/storage.ts';
import { type DocumentFile, removeDocumentFiles, storeDocument } from './document-files.ts';

const LIMITS: FormLimits = {
  files: 1,
  fileBytes: PRODUCT_DOCUMENT_BYTES_MAX,
  totalBytes: PRODUCT_DOCUMENT_BYTES_MAX,
  time: PICTURE_MAX,
  tooManyFiles: m.productDocuments.sendOne,
  tooManyBytes: documentTooLarge,
};

/**
 * Reads a form with a PDF in `file`, and passes its fields to `handle` with the stored DocumentFile as `file`, undefined if
 * it is missing or empty. A rejected request removes the file again; after any other error, the clean-up removes it if
 * nothing needs it.
 * @throws AppError malformed, tooSlow, tooLarge (while the file is still streaming in), unsupportedType, unavailable;
 * unauthenticated or forbidden if the caller may no longer make the call
 */
export async function withDocumentForm(
  ctx: ShopContext,
  storage: Storage,
  handle: (body: object) => Promise<void>,
): Promise<void> {
  if (!ctx.is('multipart')) throw new AppError('unsupportedType', m.productDocuments.sendForm());
  const stored: DocumentFile[] = [];
  try {
    const { fields } = await readForm(ctx.req, LIMITS, async ({ field, stream }) => {
      const file = field === 'file' ? await storeDocument(storage, stream) : null;
      if (file !== null) stored.push(file);
    });
    await ctx.state.confirmAccess();
    await handle({ ...textsOf(fields), file: stored[0] });
  } catch (error) {
    // After any other error, such as a lost connection, the document may have been committed.
    if (error instanceof AppError) await removeDocumentFiles(storage, stored);
    throw error;
  }
}

/** The value of each field; a list of those that are sent twice, which no rule accepts. */
function textsOf(fields: Form<unknown>['fields']): object {
  return Object.fromEntries(Array.from(fields, ([name, values]) => [name, values.length > 1 ? values : values[0]]));
}
