/**
 * The price of an order: the only place that computes one. Integers go in and come out: EUR cents for what the shop
 * charges, minor units of the order's currency for what the shopper pays, hundredths of a percent for rates.
 */

import { type CurrencyCode, convertCents, totalInMinorUnits } from './money.ts';

export type PricedItem = { unitPriceCents: number; count: number };

/** What a discount takes off the goods that it is for. */
export type DiscountTerms = { percentHundredths: number } | { amountCents: number };

export type PricingTerms = {
  currency: CurrencyCode;
  /** EUR cents. */
  shippingCents: number;
  /** VAT in hundredths of a percent. Prices include it. */
  taxRateHundredths: number;
  discount: DiscountTerms | null;
};

/** What is charged at a VAT rate, in minor units of the currency. */
export type TaxShare = {
  /** Hundredths of a percent. */
  rateHundredths: number;
  net: number;
  tax: number;
};

/** All amounts in minor units of the currency. */
export type Price = {
  /** In the order of the items. Each amount is converted once, so their sum may miss `subtotal` by a few minor units. */
  lines: { price: number; amount: number }[];
  subtotal: number;
  /** At most the goods that it is for. */
  discount: number;
  shipping: number;
  /** What the shopper pays: `subtotal − discount + shipping`. */
  amount: number;
  /** The part of `amount` that is VAT. */
  tax: number;
  /** `amount` by rate, ascending. */
  taxes: TaxShare[];
};

const WHOLE = 10_000;

/** Prices a cart. `isDiscounted` selects the items that the discount applies to; by default, all. */
export function priceItems<Item extends PricedItem>(
  items: readonly Item[],
  { currency, shippingCents, taxRateHundredths, discount: terms }: PricingTerms,
  isDiscounted: (item: Item) => boolean = () => true,
): Price {
  const subtotal = totalInMinorUnits(items, currency);
  const discount =
    terms === null ? 0 : discountOn(totalInMinorUnits(items.filter(isDiscounted), currency), terms, currency);
  const shipping = convertCents(shippingCents, currency);
  const amount = subtotal - discount + shipping;
  const tax = portion(amount, taxRateHundredths, WHOLE + taxRateHundredths);
  return {
    lines: items.map(({ unitPriceCents, count }) => ({
      price: convertCents(unitPriceCents, currency),
      amount: convertCents(unitPriceCents * count, currency),
    })),
    subtotal,
    discount,
    shipping,
    amount,
    tax,
    taxes: [{ rateHundredths: taxRateHundredths, net: amount - tax, tax }],
  };
}

function discountOn(goods: number, terms: DiscountTerms, currency: CurrencyCode): number {
  const discount =
    'percentHundredths' in terms
      ? portion(goods, terms.percentHundredths, WHOLE)
      : convertCents(terms.amountCents, currency);
  return Math.min(discount, goods);
}

/** What shipping costs for goods of a value, both in EUR cents before discount: nothing from `freeFromCents` on. */
export function shippingPrice(
  { priceCents, freeFromCents }: { priceCents: number; freeFromCents: number | null },
  goodsCents: number,
): number {
  return freeFromCents !== null && goodsCents >= freeFromCents ? 0 : priceCents;
}

/** `amount × numerator / denominator`, rounded to an integer; halves round up. Exact for products over 2⁵³ too. */
export function portion(amount: number, numerator: number, denominator: number): number {
  return Number((2n * BigInt(amount) * BigInt(numerator) + BigInt(denominator)) / (2n * BigInt(denominator)));
}
