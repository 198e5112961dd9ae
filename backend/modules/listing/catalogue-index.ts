import { setTimeout as sleep } from 'node:timers/promises';
import type { ProductSort } from '#contract/listing.ts';
import { plainText } from '#contract/words.ts';
import type { CategoryEntry, ProductEntry } from '../catalogue/changes/catalogue-changes.queries.ts';
import { groupEqual, keepEqual } from './keep.ts';
import { createRows, type Row, type Rows } from './rows.ts';
import { createSimilarSearch, type SimilarSearch } from './similar-search.ts';
import { createSortOrders, type SortOrders } from './sort-orders.ts';

/** Removed rows are dropped once they exceed this share of the current ones, and this number. */
const REMOVED_SHARE = 0.25;
const REMOVED_MIN = 1000;

/** Rows to change before requests get their turn: about a millisecond of work. */
const ROWS_PER_STEP = 100;
/** The length of that turn in milliseconds: several steps of a request in a row. */
const TURN = 3;

/** The published catalogue as far as lists filter and sort by it. */
export type CatalogueIndex = {
  readonly rows: Rows;
  /** The slots of all products in each order. Valid until the next update. */
  readonly orders: SortOrders;
  readonly similar: SimilarSearch;
  /** Computes something once, until the next change of a product. */
  remember<T>(key: string, compute: () => T): T;
  /** The slots of a category's products in an order. */
  ordered(category: number, sort: ProductSort): Int32Array;
  /** The slots of a category's products: those without a family first, then family by family. */
  byFamily(category: number): Int32Array;
  /** The number by which rows know a category. */
  categoryNumber(categoryId: string): number;
  /** Greater than the number of every family. */
  readonly familyCount: number;
  /** The number under which rows know an attribute. */
  attributeNumber(attributeId: string): number;
  /** By name. */
  readonly categories: readonly CategoryEntry[];
  /** By slug, former slug or id. */
  findCategory(slugOrId: string): CategoryEntry | undefined;
  /** Adds the first products. Sorts once, while `update` sorts for each batch. */
  fill(batches: AsyncIterable<readonly ProductEntry[]>): Promise<void>;
  /** Replaces all categories. @returns false if a unit has changed, by which products are found: they must be read again */
  setCategories(categories: readonly CategoryEntry[]): boolean;
  /**
   * Removes the products with the given ids, then adds those that still exist, as they are now. A long update lets
   * requests pass, and lists show all of its changes at its end. Updates must not overlap.
   * @returns the numbers of their families, before and after
   */
  update(ids: readonly string[], entries: readonly ProductEntry[]): Promise<Set<number>>;
};

