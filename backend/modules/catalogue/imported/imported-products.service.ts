import { isDeepStrictEqual } from 'node:util';
import type { ImportRefusal } from '#contract/catalogue/imports.ts';
import { companyFieldNames } from '#contract/catalogue/product-fields.input.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { emit } from '../../../core/events/outbox.ts';
import type { Storage } from '../../../core/storage/storage.ts';
import { addPictures } from '../../pictures/pictures.service.ts';
import { copyUpload } from '../../pictures/uploads.ts';
import { lockCompaniesNamed } from '../companies/companies.queries.ts';
import { findCategories, type Plan, planLines } from './import-plan.ts';
import { type NewCategories, storeCategories } from './imported-categories.service.ts';
import { ImportedFamilies } from './imported-families.service.ts';
import { ImportedSkus } from './imported-skus.ts';
import type { ImportedProduct, StoredValues } from './imported-values.ts';
import { addProducts, findStored, type StoredProduct, storeEdits, valuesOf } from './stored-products.ts';

/** How lines are imported. */
export type ImportOptions = {
  /** Whether new products are published if their lines don't say it. */
  publishesNew: boolean;
  /** If given, nothing is stored: what earlier lines would have added. */
  checked: CheckedLines | null;
};

/** What the lines that were only checked would add, on which later lines depend. */
export type CheckedLines = { categories: NewCategories; families: ImportedFamilies; skus: ImportedSkus };

export function noLines(): CheckedLines {
  return { categories: new Map(), families: new ImportedFamilies(), skus: new ImportedSkus() };
}

type SavedLines = {
  created: number;
  updated: number;
  unchanged: number;
  refusals: ImportRefusal[];
  /** The names of the categories that were added. */
  newCategories: string[];
  /** The categories of new products. Pass them to emitCreated. */
  categoryIds: Set<string>;
};

/**
 * Adds products, and their categories if missing. A product of an earlier import gets its new price and the values of the
 * optional columns; a product whose id or SKU is in its line gets all values of the line. A line must fit what is stored after
 * the lines before it; others are refused. Runs in the caller's transaction; `importKey`s must differ.
 */
export async function saveImportedProducts(
  em: EntityManager,
  storage: Storage,
  lines: readonly ImportedProduct[],
  { publishesNew, checked }: ImportOptions = { publishesNew: true, checked: null },
): Promise<SavedLines> {
  const before = checked ?? noLines();
  const stored = await findStored(em, lines, before.skus);
  const categories = await findCategories(em, lines, stored, before.categories);
  const companyNames = lines.flatMap((line) => companyFieldNames.flatMap((name) => line[name] ?? []));
  const companies = await lockCompaniesNamed(em, [...new Set(companyNames)]);
  const { families, skus } = before;
  const plan = await planLines(em, lines, { stored, categories, families, skus, companies, publishesNew });
  const edits = new Map<StoredProduct, StoredValues>();
  for (const before of stored.products) {
    const after = plan.current.get(before.id);
    if (after !== undefined && !isDeepStrictEqual(valuesOf(before), after)) edits.set(before, after);
  }
  const categoryIds = new Set(plan.added.map(({ id }) => plan.valuesOf(id).categoryId));
  const newCategories = categories.takeNew(
    new Set([...categoryIds, ...[...edits.values()].map(({ categoryId }) => categoryId)]),
  );
  const { created, updated, unchanged, refusals } = plan;
  const saved = { created, updated, unchanged, refusals, newCategories: newCategories.map(({ name }) => name) };
  if (checked !== null) return { ...saved, categoryIds: new Set() };
  await storeCategories(em, newCategories);
  await storeEdits(em, edits);
  const rows = plan.added.map(({ id, line: { importKey } }) => ({ id, importKey, ...plan.valuesOf(id) }));
  await addProducts(em, rows);
  await addProductPictures(em, storage, plan.added);
  return { ...saved, categoryIds };
}

/** Emits that products of some categories were created, so that they are counted. */
export function emitCreated(em: EntityManager, categoryIds: Iterable<string>): void {
  for (const categoryId of categoryIds) emit(em, 'product.created', { categoryId });
}

async function addProductPictures(em: EntityManager, storage: Storage, added: Plan['added']): Promise<void> {
  const copies = added.flatMap(({ id, line }) =>
    line.pictures.map(async (picture, position) => {
      // Several lines may name the same file; each product needs its own picture.
      const upload = await copyUpload(storage, picture);
      return { owner: { kind: 'product' as const, id }, upload, uploadedBy: null, position };
    }),
  );
  // At once, as each takes a request if the files are in S3, and the transaction must be short.
  const pictures = await Promise.all(copies);
  await addPictures(em, pictures);
}
