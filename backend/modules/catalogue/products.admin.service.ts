import type { EditProductInput } from '#contract/catalogue.input.ts';
import type { ProductColumn } from '#contract/catalogue.ts';
import { toCents } from '#contract/money.ts';
import type { TableQuery } from '#contract/table.ts';
import { type Actor, audit, changesBetween } from '../../core/audit.ts';
import type { EntityManager } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { emit } from '../../core/outbox.ts';
import type { Storage } from '../../core/storage.ts';
import { readTable, type TableSource } from '../../core/table.ts';
import { removePictureFiles } from '../pictures/picture-files.ts';
import { removePictures, setPicture } from '../pictures/pictures.service.ts';
import { pictureName, type Upload } from '../pictures/uploads.ts';
import { NO_PRODUCT, productFacts } from './catalogue.audit.ts';
import { type AdminProductRow, presentAdminProduct } from './catalogue.present.ts';
import { NO_SUCH_PRODUCT, PRODUCT_COLUMNS, productTables } from './catalogue.service.ts';
import { holdCategory } from './categories.service.ts';

const ADMIN_PRODUCT_COLUMNS = `${PRODUCT_COLUMNS}, p.version, picture.image_failure as "imageFailure",
  p.created_at as "createdAt", (select count(*)::int from comment where product_id = p.id) as "commentCount"`;

const productTable = (em: EntityManager): TableSource<ProductColumn> => ({
  select: ADMIN_PRODUCT_COLUMNS,
  from: productTables(em),
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
});

/** The products that the dashboard's table shows now, of one category or of all, and how many there are on all pages. */
export function listAdminProducts(
  em: EntityManager,
  query: TableQuery<ProductColumn>,
  categoryId?: string,
): Promise<{ rows: AdminProductRow[]; total: number }> {
  const where = categoryId === undefined ? [] : [{ sql: 'p.category_id = ?', parameters: [categoryId] }];
  return readTable(em, { ...productTable(em), where }, query);
}

/** @throws AppError notFound */
export async function findAdminProduct(em: EntityManager, productId: string): Promise<AdminProductRow> {
  const [product] = await em.execute<AdminProductRow[]>(
    `select ${ADMIN_PRODUCT_COLUMNS} from ${productTables(em)} where p.id = ?`,
    [productId],
  );
  if (product === undefined) throw new AppError('notFound', NO_SUCH_PRODUCT);
  return product;
}

/**
 * Changes a product; absent fields keep their values. A new picture is shown once it is processed, the one before until
 * then. An edit that changes nothing leaves no trace. Concurrent edits run one after the other.
 * @returns the product after the edit
 * @throws AppError notFound; editConflict, with the current product, if `version` is not the current one; invalid if
 * there is no such category; tooMany uploads
 */
export async function editProduct(
  em: EntityManager,
  storage: Storage,
  actor: Actor,
  { id, version, ...input }: EditProductInput,
  upload?: Upload,
): Promise<AdminProductRow> {
  const { product, overtaken } = await em.transactional(async (em) => {
    await lockProduct(em, id);
    const before = await findAdminProduct(em, id);
    if (version !== undefined && version !== before.version) throw editConflict(before);

    const { categoryId = before.categoryId } = input;
    const category = categoryId === before.categoryId ? before.categoryName : await holdCategory(em, categoryId);
    const changes = changesBetween(productFacts(before), {
      title: input.title,
      description: input.description,
      price: input.price,
      category,
      image: upload && pictureName(upload),
    });
    if (Object.keys(changes).length === 0) return { product: before, overtaken: [] };

    await storeEdit(em, id, { ...input, categoryId });
    if (categoryId !== before.categoryId) {
      for (const moved of [before.categoryId, categoryId]) emit(em, 'product.moved', { categoryId: moved });
    }
    if (changes.price) emit(em, 'product.offerEnded', { productIds: [id] });
    const overtaken = upload
      ? await setPicture(em, { owner: { kind: 'product', id }, upload, uploadedBy: actor.userId })
      : [];
    audit(em, actor, { action: 'product.edited', subjectId: id, subjectName: before.title, changes });
    return { product: await findAdminProduct(em, id), overtaken };
  });
  await removePictureFiles(storage, overtaken);
  return product;
}

/**
 * Deletes a product with its ratings, comments and pictures. Orders keep their lines.
 * @throws AppError notFound, also for the second of two concurrent calls
 */
export async function deleteProduct(
  em: EntityManager,
  storage: Storage,
  actor: Actor,
  productId: string,
): Promise<void> {
  const pictures = await em.transactional(async (em) => {
    await lockProduct(em, productId);
    const product = await findAdminProduct(em, productId);
    const pictures = await removePictures(em, { kind: 'product', id: productId });
    await em.execute('delete from product where id = ?', [productId]);
    emit(em, 'product.deleted', { categoryId: product.categoryId });
    emit(em, 'product.offerEnded', { productIds: [productId] });
    audit(em, actor, {
      action: 'product.deleted',
      subjectId: productId,
      subjectName: product.title,
      changes: changesBetween(productFacts(product), NO_PRODUCT),
    });
    return pictures;
  });
  // Last, so that a crash leaves no product without its picture: the clean-up removes what is left over.
  await removePictureFiles(storage, pictures);
}

/**
 * Locks the product's row, so that other changes of it wait. Read what you rely on after this call: a row that is read
 * while waiting for the lock may still be joined to its old category.
 * @throws AppError notFound
 */
async function lockProduct(em: EntityManager, productId: string): Promise<void> {
  const [product] = await em.execute('select from product where id = ? for no key update', [productId]);
  if (product === undefined) throw new AppError('notFound', NO_SUCH_PRODUCT);
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