export function createCatalogueIndex(): CatalogueIndex {
  let rows = createRows();
  const similar = createSimilarSearch();
  const orders = createSortOrders();
  let removed = 0;
  let categories: readonly CategoryEntry[] = [];
  let addresses = new Map<string, CategoryEntry>();
  const categoryNumbers = createNumbers();
  const attributeNumbers = createAttributeNumbers();
  const familyNumbers = createNumbers();
  // 0 stands for no family.
  familyNumbers.of('');
  /** What was computed since the last change. */
  const remembered = new Map<string, unknown>();

  /** Drops removed rows. The others keep their order, in which words know them. */
  function rebuild(): void {
    const before = rows;
    rows = createRows();
    removed = 0;
    remembered.clear();
    const moved = new Int32Array(before.size).fill(-1);
    for (const slot of orders.current.default.toSorted()) moved[slot] = rows.add(before.read(slot));
    similar.move(moved);
    orders.move((slot) => moved[slot] as number);
  }

  /** @returns its slot, if it was known */
  function remove(id: string): number | undefined {
    const slot = rows.find(id);
    if (slot === undefined) return undefined;
    rows.remove(slot);
    removed += 1;
    return slot;
  }

  function add(product: ProductEntry): number {
    const { id, categoryId, title, priceCents, rating, isSoldOut, family, attributes } = product;
    const slot = rows.add({
      id,
      title: plainText(title),
      category: categoryNumbers.of(categoryId),
      priceCents,
      rating,
      isSoldOut,
      family: family === null ? 0 : familyNumbers.of(`${categoryId} ${family}`),
      values: attributeNumbers.arrange(categoryId, attributes),
    });
    const main = [title, ...attributeNumbers.textsOf(categoryId, attributes)];
    similar.add(slot, { main, other: [...Object.values(product.options), product.description] });
    return slot;
  }

  function remember<T>(key: string, compute: () => T): T {
    if (!remembered.has(key)) remembered.set(key, compute());
    return remembered.get(key) as T;
  }

  function ordered(category: number, sort: ProductSort): Int32Array {
    return remember(`${sort} ${category}`, () => keepEqual(orders.current[sort], rows.categories, category));
  }

  return {
    get rows() {
      return rows;
    },
    similar,
    get orders() {
      return orders.current;
    },
    get categories() {
      return categories;
    },
    get familyCount() {
      return familyNumbers.count();
    },
    remember,
    ordered,
    byFamily: (category) =>
      remember(`family ${category}`, () => groupEqual(ordered(category, 'default'), rows.families)),
    categoryNumber: categoryNumbers.of,
    attributeNumber: attributeNumbers.of,
    findCategory: (slugOrId) => addresses.get(slugOrId) ?? categories.find(({ id }) => id === slugOrId.toLowerCase()),

    setCategories(current) {
      categories = current;
      const former = current.flatMap((category) => category.formerSlugs.map((slug) => [slug, category] as const));
      // A current slug wins over a former one.
      addresses = new Map([...former, ...current.map((category) => [category.slug, category] as const)]);
      const names: string[] = [];
      for (const { id, name } of current) names[categoryNumbers.of(id)] = name;
      similar.setCategories(Array.from(names, (name) => name ?? ''));
      return attributeNumbers.set(current);
    },

    async fill(batches) {
      const added: number[] = [];
      for await (const entries of batches) for (const entry of entries) added.push(add(entry));
      await orders.change(rows, [], added);
    },

    async update(ids, entries) {
      const stay = new Set(entries.map(({ id }) => id));
      const left = ids.filter((id) => !stay.has(id));
      const removedSlots = await mapInSteps(left, remove);
      // Requests between the steps find a product before or after its change.
      const replaced = await mapInSteps(entries, (entry) => ({ before: remove(entry.id), after: add(entry) }));
      const added = replaced.map(({ after }) => after);
      const gone = [...removedSlots, ...replaced.map(({ before }) => before)].filter((slot) => slot !== undefined);
      const families = new Set([...gone, ...added].map(rows.family));
      const isLong = ids.length > ROWS_PER_STEP;
      await orders.change(rows, gone, added, isLong ? () => sleep(TURN) : undefined);
      remembered.clear();
      if (removed > Math.max(REMOVED_MIN, orders.current.default.length * REMOVED_SHARE)) rebuild();
      return families;
    },
  };
}

/** Like `map`, but lets requests pass between the steps. */
async function mapInSteps<Item, Result>(items: readonly Item[], handle: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % ROWS_PER_STEP === 0) await sleep(TURN);
    results.push(handle(item));
  }
  return results;
}

/** Numbers for names, from 0. */
function createNumbers() {
  const numbers = new Map<string, number>();
  return {
    of(name: string): number {
      const known = numbers.get(name);
      if (known !== undefined) return known;
      numbers.set(name, numbers.size);
      return numbers.size - 1;
    },
    count: () => numbers.size,
  };
}

type KnownAttribute = { code: string; number: number; unit: string };

/** Numbers for the attributes of each category, from 0. They never change, so that rows stay valid. */
function createAttributeNumbers() {
  const numbers = new Map<string, ReturnType<typeof createNumbers>>();
  const attributeNumber = new Map<string, number>();
  const units = new Map<string, string>();
  let known = new Map<string, KnownAttribute[]>();
  return {
    of: (attributeId: string) => attributeNumber.get(attributeId) ?? -1,

    /** @returns whether all attributes have the units that they had before */
    set(categories: readonly CategoryEntry[]): boolean {
      let haveSameUnits = true;
      known = new Map();
      for (const { id: categoryId, attributes } of categories) {
        const own = numbers.get(categoryId) ?? createNumbers();
        numbers.set(categoryId, own);
        for (const { id, unit } of attributes) {
          attributeNumber.set(id, own.of(id));
          if ((units.get(id) ?? unit) !== unit) haveSameUnits = false;
          units.set(id, unit);
        }
        known.set(
          categoryId,
          attributes.map(({ id, code, unit }) => ({ code, number: own.of(id), unit })),
        );
      }
      return haveSameUnits;
    },

    /** A product's values by the numbers of its category's attributes. */
    arrange(categoryId: string, attributes: ProductEntry['attributes']): Row['values'] {
      const values: Row['values'] = [];
      for (const { code, number } of known.get(categoryId) ?? []) {
        if (attributes[code] === undefined) continue;
        while (values.length <= number) values.push(undefined);
        values[number] = attributes[code];
      }
      return values;
    },

    /** A product's values as people write them: "16 GB". */
    textsOf(categoryId: string, attributes: ProductEntry['attributes']): string[] {
      return (known.get(categoryId) ?? []).flatMap(({ code, unit }) => {
        const value = attributes[code];
        return value === undefined || typeof value === 'boolean' ? [] : [`${value} ${unit}`];
      });
    },
  };
}
