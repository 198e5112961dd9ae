import { isDeepStrictEqual } from 'node:util';
import { type AnyObjectSchema, ValidationError } from 'yup';
import { attributeProblem } from '#contract/catalogue/attributes.input.ts';
import type { AttributeType, AttributeValues, VariantInput } from '#contract/catalogue/catalogue.ts';
import {
  type CompanyFieldName,
  columnOfField,
  companyFieldNames,
  type PartsName,
  type PlainValues,
  type ProductFieldName,
  partsNames,
  productField,
  productFieldNames,
  productFields,
  type RequiredFieldName,
  type TranslatedFieldName,
} from '#contract/catalogue/product-fields.input.ts';
import { saleProblems } from '#contract/catalogue/sales.ts';
import { changeTranslations, type TranslationChanges, type Translations } from '#contract/catalogue/translations.ts';
import { variantInput } from '#contract/catalogue/variants.input.ts';
import { pointNotation, readNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';
import type { LanguageCode } from '#messages/languages.ts';
import { readFields, sentencesOf } from '../../../core/http/validation.ts';
import { type KnownAttributes, valuesThatFit } from '../attributes/attributes.queries.ts';
import { columnNameOf, type PlainColumns, plainValuesOf, storedValue } from '../products/product-columns.ts';

/** A plain field as a line has it: companies by name, parts with those that the file has columns for, not yet checked. */
type LineValue<Name extends ProductFieldName> = Name extends CompanyFieldName
  ? string | null
  : Name extends PartsName
    ? Record<string, unknown>
    : PlainValues[Name];

/** The plain fields of a line. */
export type LineValues = Pick<PlainValues, RequiredFieldName> & {
  [Name in Exclude<ProductFieldName, RequiredFieldName>]?: LineValue<Name> | undefined;
};

/**
 * A product described by a line of a catalogue file. What the file has no column for is undefined, or missing in the maps,
 * and keeps its value.
 */
export type ImportedProduct = LineValues & {
  /** Its first line in the file, counted from 1. */
  line: number;
  /** The product's id if the file has one, as an export of this shop does. */
  id: string | null;
  /** Identifies the line in every import of the file. */
  importKey: string;
  /** Compared ignoring case. */
  categoryName: string;
  /** Null for a product without variants. */
  family?: string | null | undefined;
  /** By name. An empty cell removes the option. */
  options: ReadonlyMap<string, unknown>;
  translations?: TranslationChanges<TranslatedFieldName> | undefined;
  /** By code. An empty cell removes the value. */
  attributes: ReadonlyMap<string, unknown>;
  /** The pictures of a new product: the key of each upload, and its extension once published. */
  pictures: readonly { key: string; extension: string }[];
  /** Whether its file may group thousands with points, as spreadsheets do in many languages. */
  hasLocalNumbers?: true | undefined;
  /** Refuses a new product: its pictures are not all there. An existing one keeps its own. */
  pictureProblem?: [column: string, problem: string] | undefined;
};

/** What an import changes about a product, as it is stored. */
export type StoredValues = PlainColumns & {
  translations: Translations<TranslatedFieldName>;
  categoryId: string;
  attributes: AttributeValues;
  family: string | null;
  options: VariantInput['options'];
};

/** Thrown to refuse a line, with the reason. */
export class LineRefused extends Error {
  /** Those with the wrong values. */
  readonly columns: string[];

  constructor(columns: string[], reason: string) {
    super(reason);
    this.columns = columns;
  }
}

type Target = {
  /** The current product; null for a new one. */
  before: StoredValues | null;
  /** The category after the import of the line. */
  categoryId: string;
  known: KnownAttributes;
  /** The ids of the companies that the file names, by name. */
  companies: ReadonlyMap<string, string>;
  /** Whether the line may change all values, instead of its price and the optional columns only. */
  changesAll: boolean;
  /** Whether a new product is published if its line doesn't say it. */
  publishesNew: boolean;
};

/** The values of a product after the import of its line. @throws LineRefused */
export function valuesAfter(line: ImportedProduct, target: Target): StoredValues {
  const { before, categoryId, known } = target;
  const isMoved = before !== null && before.categoryId !== categoryId;
  const kept = before?.attributes ?? {};
  if (before === null && line.pictureProblem) refuse([line.pictureProblem]);
  const plain = plainAfter(line, target);
  refuse(Object.entries(saleProblems(plainValuesOf(plain))));
  return {
    ...plain,
    translations: translationsAfter(line.translations, before?.translations ?? {}),
    categoryId,
    attributes: attributesAfter(line, isMoved ? valuesThatFit(known, kept) : kept, known),
    ...variantAfter(line, before),
  };
}

function plainAfter(line: LineValues, { before, changesAll, publishesNew, companies }: Target): PlainColumns {
  const values: Partial<Record<ProductFieldName, unknown>> = {
    ...line,
    ...companiesAfter(line, companies),
    ...partsAfter(line, before),
  };
  const columns = productFieldNames.map((name) => {
    const column = columnNameOf(name);
    const given = values[name];
    const isKept = given === undefined || (productField(name).isOfRow && !changesAll);
    if (before !== null) return [column, isKept ? before[column] : keptText(storedValue(name, given), before[column])];
    const initial = name === 'isPublished' ? publishesNew : productField(name).initial;
    return [column, storedValue(name, given ?? initial ?? null)];
  });
  return Object.fromEntries(columns) as PlainColumns;
}

function companiesAfter(line: LineValues, companies: ReadonlyMap<string, string>) {
  const problems: [column: string, problem: string][] = [];
  const ids = companyFieldNames.map((field) => {
    const name = line[field];
    const id = name ? companies.get(name) : name;
    if (name && id === undefined) problems.push([columnOfField(field), m.imports.noSuchCompany({ name })]);
    return [field, id] as const;
  });
  refuse(problems);
  return Object.fromEntries(ids);
}

/** Parts without a column keep their values. Without any value there is nothing. @throws LineRefused */
function partsAfter(line: LineValues, before: StoredValues | null) {
  const values = partsNames.map((name) => {
    const given = line[name];
    if (given === undefined) return [name, undefined] as const;
    if (Object.values(given).every(isEmpty)) return [name, null] as const;
    return [name, readParts(name, { ...before?.[name], ...given })] as const;
  });
  return Object.fromEntries(values);
}

function readParts(name: PartsName, parts: Record<string, unknown>): unknown {
  try {
    return readFields(productFields[name].rule as AnyObjectSchema, parts);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const problems = [...sentencesOf(error)];
    return refuse(problems.map(([part, problem]) => [`${columnOfField(name)}.${part}`, problem]));
  }
}

function translationsAfter(
  changes: ImportedProduct['translations'],
  before: StoredValues['translations'],
): StoredValues['translations'] {
  const kept = Object.entries(changeTranslations(before, changes)).map(([code, texts]) => {
    const former: Partial<Record<string, string>> = before[code as LanguageCode] ?? {};
    return [
      code,
      Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, keptText(text, former[field])])),
    ];
  });
  return Object.fromEntries(kept);
}

