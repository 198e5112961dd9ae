import { type ProductSort, productSorts } from '#contract/listing/listing.ts';
import { findPlace } from './columns.ts';
import type { Rows } from './rows.ts';

type Compare = (one: number, other: number) => number;

/** The slots of all current rows in each order. */
export type SortOrders = Readonly<Record<ProductSort, Int32Array>>;

const none = new Int32Array();
export const noOrders: SortOrders = { default: none, asc: none, desc: none, saving: none, rating: none };

/** The orders after the removal of some rows and the addition of others. */
export function changeOrders(
  orders: SortOrders,
  rows: Rows,
  removed: readonly number[],
  added: readonly number[],
): SortOrders {
  const comparisons = comparisonsOf(rows);
  return mapOrders((sort) => {
    const compare = comparisons[sort];
    const sorted = (slots: readonly number[]) => Int32Array.from(slots).sort(compare);
    return replace(orders[sort], { removed: sorted(removed), added: sorted(added), compare });
  });
}

export function mapOrders(orderOf: (sort: ProductSort) => Int32Array): SortOrders {
  return Object.fromEntries(productSorts.map((sort) => [sort, orderOf(sort)])) as SortOrders;
}

function comparisonsOf({ compareIds, price, saving, rating }: Rows): Record<ProductSort, Compare> {
  // Ids sort by time (UUIDv7: RFC 9562, 5.7).
  const newest: Compare = (one, other) => compareIds(other, one);
  return {
    default: newest,
    asc: (one, other) => price(one) - price(other) || newest(one, other),
    desc: (one, other) => price(other) - price(one) || newest(one, other),
    saving: (one, other) => saving(other) - saving(one) || newest(one, other),
    rating: (one, other) => rating(other) - rating(one) || newest(one, other),
  };
}

/** Sorted like the order. */
type Change = { removed: Int32Array; added: Int32Array; compare: Compare };

/** Copies what lies between two changes at once: they are few, and comparing all others would take much longer. */
function replace(order: Int32Array, { removed, added, compare }: Change): Int32Array {
  const target = new Int32Array(order.length - removed.length + added.length);
  let [read, written, cut, put] = [0, 0, 0, 0];
  const copyUntil = (place: number) => {
    target.set(order.subarray(read, place), written);
    written += place - read;
    read = place;
  };
  const placeOf = (slot: number) => findPlace(order, (other) => compare(other, slot) < 0, read);
  while (cut < removed.length || put < added.length) {
    const [gone, next] = [removed[cut], added[put]];
    if (next !== undefined && (gone === undefined || compare(next, gone) <= 0)) {
      copyUntil(placeOf(next));
      target[written] = next;
      written += 1;
      put += 1;
    } else {
      copyUntil(placeOf(gone as number));
      read += 1;
      cut += 1;
    }
  }
  copyUntil(order.length);
  return target;
}
