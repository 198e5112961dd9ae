import type { AddProductInput } from '#contract/catalogue.input.ts';
import { type AdminProductView, type EditConflict, type ProductColumn, productColumns } from '#contract/catalogue.ts';
import { showOnce } from '../../browser/toasts.ts';
import { call } from '../call.ts';
import { ApiError } from '../errors.ts';
import { createRemote } from '../remote.ts';
import { formOf, type OnProgress } from '../upload.ts';
import { useRemote } from '../useRemote.ts';
import { saveExport } from './exports.ts';
import { conflictAt, succeeds } from './failure.ts';
import { createTable, type TableRequest } from './table.ts';

/** The products, newest first by default. */
export const productsTable = createTable({
  load: (query, options) => call<'AdminProducts'>('GET', `/admin/product?${query}`, options),
  columns: productColumns,
  sort: 'added',
  direction: 'desc',
  filters: ['categoryId', 'availability'],
  rowsOf: ({ products }) => products,
});

/** One product, by its id. */
export const product = createRemote<string, AdminProductView>({
  load: async (id, { signal }) =>
    (await call<'AdminProduct'>('GET', `/admin/product/${encodeURIComponent(id)}`, { signal })).product,
  // The next edit must start from fresh data.
  forgetsWhenHidden: true,
});

product.onData((_id, view) => productsTable.update(view));

/** Whether a worker has yet to finish a picture. */
export function hasPendingPicture({ images }: AdminProductView): boolean {
  return images.some(({ imageState }) => imageState === 'processing');
}

/** A product to edit, refreshed while a picture is being processed. */
export function useAdminProduct(id: string) {
  return useRemote(product, id, { pollWhile: hasPendingPicture });
}

/** Shows a product from another call's response. */
export function showProduct(view: AdminProductView): void {
  product.write(view._id, view);
}

/** Options that contradict the other variants are an error of the form's field. */
const CONFLICT_OF_OPTIONS = conflictAt('family.options');

/** Adds a product with its picture, and reports upload progress. @throws ApiError */
export async function addProduct(values: AddProductInput, file: File | null, onProgress: OnProgress): Promise<void> {
  const options = { body: file ? formOf('product', values, file) : values, task: 'Add product', onProgress };
  const { message } = await call<'AdminProductAdded'>('POST', '/admin/product', options).catch(CONFLICT_OF_OPTIONS);
  productsTable.remote.forgetHidden();
  showOnce('success', message);
}

/** The saved product, or the product as someone else saved it first. */
type EditResult = { saved: AdminProductView } | { theirs: AdminProductView };

/** Codes of the rejections with the current product. */
const conflicts: ApiError['code'][] = ['editConflict', 'stockChanged'];

/** Saves an edit of a product, unless someone else has saved it since. @throws ApiError */
export async function editProduct(
  { _id: id, image, version, stockCount }: AdminProductView,
  { stock = stockCount, ...values }: AddProductInput,
  file: File | null,
  onProgress: OnProgress,
): Promise<EditResult> {
  // Units may be sold before this edit arrives, so it leaves the stock alone unless it changes it.
  const edit = { ...values, id, image, version, ...(stock !== stockCount && { stock, stockWas: stockCount }) };
  const options = { body: file ? formOf('product', edit, file) : edit, task: 'Edit product', onProgress };
  try {
    const response = call<'AdminProductSaved'>('PUT', '/admin/product', options);
    const { message, product: saved } = await response.catch(CONFLICT_OF_OPTIONS);
    showProduct(saved);
    showOnce('success', message);
    return { saved };
  } catch (error) {
    if (!(error instanceof ApiError) || !conflicts.includes(error.code)) throw error;
    return { theirs: (error.body as EditConflict).product };
  }
}

/** Deletes a product with its comments, ratings and pictures; a rejected delete is rolled back. */
export function removeProduct(
  request: TableRequest<ProductColumn>,
  { _id, image }: AdminProductView,
): Promise<boolean> {
  const path = [_id, image].filter((part) => part !== '').map(encodeURIComponent);
  const send = () => call<'Done'>('DELETE', `/admin/product/${path.join('/')}`, { task: 'Delete product' });
  return succeeds(productsTable.remove(request, [_id], send));
}

/** Downloads all products as a CSV file. */
export function exportProducts(): Promise<void> {
  return saveExport('products', '/admin/product/export');
}
