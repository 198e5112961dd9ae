import type { AddProductInput } from '#contract/catalogue.input.ts';
import type { AdminProductView, CategorySummaryView, ProductColumn } from '#contract/catalogue.ts';
import type { TableTotal } from '#contract/table.ts';
import { call } from '../api/call.ts';
import type { OnProgress } from '../api/upload.ts';
import { adminFallback } from './messages.ts';
import { download, type TableRequest, tablePath } from './table.ts';

/** One page of the products as admins see them. */
export function getAdminProducts(
  request: TableRequest<ProductColumn>,
): Promise<TableTotal & { products: AdminProductView[] }> {
  return call('GET', tablePath('/admin/product', request), { quiet: true });
}

export function getAdminProduct(id: string): Promise<{ product: AdminProductView }> {
  return call('GET', `/admin/product/${encodeURIComponent(id)}`, { quiet: true });
}

/** Adds a product with its picture, without which the server refuses it; `onProgress` is told how far it has been sent. */
export function addProduct(
  values: AddProductInput,
  file: File | null,
  onProgress: OnProgress,
): Promise<{ message: string; productId: string }> {
  const body = file ? productForm(values, file) : values;
  return call('POST', '/admin/product', { body, fallback: adminFallback.addProduct, quiet: true, onProgress });
}

/** What an edit sends: `version` is that of the product as it was when the edit began. */
type EditProductInput = AddProductInput & { id: string; image: string; version: number };

/**
 * Changes a product; with a picture as a form, of which `onProgress` is told how far it has been sent. The error
 * `editConflict` carries in `body` the product as it is now.
 */
export function editProduct(
  values: EditProductInput,
  file: File | null,
  onProgress: OnProgress,
): Promise<{ message: string; product: AdminProductView }> {
  const body = file ? productForm(values, file) : values;
  return call('PUT', '/admin/product', { body, fallback: adminFallback.editProduct, quiet: true, onProgress });
}

/** In this order: the server knows what it is about before the picture streams in. */
function productForm(values: object, file: File): FormData {
  const form = new FormData();
  form.set('product', JSON.stringify(values));
  form.set('file', file);
  return form;
}

/** Deletes a product, its comments, ratings and pictures. */
export function deleteProduct({ _id, image }: Pick<AdminProductView, '_id' | 'image'>): Promise<{ message: string }> {
  const path = [_id, image].filter((part) => part !== '').map(encodeURIComponent);
  return call('DELETE', `/admin/product/${path.join('/')}`, { fallback: adminFallback.deleteProduct, quiet: true });
}

/** All products as a CSV file. */
export function exportProducts(): Promise<Blob> {
  return download('/admin/product/export');
}

/** Every category by name, without its products. */
export function getCategoryNames(): Promise<{ allCategories: CategorySummaryView[] }> {
  return call('GET', '/admin/category?summary=true', { quiet: true });
}
