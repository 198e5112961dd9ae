import type { CategoryEntry, ProductEntry } from '../catalogue/catalogue-changes.queries.ts';
import { mapOrders, noOrders, type Orders, updateOrders } from './orders.ts';
import { createRows, type Rows } from './rows.ts';
import { createWordSearch, type WordSearch } from './word-search.ts';

/** Removed rows are dropped once they exceed this share of the current ones, and this number. */
const REMOVED_SHARE = 0.25;
const REMOVED_MIN = 1000;

/** The catalogue as far as lists filter and sort by it. */
export type CatalogueIndex = {
  readonly rows: Rows;
  readonly orders: Orders;
  readonly words: WordSearch;
  /** By name. */
  readonly categories: readonly CategoryEntry[];
  /** The number under which rows know a category. */
  numberOf(categoryId: string): number;
  /** By slug, former slug or id. */
  findCategory(slugOrId: string): CategoryEntry | undefined;
  /** Replaces all categories. */
  setCategories(categories: readonly CategoryEntry[]): void;
  /** Removes the products with the given ids, then adds those that still exist, as they are now. */
  update(ids: readonly string[], entries: readonly ProductEntry[]): void;
};

export function createCatalogueIndex(): CatalogueIndex {
  let rows = createRows();
  let words = createWordSearch(rows);
  let orders = noOrders;
  let removed = 0;
  let slots = new Map<string, number>();
  let categories: readonly CategoryEntry[] = [];
  let addresses = new Map<string, CategoryEntry>();
  /** Numbers of categories, by id. */
  const numbers = new Map<string, number>();
  /** The name of each category under which its products are found. */
  let indexedNames = new Map<number, string>();

  function numberOf(categoryId: string): number {
    const known = numbers.get(categoryId);
    if (known !== undefined) return known;
    numbers.set(categoryId, numbers.size);
    return numbers.size - 1;
  }

  function addToWords(slot: number): void {
    const category = rows.category(slot);
    // A product can arrive before its category, whose name then differs from ''.
    const name = indexedNames.get(category) ?? '';
    indexedNames.set(category, name);
    words.add(slot, name);
  }

  /** Drops removed rows, and finds products under the current names of their categories. */
  function rebuild(): void {
    const before = rows;
    rows = createRows();
    words = createWordSearch(rows);
    slots = new Map();
    removed = 0;
    indexedNames = new Map(categories.map(({ id, name }) => [numberOf(id), name.toLowerCase()]));
    const moved = new Int32Array(before.size);
    for (const slot of orders.default) {
      const id = before.id(slot);
      const entry = { id, title: before.title(slot), priceCents: before.price(slot), rating: before.rating(slot) };
      moved[slot] = rows.add(entry, before.category(slot));
      slots.set(id, rows.size - 1);
      addToWords(rows.size - 1);
    }
    orders = mapOrders(orders, (slot) => moved[slot] as number);
  }

  /** @returns its slot, if it was known */
  function remove(id: string): number | undefined {
    const slot = slots.get(id);
    if (slot === undefined) return undefined;
    rows.remove(slot);
    slots.delete(id);
    removed += 1;
    return slot;
  }

  function add(entry: ProductEntry): number {
    const slot = rows.add(entry, numberOf(entry.categoryId));
    slots.set(entry.id, slot);
    addToWords(slot);
    return slot;
  }

  return {
    get rows() {
      return rows;
    },
    get words() {
      return words;
    },
    get orders() {
      return orders;
    },
    get categories() {
      return categories;
    },
    numberOf,
    findCategory: (slugOrId) => addresses.get(slugOrId) ?? categories.find(({ id }) => id === slugOrId.toLowerCase()),

    setCategories(current) {
      categories = current;
      const former = current.flatMap((category) => category.formerSlugs.map((slug) => [slug, category] as const));
      // A current slug wins over a former one.
      addresses = new Map([...former, ...current.map((category) => [category.slug, category] as const)]);
      for (const { id, name } of current) {
        const number = numberOf(id);
        if (!indexedNames.has(number)) indexedNames.set(number, name.toLowerCase());
      }
      if (current.some(({ id, name }) => indexedNames.get(numberOf(id)) !== name.toLowerCase())) rebuild();
    },

    update(ids, entries) {
      const gone = ids.flatMap((id) => remove(id) ?? []);
      orders = updateOrders(orders, rows, gone, entries.map(add));
      if (removed > Math.max(REMOVED_MIN, slots.size * REMOVED_SHARE)) rebuild();
    },
  };
}
