import { type ProductSort, productSorts } from '#contract/listing.ts';
import type { Rows } from './rows.ts';

type Compare = (one: number, other: number) => number;

/** The slots of all current rows in each order. */
export type Orders = Readonly<Record<ProductSort, Int32Array>>;

const none = new Int32Array();
export const noOrders: Orders = { default: none, asc: none, desc: none, rating: none };

/** The orders without the `removed` rows, and with the `added` ones. Calls `pause` between two of them. */
export async function updateOrders(
  orders: Orders,
  rows: Rows,
  removed: readonly number[],
  added: readonly number[],
  pause?: () => Promise<unknown>,
): Promise<Orders> {
  const comparisons = comparisonsOf(rows);
  const update = (sort: ProductSort) => {
    const compare = comparisons[sort];
    const sorted = (slots: readonly number[]) => Int32Array.from(slots).sort(compare);
    return merge(cut(orders[sort], sorted(removed), compare), sorted(added), compare);
  };
  const updated = { ...orders };
  for (const sort of productSorts) {
    updated[sort] = update(sort);
    await pause?.();
  }
  return updated;
}

/** The same orders after all rows have moved to other slots. */
export function mapOrders({ default: newest, asc, desc, rating }: Orders, move: (slot: number) => number): Orders {
  return { default: newest.map(move), asc: asc.map(move), desc: desc.map(move), rating: rating.map(move) };
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

// Both copy what lies between two changes at once: they are few, and comparing all others would take much longer.

function cut(order: Int32Array, removed: Int32Array, compare: Compare): Int32Array {
  const rest = new Int32Array(order.length - removed.length);
  let start = 0;
  for (const [index, slot] of removed.entries()) {
    const place = findPlace(slot, order, start, compare);
    rest.set(order.subarray(start, place), start - index);
    start = place + 1;
  }
  rest.set(order.subarray(start), start - removed.length);
  return rest;
}

function merge(order: Int32Array, added: Int32Array, compare: Compare): Int32Array {
  const merged = new Int32Array(order.length + added.length);
  let start = 0;
  for (const [index, slot] of added.entries()) {
    const place = findPlace(slot, order, start, compare);
    merged.set(order.subarray(start, place), start + index);
    merged[place + index] = slot;
    start = place;
  }
  merged.set(order.subarray(start), start + added.length);
  return merged;
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
