import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CurrencyCode,
  convertCents,
  currencies,
  currencyCodes,
  PRICE_MAX,
  totalInMinorUnits,
} from '../values/money.ts';
import { COUNT_MAX, LINES_MAX } from './payments.ts';
import {
  apportion,
  type DiscountTerms,
  type Price,
  type PricedItem,
  type PricingTerms,
  portion,
  priceItems,
  shippingPrice,
} from './pricing.ts';

const CENTS_MAX = PRICE_MAX * 100;

const cents = fc.oneof(fc.nat(CENTS_MAX), fc.nat(200));
const item = fc.record({
  unitPriceCents: cents,
  count: fc.integer({ min: 1, max: COUNT_MAX }),
  isDiscounted: fc.boolean(),
  // Few rates, which lines share.
  taxRateHundredths: fc.constantFrom(0, 700, 775, 1900, 10_000),
});
type Item = PricedItem & { isDiscounted: boolean };
const items = fc.array(item, { minLength: 1, maxLength: LINES_MAX, size: 'medium' });
const discount: fc.Arbitrary<DiscountTerms | null> = fc.oneof(
  fc.constant(null),
  fc.record({ percentHundredths: fc.integer({ min: 1, max: 10_000 }) }),
  fc.record({ amountCents: fc.integer({ min: 1, max: CENTS_MAX }) }),
);
const terms: fc.Arbitrary<PricingTerms> = fc.record({
  currency: fc.constantFrom(...currencyCodes),
  shippingCents: cents,
  discount,
  reverseCharge: fc.constant(false),
});

const withReverseCharge = terms.map((terms) => ({ ...terms, reverseCharge: true }));

const isDiscounted = ({ isDiscounted }: { isDiscounted: boolean }) => isDiscounted;

/** Checks a property of prices with many carts and terms. */
function holds(property: (price: Price, cart: { items: Item[]; terms: PricingTerms }) => void, of = terms) {
  fc.assert(
    fc.property(items, of, (items, terms) => property(priceItems(items, terms, isDiscounted), { items, terms })),
    { numRuns: 500 },
  );
}

