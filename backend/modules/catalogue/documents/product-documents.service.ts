import type { ProductDocumentInput } from '#contract/catalogue/product-documents.input.ts';
import { PRODUCT_DOCUMENTS_MAX } from '#contract/catalogue/product-documents.ts';
import { m } from '#messages';
import type { Actor } from '../../../core/audit/audit.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { AppError } from '../../../core/errors.ts';
import type { Storage } from '../../../core/storage/storage.ts';
import type { AdminProductRow } from '../catalogue.admin.queries.ts';
import { db } from '../catalogue.tables.ts';
import { lockForEdit, recordEdit } from '../products/products.admin.service.ts';
import { type DocumentFile, removeDocumentFiles } from './document-files.ts';

// Each change of the documents is an edit of the product, with a new version and an audit entry.

/**
 * Adds a document after the others of a product.
 * @returns the current product
 * @throws AppError notFound; conflict if the product already has PRODUCT_DOCUMENTS_MAX documents
 */
export function addDocument(
  em: EntityManager,
  actor: Actor,
  productId: string,
  { file, ...document }: ProductDocumentInput & { file: DocumentFile },
): Promise<AdminProductRow> {
  return em.transactional(async (em) => {
    const before = await lockForEdit(em, productId);
    if (before.documents.length >= PRODUCT_DOCUMENTS_MAX) {
      throw new AppError('conflict', m.productDocuments.full({ max: PRODUCT_DOCUMENTS_MAX }));
    }
    await db(em)
      .insertInto('productDocument')
      .values({ ...document, ...file, productId })
      .execute();
    return recordEdit(em, actor, before, namesOf);
  });
}

/**
 * Deletes a document of a product.
 * @returns the current product
 * @throws AppError notFound if there is no such product or document
 */
export async function deleteDocument(
  em: EntityManager,
  storage: Storage,
  actor: Actor,
  { productId, documentId }: { productId: string; documentId: string },
): Promise<AdminProductRow> {
  const product = await em.transactional(async (em) => {
    const before = await lockForEdit(em, productId);
    if (!before.documents.some(({ id }) => id === documentId)) {
      throw new AppError('notFound', m.productDocuments.notFound());
    }
    await db(em).deleteFrom('productDocument').where('id', '=', documentId).execute();
    return recordEdit(em, actor, before, namesOf);
  });
  // After the commit, so that a crash can't leave a document without its file. The clean-up removes orphaned files.
  await removeDocumentFiles(storage, [{ id: documentId }]);
  return product;
}

function namesOf({ documents }: AdminProductRow) {
  return { documents: documents.map(({ title, language }) => `${title} (${language})`).join(', ') };
}
