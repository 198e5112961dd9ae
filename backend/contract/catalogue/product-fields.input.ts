import * as yup from 'yup';
import { m } from '#messages';
import { PRICE_MAX } from '../values/money.ts';
import { euros, number, twoDecimals, wholeNumber } from '../values/numbers.input.ts';
import {
  asGiven,
  atMost,
  EMPTIED,
  emptied,
  flag,
  instant,
  isDay,
  isId,
  lowerCase,
  missing,
  requiredText,
  text,
  trimmed,
  type Words,
  write,
} from '../values/text.ts';
import {
  CHARGER_WATTS_MAX,
  conditions,
  DESCRIPTION_MAX,
  type EnergyClass,
  energyClasses,
  GUARANTEE_YEARS_MAX,
  GUARANTEE_YEARS_MIN,
  IDENTIFIER_MAX,
  REPAIR_SCORE_MAX,
  SAFETY_MAX,
  SKU_MAX,
  STOCK_MAX,
  TITLE_MAX,
  taxClasses,
} from './catalogue.ts';
import { isGtin } from './gtin.ts';

/**
 * How a field is typed and shown, written in catalogue files, and stored. `prose` has several lines, an `amount` is EUR, a
 * `flag` is always set, a `date` is YYYY-MM-DD, an `instant` is ISO 8601 with time and zone, a `company` is an id, and `parts` are
 * values that belong together.
 */
export type ProductFieldKind =
  | 'text'
  | 'prose'
  | 'amount'
  | 'wholeNumber'
  | 'decimal'
  | 'flag'
  | 'yesNo'
  | 'choice'
  | 'date'
  | 'instant'
  | 'company'
  | 'parts';

/** A value that is typed at once: a field, or one of its parts. */
export type ValueField = {
  kind: ProductFieldKind;
  /** What the dashboard calls it. */
  label: () => string;
  hint?: () => string;
  /** What it says without a value, if not "None". */
  none?: () => string;
  /** Of a choice, with their names. */
  choices?: Record<string, () => string>;
  unit?: string;
  /** What its column in catalogue files holds. */
  meaning: () => string;
};

export type ProductField = ValueField & {
  /** What a new product may have. Without the field, an edit keeps the value. */
  rule: yup.AnySchema;
  /** The sections of the form. The first fields have none. */
  section?: ProductSection;
  isRequired?: true;
  /** Of a new product without the field, which then always has a value; null by default. */
  initial?: boolean | string;
  /** The most characters of a text in each language. */
  translatedMax?: number;
  /** Its column in catalogue files and its name in the audit trail, if it isn't called as the field. */
  column?: string;
  /** Tells rows of catalogue files apart, so that a row changes it only in the product that it names. */
  isOfRow?: true;
  parts?: Record<string, ValueField>;
  /** Whether lists show it, or products alone. */
  shownIn?: 'list' | 'product';
  /** Of this product alone: a copy or another variant begins without it. */
  isOwn?: true;
  /** Whether many products can be given it at once. */
  isBulk?: true;
};

/** Groups of fields that products may be without. */
export const productSections = {
  identification: m.productData.identification,
  safety: m.productData.safetySection,
  energy: m.productData.energySection,
  guarantee: m.productData.guaranteeSection,
} as const;
export type ProductSection = keyof typeof productSections;

/** An identifier or a name in one line. Surrounding spaces are typos. */
function line(name: Words, max: number) {
  return text()
    .transform(trimmed)
    .transform(emptied)
    .meta(EMPTIED)
    .matches(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, {
      message: () => m.productData.printable({ name: write(name) }),
      excludeEmptyString: true,
    })
    .max(...atMost(max, name))
    .nullable()
    .optional();
}

function yesNo(name: Words) {
  const wrong = () => m.fields.flag({ name: write(name) });
  return asGiven(yup.boolean()).typeError(wrong);
}

const watts = (name: Words) => wholeNumber(name, 1, CHARGER_WATTS_MAX);
const wrongEnergy = () => m.productData.energyWrong();
const wrongCharger = () => m.productData.chargerWrong();

/** Without a class there is no label. */
const energy = yup
  .object({
    class: text().oneOf(energyClasses, m.productData.energyClassWrong).required(m.productData.energyClassWrong),
    eprel: text()
      .transform(emptied)
      .meta(EMPTIED)
      .matches(/^\d{1,12}$/, m.productData.eprelWrong)
      .nullable()
      .default(null),
  })
  .transform(emptied)
  .meta(EMPTIED)
  .typeError(wrongEnergy)
  .nullable()
  .default(undefined)
  .optional();

