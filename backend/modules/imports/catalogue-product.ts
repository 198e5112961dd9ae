import { createHash } from 'node:crypto';
import { array, ValidationError } from 'yup';
import { addProductInput, categoryInput } from '#contract/catalogue/catalogue.input.ts';
import { IMAGES_MAX, STOCK_MAX } from '#contract/catalogue/catalogue.ts';
import {
  columnOfField,
  companyFieldNames,
  eachProductField,
  fieldColumns,
  type PartsName,
  type ProductField,
  partsNames,
  type TranslatedFieldName,
  translatedFieldNames,
} from '#contract/catalogue/product-fields.input.ts';
import type { TranslationChanges } from '#contract/catalogue/translations.ts';
import { isId, text, trimmed } from '#contract/values/text.ts';
import { plainText } from '#contract/values/words.ts';
import { m } from '#messages';
import { DEFAULT_LANGUAGE, isLanguageCode } from '#messages/languages.ts';
import { readFields, sentencesOf } from '../../core/http/validation.ts';
import { isRounded, roundedSentence } from '../../core/spreadsheet.ts';
import { type ImportedProduct, isEmpty, LineRefused, readCell } from '../catalogue/imported/imported-values.ts';

/** Whether a name is a bare file name without a path. */
export function isFileName(name: string): boolean {
  return name !== '.' && name !== '..' && name.length <= 255 && /^[^/\\\p{Cc}]+$/u.test(name);
}

const companyName = text().transform(trimmed).nullable().optional();

/** The rules for products and categories in the dashboard, and for the names of picture files. */
const lineInput = addProductInput
  .omit(['categoryId', 'attributes', 'family', ...companyFieldNames, ...partsNames])
  .concat(categoryInput.omit(['translations', 'labels', 'googleCategory']))
  .shape({
    family: text().nullable(),
    manufacturerId: companyName,
    responsibleId: companyName,
    image: text()
      .nullable()
      .test('bare', m.imports.imageBare, (name) => !name || isFileName(name)),
    images: array(
      text()
        .required(m.imports.imagesBare)
        .test('bare', m.imports.imagesBare, (name) => isFileName(name)),
    )
      .max(IMAGES_MAX, m.imports.tooManyImages)
      .test('different', m.imports.sameImage, (names) => new Set(names).size === (names?.length ?? 0))
      .test('one', m.imports.imageOrImages, (names, { parent }) => !names?.length || !parent.image),
  });

/** Sentences that fit a file better than a form. */
const sentences: Record<string, () => string> = {
  stock: () => m.imports.stock({ max: STOCK_MAX }),
  isPublished: m.imports.published,
};

/** The columns by field. */
const columns: Record<string, string> = { ...eachProductField(columnOfField), categoryName: 'category' };

type CatalogueProduct = Omit<ImportedProduct, 'line' | 'id' | 'importKey' | 'pictures' | 'pictureProblem'> & {
  /** The names of its picture files. */
  images: string[];
};

