import { toMajorUnits } from '#contract/money.ts';
import type { ProductRow } from './catalogue.queries.ts';

/** A product as the audit trail records it: the price in EUR, the category by name, the picture by file name. */
type AuditedProduct = {
  title: string | null;
  description: string | null;
  price: number | null;
  category: string | null;
  image: string | null;
};

/** Stands for a product before its creation or after its deletion. */
export const NO_PRODUCT: AuditedProduct = { title: null, description: null, price: null, category: null, image: null };

export function auditedProduct({ title, description, priceCents, categoryName, image }: ProductRow): AuditedProduct {
  return { title, description, price: toMajorUnits(priceCents), category: categoryName, image };
}