describe('for every cart, currency, discount and rate', () => {
  test('all amounts are exact integers from 0', () => {
    holds(({ lines, taxes, ...totals }) => {
      const amounts = [totals, ...lines, ...taxes].flatMap((each) => Object.values(each));
      expect(amounts.filter((amount) => !Number.isSafeInteger(amount) || amount < 0)).toEqual([]);
    });
  });

  test('the amount is the goods less the discount and with the shipping', () => {
    holds(({ subtotal, discount, shipping, amount }) => {
      expect(amount).toBe(subtotal - discount + shipping);
    });
  });

  test('a line misses its share of the subtotal by at most half a minor unit', () => {
    holds(({ lines, subtotal }, { terms: { currency } }) => {
      const sum = lines.reduce((sum, { amount }) => sum + amount, 0);
      expect(Math.abs(sum - subtotal)).toBeLessThanOrEqual((lines.length + 1) / 2);
      if (currency === 'EUR') expect(sum).toBe(subtotal);
    });
  });

  test('a discount never exceeds its goods, nor VAT the amount', () => {
    holds(({ discount, amount, tax }, { items, terms: { currency } }) => {
      expect(discount).toBeLessThanOrEqual(totalInMinorUnits(items.filter(isDiscounted), currency));
      expect(tax).toBeLessThanOrEqual(amount);
    });
  });

  test('the order of the items changes no total', () => {
    fc.assert(
      fc.property(items, terms, (items, terms) => {
        const { lines: _, tax, taxes, ...totals } = priceItems(items, terms, isDiscounted);
        // The last unit takes the remainder of the discount, and with it its rate.
        const isTaxed = totals.discount === 0 || taxes.length === 1;
        expect(priceItems(items.toReversed(), terms, isDiscounted)).toMatchObject({
          ...totals,
          ...(isTaxed && { tax, taxes }),
        });
      }),
    );
  });

  test('the rates share the amount, ascending', () => {
    holds(({ amount, tax, taxes }, { items }) => {
      expect(taxes.reduce((sum, { net, tax }) => sum + net + tax, 0)).toBe(amount);
      expect(taxes.reduce((sum, { tax }) => sum + tax, 0)).toBe(tax);
      const rates = [...new Set(items.map(({ taxRateHundredths }) => taxRateHundredths))].sort((a, b) => a - b);
      expect(taxes.map(({ rateHundredths }) => rateHundredths)).toEqual(rates);
    });
  });

  test('VAT is what exact fractions say', () => {
    holds(({ taxes }, { items, terms }) => {
      expect(taxes).toEqual(exactTaxes(items, terms));
    });
  });

  test('with reverse charge all amounts are net, and add up', () => {
    holds((price, { items, terms }) => {
      const { lines, subtotal, discount, shipping, amount, tax, taxes } = price;
      const nets = exactTaxes(items, terms).reduce((sum, { net }) => sum + net, 0);
      expect(amount).toBe(nets);
      expect(amount).toBe(subtotal - discount + shipping);
      expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(subtotal);
      expect([tax, taxes]).toEqual([0, [{ rateHundredths: 0, net: amount, tax: 0 }]]);
      const amounts = [subtotal, discount, shipping, amount, ...lines.flatMap((line) => Object.values(line))];
      expect(amounts.filter((each) => !Number.isSafeInteger(each) || each < 0)).toEqual([]);
      const gross = priceItems(items, { ...terms, reverseCharge: false }, isDiscounted);
      const isLastCharged = (lines.at(-1)?.amount ?? 0) > 0;
      for (const [index, { price, amount }] of lines.entries()) {
        const line = gross.lines[index];
        const rate = items[index]?.taxRateHundredths ?? 0;
        expect(price).toBe(exactNet(line?.price ?? 0, rate));
        if (index < lines.length - 1 && isLastCharged) expect(amount).toBe(exactNet(line?.amount ?? 0, rate));
      }
    }, withReverseCharge);
  });
});

/** A fraction, in BigInt: [numerator, denominator]. */
type Fraction = readonly [bigint, bigint];

const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d];
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d];
const exact = (integer: number): Fraction => [BigInt(integer), 1n];
const roundedDown = ([a, b]: Fraction) => a / b;
/** Halves round up. */
const rounded = (fraction: Fraction) => Number(roundedDown(plus(fraction, [1n, 2n])));
const isLess = ([a, b]: Fraction, [c, d]: Fraction) => a * d < c * b;

function exactNet(gross: number, rate: number): number {
  return gross - rounded(times(exact(gross), [BigInt(rate), 10_000n + BigInt(rate)]));
}

