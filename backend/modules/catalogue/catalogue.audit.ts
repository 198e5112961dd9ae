import type { ProductValues } from './products/product-values.ts';

/** A product as the audit trail records it: each attribute and option is a field of its own. */
type AuditedProduct = Record<string, string | number | boolean | null>;

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

function fieldsOf(kind: string, values: AuditedProduct): AuditedProduct {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${kind}.${name}`, value]));
}
