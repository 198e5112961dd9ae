import type { AddProductInput } from '#contract/catalogue.input.ts';
import type { AttributeValues, VariantInput } from '#contract/catalogue.ts';
import { toCents, toMajorUnits } from '#contract/money.ts';
import { changeTranslations, type Translations } from '#contract/translations.ts';
import type { AdminProductRow } from '../catalogue.admin.queries.ts';

/** What admins can change about a product, besides its pictures. */
export type ProductValues = Pick<AddProductInput, 'title' | 'description' | 'price' | 'categoryId'> & {
  attributes: AttributeValues;
  isPublished: boolean;
  family: VariantInput | null;
  /** Units that can be sold; null if they are not counted. */
  stock: number | null;
  translations: Translations<'title' | 'description'>;
};

/** The values of a new product, with defaults for the absent ones. */
export function newProductValues(input: AddProductInput): ProductValues {
  const { title, description, price, categoryId } = input;
  const { attributes = {}, isPublished = true, family = null, stock = null } = input;
  const translations = changeTranslations({}, input.translations);
  return { title, description, price, categoryId, attributes, isPublished, family, stock, translations };
}

/** The current values of a product. */
export function valuesOf(row: AdminProductRow): ProductValues {
  const { title, description, priceCents, categoryId, isPublished, stockCount: stock, translations } = row;
  const attributes = Object.fromEntries(row.attributes.map(({ code, value }) => [code, value]));
  return {
    title,
    description,
    price: toMajorUnits(priceCents),
    categoryId,
    attributes,
    isPublished,
    family: row.family && { name: row.family.name, options: currentOptions(row.family) },
    stock,
    translations,
  };
}

function currentOptions({ options }: NonNullable<AdminProductRow['family']>): VariantInput['options'] {
  const current = options.flatMap(({ name, values }) =>
    values.filter(({ isCurrent }) => isCurrent).map(({ value }) => [name, value] as const),
  );
  return Object.fromEntries(current);
}

/** The columns that hold a product's values. */
export function columnsOf(values: ProductValues) {
  const { title, description, price, categoryId, attributes, isPublished, family, stock, translations } = values;
  return {
    title,
    description,
    priceCents: toCents(price),
    categoryId,
    attributes,
    isPublished,
    family: family?.name ?? null,
    options: family?.options ?? {},
    stock,
    translations,
  };
}

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
    ...translatedFields(values.translations),
  };
}

/** Such as `title.de`. */
function translatedFields(translations: ProductValues['translations']): AuditedProduct {
  const fields = Object.entries(translations).flatMap(([code, texts]) =>
    Object.entries(texts).map(([field, text]) => [`${field}.${code}`, text] as const),
  );
  return Object.fromEntries(fields);
}

function fieldsOf(kind: string, values: AuditedProduct): AuditedProduct {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${kind}.${name}`, value]));
}
