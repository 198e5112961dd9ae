import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CurrencyCode, convertCents, currencyCodes } from '../values/money.ts';
import { priceItems } from './pricing.ts';
import { type RefundableLine, refundOf as refundOfPriced } from './refunds.ts';

type Line = Omit<RefundableLine, 'price'> & { unitPriceCents: number };

function refundOf(lines: readonly Line[], discount: number, currency: CurrencyCode): number {
  const priced = lines.map(({ unitPriceCents, ...line }) => ({
    ...line,
    price: convertCents(unitPriceCents, currency),
  }));
  return refundOfPriced(priced, discount);
}

const taxFree = { shippingCents: 0, reverseCharge: false };

const line = (values: Partial<Line>): Line => ({
  unitPriceCents: 1000,
  count: 3,
  isDiscounted: true,
  refunded: 0,
  toRefund: 1,
  ...values,
});

test('gives back price × count without a discount', () => {
  expect(refundOf([line({ toRefund: 2, isDiscounted: false }), line({ toRefund: 0 })], 0, 'EUR')).toBe(2000);
  expect(refundOf([line({ toRefund: 2 })], 0, 'USD')).toBe(2180);
});

test('takes off the share of the discount, of which the last unit takes the remainder', () => {
  const unit = (refunded: number) => refundOf([line({ refunded })], 100, 'EUR');
  expect([unit(0), unit(1), unit(2)]).toEqual([1000 - 33, 1000 - 33, 1000 - 34]);
});

test('has a share of the discount from nothing to the whole price, whatever remains of the rounding', () => {
  const cheap = { unitPriceCents: 5, count: 50 };
  const unit = (refunded: number, discount: number) => refundOf([line({ ...cheap, refunded })], discount, 'EUR');
  // Each share is 0.4 cents, of which 20 cents remain.
  expect([unit(0, 20), unit(45, 20), unit(46, 20), unit(49, 20)]).toEqual([5, 5, 0, 0]);
  // Each share is 0.5 cents, rounded up to 25 cents too much.
  expect([unit(0, 25), unit(24, 25), unit(25, 25), unit(49, 25)]).toEqual([4, 4, 5, 5]);
});

test('has no share of the discount for goods that it was not for', () => {
  const gift = line({ isDiscounted: false, count: 1 });
  expect(refundOf([line({ toRefund: 3 }), gift], 300, 'EUR')).toBe(3000 - 300 + 1000);
  expect(refundOf([line({ toRefund: 0 }), gift], 300, 'EUR')).toBe(1000);
});

const lines = fc.array(
  fc.record({
    unitPriceCents: fc.integer({ min: 0, max: 1_000_000 }),
    count: fc.integer({ min: 1, max: 50 }),
    isDiscounted: fc.boolean(),
  }),
  { minLength: 1, maxLength: 20 },
);

test('gives back all units, in parts or at once, to what the goods cost, up to half a unit of currency per unit', () => {
  fc.assert(
    fc.property(
      lines,
      fc.constantFrom(...currencyCodes),
      fc.integer({ min: 1, max: 10_000 }),
      (items, currency, percent) => {
        const terms = { currency, ...taxFree, discount: { percentHundredths: percent } };
        const price = priceItems(
          items.map((item) => ({ ...item, taxRateHundredths: 0 })),
          terms,
          ({ isDiscounted }) => isDiscounted,
        );
        const all = items.map((item) => ({ ...item, refunded: 0, toRefund: item.count }));
        const atOnce = refundOf(all, price.discount, currency);
        const units = items.reduce((sum, { count }) => sum + count, 0);
        expect(Math.abs(atOnce - (price.subtotal - price.discount))).toBeLessThanOrEqual(units + 1);
      },
    ),
  );
});

/** Few lines, in some of which cents matter, and their units in any order. */
const returns = fc
  .array(
    fc.record({
      unitPriceCents: fc.oneof(fc.nat(20), fc.nat(1_000_000)),
      count: fc.integer({ min: 1, max: 50 }),
      isDiscounted: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .chain((items) => {
    const units = items.flatMap(({ count }, index) => Array<number>(count).fill(index));
    return fc.tuple(fc.constant(items), fc.shuffledSubarray(units, { minLength: units.length }));
  });

test('unit by unit, in any order, gives back exactly what the goods cost less the discount', () => {
  const percentages = fc.integer({ min: 1, max: 10_000 });
  fc.assert(
    fc.property(returns, fc.constantFrom(...currencyCodes), percentages, ([items, units], currency, percentage) => {
      const terms = { currency, ...taxFree, discount: { percentHundredths: percentage } };
      const price = priceItems(
        items.map((item) => ({ ...item, taxRateHundredths: 0 })),
        terms,
        ({ isDiscounted }) => isDiscounted,
      );
      const before = items.map((item) => ({ ...item, refunded: 0, toRefund: 0 }));
      const amounts = units.map((which) => {
        const amount = refundOf(
          before.map((line, index) => ({ ...line, toRefund: index === which ? 1 : 0 })),
          price.discount,
          currency,
        );
        const line = before[which];
        if (line) line.refunded += 1;
        return { amount, most: convertCents(line?.unitPriceCents ?? 0, currency) };
      });
      expect(amounts.filter(({ amount, most }) => amount < 0 || amount > most)).toEqual([]);
      const sum = amounts.reduce((sum, { amount }) => sum + amount, 0);
      const all = items.map((item) => ({ ...item, refunded: 0, toRefund: item.count }));
      expect(sum).toBe(refundOf(all, price.discount, currency));
      if (currency === 'EUR') expect(sum).toBe(price.subtotal - price.discount);
    }),
  );
});
