/**
 * The price of an order: the only place that computes one. Integers go in and come out: EUR cents for what the shop
 * charges, minor units of the order's currency for what the shopper pays, hundredths of a percent for rates.
 */

import { type CurrencyCode, convertCents, totalInMinorUnits } from '../values/money.ts';

export type PricedItem = {
  unitPriceCents: number;
  count: number;
  /** VAT in hundredths of a percent. Prices include it. */
  taxRateHundredths: number;
};

/** What a discount takes off the goods that it is for. */
export type DiscountTerms = { percentHundredths: number } | { amountCents: number };

/** How single amounts are charged. */
export type Charging = {
  currency: CurrencyCode;
  /** Whether the buyer owes the VAT, so that all amounts are charged without it. */
  reverseCharge: boolean;
};

export type PricingTerms = Charging & {
  /** EUR cents. */
  shippingCents: number;
  discount: DiscountTerms | null;
};

/** What is charged at a VAT rate, in minor units of the currency. */
export type TaxShare = {
  /** Hundredths of a percent. */
  rateHundredths: number;
  net: number;
  tax: number;
};

/** All amounts in minor units of the currency; with reverse charge, all are net. */
export type Price = {
  /**
   * In the order of the items. Each amount is converted once, so their sum may miss `subtotal` by a few minor units. With
   * reverse charge the last line takes the remainder.
   */
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

/** What a rate has of a price, with VAT. */
type RateShare = { rateHundredths: number; goods: number; discount: number; shipping: number };

const WHOLE = 10_000;

/** Prices a cart. `isDiscounted` selects the items that the discount applies to; by default, all. */
export function priceItems<Item extends PricedItem>(
  items: readonly Item[],
  { currency, shippingCents, discount: terms, reverseCharge }: PricingTerms,
  isDiscounted: (item: Item) => boolean = () => true,
): Price {
  const subtotal = totalInMinorUnits(items, currency);
  const discount =
    terms === null ? 0 : discountOn(totalInMinorUnits(items.filter(isDiscounted), currency), terms, currency);
  const shipping = convertCents(shippingCents, currency);
  const lines = items.map(({ unitPriceCents, count, taxRateHundredths }) => ({
    price: convertCents(unitPriceCents, currency),
    amount: convertCents(unitPriceCents * count, currency),
    count,
    taxRateHundredths,
  }));
  const shares = shareByRate(
    lines.map((line, index) => ({ ...line, isDiscounted: isDiscounted(items[index] as Item) })),
    { goods: subtotal - discount, discount, shipping },
  );
  const taxes = shares.map(({ rateHundredths, goods, shipping }) => {
    const gross = goods + shipping;
    const net = netOf(gross, rateHundredths);
    return { rateHundredths, net, tax: gross - net };
  });
  if (reverseCharge) return withoutTax(lines, shares, total(taxes.map(({ net }) => net)));
  return {
    lines: lines.map(({ price, amount }) => ({ price, amount })),
    subtotal,
    discount,
    shipping,
    amount: subtotal - discount + shipping,
    tax: total(taxes.map(({ tax }) => tax)),
    taxes,
  };
}

/** What a unit is charged at, in minor units of the currency. */
export function unitPrice(
  { unitPriceCents, taxRateHundredths }: Pick<PricedItem, 'unitPriceCents' | 'taxRateHundredths'>,
  { currency, reverseCharge }: Charging,
): number {
  const price = convertCents(unitPriceCents, currency);
  return reverseCharge ? netOf(price, taxRateHundredths) : price;
}

type GrossLine = Price['lines'][number] & { count: number; taxRateHundredths: number };

/**
 * Shares a price among the rates of its lines, ascending. A rate has what its lines cost less their shares of the discount,
 * and shipping in proportion to that; if nothing is left of the goods, in proportion to what they cost.
 */
function shareByRate(
  lines: readonly (GrossLine & { isDiscounted: boolean })[],
  { goods, discount, shipping }: Omit<RateShare, 'rateHundredths'>,
): RateShare[] {
  const rates = [...new Set(lines.map(({ taxRateHundredths }) => taxRateHundredths))].sort((one, other) => one - other);
  const [rate, ...others] = rates;
  if (rate !== undefined && others.length === 0) return [{ rateHundredths: rate, goods, discount, shipping }];
  const discounts = discountShares(
    lines.filter(({ isDiscounted }) => isDiscounted),
    discount,
  );
  const costs = rates.map((rate) =>
    total(lines.filter(({ taxRateHundredths }) => taxRateHundredths === rate).map(({ amount }) => amount)),
  );
  const discounted = rates.map((rate) =>
    total(discounts.filter(({ line }) => line.taxRateHundredths === rate).map(({ share }) => share)),
  );
  const left = costs.map((cost, index) => Math.max(0, cost - (discounted[index] ?? 0)));
  const weights = left.some((each) => each > 0) ? left : costs;
  const shared = {
    goods: apportion(goods, weights),
    discount: apportion(discount, discounted),
    shipping: apportion(shipping, weights),
  };
  return rates.map((rateHundredths, index) => ({
    rateHundredths,
    goods: shared.goods[index] ?? 0,
    discount: shared.discount[index] ?? 0,
    shipping: shared.shipping[index] ?? 0,
  }));
}

/** The price of a cart whose buyer owes the VAT. @param amount the sum of the nets */
function withoutTax(lines: readonly GrossLine[], shares: readonly RateShare[], amount: number): Price {
  const discount = total(shares.map(({ discount, rateHundredths }) => netOf(discount, rateHundredths)));
  const shipping = total(shares.map(({ shipping, rateHundredths }) => netOf(shipping, rateHundredths)));
  const subtotal = amount + discount - shipping;
  const net = lines.map(({ price, amount, taxRateHundredths }) => ({
    price: netOf(price, taxRateHundredths),
    amount: netOf(amount, taxRateHundredths),
  }));
  let rest = subtotal - total(net.map(({ amount }) => amount));
  // What would make the last one negative, those before it take.
  for (const line of net.toReversed()) {
    const amount = Math.max(line.amount + rest, 0);
    rest -= amount - line.amount;
    line.amount = amount;
  }
  return {
    lines: net,
    subtotal,
    discount,
    shipping,
    amount,
    tax: 0,
    taxes: [{ rateHundredths: 0, net: amount, tax: 0 }],
  };
}

/** What remains of an amount without the VAT that it includes. */
export function netOf(amount: number, rateHundredths: number): number {
  return amount - portion(amount, rateHundredths, WHOLE + rateHundredths);
}

/**
 * Shares an integer amount in proportion to weights, so that the shares add up: what rounding down leaves goes to those that
 * it took most from, and of equal ones to the last. Without any weight, the last has all.
 */
export function apportion(amount: number, weights: readonly number[]): number[] {
  const whole = total(weights);
  if (whole === 0) return weights.map((_, index) => (index === weights.length - 1 ? amount : 0));
  const shares = weights.map((weight, index) => {
    const exact = BigInt(amount) * BigInt(weight);
    return { index, share: Number(exact / BigInt(whole)), remainder: Number(exact % BigInt(whole)) };
  });
  const rest = amount - total(shares.map(({ share }) => share));
  const raised = shares
    .toSorted((one, other) => other.remainder - one.remainder || other.index - one.index)
    .slice(0, rest);
  for (const each of raised) each.share += 1;
  return shares.map(({ share }) => share);
}

/**
 * The share of a discount of each unit of its goods, in proportion to its price, halves rounded up; `place` counts the units
 * of its line. The last unit takes the remainder, and those before it what would exceed its price.
 */
export function discountShares<Line extends { price: number; count: number }>(
  lines: readonly Line[],
  discount: number,
): { line: Line; place: number; share: number }[] {
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

/** The sum of integer amounts. */
export function total(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
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
