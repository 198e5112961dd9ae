import type { AdminProductView } from '#contract/catalogue/catalogue.ts';
import { eachProductField, type ProductFieldName, productField } from '#contract/catalogue/product-fields.input.ts';
import { formatDecimal } from '#contract/values/numbers.ts';
import { m } from '#messages';
import { languages } from '#messages/languages.ts';
import { categoryAttributes } from '../../../../api/admin/attributes.ts';
import { categoryNames } from '../../../../api/admin/categories.ts';
import { shownPlain, yesOrNo } from './plainFields.ts';
import { isTranslated, type ProductField, partsOf, type TranslatedField, translatedText } from './productEdits.ts';
import type { ProductValues } from './productTypes.ts';

const fieldNames: Record<Exclude<ProductField, TranslatedField>, () => string> = {
  ...eachProductField<Record<ProductFieldName, () => string>>((_name, { label }) => label),
  categoryId: m.products.category,
  attributes: m.products.attributes,
  family: m.products.variant,
};

/** What a field is called: "Title (Deutsch)". */
export function fieldName(field: ProductField): string {
  if (!isTranslated(field)) return fieldNames[field]();
  const [text, code] = partsOf(field);
  return m.translations.fieldIn({ field: fieldNames[text](), language: languages[code].name });
}

/** A field as admins read it. The products know names that the values lack. */
export function shownValue(field: ProductField, values: ProductValues, products: AdminProductView[]): string {
  if (isTranslated(field)) return translatedText(values, field) ?? m.products.none();
  switch (field) {
    case 'categoryId': {
      const known = [...(categoryNames.peek(null) ?? []), ...products.map(({ categoryId }) => categoryId)];
      return known.find(({ _id }) => _id === values.categoryId)?.categoryName ?? values.categoryId;
    }
    case 'attributes':
      return shownAttributes(values, products);
    case 'family':
      return values.family === null
        ? m.products.none()
        : `${values.family.name}: ${shownOptions(values.family.options)}`;
    default:
      return shownData(field, values[field], products);
  }
}

/** A plain field as admins read it. The products know the names of their companies. */
export function shownData(field: ProductFieldName, value: unknown, products: readonly AdminProductView[]): string {
  const known = products.flatMap(({ manufacturerId, manufacturer, responsibleId, responsible }) => [
    { id: manufacturerId, company: manufacturer },
    { id: responsibleId, company: responsible },
  ]);
  const company = productField(field).kind === 'company' ? known.find(({ id }) => id === value)?.company : undefined;
  return company?.name ?? shownPlain(productField(field), value);
}

function shownAttributes({ attributes = {}, categoryId }: ProductValues, products: AdminProductView[]): string {
  const known = [
    ...(categoryAttributes.peek(categoryId)?.attributes ?? []),
    ...products.flatMap((product) => product.attributes),
  ];
  const lines = Object.entries(attributes).map(([code, value]) => {
    const attribute = known.find((each) => each.code === code);
    const text = typeof value === 'number' ? formatDecimal(value) : value;
    const shown = typeof text === 'boolean' ? yesOrNo(text) : `${text} ${attribute?.unit ?? ''}`.trim();
    return `${attribute?.name ?? code}: ${shown}`;
  });
  return lines.length === 0 ? m.products.none() : lines.join('\n');
}

function shownOptions(options: Record<string, string>): string {
  return Object.entries(options)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}
