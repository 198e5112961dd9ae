import { m } from '#messages';
import { isUniqueViolation } from '../../../core/database/db.ts';
import { AppError } from '../../../core/errors.ts';

/** What is equal for SKUs that are the same but for their case, whatever the locale of the database. @param sku SQL */
export function keyOfSku(sku: string): string {
  return `lower(${sku} collate "und-x-icu")`;
}

/** The same for an SKU itself. */
export function skuKey(sku: string): string {
  return sku.toLowerCase();
}

/** Stores a product. @throws AppError conflict if another one has its SKU */
export async function refuseTakenSku<T>(store: () => Promise<T>): Promise<T> {
  try {
    return await store();
  } catch (error) {
    if (!isUniqueViolation(error, 'product_sku_unique')) throw error;
    const message = m.productData.skuTaken();
    throw new AppError('conflict', message, { fields: { sku: message }, cause: error });
  }
}
