import type { AdminProductView, VariantInput } from '#contract/catalogue/catalogue.ts';
import {
  eachProductField,
  type PlainValues,
  productFieldNames,
  type TranslatedFieldName,
  translatedFieldNames,
} from '#contract/catalogue/product-fields.input.ts';
import { changeTranslations, translationChanges } from '#contract/catalogue/translations.ts';
import type { LanguageCode } from '#messages/languages.ts';
import type { ProductValues } from './productTypes.ts';

/** The current values of a product. */
export function productValues(product: AdminProductView): ProductValues {
  const { translations = {}, categoryId, attributes, family } = product;
  const plain = { ...product, stock: product.stockCount };
  return {
    // A response of the previous release has fewer fields.
    ...eachProductField<PlainValues>((name) => plain[name] ?? null),
    translations,
    categoryId: categoryId._id,
    attributes: Object.fromEntries(attributes.map(({ code, value }) => [code, value])),
    family: family && { name: family.name, options: currentOptions(family) },
  };
}

/** The options of the product whose family it is. */
export function currentOptions({ options }: NonNullable<AdminProductView['family']>): VariantInput['options'] {
  const current = options.flatMap(({ name, values }) =>
    values.filter(({ isCurrent }) => isCurrent).map(({ value }) => [name, value] as const),
  );
  return Object.fromEntries(current);
}

const comparedFields = [...productFieldNames, 'categoryId', 'attributes', 'family'] as const;

/** A text in another language, such as `title.de`. */
export type TranslatedField = `${TranslatedFieldName}.${LanguageCode}`;
export type ProductField = (typeof comparedFields)[number] | TranslatedField;

export function isTranslated(field: ProductField): field is TranslatedField {
  return field.includes('.');
}

/** The text and the language of such a field. */
export function partsOf(field: TranslatedField) {
  return field.split('.') as [TranslatedFieldName, LanguageCode];
}

/** The text in that language, if there is one. */
export function translatedText({ translations }: ProductValues, field: TranslatedField): string | undefined {
  const [text, code] = partsOf(field);
  return translations[code]?.[text];
}

function fieldValue(values: ProductValues, field: ProductField): unknown {
  return isTranslated(field) ? translatedText(values, field) : values[field];
}

/** The fields that differ. */
export function changedFields(before: ProductValues, after: ProductValues): ProductField[] {
  const changed: ProductField[] = comparedFields.filter((field) => {
    if (field === 'attributes' && (before[field] === undefined || after[field] === undefined)) return false;
    return !isSame(before[field], after[field]);
  });
  for (const [code, texts] of Object.entries(translationChanges(before.translations, after.translations))) {
    for (const text of translatedFieldNames) if (text in (texts ?? {})) changed.push(`${text}.${code as LanguageCode}`);
  }
  return changed;
}

/** Merges two edits of the same product; null if both changed the same field differently. */
export function mergeEdits(before: ProductValues, theirs: ProductValues, mine: ProductValues): ProductValues | null {
  const changed = changedFields(before, mine);
  const changedByThem = changedFields(before, theirs);
  if (
    changed.some(
      (field) => changedByThem.includes(field) && !isSame(fieldValue(theirs, field), fieldValue(mine, field)),
    )
  )
    return null;
  // The attributes are those of the category.
  const inCategory: ProductField[] = ['categoryId', 'attributes'];
  const isInBoth = [changed, changedByThem].every((fields) => fields.some((field) => inCategory.includes(field)));
  if (isInBoth && changedFields(theirs, mine).some((field) => inCategory.includes(field))) return null;
  return {
    ...theirs,
    ...Object.fromEntries(
      changed.filter((field) => !isTranslated(field)).map((field) => [field, fieldValue(mine, field)]),
    ),
    translations: changeTranslations(theirs.translations, translationChanges(before.translations, mine.translations)),
  };
}

/** Whether two values are equal, whatever the order of their members. */
function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string | undefined {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null ? Object.fromEntries(Object.entries(member).sort()) : member,
  );
}
