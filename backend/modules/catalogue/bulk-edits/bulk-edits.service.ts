import {
  type BulkChange,
  type BulkEditInput,
  type BulkEditResult,
  type BulkUndoResult,
  bulkPrice,
} from '#contract/catalogue/bulk-edits.ts';
import { type BulkFieldName, bulkFieldNames, type PlainValues } from '#contract/catalogue/product-fields.input.ts';
import { saleProblems } from '#contract/catalogue/sales.ts';
import { PRICE_MAX } from '#contract/values/money.ts';
import { m } from '#messages';
import type { Actor } from '../../../core/audit/audit.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { ago } from '../../../core/database/queries.ts';
import { AppError, found, invalid } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { type AdminProductRow, findAdminProducts } from '../catalogue.admin.queries.ts';
import { lockProductsToChange } from '../catalogue.queries.ts';
import { db } from '../catalogue.tables.ts';
import { announceProducts, changeProduct, type ProductChanges } from '../products/product-changes.service.ts';
import { valuesOf } from '../products/product-values.ts';
import { BulkEdit, type BulkEdited } from './bulk-edit.entity.ts';

/**
 * Changes many products at once: all of them, or none.
 * @throws AppError editConflict if a product is no longer as its preview showed it; invalid for a missing category or a
 * price out of range; conflict if a product contradicts its family
 */
export async function editProducts(
  em: EntityManager,
  actor: Actor,
  { products: previewed, change }: BulkEditInput,
): Promise<BulkEditResult> {
  return em.transactional(async (em) => {
    const products = await lockAndRead(
      em,
      previewed.map(({ _id }) => _id),
    );
    rejectChanged(previewed, products);
    const edited: BulkEdited[] = [];
    for (const product of products) {
      if (!(await changeOne(em, actor, product, changesOf(product, change)))) continue;
      const before = valuesOf(product);
      const { price, categoryId, attributes, isPublished, stock } = before;
      edited.push({
        productId: product.id,
        before: { price, categoryId, attributes, isPublished, stock, ...bulkFieldsOf(before) },
        version: product.version + 1,
        stock: change.stock === undefined ? stock : change.stock,
      });
    }
    if (edited.length === 0) return { bulkEditId: null, changed: 0 };
    announceProducts(
      em,
      'updated',
      edited.map(({ productId }) => productId),
    );
    const bulkEditId = newId();
    em.create(BulkEdit, { id: bulkEditId, products: edited });
    return { bulkEditId, changed: edited.length };
  });
}

/**
 * Gives products back what a bulk edit changed. Skips those that someone has changed or deleted since.
 * @throws AppError notFound; conflict if it is already undone, or if a product contradicts its former family
 */
export async function undoBulkEdit(em: EntityManager, actor: Actor, bulkEditId: string): Promise<BulkUndoResult> {
  return em.transactional(async (em) => {
    const stored = await db(em)
      .selectFrom('bulkEdit')
      .select(['products', 'isUndone'])
      .$narrowType<{ products: BulkEdited[] }>()
      .where('id', '=', bulkEditId)
      .forUpdate()
      .executeTakeFirst();
    const bulkEdit = found(stored, m.catalogue.bulkEditNotFound());
    if (bulkEdit.isUndone) throw new AppError('conflict', m.catalogue.bulkEditUndone());
    await db(em).updateTable('bulkEdit').set({ isUndone: true }).where('id', '=', bulkEditId).execute();

    const edited = new Map(bulkEdit.products.map((product) => [product.productId, product]));
    const result: BulkUndoResult = { undone: 0, skipped: [] };
    const undone: string[] = [];
    for (const product of await lockAndRead(em, [...edited.keys()])) {
      const { before, version, stock } = edited.get(product.id) as BulkEdited;
      if (product.version === version && product.stockCount === stock) {
        if (await changeOne(em, actor, product, before)) undone.push(product.id);
        result.undone += 1;
      } else result.skipped.push({ _id: product.id, title: product.title });
    }
    announceProducts(em, 'updated', undone);
    return result;
  });
}

/** Removes bulk edits made at least `olderThan` milliseconds ago. */
export async function removeOldBulkEdits(em: EntityManager, olderThan: number): Promise<void> {
  await db(em).deleteFrom('bulkEdit').where('createdAt', '<', ago(olderThan)).execute();
}

async function lockAndRead(em: EntityManager, productIds: string[]): Promise<AdminProductRow[]> {
  await lockProductsToChange(em, productIds);
  // Read after locking, as editProduct does.
  return findAdminProducts(em, productIds);
}

function rejectChanged(previewed: BulkEditInput['products'], products: AdminProductRow[]): void {
  const current = new Map(products.map((product) => [product.id, product]));
  const isCurrent = previewed.every(({ _id, version, stockCount }) => {
    const product = current.get(_id);
    return product?.version === version && product.stockCount === stockCount;
  });
  if (!isCurrent) throw new AppError('editConflict', m.catalogue.previewOutdated());
}

function changesOf({ title, ...product }: AdminProductRow, change: BulkChange): ProductChanges {
  const { percent: _percent, amount: _amount, ...others } = change;
  const before = valuesOf({ title, ...product });
  const price = bulkPrice(before.price, change);
  if (price < 0) throw invalid({ change: m.catalogue.bulkPriceNegative({ title }) });
  if (price > PRICE_MAX) throw invalid({ change: m.catalogue.bulkPriceTooHigh({ title, max: PRICE_MAX }) });
  if ('salePrice' in saleProblems({ ...before, price })) throw invalid({ change: m.sales.belowPriceOf({ title }) });
  return { price, ...others };
}

function bulkFieldsOf(values: PlainValues): Pick<PlainValues, BulkFieldName> {
  return Object.fromEntries(bulkFieldNames.map((name) => [name, values[name]])) as Pick<PlainValues, BulkFieldName>;
}

/** @throws AppError naming the product */
async function changeOne(
  em: EntityManager,
  actor: Actor,
  product: AdminProductRow,
  changes: ProductChanges,
): Promise<boolean> {
  try {
    return await changeProduct(em, actor, product, changes);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
    throw new AppError('conflict', m.catalogue.conflictOf({ title: product.title, problem: error.message }), {
      cause: error,
    });
  }
}