/** The validated product in a line of a catalogue file. @throws LineRefused */
export function readProduct(fields: Record<string, unknown>): CatalogueProduct {
  const rounded = Object.keys(fields).filter((column) => isRounded(fields[column]));
  if (rounded.length > 0) throw new LineRefused(rounded, roundedSentence('number'));
  const given = {
    ...fields,
    categoryName: fields.category,
    ...eachProductField((name, field) => plainCell(field, fields[columnOfField(name)])),
    images: isEmpty(fields.images) ? undefined : namesOfImages(fields.images),
    translations: translationsIn(fields),
  };
  try {
    const { image, images, family, ...product } = readFields(lineInput, given);
    return {
      ...product,
      ...partsIn(fields),
      family: isEmpty(family) && family !== undefined ? null : family,
      options: cellsOf(fields, 'option.'),
      attributes: cellsOf(fields, 'attribute.'),
      images: images ?? (image ? [image] : []),
    };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const problems = [...sentencesOf(error)].map(([path, sentence]) => {
      const field = path.replace(/\[.*$/, '').replace(/^translations\.(.+)\.(.+)$/, '$2.$1');
      return [columns[field] ?? field, sentences[field]?.() ?? sentence] as const;
    });
    const reasons = new Set(problems.map(([, sentence]) => sentence));
    const refused = problems.map(([column]) => column);
    throw new LineRefused([...new Set(refused)], [...reasons].join('; '));
  }
}

/** The value of a plain field. An empty cell leaves what a product always has, and clears what it can be without. */
function plainCell(
  { kind, isRequired, initial }: Pick<ProductField, 'kind' | 'isRequired' | 'initial'>,
  given: unknown,
): unknown {
  const cell = kind === 'text' || kind === 'prose' ? given : trimmed(given);
  if (initial !== undefined && isEmpty(cell)) return undefined;
  if (kind === 'flag') return readCell('boolean', cell);
  if (cell === '' && !isRequired) return null;
  if (kind === 'yesNo') return readCell('boolean', cell);
  return kind === 'wholeNumber' ? readCell('number', cell) : cell;
}

/** The fields of parts of which a line has any column; the import checks them with the parts that a product has already. */
function partsIn(fields: Record<string, unknown>): Pick<ImportedProduct, PartsName> {
  const parts: Partial<Record<PartsName, Record<string, unknown>>> = {};
  for (const { column, name, part, field } of fieldColumns) {
    const cell = fields[column];
    if (part === null || cell === undefined) continue;
    parts[name as PartsName] = { ...parts[name as PartsName], [part]: plainCell(field, cell) };
  }
  return parts;
}

/** An empty cell removes its translation. @throws LineRefused if there is a text in an unknown language */
function translationsIn(fields: Record<string, unknown>): TranslationChanges<TranslatedFieldName> {
  const changes = new Map<string, Record<string, unknown>>();
  for (const text of translatedFieldNames) {
    for (const [code, cell] of cellsOf(fields, `${text}.`)) {
      if (isLanguageCode(code) && code !== DEFAULT_LANGUAGE) {
        changes.set(code, { ...changes.get(code), [text]: isEmpty(cell) ? '' : cell });
      } else if (!isEmpty(cell)) throw new LineRefused([`${text}.${code}`], m.translations.unknownLanguage());
    }
  }
  return Object.fromEntries(changes);
}

/** The names of picture files in a cell, separated by |; not checked. */
export function namesOfImages(cell: unknown): unknown[] {
  if (isEmpty(cell)) return [];
  return typeof cell === 'string' ? cell.split('|').map((name) => name.trim()) : [cell];
}

function cellsOf(fields: Record<string, unknown>, prefix: string): Map<string, unknown> {
  const cells = new Map<string, unknown>();
  for (const name in fields) if (name.startsWith(prefix)) cells.set(name.slice(prefix.length), fields[name]);
  return cells;
}

/** The product id in a line; null if it is missing or not an id of this shop. */
export function productIdOf({ id }: Record<string, unknown>): string | null {
  return isId(id) ? id.toLowerCase() : null;
}

/**
 * Creates keys that identify the lines of a file: the n-th line with the same category, title and description is the same
 * product in every import. Composed letters and kinds of white space make no difference. Rejected lines count too, so that fixing one changes no other key.
 * @returns a function that takes the lines in order; it returns null without title, description or category
 */
export function createKeys(): (fields: Record<string, unknown>) => string | null {
  const occurrences = new Map<string, number>();
  return ({ category, title, description }) => {
    if (typeof category !== 'string' || typeof title !== 'string' || typeof description !== 'string') return null;
    // With its case, which the keys of products that were imported earlier distinguish.
    const name = title.normalize('NFC').replace(/\s+/g, ' ').trim();
    const identity = JSON.stringify([plainText(category), name, description.normalize('NFC')]);
    const hash = createHash('sha256').update(identity).digest('base64url');
    const occurrence = (occurrences.get(hash) ?? 0) + 1;
    occurrences.set(hash, occurrence);
    return `${hash}-${occurrence}`;
  };
}
