import type { ProductSort } from '#contract/listing/listing.ts';
import type { AttributeFilter } from './attribute-filters.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import { keep } from './columns.ts';

export type Filters = {
  /** As titles are searched for it; see plainText. '' for all products. */
  search: string;
  categoryId: string | null;
  /** EUR cents, inclusive. */
  minCents: number;
  maxCents: number;
  /** Leaves out what is sold out. */
  isInStock: boolean;
  /** Leaves out what is not on sale. */
  isOnSale: boolean;
  /** Of the category. */
  attributes: readonly AttributeFilter[];
  /** Null for similar matches, the best first, and all else newest first. */
  sort: ProductSort | null;
};

export const noFilters: Filters = {
  search: '',
  categoryId: null,
  minCents: 0,
  maxCents: Number.POSITIVE_INFINITY,
  isInStock: false,
  isOnSale: false,
  attributes: [],
  sort: null,
};

export type Test = (slot: number) => boolean;

/** A filter of one attribute. */
export type AttributeTest = {
  /** The attribute's number. */
  attribute: number;
  /** By token: 1 if products with this value pass. */
  allowed: Uint8Array;
};

/** The filters as tests of a row. */
export type Tests = {
  /** Whether every product passes. */
  isTrivial: boolean;
  /** Everything but the search, the category and the attributes; null if every product passes. */
  plain: Test | null;
  attributes: AttributeTest[];
  /** By slot: 1 if the title contains the search, or an identifier equals it; null without a search. */
  exact: Uint8Array | null;
  /** The slots of products of which an identifier equals the search. */
  identified: ReadonlySet<number>;
  /** How well each row fits the search if no title contains it, by slot; 0 if not. Computed on the first call. */
  ranks: () => Float32Array;
};

export type Selection = {
  /** The slots of one product of each family and of all others, in order. */
  slots: Int32Array;
  match: 'exact' | 'similar';
  /** The number of matching members of a product's family; 1 without a family. */
  variantCount: (slot: number) => number;
};

/** The products with the search as an identifier, then those whose title contains it; without any, those that it may mean. */
export function selectProducts(index: CatalogueIndex, filters: Filters, tests = testsOf(index, filters)): Selection {
  const { categoryId, sort } = filters;
  const category = categoryId === null ? null : index.categoryNumber(categoryId);
  const order = sort ?? 'default';
  const all = category === null ? index.orders[order] : index.ordered(category, order);
  if (tests.isTrivial) return index.remember(`all ${category} ${order}`, () => select(index, all, 'exact'));

  const { exact } = tests;
  const found = keepFitting(index, exact === null ? all : keep(all, (slot) => exact[slot] === 1), tests);
  if (exact === null || found.length > 0) return identifiedFirst(index, found, tests);
  return selectSimilar(index, all, tests, sort === null);
}

/** Every product with the search as an identifier, then those of other families. */
function identifiedFirst(index: CatalogueIndex, matching: Int32Array, { identified }: Tests): Selection {
  const selection = select(index, matching, 'exact');
  const first = identified.size === 0 ? [] : keep(matching, (slot) => identified.has(slot));
  if (first.length === 0) return selection;
  const { family } = index.rows;
  const families = new Set(first.map(family));
  const others = keep(
    selection.slots,
    (slot) => !identified.has(slot) && (family(slot) === 0 || !families.has(family(slot))),
  );
  return { ...selection, slots: Int32Array.from([...first, ...others]) };
}

/** Of `slots`, those that a search may mean, also if titles contain it. */
export function selectSimilar(index: CatalogueIndex, slots: Int32Array, tests: Tests, isBestFirst: boolean): Selection {
  const ranks = tests.ranks();
  const similar = keepFitting(
    index,
    keep(slots, (slot) => ranks[slot] !== 0),
    tests,
  );
  return select(index, isBestFirst ? bestFirst(similar, ranks) : similar, 'similar');
}

/** The slots that pass all tests but the search. */
function keepFitting(index: CatalogueIndex, slots: Int32Array, { plain, attributes }: Tests): Int32Array {
  const { values } = index.rows;
  let fitting = slots;
  for (const { attribute, allowed } of attributes) {
    fitting = keep(fitting, (slot) => allowed[values.token(slot, attribute)] === 1);
  }
  return plain === null ? fitting : keep(fitting, plain);
}

/** Products that fit equally well keep their order. */
function bestFirst(slots: Int32Array, ranks: Float32Array): Int32Array {
  const byRank = Map.groupBy(slots, (slot) => ranks[slot] as number);
  const best = [...byRank.keys()].sort((one, other) => other - one);
  return Int32Array.from(best.flatMap((rank) => byRank.get(rank) ?? []));
}

export function testsOf(index: CatalogueIndex, filters: Filters): Tests {
  const { rows } = index;
  const { search, minCents, maxCents, isInStock, isOnSale } = filters;
  const identified = index.identified(search);
  const isPlain = minCents <= 0 && maxCents === Number.POSITIVE_INFINITY && !isInStock && !isOnSale;
  let ranks: Float32Array | undefined;
  return {
    isTrivial: search === '' && isPlain && filters.attributes.length === 0,
    plain: isPlain
      ? null
      : (slot) => {
          const price = rows.price(slot);
          if (price < minCents || price > maxCents) return false;
          return !(isInStock && rows.isSoldOut(slot)) && (!isOnSale || rows.isOnSale(slot));
        },
    attributes: filters.attributes.map((filter) => attributeTest(index, filter)),
    exact: search === '' ? null : marked(index.titlesContaining(search), identified),
    identified,
    ranks: () => {
      ranks ??= index.rank(search);
      return ranks;
    },
  };
}

function marked(slots: Uint8Array, others: ReadonlySet<number>): Uint8Array {
  for (const slot of others) slots[slot] = 1;
  return slots;
}

function attributeTest(index: CatalogueIndex, { attributeId, values, min, max }: AttributeFilter): AttributeTest {
  const { values: known } = index.rows;
  const attribute = index.attributeNumber(attributeId);
  const allowed = new Uint8Array(known.tokenCount);
  const tokens = values === null ? known.tokensOf(attribute) : values.map((value) => known.find(attribute, value));
  const isLimited = min !== Number.NEGATIVE_INFINITY || max !== Number.POSITIVE_INFINITY;
  for (const token of tokens) {
    if (token === undefined) continue;
    const value = known.value(token) as number;
    if (!isLimited || (value >= min && value <= max)) allowed[token] = 1;
  }
  return { attribute, allowed };
}

/** Of each family, selects the first product in stock, or else the first. */
function select({ rows, familyCount }: CatalogueIndex, matching: Int32Array, match: Selection['match']): Selection {
  const chosen = new Int32Array(familyCount);
  const counts = new Int32Array(familyCount);
  for (const slot of matching) {
    const family = rows.family(slot);
    if (family === 0) continue;
    const isBetter = counts[family] === 0 || (rows.isSoldOut(chosen[family] as number) && !rows.isSoldOut(slot));
    if (isBetter) chosen[family] = slot;
    counts[family] = (counts[family] as number) + 1;
  }
  return {
    slots: keep(matching, (slot) => rows.family(slot) === 0 || chosen[rows.family(slot)] === slot),
    match,
    variantCount: (slot) => counts[rows.family(slot)] || 1,
  };
}
