import type { EditProductInput } from '#contract/catalogue/catalogue.input.ts';
import type { AdminProductView } from '#contract/catalogue/catalogue.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { m } from '#messages';
import { type Actor, audit, changesBetween } from '../../../core/audit/audit.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import type { Lookup } from '../../../core/database/lookup.ts';
import { AppError, found } from '../../../core/errors.ts';
import { emit } from '../../../core/events/outbox.ts';
import type { Storage } from '../../../core/storage/storage.ts';
import { removePictureFiles } from '../../pictures/picture-files.ts';
import { removePictures, setPicture } from '../../pictures/pictures.service.ts';
import { pictureName, type Upload } from '../../pictures/uploads.ts';
import { type AdminProductRow, findAdminProduct, findAdminProducts } from '../catalogue.admin.queries.ts';
import { presentAdminProduct } from '../catalogue.present.ts';
import { db } from '../catalogue.tables.ts';
import { removeDocumentFiles } from '../documents/document-files.ts';
import { announceProducts, changeProduct, endOffers } from './product-changes.service.ts';
import { lockProduct } from './product-ratings.service.ts';
import { auditedProduct, currentNames, valuesOf } from './product-values.ts';

/** Products in the order of `ids`, as the API shows them to admins; deleted ones are left out. */
export async function viewProducts(
  em: EntityManager,
  commentCounts: Lookup<number>,
  ids: readonly string[],
): Promise<AdminProductView[]> {
  const [rows, counts] = await Promise.all([findAdminProducts(em, ids), commentCounts(em, ids)]);
  return rows.map((row) => presentAdminProduct(row, counts.get(row.id) ?? 0));
}

export async function viewProduct(
  em: EntityManager,
  commentCounts: Lookup<number>,
  row: AdminProductRow,
): Promise<AdminProductView> {
  const counts = await commentCounts(em, [row.id]);
  return presentAdminProduct(row, counts.get(row.id) ?? 0);
}

/** @throws AppError notFound */
export async function getAdminProduct(em: EntityManager, productId: string): Promise<AdminProductRow> {
  return found(await findAdminProduct(em, productId), m.catalogue.productNotFound());
}

/** A product that is locked until the transaction ends. @throws AppError notFound */
export async function lockForEdit(em: EntityManager, productId: string): Promise<AdminProductRow> {
  // Read after locking: a row read while waiting for the lock may still be joined to its old category.
  await lockProduct(em, productId);
  return getAdminProduct(em, productId);
}

/**
 * Gives a locked product, of which something in another table has changed, a new version and an audit entry.
 * @param audited what the audit trail compares
 * @returns the current product
 */
export async function recordEdit(
  em: EntityManager,
  actor: Actor,
  before: AdminProductRow,
  audited: (product: AdminProductRow) => object,
): Promise<AdminProductRow> {
  const { id, title } = before;
  await db(em)
    .updateTable('product')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  const product = await getAdminProduct(em, id);
  const changes = changesBetween(audited(before), audited(product));
  announceProducts(em, 'updated', [id]);
  audit(em, actor, { action: 'product.edited', subjectId: id, subjectName: title, changes });
  return product;
}

/**
 * Edits a product; absent fields keep their values. The current picture is shown until a new one is processed. An edit
 * without changes writes nothing. Concurrent edits are serialized.
 * @returns the current product
 * @throws AppError notFound; editConflict and stockChanged, with the current product, if its version is not `version` or
 * its stock not `stockWas`; tooMany at the upload limit; errors of changeProduct
 */
export async function editProduct(
  em: EntityManager,
  { storage, commentCounts }: { storage: Storage; commentCounts: Lookup<number> },
  actor: Actor,
  { id, version, stockWas, ...changes }: EditProductInput,
  upload?: Upload,
): Promise<AdminProductRow> {
  const { product, superseded } = await em.transactional(async (em) => {
    const before = await lockForEdit(em, id);
    const conflict = conflictWith(before, { version, stockWas, ...changes });
    if (conflict !== null) {
      const product = await viewProduct(em, commentCounts, before);
      throw new AppError(...conflict, { body: { product } });
    }
    const image = upload && pictureName(upload);
    if (!(await changeProduct(em, actor, before, { ...changes, image }))) return { product: before, superseded: [] };
    announceProducts(em, 'updated', [id]);
    const superseded = upload
      ? await setPicture(em, { owner: { kind: 'product', id }, upload, uploadedBy: actor.userId })
      : [];
    return { product: await getAdminProduct(em, id), superseded };
  });
  await removePictureFiles(storage, superseded);
  return product;
}

type EditedState = Pick<EditProductInput, 'version' | 'stock' | 'stockWas'>;

/** Why an edit doesn't apply to the current product; null if it does. */
function conflictWith(
  current: AdminProductRow,
  { version, stock, stockWas }: EditedState,
): [code: ErrorCode, message: string] | null {
  if (version !== undefined && version !== current.version) {
    return ['editConflict', m.catalogue.editConflict()];
  }
  // Sales change the stock without changing the version.
  if (stock !== undefined && stockWas !== current.stockCount) {
    return ['stockChanged', m.catalogue.stockChanged()];
  }
  return null;
}

/**
 * Deletes a product with its ratings, comments, pictures and documents. Orders keep their lines.
 * @throws AppError notFound, also for the later of two concurrent deletions
 */
export async function deleteProduct(
  em: EntityManager,
  storage: Storage,
  actor: Actor,
  productId: string,
): Promise<void> {
  const { pictures, documents } = await em.transactional(async (em) => {
    const product = await lockForEdit(em, productId);
    const pictures = await removePictures(em, { kind: 'product', id: productId });
    await db(em).deleteFrom('product').where('id', '=', productId).execute();
    emit(em, 'product.deleted', { categoryId: product.categoryId });
    announceProducts(em, 'deleted', [productId]);
    await endOffers(em, [productId]);
    audit(em, actor, {
      action: 'product.deleted',
      subjectId: productId,
      subjectName: product.title,
      changes: changesBetween(auditedProduct(valuesOf(product), currentNames(product)), {}),
    });
    return { pictures, documents: product.documents };
  });
  // After the commit, so that a crash can't leave a product without its files. The clean-up removes orphaned files.
  await removePictureFiles(storage, pictures);
  await removeDocumentFiles(storage, documents);
}
