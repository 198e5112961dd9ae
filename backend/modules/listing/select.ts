import type { ProductSort } from '#contract/listing.ts';
import type { AttributeFilter } from './attribute-filters.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import { keep } from './keep.ts';

export type Filters = {
  /** '' for all products. */
  search: string;
  categoryId: string | null;
  /** EUR cents, inclusive. */
  minCents: number;
  maxCents: number;
  /** Leaves out what is sold out. */
  isInStock: boolean;
  /** Of the category. */
  attributes: readonly AttributeFilter[];
  /** Null for near matches by likeness, and all else newest first. */
  sort: ProductSort | null;
};

export const noFilters: Filters = {
  search: '',
  categoryId: null,
  minCents: 0,
  maxCents: Number.POSITIVE_INFINITY,
  isInStock: false,
  attributes: [],
  sort: null,
};

export type Test = (slot: number) => boolean;

/** Whether a product's value of one attribute passes. */
export type AttributeTest = { attribute: number; passes: Test };

/** The filters as tests of a row. */
export type Tests = {
  /** Whether every product of the category passes. */
  isTrivial: boolean;
  /** Everything but the search and the attributes. */
  plain: Test;
  attributes: AttributeTest[];
  /** Whether the title contains the search. */
  exact: Test;
  /** How much a row resembles the search, from 0 to 1; computed on the first call. */
  rank: (slot: number) => number;
};

export type Selection = {
  /** The slots of one product of each family and of all others, in order. */
  slots: Int32Array;
  match: 'exact' | 'similar';
  /** The number of matching members of a product's family; 1 without a family. */
  variantCount: (slot: number) => number;
};

/** The products that match; near matches if no title contains the search. */
export function selectProducts(index: CatalogueIndex, filters: Filters, tests = testsOf(index, filters)): Selection {
  const { search, categoryId, sort } = filters;
  const order = orderOf(index, categoryId, sort ?? 'default');
  if (tests.isTrivial) {
    return index.remember(`all ${categoryId} ${sort ?? 'default'}`, () => select(index, order, 'exact'));
  }

  const fits: Test = (slot) => tests.plain(slot) && tests.attributes.every(({ passes }) => passes(slot));
  const exact = keep(order, search === '' ? fits : (slot) => tests.exact(slot) && fits(slot));
  if (exact.length > 0 || search === '') return select(index, exact, 'exact');

  const similar = keep(order, (slot) => tests.rank(slot) > 0 && fits(slot));
  return select(index, sort === null ? bestFirst(similar, tests.rank) : similar, 'similar');
}

/** Equally similar products keep their order. */
function bestFirst(slots: Int32Array, rank: Tests['rank']): Int32Array {
  const byRank = Map.groupBy(slots, rank);
  const ranks = [...byRank.keys()].sort((one, other) => other - one);
  return Int32Array.from(ranks.flatMap((value) => byRank.get(value) ?? []));
}

export function testsOf(index: CatalogueIndex, filters: Filters): Tests {
  const { rows, titles, near } = index;
  const { minCents, maxCents, isInStock } = filters;
  const search = filters.search.toLowerCase();
  const mark = search === '' ? 0 : titles.markContaining(search);
  let ranks: Float32Array | undefined;
  const isPriceFree = minCents <= 0 && maxCents === Number.POSITIVE_INFINITY;
  return {
    isTrivial: search === '' && isPriceFree && !isInStock && filters.attributes.length === 0,
    plain: (slot) => {
      const price = rows.price(slot);
      return price >= minCents && price <= maxCents && !(isInStock && rows.isSoldOut(slot));
    },
    attributes: filters.attributes.map((filter) => attributeTest(index, filter)),
    exact: search === '' ? () => true : (slot) => rows.mark(slot) === mark,
    rank: (slot) => {
      ranks ??= near.rank(search);
      return ranks[slot] as number;
    },
  };
}

function attributeTest(index: CatalogueIndex, { attributeId, values, min, max }: AttributeFilter): AttributeTest {
  const { values: known } = index.rows;
  const attribute = index.attributeNumber(attributeId);
  const tokens = values && new Set(values.map((value) => known.find(attribute, value)));
  const isLimited = min !== Number.NEGATIVE_INFINITY || max !== Number.POSITIVE_INFINITY;
  return {
    attribute,
    passes: (slot) => {
      const token = known.token(slot, attribute);
      if (token === 0 || (tokens !== null && !tokens.has(token))) return false;
      if (!isLimited) return true;
      const value = known.value(token) as number;
      return value >= min && value <= max;
    },
  };
}

function orderOf(index: CatalogueIndex, categoryId: string | null, sort: ProductSort): Int32Array {
  return categoryId === null ? index.orders[sort] : index.ordered(index.categoryNumber(categoryId), sort);
}

/** Of each family, selects the first product in stock, or else the first. */
function select({ rows, familyCount }: CatalogueIndex, matching: Int32Array, match: Selection['match']): Selection {
  const chosen = new Int32Array(familyCount).fill(-1);
  const counts = new Int32Array(familyCount);
  for (const slot of matching) {
    const family = rows.family(slot);
    if (family === 0) continue;
    counts[family] = (counts[family] as number) + 1;
    const first = chosen[family] as number;
    if (first === -1 || (rows.isSoldOut(first) && !rows.isSoldOut(slot))) chosen[family] = slot;
  }
  return {
    slots: keep(matching, (slot) => rows.family(slot) === 0 || chosen[rows.family(slot)] === slot),
    match,
    variantCount: (slot) => (rows.family(slot) === 0 ? 1 : (counts[rows.family(slot)] as number)),
  };
}
