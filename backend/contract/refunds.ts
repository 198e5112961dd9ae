/** What refunded units give back: the only place that computes it. Integers in minor units of the order's currency. */

import { type CurrencyCode, convertCents } from './money.ts';
import { portion } from './pricing.ts';

export type RefundableLine = {
  unitPriceCents: number;
  count: number;
  isDiscounted: boolean;
  /** Units that were refunded before. */
  refunded: number;
  /** Units to refund now. */
  toRefund: number;
};

/**
 * The value of the units to refund: price × count less their shares of the discount. A unit's share is in proportion to its
 * price, halves rounded up; the last unit takes the remainder, and those before it what would exceed its price.
 */
export function refundOf(lines: readonly RefundableLine[], discount: number, currency: CurrencyCode): number {
  const priced = lines.map((line) => ({ ...line, price: convertCents(line.unitPriceCents, currency) }));
  const shares = sharesOf(
    priced.filter(({ isDiscounted }) => isDiscounted),
    discount,
  );
  const refunded = shares.filter(({ line, place }) => {
    return place >= line.refunded && place < line.refunded + line.toRefund;
  });
  return total(priced.map(({ price, toRefund }) => price * toRefund)) - total(refunded.map(({ share }) => share));
}

/** What the units cost one by one in excess of the goods together: each price is converted, and so is their sum. */
export function excessOf(
  lines: readonly Pick<RefundableLine, 'unitPriceCents' | 'count'>[],
  subtotal: number,
  currency: CurrencyCode,
): number {
  const goods = total(lines.map(({ unitPriceCents, count }) => convertCents(unitPriceCents, currency) * count));
  return Math.max(0, goods - subtotal);
}

/** The share of the discount of each unit, from nothing to its price; `place` counts the units of its line. */
function sharesOf<Line extends { price: number; count: number }>(lines: readonly Line[], discount: number) {
  const goods = total(lines.map(({ price, count }) => price * count));
  const units = lines.flatMap((line) => {
    const share = goods === 0 ? 0 : portion(discount, line.price, goods);
    return Array.from({ length: line.count }, (_, place) => ({ line, place, share }));
  });
  let rest = discount - total(units.map(({ share }) => share));
  for (const unit of units.toReversed()) {
    const share = Math.min(Math.max(unit.share + rest, 0), unit.line.price);
    rest -= share - unit.share;
    unit.share = share;
  }
  return units;
}

function total(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
