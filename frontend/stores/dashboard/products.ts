import type { AddProductInput } from '#contract/catalogue.input.ts';
import { type AdminProductView, type ProductColumn, productColumns } from '#contract/catalogue.ts';
import * as adminApi from '../../adminApi/catalogue.ts';
import type { OnProgress } from '../../api/upload.ts';
import { showToast } from '../../toasts.ts';
import { saveExport } from './saveExport.ts';
import { createTable } from './table.ts';

/** The products, newest first unless asked otherwise. */
export const productsTable = createTable<AdminProductView, ProductColumn>({
  columns: productColumns,
  sort: 'added',
  direction: 'desc',
  filters: ['categoryId'],
  load: async (request) => {
    const { products, total } = await adminApi.getAdminProducts(request);
    return { rows: products, total };
  },
});

/** Deletes a product and what goes with it; it comes back if that fails. */
export function removeProduct(product: AdminProductView): Promise<boolean> {
  return productsTable.remove([product._id], () => adminApi.deleteProduct(product));
}

/** Has the browser save all products as a CSV file; a failure is told in a toast. */
export function exportAllProducts(): Promise<void> {
  return saveExport('products', adminApi.exportProducts);
}

/** Adds a product, tells so in the server's words. @throws ApiError */
export async function addProduct(values: AddProductInput, file: File | null, onProgress: OnProgress): Promise<void> {
  const { message } = await adminApi.addProduct(values, file, onProgress);
  showToast('success', message);
}
