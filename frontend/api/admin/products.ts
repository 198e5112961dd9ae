import type { AddProductInput } from '#contract/catalogue.input.ts';
import { type AdminProductView, type EditConflict, type ProductColumn, productColumns } from '#contract/catalogue.ts';
import { showOnce } from '../../browser/toasts.ts';
import { call } from '../call.ts';
import { ApiError } from '../errors.ts';
import { createRemote } from '../remote.ts';
import type { OnProgress } from '../upload.ts';
import { useRemote } from '../useRemote.ts';
import { saveExport } from './exports.ts';
import { showAdminFailure, succeeds } from './failure.ts';
import { adminFallback } from './messages.ts';
import { createTable, type TableRequest } from './table.ts';

/** The products, newest first by default. */
export const productsTable = createTable({
  path: '/admin/product',
  columns: productColumns,
  sort: 'added',
  direction: 'desc',
  filters: ['categoryId', 'availability'],
  rowsOf: ({ products }: { products: AdminProductView[] }) => products,
});

/** One product, by its id. */
export const product = createRemote<string, AdminProductView>({
  load: async (id, { signal }) => {
    const path = `/admin/product/${encodeURIComponent(id)}`;
    return (await call<{ product: AdminProductView }>('GET', path, { signal, quiet: true })).product;
  },
  onFailure: showAdminFailure,
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

/** Adds a product with its picture, and reports upload progress. @throws ApiError */
export async function addProduct(values: AddProductInput, file: File | null, onProgress: OnProgress): Promise<void> {
  const { message } = await save<{ message: string }>('POST', values, file, onProgress, adminFallback.addProduct);
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
  const body = { ...values, id, image, version, ...(stock !== stockCount && { stock, stockWas: stockCount }) };
  try {
    const { message, product: saved } = await save<{ message: string; product: AdminProductView }>(
      'PUT',
      body,
      file,
      onProgress,
      adminFallback.editProduct,
    );
    showProduct(saved);
    showOnce('success', message);
    return { saved };
  } catch (error) {
    if (!(error instanceof ApiError) || !conflicts.includes(error.code)) throw error;
    return { theirs: (error.body as EditConflict).product };
  }
}

function save<T>(method: 'POST' | 'PUT', values: object, file: File | null, onProgress: OnProgress, fallback: string) {
  return call<T>(method, '/admin/product', {
    body: file ? productForm(values, file) : values,
    fallback,
    quiet: true,
    onProgress,
  }).catch(optionsFieldError);
}

/** Options that contradict the other variants are an error of the form's field. */
function optionsFieldError(error: unknown): never {
  if (error instanceof ApiError && error.code === 'conflict') error.fields = { 'family.options': error.message };
  throw error;
}

/** In this order: the server reads the values before the picture streams in. */
function productForm(values: object, file: File): FormData {
  const form = new FormData();
  form.set('product', JSON.stringify(values));
  form.set('file', file);
  return form;
}

/** Deletes a product with its comments, ratings and pictures; a rejected delete is rolled back. */
export function removeProduct(
  request: TableRequest<ProductColumn>,
  { _id, image }: AdminProductView,
): Promise<boolean> {
  const path = [_id, image].filter((part) => part !== '').map(encodeURIComponent);
  const options = { fallback: adminFallback.deleteProduct, quiet: true };
  const send = () => call<{ message: string }>('DELETE', `/admin/product/${path.join('/')}`, options);
  return succeeds(productsTable.remove(request, [_id], send));
}

/** Downloads all products as a CSV file. */
export function exportProducts(): Promise<void> {
  return saveExport('products', '/admin/product/export');
}
