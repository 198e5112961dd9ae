import type { AddProductInput, AddVariantsInput } from '#contract/catalogue/catalogue.input.ts';
import {
  type AdminProductView,
  type EditConflict,
  type FamilySummaryView,
  type ProductColumn,
  productColumns,
} from '#contract/catalogue/catalogue.ts';
import type { PriceChangeView } from '#contract/catalogue/prices.ts';
import { translationChanges } from '#contract/catalogue/translations.ts';
import { PAGE_SIZE_MAX } from '#contract/table.ts';
import { m } from '#messages';
import { showOnce } from '../../browser/toasts.ts';
import { call } from '../call.ts';
import { ApiError, errorMessage } from '../errors.ts';
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

/** The prices that were charged for a version of a product, newest first. */
export const productPrices = createRemote<{ productId: string; version: number }, readonly PriceChangeView[]>({
  load: async ({ productId }, { signal }) =>
    (await call<'ProductPrices'>('GET', `/admin/product/${productId}/prices`, { signal })).prices,
  forgetsWhenHidden: true,
  onFailure: errorMessage,
});

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

/** Adds a product with its pictures, and reports upload progress. @throws ApiError */
export async function addProduct(values: AddProductInput, files: File[], onProgress: OnProgress): Promise<void> {
  const options = { body: formOf('product', values, files), task: m.products.addTask(), onProgress };
  await added(call<'AdminProductAdded'>('POST', '/admin/product', options));
}

/** Adds several variants, all of them or none, each with these pictures. @throws ApiError */
export async function addVariants(values: AddVariantsInput, files: File[], onProgress: OnProgress): Promise<void> {
  const options = { body: formOf('product', values, files), task: m.products.addVariantsTask(), onProgress };
  await added(call<'VariantsAdded'>('POST', '/admin/product/variants', options));
}

async function added(response: Promise<{ message: string }>): Promise<void> {
  const { message } = await response.catch(CONFLICT_OF_OPTIONS);
  productsTable.remote.forgetHidden();
  families.forgetHidden();
  familyMembers.forgetHidden();
  showOnce('success', message);
}

/** The families of variants in a category, by its id; none of ''. It helps to type, so a failure shows no toast. */
export const families = createRemote<string, readonly FamilySummaryView[]>({
  load: async (categoryId, { signal }) => {
    if (categoryId === '') return [];
    const query = new URLSearchParams({ categoryId });
    return (await call<'Families'>('GET', `/admin/product/families?${query}`, { signal })).families;
  },
  onFailure: errorMessage,
});

/** The members of a family, by their titles; none of ''. */
export const familyMembers = createRemote<{ categoryId: string; family: string }, readonly AdminProductView[]>({
  load: async (family, { signal }) => {
    if (family.family === '') return [];
    const pageSize = String(PAGE_SIZE_MAX);
    const query = new URLSearchParams({ ...family, sort: 'title', direction: 'asc', pageSize });
    return (await call<'AdminProducts'>('GET', `/admin/product?${query}`, { signal })).products;
  },
  onFailure: errorMessage,
});

/** The saved product, or the product as someone else saved it first. */
type EditResult = { saved: AdminProductView } | { theirs: AdminProductView };

/** Codes of the rejections with the current product. */
const conflicts: ApiError['code'][] = ['editConflict', 'stockChanged'];

/** Saves an edit of a product, unless someone else has saved it since. @throws ApiError */
export async function editProduct(
  { _id: id, image, version, stockCount, translations: before = {} }: AdminProductView,
  { stock = stockCount, translations, ...values }: AddProductInput & Pick<AdminProductView, 'translations'>,
): Promise<EditResult> {
  // Units may be sold before this edit arrives, so it leaves the stock alone unless it changes it.
  const changes = translationChanges(before, translations);
  const edit = {
    ...values,
    id,
    image,
    version,
    translations: changes,
    ...(stock !== stockCount && { stock, stockWas: stockCount }),
  };
  try {
    const response = call<'AdminProductSaved'>('PUT', '/admin/product', { body: edit, task: m.products.editTask() });
    const { message, product: saved } = await response.catch(CONFLICT_OF_OPTIONS);
    showProduct(saved);
    familyMembers.forgetHidden();
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
  const send = () => call<'Done'>('DELETE', `/admin/product/${path.join('/')}`, { task: m.products.deleteTask() });
  return succeeds(productsTable.remove(request, [_id], send));
}

/** Downloads all products as a CSV file. */
export function exportProducts(): Promise<void> {
  return saveExport('products', '/admin/product/export');
}
