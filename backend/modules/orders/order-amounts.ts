import { type Charging, type TaxShare, unitPrice } from '#contract/orders/pricing.ts';
import { convertCents } from '#contract/values/money.ts';
import type { Order, OrderLine } from './order.entity.ts';

type Charged = Pick<Order, 'amount' | 'tax' | 'taxRateHundredths' | 'taxes'>;

/** What an order is charged at each VAT rate, ascending, in minor units. */
export function taxesOf({ amount, tax, taxRateHundredths, taxes }: Charged): TaxShare[] {
  return taxes ?? [{ rateHundredths: taxRateHundredths, net: amount - tax, tax }];
}

type PricedLine = Pick<OrderLine, 'unitPriceCents' | 'count' | 'taxRateHundredths' | 'amount'>;

/** What a unit of a line was charged at, in minor units. */
export function unitPriceOf(
  { unitPriceCents, taxRateHundredths }: Pick<PricedLine, 'unitPriceCents' | 'taxRateHundredths'>,
  order: Charging,
): number {
  return unitPrice({ unitPriceCents, taxRateHundredths: taxRateHundredths ?? 0 }, order);
}

/** What a line costs before discount, in minor units. */
export function lineAmountOf({ amount, unitPriceCents, count }: PricedLine, { currency }: Charging): number {
  return amount ?? convertCents(unitPriceCents * count, currency);
}