/** The stored text if a file has other line ends only: programs that save CSV write their own. */
function keptText<Value>(after: Value, before: Value | undefined): Value {
  const lines = (value: unknown) => (typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value);
  return before !== undefined && lines(after) === lines(before) ? before : after;
}

function attributesAfter(
  { attributes: cells, categoryName, hasLocalNumbers }: ImportedProduct,
  before: AttributeValues,
  known: KnownAttributes,
): AttributeValues {
  if (cells.size === 0) return before;
  const after = { ...before };
  const problems: [column: string, problem: string][] = [];
  for (const [code, cell] of cells) {
    const attribute = known.get(code);
    const column = `attribute.${code}`;
    if (isEmpty(cell)) {
      if (attribute) delete after[code];
    } else if (attribute) {
      const value = readCell(attribute.type, cell, { hasLocalNumbers });
      const problem = isAmbiguous(attribute.type, cell, hasLocalNumbers)
        ? ambiguity(column, String(cell))
        : attributeProblem({ name: column, type: attribute.type }, value);
      if (problem === null) after[code] = keptText(value as AttributeValues[string], before[code]);
      else problems.push([column, problem]);
    } else problems.push([column, m.imports.noSuchColumn({ category: categoryName, column })]);
  }
  refuse(problems);
  return after;
}

type Variant = Pick<StoredValues, 'family' | 'options'>;

