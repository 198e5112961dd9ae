import { type InferResult, sql } from 'kysely';
import { MAX } from 'uuid';
import {
  columnOfField,
  type FieldColumn,
  fieldColumns,
  partOf,
  productField,
  productFieldNames,
  translatedFieldNames,
} from '#contract/catalogue/product-fields.input.ts';
import { decimalAmount } from '#contract/values/money.ts';
import { DEFAULT_LANGUAGE, type LanguageCode, languageCodes } from '#messages/languages.ts';
import { readInBatches } from '../../core/batches.ts';
import type { CsvValue } from '../../core/csv.ts';
import type { EntityManager } from '../../core/database/db.ts';
import type { Lookup } from '../../core/database/lookup.ts';
import { shownPictures } from '../pictures/pictures.queries.ts';
import { readLanguages } from '../settings/settings.queries.ts';
import { db } from './catalogue.tables.ts';
import { columnNameOf } from './products/product-columns.ts';
import { type CompanyColumn, companyViews } from './products/product-details.queries.ts';

type Export = {
  /** Those that an import reads, and others. `price` is in EUR. */
  columns: string[];
  rows: AsyncIterable<Record<string, CsvValue>>;
};

/** All products, newest first. An import of the file changes nothing. */
export async function exportProducts(em: EntityManager, commentCounts: Lookup<number>): Promise<Export> {
  const codes = await readAttributeCodes(em);
  const options = (await readOptionNames(em)).map((name) => `option.${name}`);
  const attributes = [...new Set([...codes.values()].flat())].sort().map((code) => `attribute.${code}`);
  const translated = (await readExportedLanguages(em)).flatMap((code) =>
    translatedFieldNames.map((name) => `${name}.${code}`),
  );
  const required = productFieldNames.filter((name) => productField(name).isRequired).map(columnOfField);
  const optional = fieldColumns.map(({ column }) => column).filter((column) => !required.includes(column));
  const details = [...translated, ...optional, 'family', ...options, ...attributes, 'images'];
  const columns = [...required, 'category', ...details];
  const empty = Object.fromEntries(details.map((name) => [name, '']));
  return {
    columns: [...columns, 'rating', 'ratings', 'comments', 'added', 'id'],
    rows: exportRows(em, commentCounts, (product) => ({ ...empty, ...detailsOf(product, codes) })),
  };
}

async function* exportRows(
  em: EntityManager,
  commentCounts: Lookup<number>,
  details: (product: ExportedProduct) => Record<string, CsvValue>,
) {
  for await (const products of readAllProducts(em)) {
    const comments = await commentCounts(
      em,
      products.map(({ id }) => id),
    );
    for (const product of products) {
      const { id, categoryName, ratings, rating, createdAt } = product;
      yield {
        ...details(product),
        category: categoryName,
        rating: ratings === 0 ? '' : rating.toFixed(2),
        ratings,
        comments: comments.get(id) ?? 0,
        added: new Date(createdAt),
        id,
      };
    }
  }
}

function detailsOf(product: ExportedProduct, codes: ReadonlyMap<string, readonly string[]>): Record<string, CsvValue> {
  const { categoryId, translations, attributes, family, options, images } = product;
  const details: Record<string, CsvValue> = { family, images: images.join('|') };
  for (const column of fieldColumns) details[column.column] = cellOf(column, product);
  for (const [code, texts] of Object.entries(translations)) {
    for (const [field, text] of Object.entries(texts)) details[`${field}.${code}`] = text;
  }
  for (const [name, value] of Object.entries(options)) details[`option.${name}`] = value;
  for (const code of codes.get(categoryId) ?? []) {
    const value = attributes[code];
    if (value !== undefined) details[`attribute.${code}`] = typeof value === 'boolean' ? String(value) : value;
  }
  return details;
}

/** A plain field as a file has it. Companies are names. */
function cellOf(column: FieldColumn, product: ExportedProduct): CsvValue {
  const { kind } = column.field;
  if (kind === 'company') return product[column.column as CompanyColumn]?.name ?? null;
  const value = (partOf(column, product[columnNameOf(column.name)]) ?? null) as string | number | boolean | null;
  if (typeof value === 'boolean') return String(value);
  if (value === null) return null;
  if (kind === 'instant') return new Date(value);
  return kind === 'amount' ? decimalAmount(Number(value)) : value;
}

type ExportedProduct = InferResult<ReturnType<typeof productsBefore>>[number];

const BATCH = 500;

function productsBefore(em: EntityManager, last: string) {
  const images = shownPictures(em, 'product')
    .where('shown.ownerId', '=', sql.ref<string>('product.id'))
    .orderBy('position');
  return db(em)
    .selectFrom('product')
    .innerJoin('category', 'category.id', 'product.categoryId')
    .select(productFieldNames.map((name) => `product.${columnNameOf(name)}` as const))
    .select(companyViews)
    .select(['product.id', 'product.rating', 'product.categoryId', 'category.name as categoryName'])
    .select(['product.createdAt', 'product.translations', 'product.attributes', 'product.family', 'product.options'])
    .select(({ fn, selectFrom }) => [
      fn<number>('cardinality', ['product.allRatings']).as('ratings'),
      sql<string[]>`array(${selectFrom(images.as('gallery')).select('gallery.image')})`.as('images'),
    ])
    .where('product.id', '<', last)
    .orderBy('product.id', 'desc')
    .limit(BATCH);
}

/**
 * Reads all products for an export, newest first, in batches. Holds no transaction open: products added or
 * deleted meanwhile may be missing, but none appears twice.
 */
function readAllProducts(em: EntityManager): AsyncGenerator<ExportedProduct[]> {
  return readInBatches(BATCH, (last) => productsBefore(em, last?.id ?? MAX).execute());
}

/** The languages besides the default one that the shop speaks or that products are translated into. */
async function readExportedLanguages(em: EntityManager): Promise<LanguageCode[]> {
  const rows = await db(em)
    .selectFrom('product')
    .select(sql<string>`jsonb_object_keys(translations)`.as('code'))
    .distinct()
    .execute();
  const known = new Set([...(await readLanguages(em)), ...rows.map(({ code }) => code)]);
  return languageCodes.filter((code) => code !== DEFAULT_LANGUAGE && known.has(code));
}

/** The codes of each category's attributes. */
async function readAttributeCodes(em: EntityManager): Promise<Map<string, string[]>> {
  const rows = await db(em)
    .selectFrom('attribute')
    .select(({ fn }) => ['categoryId', fn.agg<string[]>('array_agg', ['code']).as('codes')])
    .groupBy('categoryId')
    .execute();
  return new Map(rows.map(({ categoryId, codes }) => [categoryId, codes]));
}

/** The names of the options of all families. */
async function readOptionNames(em: EntityManager): Promise<string[]> {
  const rows = await db(em)
    .selectFrom('product')
    .select(sql<string>`jsonb_object_keys(options)`.as('name'))
    .distinct()
    .where('family', 'is not', null)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}
