import { randomUUID } from 'node:crypto';
import type { AddProductInput } from '#contract/catalogue.input.ts';
import { toCents } from '#contract/money.ts';
import { type Actor, audit, changesBetween } from '../../core/audit.ts';
import type { EntityManager } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { UploadedImage } from '../../core/image.ts';
import { publishedExtension } from '../../core/image-rendering.ts';
import { emit } from '../../core/outbox.ts';
import type { Storage } from '../../core/storage.ts';
import { NO_PRODUCT } from './catalogue.audit.ts';
import type { ProductRow } from './catalogue.present.ts';
import { holdCategory } from './categories.service.ts';
import { Product } from './product.entity.ts';

export const NO_SUCH_PRODUCT = 'There is no such product';

/** What a ProductRow holds, in SQL, of PRODUCT_TABLES. */
export const PRODUCT_COLUMNS = `p.id, p.title, p.description, p.price_cents as "priceCents", p.image,
  p.image_state as "imageState", p.image_widths as "imageWidths", p.all_ratings as "allRatings", p.rating,
  c.id as "categoryId", c.name as "categoryName"`;
export const PRODUCT_TABLES = 'product p join category c on c.id = p.category_id';

const SELECT_PRODUCTS = `select ${PRODUCT_COLUMNS} from ${PRODUCT_TABLES}`;

/** The ids of the newest products, `limit` of them at most, newest first. */
export async function listProductIds(em: EntityManager, limit: number): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>('select id from product order by id desc limit ?', [limit]);
  return rows.map(({ id }) => id);
}

/** @throws AppError notFound */
export async function findProduct(em: EntityManager, productId: string): Promise<ProductRow> {
  const [product] = await em.execute<ProductRow[]>(`${SELECT_PRODUCTS} where p.id = ?`, [productId]);
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
 * Adds a product whose picture waits for the worker. Its picture's name is final: the worker publishes under it.
 * @param actor the admin who adds it; null for demo data
 * @returns the product's id
 * @throws AppError invalid if there is no such category
 */
export async function createProduct(
  em: EntityManager,
  storage: Storage,
  actor: Actor | null,
  { title, description, price, categoryId }: AddProductInput,
  image: UploadedImage,
): Promise<string> {
  const productId = newId();
  const upload = randomUUID();
  await em.transactional(async (em) => {
    const category = await holdCategory(em, categoryId);
    const imageName = upload + publishedExtension(image.format);
    em.create(Product, {
      id: productId,
      title,
      description,
      priceCents: toCents(price),
      category: categoryId,
      image: imageName,
      pendingUpload: upload,
    });
    emit(em, 'product.created', { categoryId });
    emit(em, 'product.imageUploaded', { productId, upload });
    if (actor) {
      const changes = changesBetween(NO_PRODUCT, { title, description, price, category, image: imageName });
      audit(em, actor, { action: 'product.added', subjectId: productId, subjectName: title, changes });
    }
    // Everything that can be refused is refused here; only then is there a file, and only with it a commit.
    await em.flush();
    await storage.storeUpload(upload, image.source);
  });
  return productId;
}
