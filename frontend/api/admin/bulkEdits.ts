import type { BulkChange, BulkEditInput } from '#contract/catalogue/bulk-edits.ts';
import type { AdminProductView, ProductColumn } from '#contract/catalogue/catalogue.ts';
import { m } from '#messages';
import { showOnce } from '../../browser/toasts.ts';
import { call } from '../call.ts';
import { succeeds } from './failure.ts';
import { productsTable } from './products.ts';
import type { TableRequest } from './table.ts';

type Request = TableRequest<ProductColumn>;

/** A bulk edit that can be undone. */
export type UndoableEdit = { bulkEditId: string; message: string };

/**
 * Changes many products at once, unless one is no longer as shown. Reloads the table, even after a failure.
 * @returns null if nothing changed
 * @throws ApiError
 */
export async function editProducts(
  request: Request,
  shown: readonly AdminProductView[],
  change: BulkChange,
): Promise<UndoableEdit | null> {
  const products = shown.map(({ _id, version, stockCount }) => ({ _id, version, stockCount }));
  const body: BulkEditInput = { products, change };
  const options = { body, task: m.products.bulkTask() };
  try {
    const { message, bulkEditId } = await call<'BulkEdit'>('POST', '/admin/product/bulk', options);
    if (bulkEditId !== null) return { bulkEditId, message };
    showOnce('success', message);
    return null;
  } finally {
    await reloadProducts(request);
  }
}

/** Undoes a bulk edit, except for products that have changed since, and reloads the table. */
export async function undoEdit(request: Request, { bulkEditId }: UndoableEdit): Promise<boolean> {
  const path = `/admin/product/bulk/${encodeURIComponent(bulkEditId)}/undo`;
  const undo = call<'BulkUndo'>('POST', path, { task: m.products.undoTask() });
  const isUndone = await succeeds(
    undo.then(({ message, skipped }) => showOnce(skipped.length === 0 ? 'success' : 'warning', message)),
  );
  await reloadProducts(request);
  return isUndone;
}

function reloadProducts(request: Request): Promise<void> {
  productsTable.remote.forgetHidden();
  return productsTable.remote.reload(request);
}
