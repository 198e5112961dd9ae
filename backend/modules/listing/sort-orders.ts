import { type ProductSort, productSorts } from '#contract/listing.ts';
import { grown } from './columns.ts';
import type { Rows } from './rows.ts';

type Compare = (one: number, other: number) => number;

/** The slots of all current rows in each order. */
export type SortOrders = Readonly<Record<ProductSort, Int32Array>>;

const none = new Int32Array();
const noOrders: SortOrders = { default: none, asc: none, desc: none, rating: none };

/** The orders of rows that change. */
export function createSortOrders() {
  let current = noOrders;
  /** The memory of the orders before the last change. Megabytes of garbage per change would keep the process busy. */
  let spare = noOrders;

  function roomFor(sort: ProductSort, size: number): Int32Array {
    const { buffer } = spare[sort];
    return new Int32Array(buffer.byteLength >= 4 * size ? buffer : new ArrayBuffer(4 * grown(size)), 0, size);
  }

  return {
    /** Valid until the next change. */
    get current() {
      return current;
    },

    /** Removes some rows and adds others, all at once at the end. Calls `pause` after each order. */
    async change(
      rows: Rows,
      removed: readonly number[],
      added: readonly number[],
      pause?: () => Promise<unknown>,
    ): Promise<void> {
      const comparisons = comparisonsOf(rows);
      const changed = { ...current };
      for (const sort of productSorts) {
        const compare = comparisons[sort];
        const sorted = (slots: readonly number[]) => Int32Array.from(slots).sort(compare);
        const order = current[sort];
        const target = roomFor(sort, order.length - removed.length + added.length);
        changed[sort] = replace(order, { removed: sorted(removed), added: sorted(added), compare, target });
        await pause?.();
      }
      spare = current;
      current = changed;
    },

    /** Follows a move of all rows to other slots. */
    move(slotOf: (slot: number) => number): void {
      for (const sort of productSorts) {
        const order = current[sort];
        for (const [place, slot] of order.entries()) order[place] = slotOf(slot);
      }
    },
  };
}

function comparisonsOf({ compareIds, price, rating }: Rows): Record<ProductSort, Compare> {
  // Ids sort by time (UUIDv7: RFC 9562, 5.7).
  const newest: Compare = (one, other) => compareIds(other, one);
  return {
    default: newest,
    asc: (one, other) => price(one) - price(other) || newest(one, other),
    desc: (one, other) => price(other) - price(one) || newest(one, other),
    rating: (one, other) => rating(other) - rating(one) || newest(one, other),
  };
}

type Change = {
  /** Sorted like the order, as is `added`. */
  removed: Int32Array;
  added: Int32Array;
  compare: Compare;
  /** Where the changed order goes. */
  target: Int32Array;
};

/** Copies what lies between two changes at once: they are few, and comparing all others would take much longer. */
function replace(order: Int32Array, { removed, added, compare, target }: Change): Int32Array {
  let [read, written, cut, put] = [0, 0, 0, 0];
  const copyUntil = (place: number) => {
    target.set(order.subarray(read, place), written);
    written += place - read;
    read = place;
  };
  while (cut < removed.length || put < added.length) {
    const [gone, next] = [removed[cut], added[put]];
    if (next !== undefined && (gone === undefined || compare(next, gone) <= 0)) {
      copyUntil(findPlace(next, order, read, compare));
      target[written] = next;
      written += 1;
      put += 1;
    } else {
      copyUntil(findPlace(gone as number, order, read, compare));
      read += 1;
      cut += 1;
    }
  }
  copyUntil(order.length);
  return target;
}

/** The index of `slot` in `sorted`, or at which it belongs; at least `low`. */
function findPlace(slot: number, sorted: Int32Array, low: number, compare: Compare): number {
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(sorted[middle] as number, slot) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
