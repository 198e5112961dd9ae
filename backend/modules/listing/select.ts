import type { ProductSort } from '#contract/listing.ts';
import type { CatalogueIndex } from './catalogue-index.ts';

export type Filters = {
  /** '' for all products. */
  search: string;
  categoryId: string | null;
  /** EUR cents, inclusive. */
  minCents: number;
  maxCents: number;
  /** Null for near matches by likeness, and all else newest first. */
  sort: ProductSort | null;
};

/** The slots of the products in order. */
export type Selection = { slots: Int32Array; match: 'exact' | 'similar' };

type Test = (slot: number) => boolean;

/** The products that match; near matches if no title contains the search. */
export function selectProducts(index: CatalogueIndex, filters: Filters): Selection {
  const { rows, words } = index;
  const search = filters.search.toLowerCase();
  const order = index.orders[filters.sort ?? 'default'];
  const fits = testOf(index, filters);
  if (search === '') return { slots: fits === null ? order : keep(order, fits), match: 'exact' };

  const also = (test: Test): Test => (fits === null ? test : (slot) => test(slot) && fits(slot));
  const mark = words.markContaining(search);
  const exact = keep(
    order,
    also((slot) => rows.mark(slot) === mark),
  );
  if (exact.length > 0) return { slots: exact, match: 'exact' };

  const ranks = words.rankSimilar(search);
  const rank = (slot: number) => ranks[slot] as number;
  const similar = keep(
    order,
    also((slot) => rank(slot) > 0),
  );
  // Sorting is stable: equally similar products stay newest first.
  if (filters.sort === null) similar.sort((one, other) => rank(other) - rank(one));
  return { slots: similar, match: 'similar' };
}

/** Null without a filter. */
function testOf({ rows, numberOf }: CatalogueIndex, { categoryId, minCents, maxCents }: Filters): Test | null {
  const isPriceFree = minCents <= 0 && maxCents === Number.POSITIVE_INFINITY;
  if (categoryId === null && isPriceFree) return null;
  const category = categoryId === null ? null : numberOf(categoryId);
  return (slot) => {
    const price = rows.price(slot);
    return (category === null || rows.category(slot) === category) && price >= minCents && price <= maxCents;
  };
}

/** Like `Int32Array.filter`, which is several times slower. */
function keep(order: Int32Array, test: Test): Int32Array {
  const kept = new Int32Array(order.length);
  let count = 0;
  for (let index = 0; index < order.length; index += 1) {
    const slot = order[index] as number;
    if (!test(slot)) continue;
    kept[count] = slot;
    count += 1;
  }
  return kept.subarray(0, count);
}
