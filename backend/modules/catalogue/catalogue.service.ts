import type { AddProductInput } from '#contract/catalogue/catalogue.input.ts';
import { m } from '#messages';
import { type Actor, audit, changesBetween } from '../../core/audit/audit.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { found } from '../../core/errors.ts';
import { emit } from '../../core/events/outbox.ts';
import { newId } from '../../core/ids.ts';
import { addPictures } from '../pictures/pictures.service.ts';
import { countUpload } from '../pictures/upload-limit.ts';
import { pictureName, type Upload } from '../pictures/uploads.ts';
import { readKnownAttributes, rejectWrongValues } from './attributes/attributes.queries.ts';
import { findProduct, lockPublished, type ProductDetailRow } from './catalogue.queries.ts';
import { db } from './catalogue.tables.ts';
import { lockCategory } from './categories/categories.service.ts';
import { lockCompaniesOf } from './companies/companies.service.ts';
import { announceProducts, rejectWrongSale } from './products/product-changes.service.ts';
import { refuseTakenSku } from './products/product-identifiers.ts';
import { auditedProduct, columnsOf, newProductValues } from './products/product-values.ts';
import { requireVariant, storeVariant } from './variants/variants.service.ts';

/** A published product. @throws AppError notFound */
export async function getProduct(em: EntityManager, productId: string): Promise<ProductDetailRow> {
  return found(await findProduct(em, productId), m.catalogue.productNotFound());
}

/** Prevents the deletion of a published product until the transaction ends. @throws AppError notFound */
export async function lockPublishedProduct(em: EntityManager, productId: string): Promise<void> {
  const [product] = await lockPublished(em, productId);
  found(product, m.catalogue.productNotFound());
}

/**
 * Adds a product with its pictures, the first of which is the main one. Their file names never change.
 * @param actor the admin who adds it; null for demo data
 * @returns the product's id
 * @throws AppError invalid for a missing category or company, wrong attributes or a wrong sale; conflict if it contradicts
 * its family or another product has its SKU; tooMany at the upload limit
 */
export function createProduct(
  em: EntityManager,
  actor: Actor | null,
  input: AddProductInput,
  uploads: readonly Upload[],
): Promise<string> {
  return em.transactional(async (em) => {
    const productId = await storeProduct(em, actor, input, uploads);
    announceProducts(em, 'created', [productId]);
    return productId;
  });
}

/** Adds a product in the caller's transaction, as createProduct does. The caller calls announceProducts. */
export async function storeProduct(
  em: EntityManager,
  actor: Actor | null,
  input: AddProductInput,
  uploads: readonly Upload[],
): Promise<string> {
  const productId = newId();
  const values = newProductValues(input);
  const { title, categoryId, attributes, family } = values;
  rejectWrongSale(values);
  const category = await lockCategory(em, categoryId);
  rejectWrongValues(await readKnownAttributes(em, categoryId), attributes);
  const companies = await lockCompaniesOf(em, values);
  if (family !== null) await requireVariant(em, { productId, categoryId, ...family });
  const row = { id: productId, ...columnsOf(values) };
  await refuseTakenSku(() => storeVariant(family, () => db(em).insertInto('product').values(row).execute()));
  emit(em, 'product.created', { categoryId });
  const uploadedBy = actor?.userId ?? null;
  const owner = { kind: 'product', id: productId } as const;
  for (const upload of uploads)
    if (uploadedBy !== null) await countUpload(em, { userId: uploadedBy, kind: owner.kind, upload });
  await addPictures(
    em,
    uploads.map((upload, position) => ({ owner, upload, uploadedBy, position })),
  );
  if (actor) {
    const image = uploads.map(pictureName).join(', ');
    const changes = changesBetween({}, auditedProduct(values, { category, image, companies }));
    audit(em, actor, { action: 'product.added', subjectId: productId, subjectName: title, changes });
  }
  return productId;
}
