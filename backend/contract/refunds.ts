/** What returned units give back: the only place that computes it. Integers in minor units of the order's currency. */

import { type CurrencyCode, convertCents } from './money.ts';
import { portion } from './pricing.ts';

export type RefundableLine = {
  unitPriceCents: number;
  count: number;
  isDiscounted: boolean;
  /** Units that were returned before. */
  refunded: number;
  /** Units to return now. */
  returned: number;
};

/**
 * The value of the returned units: price × count less their share of the discount. Each unit has the same share for its
 * price, halves rounded up; the last discounted unit of the order takes the remainder.
 */
export function refundOf(lines: readonly RefundableLine[], discount: number, currency: CurrencyCode): number {
  const priced = lines.map((line) => ({ ...line, price: convertCents(line.unitPriceCents, currency) }));
  const discounted = priced.filter(({ isDiscounted }) => isDiscounted);
  const goods = discounted.reduce((sum, { price, count }) => sum + price * count, 0);
  const shareOf = (price: number) => (goods === 0 ? 0 : portion(discount, price, goods));
  const rest = discount - discounted.reduce((sum, { price, count }) => sum + shareOf(price) * count, 0);
  const last = discounted.at(-1);
  return priced.reduce((sum, line) => {
    const { price, returned, refunded, count, isDiscounted } = line;
    const hasLast = line === last && returned > 0 && refunded + returned === count;
    const share = isDiscounted ? shareOf(price) * returned + (hasLast ? rest : 0) : 0;
    return sum + Math.max(0, price * returned - share);
  }, 0);
}
