/** What refunded units give back: the only place that computes it. Integers in minor units of the order's currency. */

import { discountShares, total } from './pricing.ts';

export type RefundableLine = {
  /** What a unit was charged at: see unitPrice. */
  price: number;
  count: number;
  isDiscounted: boolean;
  /** Units that were refunded before. */
  refunded: number;
  /** Units to refund now. */
  toRefund: number;
};

/** The value of the units to refund: price × count less their shares of the discount. */
export function refundOf(lines: readonly RefundableLine[], discount: number): number {
  const shares = discountShares(
    lines.filter(({ isDiscounted }) => isDiscounted),
    discount,
  );
  const refunded = shares.filter(({ line, place }) => {
    return place >= line.refunded && place < line.refunded + line.toRefund;
  });
  return total(lines.map(({ price, toRefund }) => price * toRefund)) - total(refunded.map(({ share }) => share));
}

/** What the units cost one by one in excess of the goods together, of which each may be rounded. */
export function excessOf(lines: readonly Pick<RefundableLine, 'price' | 'count'>[], subtotal: number): number {
  return Math.max(0, total(lines.map(({ price, count }) => price * count)) - subtotal);
}
