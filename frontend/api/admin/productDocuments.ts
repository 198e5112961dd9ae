import type { AdminProductView } from '#contract/catalogue/catalogue.ts';
import type { ProductDocumentInput } from '#contract/catalogue/product-documents.input.ts';
import { m } from '#messages';
import { showOnce } from '../../browser/toasts.ts';
import { call } from '../call.ts';
import { showFailure } from '../errors.ts';
import type { OnProgress } from '../upload.ts';
import { product, showProduct } from './products.ts';

const addressOf = (productId: string) => `/admin/product/${encodeURIComponent(productId)}/documents`;

/** Adds a PDF to a product, and reports upload progress. @returns the saved product @throws ApiError */
export async function addDocument(
  productId: string,
  file: File,
  values: ProductDocumentInput,
  onProgress: OnProgress,
): Promise<AdminProductView> {
  const body = new FormData();
  for (const [name, value] of Object.entries(values)) body.set(name, value);
  body.set('file', file);
  const options = { body, task: m.productDocuments.addTask(), onProgress };
  const { message, product: saved } = await call<'AdminProductSaved'>('POST', addressOf(productId), options);
  showProduct(saved);
  showOnce('success', message);
  return saved;
}

/** Deletes a document of a product. @returns the saved product; null after a failure, which it shows */
export async function deleteDocument(productId: string, documentId: string): Promise<AdminProductView | null> {
  const path = `${addressOf(productId)}/${encodeURIComponent(documentId)}`;
  try {
    const options = { task: m.productDocuments.deleteTask() };
    const { message, product: saved } = await call<'AdminProductSaved'>('DELETE', path, options);
    showProduct(saved);
    showOnce('success', message);
    return saved;
  } catch (error) {
    showFailure(error);
    // Someone else may have deleted it.
    void product.reload(productId);
    return null;
  }
}
