import type { AddProductInput } from '#contract/catalogue/catalogue.input.ts';
import type { AttributeValues, VariantInput } from '#contract/catalogue/catalogue.ts';
import {
  eachProductField,
  fieldColumns,
  type PlainValues,
  partOf,
  type TranslatedFieldName,
} from '#contract/catalogue/product-fields.input.ts';
import { changeTranslations, type Translations } from '#contract/catalogue/translations.ts';
import type { AdminProductRow } from '../catalogue.admin.queries.ts';
import type { CompanyNames } from '../companies/companies.service.ts';
import { plainColumnsOf, plainValuesOf } from './product-columns.ts';

/** What admins can change about a product, besides its pictures. */
export type ProductValues = PlainValues & {
  categoryId: string;
  attributes: AttributeValues;
  family: VariantInput | null;
  translations: Translations<TranslatedFieldName>;
};

/** The values of a new product, with defaults for the absent ones. */
export function newProductValues(input: AddProductInput): ProductValues {
  const { categoryId, attributes = {}, family = null } = input;
  const plain = eachProductField<PlainValues>((name, { initial = null }) => input[name] ?? initial);
  return { ...plain, categoryId, attributes, family, translations: changeTranslations({}, input.translations) };
}

/** The current values of a product. */
export function valuesOf(row: AdminProductRow): ProductValues {
  return {
    ...plainValuesOf({ ...row, stock: row.stockCount }),
    categoryId: row.categoryId,
    attributes: Object.fromEntries(row.attributes.map(({ code, value }) => [code, value])),
    family: row.family && { name: row.family.name, options: currentOptions(row.family) },
    translations: row.translations,
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
  const { categoryId, attributes, family, translations } = values;
  return {
    ...plainColumnsOf(values),
    categoryId,
    attributes,
    family: family?.name ?? null,
    options: family?.options ?? {},
    translations,
  };
}

/** A product as the audit trail records it: each attribute and option is a field of its own. */
type AuditedProduct = Record<string, string | number | boolean | null>;

/** What an audit entry calls by its name. */
type AuditedNames = { category: string; image: string; companies: CompanyNames };

/** The names that a product has now. */
export function currentNames(row: AdminProductRow): AuditedNames {
  const { categoryName: category, image, manufacturer, responsible } = row;
  const companies = new Map<string, string>();
  if (row.manufacturerId && manufacturer) companies.set(row.manufacturerId, manufacturer.name);
  if (row.responsibleId && responsible) companies.set(row.responsibleId, responsible.name);
  return { category, image, companies };
}

/** The price is in EUR, the category and companies are names, the picture is a file name. */
export function auditedProduct(values: ProductValues, { category, image, companies }: AuditedNames): AuditedProduct {
  const { family, attributes } = values;
  const plain = fieldColumns.map((column) => {
    const value = (partOf(column, values[column.name]) ?? null) as AuditedProduct[string];
    return [column.column, column.field.kind === 'company' ? (companies.get(String(value)) ?? null) : value] as const;
  });
  return {
    ...Object.fromEntries(plain),
    category,
    image,
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