/** The VAT of a cart by rate: the rules of the contract, step by step, without a thought of speed. */
function exactTaxes(cart: Item[], { currency, shippingCents, discount: terms }: PricingTerms) {
  const convert = (cents: number) => rounded([BigInt(cents) * BigInt(currencies[currency].rateHundredths), 100n]);
  const goodsOf = (some: Item[]) => convert(some.reduce((sum, item) => sum + item.unitPriceCents * item.count, 0));
  const discounted = goodsOf(cart.filter(isDiscounted));
  let discount = 0;
  if (terms !== null) {
    const wanted =
      'amountCents' in terms
        ? convert(terms.amountCents)
        : rounded(times(exact(discounted), [BigInt(terms.percentHundredths), 10_000n]));
    discount = Math.min(wanted, discounted);
  }

  // Each unit takes its share of the discount, and the last ones what rounding leaves.
  const units = cart.filter(isDiscounted).flatMap((item) => {
    return Array.from({ length: item.count }, () => ({ item, price: convert(item.unitPriceCents), off: 0 }));
  });
  const prices = units.reduce((sum, { price }) => sum + price, 0);
  for (const unit of units) {
    unit.off = prices === 0 ? 0 : rounded(times(exact(discount), [BigInt(unit.price), BigInt(prices)]));
  }
  let rest = discount - units.reduce((sum, { off }) => sum + off, 0);
  for (const unit of units.toReversed()) {
    const off = Math.min(Math.max(unit.off + rest, 0), unit.price);
    rest += unit.off - off;
    unit.off = off;
  }

  const rates = [...new Set(cart.map(({ taxRateHundredths }) => taxRateHundredths))].sort((a, b) => a - b);
  const before = rates.map((rate) => {
    const lines = cart.filter(({ taxRateHundredths }) => taxRateHundredths === rate);
    return lines.reduce((sum, { unitPriceCents, count }) => sum + convert(unitPriceCents * count), 0);
  });
  const after = rates.map((rate, index) => {
    const off = units.filter(({ item }) => item.taxRateHundredths === rate).reduce((sum, unit) => sum + unit.off, 0);
    return Math.max(0, (before[index] ?? 0) - off);
  });
  const weights = after.every((each) => each === 0) ? before : after;
  const goods = exactShares(goodsOf(cart) - discount, weights);
  const shipping = exactShares(convert(shippingCents), weights);
  return rates.map((rateHundredths, index) => {
    const gross = (goods[index] ?? 0) + (shipping[index] ?? 0);
    const net = exactNet(gross, rateHundredths);
    return { rateHundredths, net, tax: gross - net };
  });
}

/** The largest remainder first, of equal ones the last; without weights the last has all. */
function exactShares(amount: number, weights: number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (whole === 0) return weights.map((_, index) => (index === weights.length - 1 ? amount : 0));
  const shares = weights.map((weight) => {
    const share = times(exact(amount), [BigInt(weight), BigInt(whole)]);
    const down = roundedDown(share);
    return { down: Number(down), left: plus(share, [-down, 1n]) };
  });
  while (shares.reduce((sum, { down }) => sum + down, 0) < amount) {
    let next = shares[0];
    for (const share of shares) if (next === undefined || !isLess(share.left, next.left)) next = share;
    if (next === undefined) break;
    next.down += 1;
    next.left = [-1n, 1n];
  }
  return shares.map(({ down }) => down);
}

test('rates share discount and shipping: an example by hand', () => {
  const cart = [
    { unitPriceCents: 10_000, count: 1, taxRateHundredths: 1900 },
    { unitPriceCents: 2500, count: 2, taxRateHundredths: 700 },
  ];
  // 15.00 off leaves 90.00 and 45.00, between which 4.99 is shared: 3.33 and 1.66.
  const terms = { ...euro, shippingCents: 499, discount: { percentHundredths: 1000 } };
  const taxes = [
    { rateHundredths: 700, net: 4361, tax: 305 },
    { rateHundredths: 1900, net: 7843, tax: 1490 },
  ];
  expect(priceItems(cart, terms)).toMatchObject({ amount: 13_999, tax: 1795, taxes });
  const { lines, ...net } = priceItems(cart, { ...terms, reverseCharge: true });
  expect(net).toMatchObject({ amount: 12_204, tax: 0, taxes: [{ rateHundredths: 0, net: 12_204, tax: 0 }] });
  expect(net.amount).toBe(net.subtotal - net.discount + net.shipping);
  expect(lines).toEqual([
    { price: 8403, amount: 8403 },
    { price: 2336, amount: net.subtotal - 8403 },
  ]);
});

test('of equal remainders, the higher rate takes the first', () => {
  expect(apportion(1, [1, 1])).toEqual([0, 1]);
  expect(apportion(5, [1, 1, 1])).toEqual([1, 2, 2]);
  expect(apportion(7, [0, 0])).toEqual([0, 7]);
});

test('shipping of goods that a discount makes free is shared as without it', () => {
  const cart = [
    { unitPriceCents: 1000, count: 1, taxRateHundredths: 1900 },
    { unitPriceCents: 3000, count: 1, taxRateHundredths: 0 },
  ];
  const { taxes } = priceItems(cart, { ...euro, shippingCents: 400, discount: { percentHundredths: 10_000 } });
  expect(taxes).toEqual([
    { rateHundredths: 0, net: 300, tax: 0 },
    { rateHundredths: 1900, net: 84, tax: 16 },
  ]);
});