const charger = yup
  .object({
    isIncluded: yesNo(m.productData.chargerIncluded).required(missing(m.productData.chargerIncluded)),
    minWatts: watts(m.productData.minWatts),
    maxWatts: watts(m.productData.maxWatts).when('minWatts', ([least], schema) =>
      typeof least === 'number' ? schema.min(least, m.productData.wattsOrder) : schema,
    ),
    usbPd: yesNo(m.productData.usbPd).required(missing(m.productData.usbPd)),
  })
  .transform(emptied)
  .meta(EMPTIED)
  .typeError(wrongCharger)
  .nullable()
  .default(undefined)
  .optional();

const company = text()
  .transform(lowerCase)
  .transform(emptied)
  .meta(EMPTIED)
  .test('id', m.companies.unknown, (value) => typeof value !== 'string' || isId(value))
  .meta({ format: 'uuid' })
  .nullable()
  .optional();

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
    isOwn: true,
    meaning: m.sales.columnPrice,
  },
  saleFrom: {
    kind: 'instant',
    label: m.sales.from,
    hint: m.sales.fromHint,
    none: m.sales.whenSaved,
    rule: instant(m.sales.from),
    isOwn: true,
    meaning: m.sales.columnFrom,
  },
  /** The first instant after the sale. */
  saleUntil: {
    kind: 'instant',
    label: m.sales.until,
    none: m.sales.noEnd,
    rule: instant(m.sales.until),
    isOwn: true,
    meaning: m.sales.columnUntil,
  },
  taxClass: {
    kind: 'choice',
    label: m.vat.taxClass,
    hint: m.vat.taxClassHint,
    rule: text().oneOf(taxClasses, m.vat.taxClassWrong).optional(),
    choices: { standard: m.vat.standard, reduced: m.vat.reduced, zero: m.vat.zero },
    initial: 'standard',
    meaning: () => taxClasses.join(' | '),
    isBulk: true,
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
  sku: {
    kind: 'text',
    label: m.productData.sku,
    hint: m.productData.skuHint,
    rule: line(m.productData.sku, SKU_MAX),
    section: 'identification',
    meaning: m.productData.skuColumn,
    shownIn: 'list',
    isOwn: true,
  },
  gtin: {
    kind: 'text',
    label: m.productData.gtin,
    hint: m.productData.gtinHint,
    rule: text()
      .transform(trimmed)
      .transform(emptied)
      .meta(EMPTIED)
      .test('gtin', m.productData.gtinWrong, (value) => typeof value !== 'string' || isGtin(value))
      .meta({ pattern: '^(\\d{8}|\\d{12,14})$' })
      .nullable()
      .optional(),
    section: 'identification',
    meaning: m.productData.gtinColumn,
    shownIn: 'product',
    isOwn: true,
  },
  mpn: {
    kind: 'text',
    label: m.productData.mpn,
    hint: m.productData.mpnHint,
    rule: line(m.productData.mpn, IDENTIFIER_MAX),
    section: 'identification',
    meaning: m.productData.mpnHint,
    shownIn: 'product',
    isOwn: true,
  },
  brand: {
    kind: 'text',
    label: m.productData.brand,
    rule: line(m.productData.brand, IDENTIFIER_MAX),
    section: 'identification',
    meaning: () => m.importing.upTo({ max: IDENTIFIER_MAX }),
    shownIn: 'list',
    isBulk: true,
  },
  condition: {
    kind: 'choice',
    label: m.productData.condition,
    none: m.products.notSpecified,
    rule: text()
      .transform(emptied)
      .meta(EMPTIED)
      .nullable()
      .oneOf([...conditions, null], m.productData.conditionWrong)
      .optional(),
    choices: {
      new: m.productData.conditionNew,
      refurbished: m.productData.conditionRefurbished,
      used: m.productData.conditionUsed,
    },
    section: 'identification',
    meaning: () => conditions.join(' | '),
    shownIn: 'product',
    isBulk: true,
  },
  manufacturerId: {
    kind: 'company',
    label: m.productData.manufacturer,
    rule: company,
    section: 'safety',
    column: 'manufacturer',
    meaning: m.productData.companyColumn,
    isBulk: true,
  },
  responsibleId: {
    kind: 'company',
    label: m.productData.responsible,
    hint: m.productData.responsibleHint,
    rule: company,
    section: 'safety',
    column: 'responsible',
    meaning: m.productData.companyColumn,
    isBulk: true,
  },
  safety: {
    kind: 'prose',
    label: m.productData.safety,
    hint: m.productData.safetyHint,
    rule: text()
      .transform(emptied)
      .meta(EMPTIED)
      .max(...atMost(SAFETY_MAX, m.productData.safety))
      .nullable()
      .optional(),
    translatedMax: SAFETY_MAX,
    section: 'safety',
    meaning: () => m.importing.upTo({ max: SAFETY_MAX }),
    shownIn: 'product',
  },
  energy: {
    kind: 'parts',
    label: m.productData.energy,
    rule: energy,
    parts: {
      class: {
        kind: 'choice',
        label: m.productData.energyClass,
        none: m.products.notSpecified,
        choices: Object.fromEntries(energyClasses.map((each) => [each, () => each])) as Record<
          EnergyClass,
          () => string
        >,
        meaning: () => energyClasses.join(' | '),
      },
      eprel: {
        kind: 'text',
        label: m.productData.eprel,
        hint: m.productData.eprelHint,
        meaning: m.productData.eprelHint,
      },
    },
    section: 'energy',
    meaning: m.productData.energy,
    shownIn: 'list',
  },
  charger: {
    kind: 'parts',
    label: m.productData.charger,
    rule: charger,
    parts: {
      isIncluded: {
        kind: 'yesNo',
        label: m.productData.chargerIncluded,
        none: m.products.notSpecified,
        meaning: m.productData.yesOrNo,
      },
      usbPd: {
        kind: 'yesNo',
        label: m.productData.usbPd,
        none: m.products.notSpecified,
        meaning: m.productData.yesOrNo,
      },
      minWatts: {
        kind: 'wholeNumber',
        label: m.productData.minWatts,
        hint: m.productData.minWattsHint,
        unit: 'W',
        meaning: m.productData.minWattsHint,
      },
      maxWatts: {
        kind: 'wholeNumber',
        label: m.productData.maxWatts,
        hint: m.productData.maxWattsHint,
        unit: 'W',
        meaning: m.productData.maxWattsHint,
      },
    },
    section: 'energy',
    meaning: m.productData.charger,
    shownIn: 'list',
  },
  hasBattery: {
    kind: 'yesNo',
    label: m.productData.hasBattery,
    none: m.products.notSpecified,
    rule: yesNo(m.productData.hasBattery).transform(emptied).meta(EMPTIED).nullable().optional(),
    section: 'energy',
    meaning: m.productData.yesOrNo,
    shownIn: 'product',
  },
  guaranteeYears: {
    kind: 'wholeNumber',
    label: m.productData.guaranteeYears,
    hint: m.productData.guaranteeHint,
    rule: wholeNumber(m.productData.guaranteeYears, GUARANTEE_YEARS_MIN, GUARANTEE_YEARS_MAX)
      .transform(emptied)
      .meta(EMPTIED)
      .nullable()
      .optional(),
    section: 'guarantee',
    meaning: m.productData.guaranteeHint,
    shownIn: 'product',
  },
  updatesUntil: {
    kind: 'date',
    label: m.productData.updatesUntil,
    rule: text()
      .transform(emptied)
      .meta(EMPTIED)
      .test('day', m.productData.dayWrong, (value) => typeof value !== 'string' || isDay(value))
      .meta({ format: 'date' })
      .nullable()
      .optional(),
    section: 'guarantee',
    meaning: m.productData.dayColumn,
    shownIn: 'product',
  },
  repairScore: {
    kind: 'decimal',
    label: m.productData.repairScore,
    hint: m.productData.repairScoreHint,
    rule: number(m.productData.repairScoreWrong)
      .min(0, m.productData.repairScoreWrong)
      .max(REPAIR_SCORE_MAX, m.productData.repairScoreWrong)
      .test(
        'decimal',
        m.productData.repairScoreWrong,
        (value) => typeof value !== 'number' || Number(value.toFixed(1)) === value,
      )
      .transform(emptied)
      .meta(EMPTIED)
      .nullable()
      .optional(),
    section: 'guarantee',
    meaning: m.productData.repairScoreHint,
    shownIn: 'product',
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
export type CompanyFieldName = NamesOf<{ kind: 'company' }>;
export type OwnFieldName = NamesOf<{ isOwn: true }>;
export type PartsName = NamesOf<{ kind: 'parts' }>;
export type BulkFieldName = NamesOf<{ isBulk: true }>;
/** Of the data that lists show, and that only products show. */
export type ListedFieldName = NamesOf<{ shownIn: 'list' }>;
export type FurtherFieldName = NamesOf<{ shownIn: 'product' }>;

/** What each of several variants says for itself. */
export const variantFieldNames = ['title', 'price', 'stock'] as const satisfies ProductFieldName[];
export type VariantFieldName = (typeof variantFieldNames)[number];
export type SharedFieldName = Exclude<ProductFieldName, VariantFieldName | OwnFieldName>;

/** The values of the plain fields. */
export type PlainValues = { [Name in ProductFieldName]: Exclude<yup.InferType<Fields[Name]['rule']>, undefined> };

export const productFieldNames = Object.keys(productFields) as ProductFieldName[];

/** A field, whatever its kind. */
export function productField(name: ProductFieldName): ProductField {
  return productFields[name];
}

function namesOf<Name extends ProductFieldName>(isWanted: (field: ProductField) => boolean): Name[] {
  return productFieldNames.filter((name): name is Name => isWanted(productField(name)));
}

/** The fields in which a product speaks each language. */
export const translatedFieldNames = namesOf<TranslatedFieldName>(({ translatedMax }) => translatedMax !== undefined);
export const companyFieldNames = namesOf<CompanyFieldName>(({ kind }) => kind === 'company');
export const partsNames = namesOf<PartsName>(({ kind }) => kind === 'parts');
export const bulkFieldNames = namesOf<BulkFieldName>(({ isBulk }) => isBulk === true);
export const ownFieldNames = namesOf<OwnFieldName>(({ isOwn }) => isOwn === true);
export const listedFieldNames = namesOf<ListedFieldName>(({ shownIn }) => shownIn === 'list');
export const furtherFieldNames = namesOf<FurtherFieldName>(({ shownIn }) => shownIn === 'product');

/** The name of a field in catalogue files and in the audit trail. */
export function columnOfField(name: ProductFieldName): string {
  return productField(name).column ?? name;
}

/** A column of catalogue files: that of a field, or of one of its parts, such as `energy.class`. */
export type FieldColumn = { column: string; name: ProductFieldName; part: string | null; field: ValueField };

/** The columns of all plain fields, by which the audit trail names them too. */
export const fieldColumns: readonly FieldColumn[] = productFieldNames.flatMap((name): FieldColumn[] => {
  const column = columnOfField(name);
  const { parts, ...field } = productField(name);
  if (parts === undefined) return [{ column, name, part: null, field }];
  return Object.entries(parts).map(([part, field]) => ({ column: `${column}.${part}`, name, part, field }));
});

/** What the column of a field or part holds of the field's value. */
export function partOf({ part }: FieldColumn, value: unknown): unknown {
  if (part === null || value === null || value === undefined) return value;
  return (value as Record<string, unknown>)[part];
}

/** A value for each plain field. */
export function eachProductField<Values extends Record<ProductFieldName, unknown>>(
  value: (name: ProductFieldName, field: ProductField) => unknown,
): Values {
  return Object.fromEntries(productFieldNames.map((name) => [name, value(name, productField(name))])) as Values;
}

/** The fields that products may share, such as the variants of a family, beside those of each variant. */
export const sharedFieldNames = productFieldNames.filter(
  (name): name is SharedFieldName => !variantFieldNames.includes(name as never) && productField(name).isOwn !== true,
);

/** The rules of a new product. */
export const productRules = eachProductField<{ [Name in ProductFieldName]: Fields[Name]['rule'] }>(
  (_name, { rule }) => rule,
);

/** The rules of those that a bulk edit gives to many products. */
export const bulkRules = Object.fromEntries(bulkFieldNames.map((name) => [name, productRules[name]])) as Pick<
  typeof productRules,
  BulkFieldName
>;

export const translatedLimits = Object.fromEntries(
  translatedFieldNames.map((name) => [name, productFields[name].translatedMax]),
) as Record<TranslatedFieldName, number>;
