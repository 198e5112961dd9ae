import { randomUUID } from 'node:crypto';
import type { EditProductInput } from '#contract/catalogue.input.ts';
import type { ProductColumn } from '#contract/catalogue.ts';
import { toCents } from '#contract/money.ts';
import type { TableQuery } from '#contract/table.ts';
import { type Actor, audit, changesBetween } from '../../core/audit.ts';
import type { EntityManager } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import type { UploadedImage } from '../../core/image.ts';
import { publishedExtension } from '../../core/image-rendering.ts';
import { emit } from '../../core/outbox.ts';
import type { Storage } from '../../core/storage.ts';
import { readTable, type TableSource } from '../../core/table.ts';
import { NO_PRODUCT, productFacts } from './catalogue.audit.ts';
import { type AdminProductRow, presentAdminProduct } from './catalogue.present.ts';
import { NO_SUCH_PRODUCT, PRODUCT_COLUMNS, PRODUCT_TABLES } from './catalogue.service.ts';
import { holdCategory } from './categories.service.ts';

const ADMIN_PRODUCT_COLUMNS = `${PRODUCT_COLUMNS}, p.version, p.image_failure as "imageFailure",
  p.created_at as "createdAt", (select count(*)::int from comment where product_id = p.id) as "commentCount"`;

const productTable: TableSource<ProductColumn> = {
  select: ADMIN_PRODUCT_COLUMNS,
  from: PRODUCT_TABLES,
  search: ['p.title', 'c.name'],
  columns: {
    title: 'lower(p.title)',
    price: 'p.price_cents',
    category: 'lower(c.name)',
    rating: 'p.rating',
    // Ids grow with time.
    added: 'p.id',
  },
  id: 'p.id',
};

/** The products that the dashboard's table shows now, of one category or of all, and how many there are on all pages. */
export function listAdminProducts(
  em: EntityManager,
  query: TableQuery<ProductColumn>,
  categoryId?: string,
): Promise<{ rows: AdminProductRow[]; total: number }> {
  const where = categoryId === undefined ? [] : [{ sql: 'p.category_id = ?', parameters: [categoryId] }];
  return readTable(em, { ...productTable, where }, query);
}

/** @throws AppError notFound */
export async function findAdminProduct(em: EntityManager, productId: string): Promise<AdminProductRow> {
  const [product] = await em.execute<AdminProductRow[]>(
    `select ${ADMIN_PRODUCT_COLUMNS} from ${PRODUCT_TABLES} where p.id = ?`,
    [productId],
  );
  if (product === undefined) throw new AppError('notFound', NO_SUCH_PRODUCT);
  return product;
}

/**
 * Changes a product; what is absent stays. A new picture waits for the worker, and the one before is shown until then.
 * An edit that changes nothing leaves no trace. Two at once follow one another.
 * @returns the product as it is now
 * @throws AppError notFound; editConflict, with the product as it is now, if it is not of `version` any more; invalid if
 * there is no such category
 */
export async function editProduct(
  em: EntityManager,
  storage: Storage,
  actor: Actor,
  { id, version, ...input }: EditProductInput,
  image?: UploadedImage,
): Promise<AdminProductRow> {
  const { product, overtakenUpload } = await em.transactional(async (em) => {
    const pendingUpload = await lockProduct(em, id);
    const before = await findAdminProduct(em, id);
    if (version !== undefined && version !== before.version) throw editConflict(before);

    const { categoryId = before.categoryId } = input;
    const category = categoryId === before.categoryId ? before.categoryName : await holdCategory(em, categoryId);
    const upload = image && { name: randomUUID(), extension: publishedExtension(image.format) };
    const changes = changesBetween(productFacts(before), {
      title: input.title,
      description: input.description,
      price: input.price,
      category,
      image: upload && upload.name + upload.extension,
    });
    if (Object.keys(changes).length === 0) return { product: before, overtakenUpload: null };

    await storeEdit(em, id, { ...input, categoryId });
    if (categoryId !== before.categoryId) {
      for (const moved of [before.categoryId, categoryId]) emit(em, 'product.moved', { categoryId: moved });
    }
    if (changes.price) emit(em, 'product.offerEnded', { productIds: [id] });
    if (upload) await awaitPicture(em, id, upload);
    audit(em, actor, { action: 'product.edited', subjectId: id, subjectName: before.title, changes });
    const product = await findAdminProduct(em, id);
    // Everything that can be refused is refused here; only then is there a file, and only with it a commit.
    await em.flush();
    if (image && upload) await storage.storeUpload(upload.name, image.source);
    return { product, overtakenUpload: upload ? pendingUpload : null };
  });
  if (overtakenUpload !== null) await storage.removeUpload(overtakenUpload);
  return product;
}

/**
 * Deletes a product with its ratings, comments and picture. Orders keep their lines.
 * @throws AppError notFound, also for the second of two who delete it at once
 */
export async function deleteProduct(
  em: EntityManager,
  storage: Storage,
  actor: Actor,
  productId: string,
): Promise<void> {
  const { image, pendingUpload } = await em.transactional(async (em) => {
    const pendingUpload = await lockProduct(em, productId);
    const product = await findAdminProduct(em, productId);
    await em.execute('delete from product where id = ?', [productId]);
    emit(em, 'product.deleted', { categoryId: product.categoryId });
    emit(em, 'product.offerEnded', { productIds: [productId] });
    audit(em, actor, {
      action: 'product.deleted',
      subjectId: productId,
      subjectName: product.title,
      changes: changesBetween(productFacts(product), NO_PRODUCT),
    });
    return { image: product.image, pendingUpload };
  });
  // The files come last: whatever dies before here leaves them to removeAbandonedFiles, and no product without its picture.
  if (pendingUpload !== null) await storage.removeUpload(pendingUpload);
  if (image !== '') await storage.removePublished(image);
}

/**
 * Locks the product's row, so that other changes of it wait. Read what you rely on after this call: a row that is read
 * while waiting for the lock may still be joined to its old category.
 * @returns the upload that waits for the worker, if any
 * @throws AppError notFound
 */
async function lockProduct(em: EntityManager, productId: string): Promise<string | null> {
  const [product] = await em.execute<{ upload: string | null }[]>(
    'select pending_upload as upload from product where id = ? for no key update',
    [productId],
  );
  if (product === undefined) throw new AppError('notFound', NO_SUCH_PRODUCT);
  return product.upload;
}

function editConflict(product: AdminProductRow): AppError {
  return new AppError('editConflict', 'Someone else has changed this product in the meantime', {
    body: { product: presentAdminProduct(product) },
  });
}

type Edit = Pick<EditProductInput, 'title' | 'description' | 'price'> & { categoryId: string };

async function storeEdit(
  em: EntityManager,
  id: string,
  { title, description, price, categoryId }: Edit,
): Promise<void> {
  await em.execute(
    `update product set title = coalesce(?, title), description = coalesce(?, description),
       price_cents = coalesce(?, price_cents), category_id = ?, version = version + 1
     where id = ?`,
    [title ?? null, description ?? null, price === undefined ? null : toCents(price), categoryId, id],
  );
}

/** While nothing has been published yet there is nothing to go on showing, and the name is the new picture's at once. */
async function awaitPicture(
  em: EntityManager,
  productId: string,
  { name, extension }: { name: string; extension: string },
): Promise<void> {
  await em.execute(
    `update product set pending_upload = ?, image_state = 'processing', image_failure = null,
       image = case when cardinality(image_widths) = 0 then ? else image end
     where id = ?`,
    [name, name + extension, productId],
  );
  emit(em, 'product.imageUploaded', { productId, upload: name });
}