/** A product's family and options after the import of its line. @throws LineRefused */
export function variantAfter(line: ImportedProduct, before: Variant | null): Variant {
  const { family: given, options: cells } = line;
  if (given === undefined && cells.size === 0)
    return { family: before?.family ?? null, options: before?.options ?? {} };
  const family = given === undefined ? (before?.family ?? null) : keptText(given, before?.family);
  // A map, because an option can be named like a property of every object.
  const options = new Map<string, unknown>(Object.entries(before?.options ?? {}));
  const filled: string[] = [];
  for (const [name, cell] of cells) {
    if (isEmpty(cell)) options.delete(name);
    else {
      options.set(name, keptText(cell, options.get(name)));
      filled.push(`option.${name}`);
    }
  }
  if (family === null) {
    if (filled.length > 0) refuse(filled.map((column) => [column, m.imports.optionsNeedFamily()]));
    return { family: null, options: {} };
  }
  return readVariant(family, Object.fromEntries(options), ['family', ...filled]);
}

function readVariant(name: string, options: Record<string, unknown>, columns: string[]): Variant {
  try {
    variantInput.validateSync({ name, options });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new LineRefused(columns, error.message);
  }
  return { family: name, options: options as VariantInput['options'] };
}

/** Problems of a line that are listed. */
const PROBLEMS_MAX = 10;

/** @throws LineRefused if there are problems */
function refuse(problems: [column: string, problem: string][]): void {
  if (problems.length === 0) return;
  const listed = problems.slice(0, PROBLEMS_MAX);
  const reasons = [...new Set(listed.map(([, problem]) => problem))];
  const others = problems.length - listed.length;
  if (others > 0) reasons.push(m.imports.moreProblems({ count: others }));
  throw new LineRefused(
    listed.map(([column]) => column),
    reasons.join('; '),
  );
}

/** Whether a cell of a file is empty, which clears what it is for. */
export function isEmpty(cell: unknown): boolean {
  return cell === undefined || cell === null || cell === '';
}

/** As programs write very small and very large numbers. */
const WITH_EXPONENT = /^\s*-?\d+(\.\d+)?e-?\d+\s*$/i;
const AMBIGUOUS = /^\s*[-−]?[1-9]\d{0,2}([.,])\d{3}\s*$/;
const words = new Map<unknown, boolean>([
  ['true', true],
  ['yes', true],
  ['1', true],
  [1, true],
  ['false', false],
  ['no', false],
  ['0', false],
  [0, false],
]);

/** The value of a cell, which is text in CSV. Returns what it can't convert, for validation to refuse. */
export function readCell(
  type: AttributeType,
  cell: unknown,
  { hasLocalNumbers }: Pick<ImportedProduct, 'hasLocalNumbers'> = {},
): unknown {
  if (type === 'number') {
    if (typeof cell !== 'string' || isAmbiguous(type, cell, hasLocalNumbers)) return cell;
    const number = WITH_EXPONENT.test(cell) ? Number(cell) : readNumber(cell, pointNotation);
    return number === null || Number.isNaN(number) ? cell : number;
  }
  if (type === 'boolean') return words.get(typeof cell === 'string' ? cell.trim().toLowerCase() : cell) ?? cell;
  return cell;
}

/** Whether a cell could be a whole number with grouped thousands, or one with three decimals. */
function isAmbiguous(type: AttributeType, cell: unknown, hasLocalNumbers: boolean | undefined): cell is string {
  const sign = type === 'number' && typeof cell === 'string' ? AMBIGUOUS.exec(cell)?.[1] : undefined;
  return sign === ',' || (sign === '.' && hasLocalNumbers === true);
}

function ambiguity(column: string, cell: string): string {
  const decimal = cell.trim().replace(',', '.');
  const whole = decimal.replace('.', '');
  return m.imports.ambiguous({ column, whole, decimal });
}

type FamilyMember = Variant & Pick<StoredValues, 'categoryId'>;

/** Whether a product stays in its family with its options, or without one. */
export function isSameVariant(before: FamilyMember | null, after: FamilyMember): boolean {
  if (before === null || before.family === null) return after.family === null;
  if (before.categoryId !== after.categoryId || before.family !== after.family) return false;
  return isDeepStrictEqual(before.options, after.options);
}
