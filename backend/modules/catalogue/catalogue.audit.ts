import type { AuditChanges } from '#contract/audit.ts';
import { changesBetween } from '../../core/audit/audit.ts';
import type { ProductValues } from './products/product-values.ts';

/** A product as the audit trail records it: each attribute and option is a field of its own. */
type AuditedProduct = Record<string, string | number | boolean | null>;

/** Stands for a product before its creation or after its deletion. */
export const NO_PRODUCT: AuditedProduct = {};

/** The price is in EUR, the category a name, the picture a file name. */
export function auditedProduct(values: ProductValues, category: string, image: string): AuditedProduct {
  const { title, description, price, isPublished, stock, family, attributes } = values;
  return {
    title,
    description,
    price,
    category,
    image,
    published: isPublished,
    stock,
    family: family?.name ?? null,
    ...fieldsOf('option', family?.options ?? {}),
    ...fieldsOf('attribute', attributes),
  };
}

/** The fields that differ between two states of a product; a missing field counts as null. */
export function productChanges(before: AuditedProduct, after: AuditedProduct): AuditChanges {
  return changesBetween({ ...nothing(after), ...before }, { ...nothing(before), ...after });
}

function nothing(product: AuditedProduct): AuditedProduct {
  return Object.fromEntries(Object.keys(product).map((field) => [field, null]));
}

function fieldsOf(kind: string, values: AuditedProduct): AuditedProduct {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${kind}.${name}`, value]));
}
