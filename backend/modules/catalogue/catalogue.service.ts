import type { AddProductInput } from '#contract/catalogue.input.ts';
import { toCents } from '#contract/money.ts';
import { type Actor, audit, changesBetween } from '../../core/audit.ts';
import type { EntityManager } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { emit } from '../../core/outbox.ts';
import { setPicture } from '../pictures/pictures.service.ts';
import { pictureName, type Upload } from '../pictures/uploads.ts';
import { NO_PRODUCT } from './catalogue.audit.ts';
import { findProduct, type ProductRow } from './catalogue.queries.ts';
import { lockCategory } from './categories.service.ts';
import { Product } from './product.entity.ts';

export const PRODUCT_NOT_FOUND = 'Product not found';

/** @throws AppError notFound */
export async function getProduct(em: EntityManager, productId: string): Promise<ProductRow> {
  const product = await findProduct(em, productId);
  if (product === undefined) throw new AppError('notFound', PRODUCT_NOT_FOUND);
  return product;
}

/**
 * Adds a product with its picture. The picture's file name never changes.
 * @param actor the admin who adds it; null for demo data
 * @returns the product's id
 * @throws AppError invalid if the category doesn't exist; tooMany at the upload limit
 */
export async function createProduct(
  em: EntityManager,
  actor: Actor | null,
  { title, description, price, categoryId }: AddProductInput,
  upload: Upload,
): Promise<string> {
  const productId = newId();
  await em.transactional(async (em) => {
    const category = await lockCategory(em, categoryId);
    em.create(Product, {
      id: productId,
      title,
      description,
      priceCents: toCents(price),
      category: categoryId,
    });
    emit(em, 'product.created', { categoryId });
    await setPicture(em, { owner: { kind: 'product', id: productId }, upload, uploadedBy: actor?.userId ?? null });
    if (actor) {
      const changes = changesBetween(NO_PRODUCT, { title, description, price, category, image: pictureName(upload) });
      audit(em, actor, { action: 'product.added', subjectId: productId, subjectName: title, changes });
    }
  });
  return productId;
}
