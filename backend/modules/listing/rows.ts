import type { ProductEntry } from '../catalogue/catalogue-changes.queries.ts';

/** Rows that fit before the columns must grow. */
const CAPACITY = 1024;

/**
 * What lists filter and sort products by, in columns: scanning 200,000 objects takes several times as long. A row is
 * identified by its slot and never changes: a changed product gets a new one.
 */
export type Rows = ReturnType<typeof createRows>;

export function createRows() {
  const ids: string[] = [];
  const titles: string[] = [];
  let categories = new Int32Array(CAPACITY);
  let prices = new Int32Array(CAPACITY);
  let ratings = new Float64Array(CAPACITY);
  let marks = new Int32Array(CAPACITY);

  function makeRoom(): void {
    if (ids.length < marks.length) return;
    const capacity = 2 * ids.length;
    categories = copyTo(new Int32Array(capacity), categories);
    prices = copyTo(new Int32Array(capacity), prices);
    ratings = copyTo(new Float64Array(capacity), ratings);
    marks = copyTo(new Int32Array(capacity), marks);
  }

  return {
    /** The number of slots, with those of removed rows. */
    get size() {
      return ids.length;
    },
    id: (slot: number) => ids[slot] as string,
    /** In lower case. */
    title: (slot: number) => titles[slot] as string,
    /** The number of its category. */
    category: (slot: number) => categories[slot] as number,
    /** EUR cents. */
    price: (slot: number) => prices[slot] as number,
    rating: (slot: number) => ratings[slot] as number,
    /** The number of the last search that found it. */
    mark: (slot: number) => marks[slot] as number,
    setMark(slot: number, mark: number): void {
      marks[slot] = mark;
    },

    /** @returns the slot */
    add({ id, title, priceCents, rating }: Omit<ProductEntry, 'categoryId'>, category: number): number {
      makeRoom();
      const slot = ids.length;
      ids.push(id);
      titles.push(title.toLowerCase());
      categories[slot] = category;
      prices[slot] = priceCents;
      ratings[slot] = rating;
      return slot;
    },
    /** Frees the title; the sort keys stay, so that the row can be found in the orders. */
    remove(slot: number): void {
      titles[slot] = '';
    },
  };
}

function copyTo<T extends Int32Array | Float64Array>(target: T, source: T): T {
  target.set(source);
  return target;
}
