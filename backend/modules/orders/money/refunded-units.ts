import type { RefundInput } from '#contract/orders/orders.input.ts';
import { unitsKept, unitsToShip } from '#contract/orders/orders.ts';
import { excessOf, refundOf } from '#contract/orders/refunds.ts';
import { m } from '#messages';
import { invalid } from '../../../core/errors.ts';
import type { Order, OrderLine } from '../order.entity.ts';
import { unitPriceOf } from '../order-amounts.ts';
import type { RefundedUnits } from './refund.entity.ts';

/** The units that a request lists. @throws AppError invalid if the order has fewer of them */
export function readUnits(
  lines: readonly OrderLine[],
  listed: NonNullable<RefundInput['lines']>,
): Required<RefundedUnits>[] {
  return listed.map(({ productId, count, returned }) => {
    const line = lines.find((each) => each.productId === productId);
    if (line === undefined) throw invalid({ lines: m.orders.noSuchProduct() });
    if (count > line.count - line.refunded) throw invalid({ lines: m.orders.refundTooMuch() });
    const units = { productId, count, returned: returned ?? Math.max(0, count - unitsToShip(line)) };
    if (units.returned > Math.min(count, unitsKept(line))) throw invalid({ lines: m.orders.fewerShipped() });
    if (count - units.returned > unitsToShip(line)) throw invalid({ lines: m.orders.moreShipped() });
    return units;
  });
}

/** All units that are not refunded. */
export function unitsOfRest(lines: readonly OrderLine[]): Required<RefundedUnits>[] {
  const rest = lines.map(({ productId, count, refunded }) => ({
    productId,
    count: count - refunded,
    returned: undefined,
  }));
  return readUnits(
    lines,
    rest.filter(({ count }) => count > 0),
  );
}

/** What units that are not refunded cost, in minor units, whatever is left of the payment. */
export function valueOfUnits(order: Order, lines: readonly RefundableUnits[], units: readonly RefundedUnits[]): number {
  const counts = new Map(units.map(({ productId, count }) => [productId, count]));
  const refundable = lines.map((line) => {
    const { productId, count, isDiscounted, refunded } = line;
    return { price: unitPriceOf(line, order), count, isDiscounted, refunded, toRefund: counts.get(productId) ?? 0 };
  });
  return refundOf(refundable, order.discount);
}

type RefundableUnits = Pick<
  OrderLine,
  'productId' | 'unitPriceCents' | 'taxRateHundredths' | 'count' | 'isDiscounted' | 'refunded'
>;

/**
 * What units give back, in minor units: at most `left`, by which their single prices may differ from the goods together.
 * @throws AppError invalid if it is more than that, or nothing
 */
export function refundValue(
  order: Order,
  lines: readonly OrderLine[],
  units: readonly RefundedUnits[],
  left: number,
): number {
  const value = valueOfUnits(order, lines, units);
  const prices = lines.map((line) => ({ price: unitPriceOf(line, order), count: line.count }));
  if (value > left + excessOf(prices, order.subtotal) || left === 0) throw invalid({ lines: m.orders.refundTooMuch() });
  if (value === 0) throw invalid({ lines: m.orders.nothingToGiveBack() });
  return Math.min(value, left);
}

/** Counts units as refunded, or no longer. */
export function countRefunded(lines: readonly OrderLine[], units: readonly RefundedUnits[], sign: 1 | -1): void {
  const counted = new Map(units.map((each) => [each.productId, each]));
  for (const line of lines) {
    const { count = 0, returned = 0 } = counted.get(line.productId) ?? {};
    line.refunded += sign * count;
    line.returned += sign * returned;
  }
}
