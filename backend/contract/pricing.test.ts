import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PRICE_MAX } from './catalogue.ts';
import { type CurrencyCode, convertCents, currencies, currencyCodes, totalInMinorUnits } from './money.ts';
import { COUNT_MAX, LINES_MAX } from './payments.ts';
import {
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
});
type Item = PricedItem & { isDiscounted: boolean };
const items = fc.array(item, { maxLength: LINES_MAX, size: 'medium' });
const discount: fc.Arbitrary<DiscountTerms | null> = fc.oneof(
  fc.constant(null),
  fc.record({ percentHundredths: fc.integer({ min: 1, max: 10_000 }) }),
  fc.record({ amountCents: fc.integer({ min: 1, max: CENTS_MAX }) }),
);
const terms: fc.Arbitrary<PricingTerms> = fc.record({
  currency: fc.constantFrom(...currencyCodes),
  shippingCents: cents,
  taxRateHundredths: fc.nat(10_000),
  discount,
});

const isDiscounted = ({ isDiscounted }: { isDiscounted: boolean }) => isDiscounted;

/** Checks a property of prices with many carts and terms. */
function holds(property: (price: Price, cart: { items: Item[]; terms: PricingTerms }) => void) {
  fc.assert(
    fc.property(items, terms, (items, terms) => property(priceItems(items, terms, isDiscounted), { items, terms })),
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
        const { lines: _, ...totals } = priceItems(items, terms, isDiscounted);
        expect(priceItems(items.toReversed(), terms, isDiscounted)).toMatchObject(totals);
      }),
    );
  });
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

const euro: PricingTerms = { currency: 'EUR', shippingCents: 0, taxRateHundredths: 0, discount: null };
const ten = { unitPriceCents: 1000, count: 1 };

test('VAT is the part of the amount that a rate makes up', () => {
  const price = priceItems([ten], { ...euro, shippingCents: 200, taxRateHundredths: 2000 });
  expect(price).toMatchObject({ amount: 1200, tax: 200 });
});

test('VAT at a rate with two decimals is rounded once', () => {
  // 1000 × 7.75 / 107.75 = 71.93
  expect(priceItems([ten], { ...euro, taxRateHundredths: 775 }).tax).toBe(72);
});

test('a percentage applies to the converted sum of its goods', () => {
  const items = [
    { unitPriceCents: 50, count: 1, isDiscounted: true },
    { unitPriceCents: 50, count: 1, isDiscounted: true },
    { unitPriceCents: 9999, count: 1, isDiscounted: false },
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
  const items = Array.from({ length: LINES_MAX }, () => ({ unitPriceCents: CENTS_MAX, count: COUNT_MAX }));
  const { subtotal } = priceItems(items, { ...euro, currency: 'RSD' });
  const exact = BigInt(LINES_MAX * COUNT_MAX) * BigInt(CENTS_MAX) * BigInt(currencies.RSD.rateHundredths / 100);
  expect(BigInt(subtotal)).toBe(exact);
  expect(convertCents(CENTS_MAX, 'RSD')).toBe(11_700_000_000);
});
