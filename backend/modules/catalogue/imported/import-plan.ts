import { isDeepStrictEqual } from 'node:util';
import type { ImportRefusal } from '#contract/catalogue/imports.ts';
import { m } from '#messages';
import type { EntityManager } from '../../../core/database/db.ts';
import { newId } from '../../../core/ids.ts';
import { skuKey } from '../products/product-identifiers.ts';
import { ImportedCategories, type NewCategories } from './imported-categories.service.ts';
import { familyOf, type ImportedFamilies } from './imported-families.service.ts';
import type { ImportedSkus } from './imported-skus.ts';
import {
  type ImportedProduct,
  isSameVariant,
  LineRefused,
  type StoredValues,
  valuesAfter,
  variantAfter,
} from './imported-values.ts';
import { type StoredProduct, valuesOf } from './stored-products.ts';

/** Whether a line may change all values of its product: it is new, or its id or SKU is in the line. */
function changesAll(line: ImportedProduct, stored: StoredProduct | undefined): boolean {
  if (stored === undefined || stored.id === line.id) return true;
  return stored.sku !== null && !!line.sku && skuKey(stored.sku) === skuKey(line.sku);
}

/** The categories that the lines name and those of their products. */
export function findCategories(
  em: EntityManager,
  lines: readonly ImportedProduct[],
  stored: ReadonlyMap<ImportedProduct, StoredProduct>,
  added: NewCategories,
): Promise<ImportedCategories> {
  const names = lines.filter((line) => changesAll(line, stored.get(line))).map(({ categoryName }) => categoryName);
  const ids = [...stored.values()].map(({ categoryId }) => categoryId);
  return ImportedCategories.find(em, [...new Set(names)], [...new Set(ids)], added);
}

/** How the lines are handled, before anything is stored. */
export class Plan {
  created = 0;
  updated = 0;
  unchanged = 0;
  readonly added: { id: string; line: ImportedProduct }[] = [];
  readonly refusals: ImportRefusal[] = [];
  /** The values of the products after the lines so far, by id. */
  readonly current: Map<string, StoredValues>;

  constructor(stored: Iterable<StoredProduct>) {
    this.current = new Map([...stored].map((row) => [row.id, valuesOf(row)]));
  }

  valuesOf(id: string): StoredValues {
    const values = this.current.get(id);
    if (values === undefined) throw new Error(`The product ${id} is not in the plan`);
    return values;
  }

  put(id: string, line: ImportedProduct, before: StoredValues | null, after: StoredValues): void {
    this.current.set(id, after);
    if (before === null) {
      this.created += 1;
      this.added.push({ id, line });
    } else if (isDeepStrictEqual(before, after)) this.unchanged += 1;
    else this.updated += 1;
  }
}

type Surroundings = {
  stored: ReadonlyMap<ImportedProduct, StoredProduct>;
  categories: ImportedCategories;
  families: ImportedFamilies;
  skus: ImportedSkus;
  /** The ids of the companies that the lines name. */
  companies: ReadonlyMap<string, string>;
  publishesNew: boolean;
};

/** Plans each line against the values that the lines before it leave. */
export async function planLines(
  em: EntityManager,
  lines: readonly ImportedProduct[],
  { stored, categories, families, skus, companies, publishesNew }: Surroundings,
): Promise<Plan> {
  const plan = new Plan(stored.values());
  const categoryOf = (line: ImportedProduct, before: StoredValues | null) =>
    before === null || changesAll(line, stored.get(line)) ? categories.idOf(line.categoryName) : before.categoryId;
  const changes = lines.map((line) => {
    const before = stored.get(line) ?? null;
    return { line, before, categoryId: categoryOf(line, before) };
  });
  await families.read(em, changes.flatMap(familiesOfChange));
  for (const line of lines) {
    const row = stored.get(line);
    // An earlier line of the file may have added it.
    const id = row?.id ?? skus.ownerOf(line.sku) ?? newId();
    const before = plan.current.get(id) ?? null;
    const categoryId = categoryOf(line, before);
    try {
      const after = valuesAfter(line, {
        before,
        categoryId,
        known: categories.attributesOf(categoryId),
        companies,
        changesAll: changesAll(line, row),
        publishesNew,
      });
      const owner = skus.ownerOf(after.sku);
      if (after.sku !== null && owner !== null && owner !== id) {
        throw new LineRefused(['sku'], m.imports.skuTwice({ sku: after.sku }));
      }
      const problem = isSameVariant(before, after) ? null : await families.move(em, id, before, after);
      if (problem !== null) throw new LineRefused(familyColumns(line), problem);
      skus.put(id, before?.sku ?? null, after.sku);
      plan.put(id, line, before, after);
    } catch (error) {
      if (!(error instanceof LineRefused)) throw error;
      plan.refusals.push({ line: line.line, columns: error.columns, reason: error.message });
    }
  }
  return plan;
}

/** The families that a product leaves and joins: read at once, instead of line by line. */
function familiesOfChange({
  line,
  before,
  categoryId,
}: {
  line: ImportedProduct;
  before: StoredValues | null;
  categoryId: string;
}) {
  try {
    const after = { categoryId, ...variantAfter(line, before) };
    return isSameVariant(before, after)
      ? []
      : [before && familyOf(before), familyOf(after)].filter((family) => family !== null);
  } catch (error) {
    if (!(error instanceof LineRefused)) throw error;
    return [];
  }
}

function familyColumns({ family, options }: ImportedProduct): string[] {
  const names = [...options.keys()].map((name) => `option.${name}`);
  return family === undefined ? names : ['family', ...names];
}
