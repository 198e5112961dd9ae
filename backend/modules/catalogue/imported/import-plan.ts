import { isDeepStrictEqual } from 'node:util';
import type { ImportRefusal } from '#contract/catalogue/imports.ts';
import { m } from '#messages';
import type { EntityManager } from '../../../core/database/db.ts';
import { newId } from '../../../core/ids.ts';
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
import { type FoundProducts, valuesOf } from './stored-products.ts';

type Match = {
  /** Null for a new product. */
  id: string | null;
  /** Whether the line may change all values of its product: it is new, or its id or SKU is in the line. */
  changesAll: boolean;
};

/** The product that a line describes: by id, else by SKU as the lines before it leave it, else by its key. */
function matchOf(line: ImportedProduct, { byId, byImportKey }: FoundProducts, skus: ImportedSkus): Match {
  const id = byId.get(line.id ?? '')?.id ?? skus.ownerOf(line.sku);
  if (id !== null) return { id, changesAll: true };
  const known = byImportKey.get(line.importKey);
  return known ? { id: known.id, changesAll: false } : { id: null, changesAll: true };
}

/** The categories that the lines may need: those that they name, and those of their products. */
export function findCategories(
  em: EntityManager,
  lines: readonly ImportedProduct[],
  { products, byId, byImportKey }: FoundProducts,
  added: NewCategories,
): Promise<ImportedCategories> {
  // Which products have the SKUs of the lines is known only once the lines before them are planned.
  const naming = lines.filter((line) => byId.has(line.id ?? '') || line.sku || !byImportKey.has(line.importKey));
  const names = naming.map(({ categoryName }) => categoryName);
  const ids = products.map(({ categoryId }) => categoryId);
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

  constructor({ products }: FoundProducts) {
    this.current = new Map(products.map((row) => [row.id, valuesOf(row)]));
  }

  valuesOf(id: string): StoredValues {
    const values = this.current.get(id);
    if (values === undefined) throw new Error(`The product ${id} is not in the plan`);
    return values;
  }

  put({ id, isNew, before }: Target, line: ImportedProduct, after: StoredValues): void {
    this.current.set(id, after);
    if (before === null) this.added.push({ id, line });
    if (isNew) this.created += 1;
    else if (isDeepStrictEqual(before, after)) this.unchanged += 1;
    else this.updated += 1;
  }
}

/** The product of a line. */
type Target = Match & {
  id: string;
  isNew: boolean;
  /** Its values before the line; null also of one that earlier lines of a check would have added. */
  before: StoredValues | null;
  categoryId: string;
};

type Surroundings = {
  stored: FoundProducts;
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
  const plan = new Plan(stored);
  const targetOf = (line: ImportedProduct): Target => {
    const { id, changesAll } = matchOf(line, stored, skus);
    const before = plan.current.get(id ?? '') ?? null;
    const categoryId = before === null || changesAll ? categories.idOf(line.categoryName) : before.categoryId;
    return { id: id ?? newId(), isNew: id === null, changesAll, before, categoryId };
  };
  await families.read(
    em,
    lines.flatMap((line) => familiesOfChange(line, targetOf)),
  );
  for (const line of lines) {
    try {
      const target = targetOf(line);
      const { id, changesAll, before, categoryId } = target;
      const after = valuesAfter(line, {
        before,
        categoryId,
        known: categories.attributesOf(categoryId),
        companies,
        changesAll,
        publishesNew,
      });
      const owner = skus.ownerOf(after.sku);
      if (after.sku !== null && owner !== null && owner !== id) {
        throw new LineRefused(['sku'], m.imports.skuTwice({ sku: after.sku }));
      }
      const problem = isSameVariant(before, after) ? null : await families.move(em, id, before, after);
      if (problem !== null) throw new LineRefused(familyColumns(line), problem);
      skus.put(id, before?.sku ?? null, after.sku);
      plan.put(target, line, after);
    } catch (error) {
      if (!(error instanceof LineRefused)) throw error;
      plan.refusals.push({ line: line.line, columns: error.columns, reason: error.message });
    }
  }
  return plan;
}

/** The families that a product leaves and joins: read at once, instead of line by line. */
function familiesOfChange(line: ImportedProduct, targetOf: (line: ImportedProduct) => Target) {
  try {
    const { before, categoryId } = targetOf(line);
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
