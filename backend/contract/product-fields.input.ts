import type * as yup from 'yup';
import { m } from '#messages';
import { DESCRIPTION_MAX, PRICE_MAX, STOCK_MAX, TITLE_MAX } from './catalogue.ts';
import { euros, number, twoDecimals, wholeNumber } from './numbers.input.ts';
import { atMost, flag, instant, missing, requiredText } from './text.ts';

/**
 * How a field is typed and shown, written in catalogue files, and stored. `prose` has several lines, an `amount` is EUR, a
 * `flag` is always set, and an `instant` is ISO 8601 with time and zone.
 */
export type ProductFieldKind = 'text' | 'prose' | 'amount' | 'wholeNumber' | 'flag' | 'instant';

export type ProductField = {
  kind: ProductFieldKind;
  /** What the dashboard calls it. */
  label: () => string;
  hint?: () => string;
  /** What it says without a value, if not "None". */
  none?: () => string;
  /** What a new product may have. Without the field, an edit keeps the value. */
  rule: yup.Schema;
  isRequired?: true;
  /** Of a new product without the field; null by default. */
  initial?: boolean;
  /** The most characters of a text in each language. */
  translatedMax?: number;
  /** Its column in catalogue files and its name in the audit trail, if it isn't called as the field. */
  column?: string;
  /** What the column holds. */
  meaning: () => string;
  /** Tells rows of catalogue files apart, so that a row changes it only in the product that it names. */
  isOfRow?: true;
};

/**
 * The plain fields of a product. Inputs, forms, conflicts, catalogue files and the audit trail follow from this list, and the
 * columns in the database too: see product-columns.ts. Fields with rules of their own are the category, attributes, variants
 * and pictures.
 */
export const productFields = {
  title: {
    kind: 'text',
    label: m.products.titleField,
    rule: requiredText(missing(m.fields.title)).max(...atMost(TITLE_MAX, m.fields.title)),
    isRequired: true,
    translatedMax: TITLE_MAX,
    meaning: () => m.importing.upTo({ max: TITLE_MAX }),
    isOfRow: true,
  },
  description: {
    kind: 'prose',
    label: m.products.description,
    rule: requiredText(missing(m.fields.description)).max(...atMost(DESCRIPTION_MAX, m.fields.description)),
    isRequired: true,
    translatedMax: DESCRIPTION_MAX,
    meaning: () => m.importing.upTo({ max: DESCRIPTION_MAX }),
    isOfRow: true,
  },
  price: {
    kind: 'amount',
    label: m.products.price,
    hint: m.products.priceHint,
    rule: twoDecimals(
      number(m.catalogue.priceNumber, missing(m.fields.price))
        .min(0, m.catalogue.pricePositive)
        .max(PRICE_MAX, m.catalogue.priceMax),
      m.catalogue.priceDecimals,
    ),
    isRequired: true,
    meaning: m.importing.columnPrice,
  },
  /** Charged instead of the price while the sale runs; null without a sale. See saleProblems. */
  salePrice: {
    kind: 'amount',
    label: m.sales.salePrice,
    hint: m.sales.salePriceHint,
    rule: euros(m.sales.salePrice).moreThan(0, m.sales.positive).nullable().optional(),
    meaning: m.sales.columnPrice,
  },
  saleFrom: {
    kind: 'instant',
    label: m.sales.from,
    hint: m.sales.fromHint,
    none: m.sales.whenSaved,
    rule: instant(m.sales.from),
    meaning: m.sales.columnFrom,
  },
  /** The first instant after the sale. */
  saleUntil: {
    kind: 'instant',
    label: m.sales.until,
    none: m.sales.noEnd,
    rule: instant(m.sales.until),
    meaning: m.sales.columnUntil,
  },
  /** Units that can be sold; null if they are not counted. */
  stock: {
    kind: 'wholeNumber',
    label: m.products.stock,
    hint: m.products.stockHint,
    none: m.products.notCounted,
    rule: wholeNumber(m.fields.stock, 0, STOCK_MAX).nullable().optional(),
    meaning: m.importing.columnStock,
  },
  isPublished: {
    kind: 'flag',
    label: m.products.published,
    hint: m.products.publishedHint,
    rule: flag(() => m.fields.flag({ name: m.fields.published() })).optional(),
    initial: true,
    column: 'published',
    meaning: m.importing.columnPublished,
  },
} as const satisfies Record<string, ProductField>;

type Fields = typeof productFields;

export type ProductFieldName = keyof Fields;

/** The names of the fields like this. */
type NamesOf<Like> = { [Name in ProductFieldName]: Fields[Name] extends Like ? Name : never }[ProductFieldName];

export type RequiredFieldName = NamesOf<{ isRequired: true }>;
export type TranslatedFieldName = NamesOf<{ translatedMax: number }>;
export type AmountName = NamesOf<{ kind: 'amount' }>;
export type FlagName = NamesOf<{ kind: 'flag' }>;

/** The values of the plain fields. */
export type PlainValues = { [Name in ProductFieldName]: Exclude<yup.InferType<Fields[Name]['rule']>, undefined> };

export const productFieldNames = Object.keys(productFields) as ProductFieldName[];

/** A field, whatever its kind. */
export function productField(name: ProductFieldName): ProductField {
  return productFields[name];
}

/** The fields in which a product speaks each language. */
export const translatedFieldNames = productFieldNames.filter(
  (name): name is TranslatedFieldName => productField(name).translatedMax !== undefined,
);

/** The name of a field in catalogue files and in the audit trail. */
export function columnOfField(name: ProductFieldName): string {
  return productField(name).column ?? name;
}

/** A value for each plain field. */
export function eachProductField<Values extends Record<ProductFieldName, unknown>>(
  value: (name: ProductFieldName, field: ProductField) => unknown,
): Values {
  return Object.fromEntries(productFieldNames.map((name) => [name, value(name, productField(name))])) as Values;
}

/** The rules of a new product. */
export const productRules = eachProductField<{ [Name in ProductFieldName]: Fields[Name]['rule'] }>(
  (_name, { rule }) => rule,
);

export const translatedLimits = Object.fromEntries(
  translatedFieldNames.map((name) => [name, productFields[name].translatedMax]),
) as Record<TranslatedFieldName, number>;
