import fc from 'fast-check';
import { expect, test } from 'vitest';
import { currencyCodes } from './money.ts';
import { priceCart } from './pricing.ts';
import { type RefundableLine, refundOf } from './refunds.ts';

const line = (values: Partial<RefundableLine>): RefundableLine => ({
  unitPriceCents: 1000,
  count: 3,
  isDiscounted: true,
  refunded: 0,
  returned: 1,
  ...values,
});

test('gives back price × count without a discount', () => {
  expect(refundOf([line({ returned: 2, isDiscounted: false }), line({ returned: 0 })], 0, 'EUR')).toBe(2000);
  expect(refundOf([line({ returned: 2 })], 0, 'USD')).toBe(2180);
});

test('takes off the share of the discount, of which the last unit takes the remainder', () => {
  const unit = (refunded: number) => refundOf([line({ refunded })], 100, 'EUR');
  expect([unit(0), unit(1), unit(2)]).toEqual([1000 - 33, 1000 - 33, 1000 - 34]);
});

test('has no share of the discount for goods that it was not for', () => {
  const gift = line({ isDiscounted: false, count: 1 });
  expect(refundOf([line({ returned: 3 }), gift], 300, 'EUR')).toBe(3000 - 300 + 1000);
  expect(refundOf([line({ returned: 0 }), gift], 300, 'EUR')).toBe(1000);
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
        const terms = { currency, shippingCents: 0, taxRateHundredths: 0, discount: { percentHundredths: percent } };
        const price = priceCart(items, terms, ({ isDiscounted }) => isDiscounted);
        const all = items.map((item) => ({ ...item, refunded: 0, returned: item.count }));
        const atOnce = refundOf(all, price.discount, currency);
        const units = items.reduce((sum, { count }) => sum + count, 0);
        expect(Math.abs(atOnce - (price.subtotal - price.discount))).toBeLessThanOrEqual(units + 1);
      },
    ),
  );
});

test('never gives back less than nothing, or more than the price', () => {
  fc.assert(
    fc.property(lines, fc.nat(), fc.nat({ max: 1_000_000 }), (items, which, discount) => {
      const index = which % items.length;
      const returned = items.map((item, place) => ({ ...item, refunded: 0, returned: place === index ? 1 : 0 }));
      const amount = refundOf(returned, discount, 'EUR');
      expect(amount).toBeGreaterThanOrEqual(0);
    }),
  );
});