test('a portion is exact where floating-point numbers are not', () => {
  const amount = fc.bigInt({ min: 0n, max: 2n ** 50n });
  const factor = fc.bigInt({ min: 0n, max: 20_000n });
  fc.assert(
    fc.property(amount, factor, fc.bigInt({ min: 1n, max: 20_000n }), (amount, numerator, denominator) => {
      const exact = (2n * amount * numerator + denominator) / (2n * denominator);
      fc.pre(exact < 2n ** 53n);
      expect(BigInt(portion(Number(amount), Number(numerator), Number(denominator)))).toBe(exact);
    }),
    { numRuns: 2_000 },
  );
});

const euro: PricingTerms = { currency: 'EUR', shippingCents: 0, discount: null, reverseCharge: false };
const ten = { unitPriceCents: 1000, count: 1, taxRateHundredths: 0 };

test('VAT is the part of the amount that a rate makes up', () => {
  const price = priceItems([{ ...ten, taxRateHundredths: 2000 }], { ...euro, shippingCents: 200 });
  expect(price).toMatchObject({ amount: 1200, tax: 200 });
});

test('VAT at a rate with two decimals is rounded once', () => {
  // 1000 × 7.75 / 107.75 = 71.93
  expect(priceItems([{ ...ten, taxRateHundredths: 775 }], euro).tax).toBe(72);
});

test('a percentage applies to the converted sum of its goods', () => {
  const items = [
    { unitPriceCents: 50, count: 1, isDiscounted: true, taxRateHundredths: 0 },
    { unitPriceCents: 50, count: 1, isDiscounted: true, taxRateHundredths: 0 },
    { unitPriceCents: 9999, count: 1, isDiscounted: false, taxRateHundredths: 0 },
  ];
  const terms = { ...euro, currency: 'USD', discount: { percentHundredths: 5000 } } as const;
  // Half of 109, rounded up; line by line it would be half of 110.
  expect(priceItems(items, terms, isDiscounted).discount).toBe(55);
});

test('an amount off is converted, and is at most the sum of its goods', () => {
  const off = (amountCents: number, currency: CurrencyCode) =>
    priceItems([ten], { ...euro, currency, discount: { amountCents } }).discount;
  expect(off(250, 'EUR')).toBe(250);
  expect(off(250, 'RSD')).toBe(29_250);
  expect(off(2500, 'USD')).toBe(1090);
});

test('shipping is converted on its own', () => {
  const { shipping, amount } = priceItems([ten], { ...euro, currency: 'USD', shippingCents: 50 });
  expect({ shipping, amount }).toEqual({ shipping: 55, amount: 1145 });
});

test('shipping is free from a value of the goods on', () => {
  const method = { priceCents: 490, freeFromCents: 5000 };
  expect(shippingPrice(method, 4999)).toBe(490);
  expect(shippingPrice(method, 5000)).toBe(0);
  expect(shippingPrice({ ...method, freeFromCents: null }, 1_000_000)).toBe(490);
  expect(shippingPrice({ ...method, freeFromCents: 0 }, 0)).toBe(0);
});

test('the price of the largest cart is exact', () => {
  const items = Array.from({ length: LINES_MAX }, () => ({
    unitPriceCents: CENTS_MAX,
    count: COUNT_MAX,
    taxRateHundredths: 0,
  }));
  const { subtotal } = priceItems(items, { ...euro, currency: 'RSD' });
  const exact = BigInt(LINES_MAX * COUNT_MAX) * BigInt(CENTS_MAX) * BigInt(currencies.RSD.rateHundredths / 100);
  expect(BigInt(subtotal)).toBe(exact);
  expect(convertCents(CENTS_MAX, 'RSD')).toBe(11_700_000_000);
});
