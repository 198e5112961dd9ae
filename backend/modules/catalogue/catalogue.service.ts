import type { AddProductInput } from '#contract/catalogue.input.ts';
import { toCents } from '#contract/money.ts';
import { type Actor, audit, changesBetween } from '../../core/audit.ts';
import type { EntityManager } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { emit } from '../../core/outbox.ts';
import { shownPictures } from '../pictures/pictures.queries.ts';
import { setPicture } from '../pictures/pictures.service.ts';
import { pictureName, type Upload } from '../pictures/uploads.ts';
import { NO_PRODUCT } from './catalogue.audit.ts';
import type { ProductRow } from './catalogue.present.ts';
import { holdCategory } from './categories.service.ts';
import { Product } from './product.entity.ts';

export const NO_SUCH_PRODUCT = 'There is no such product';

/** The columns of a ProductRow, in SQL, out of productTables. */
export const PRODUCT_COLUMNS = `p.id, p.title, p.description, p.price_cents as "priceCents",
  coalesce(picture.image, '') as image, coalesce(picture.image_state, 'none') as "imageState",
  coalesce(picture.image_widths, '{}') as "imageWidths", p.all_ratings as "allRatings", p.rating,
  c.id as "categoryId", c.name as "categoryName"`;

export function productTables(em: EntityManager): string {
  return `product p join category c on c.id = p.category_id
    left join (${shownPictures(em, 'product').compile().sql}) as picture
      on picture.owner_id = p.id and picture.position = 0`;
}

/** The ids of the newest products, `limit` of them at most, newest first. */
export async function listProductIds(em: EntityManager, limit: number): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>('select id from product order by id desc limit ?', [limit]);
  return rows.map(({ id }) => id);
}

/** @throws AppError notFound */
export async function findProduct(em: EntityManager, productId: string): Promise<ProductRow> {
  const [product] = await em.execute<ProductRow[]>(
    `select ${PRODUCT_COLUMNS} from ${productTables(em)} where p.id = ?`,
    [productId],
  );
  if (product === undefined) throw new AppError('notFound', NO_SUCH_PRODUCT);
  return product;
}

/** What products cost now, in EUR cents, in no order; those that are gone are left out. */
export function findProducts(
  em: EntityManager,
  productIds: string[],
): Promise<{ id: string; title: string; priceCents: number }[]> {
  return em.execute('select id, title, price_cents as "priceCents" from product where id = any(array[?]::uuid[])', [
    productIds,
  ]);
}

/**
 * Adds a product with its picture, whose name is final from the start.
 * @param actor the admin who adds it; null for demo data
 * @returns the product's id
 * @throws AppError invalid if there is no such category; tooMany uploads
 */
export async function createProduct(
  em: EntityManager,
  actor: Actor | null,
  { title, description, price, categoryId }: AddProductInput,
  upload: Upload,
): Promise<string> {
  const productId = newId();
  await em.transactional(async (em) => {
    const category = await holdCategory(em, categoryId);
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
