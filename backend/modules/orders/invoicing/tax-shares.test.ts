import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TaxShare } from '#contract/orders/pricing.ts';
import { inEuro, shareRefund, sharesLeft } from './tax-shares.ts';

const invoiced: TaxShare[] = [
  { rateHundredths: 0, net: 500, tax: 0 },
  { rateHundredths: 1000, net: 1000, tax: 100 },
  { rateHundredths: 2000, net: 2000, tax: 400 },
];
const none = [0, 0, 0];

test('an amount alone is shared by what is left of each rate', () => {
  expect(shareRefund(400, invoiced, none)).toEqual([
    { rateHundredths: 0, net: 50, tax: 0 },
    { rateHundredths: 1000, net: 100, tax: 10 },
    { rateHundredths: 2000, net: 200, tax: 40 },
  ]);
});

test('units come from their rates, and what is more from all', () => {
  expect(shareRefund(240, invoiced, [0, 0, 240])).toEqual([{ rateHundredths: 2000, net: 200, tax: 40 }]);
  expect(shareRefund(640, invoiced, [0, 0, 240]).map(({ net, tax }) => net + tax)).toEqual([53, 117, 470]);
});

test('the VAT of other currencies is rounded per rate', () => {
  expect(inEuro([{ rateHundredths: 2000, net: 1_803_750, tax: 360_750 }], 'RSD')).toEqual([
    { rateHundredths: 2000, net: 1_803_750, tax: 360_750, netEur: 15_417, taxEur: 3083 },
  ]);
});

test('whatever is given back in whichever parts, all of it is what was invoiced', () => {
  const amount = fc.integer({ min: 0, max: 1_000_000 });
  const shares = fc.tuple(amount, amount, amount).map(([zero, reduced, standard]) => [
    { rateHundredths: 0, net: zero, tax: 0 },
    { rateHundredths: 1000, net: reduced - Math.floor(reduced / 11), tax: Math.floor(reduced / 11) },
    { rateHundredths: 2000, net: standard - Math.floor(standard / 6), tax: Math.floor(standard / 6) },
  ]);
  const refunds = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.tuple(amount, amount, amount)));
  fc.assert(
    fc.property(shares, refunds, (all, steps) => {
      let left: TaxShare[] = all;
      for (const [part, units] of [...steps, [1, none] as const]) {
        const most = left.reduce((sum, { net, tax }) => sum + net + tax, 0);
        const given = shareRefund(Math.floor(most * part), left, units);
        expect(given.reduce((sum, { net, tax }) => sum + net + tax, 0)).toBe(Math.floor(most * part));
        left = sharesLeft(left, given);
        for (const { net, tax } of left) expect(Math.min(net, tax)).toBeGreaterThanOrEqual(0);
      }
      expect(left.every(({ net, tax }) => net === 0 && tax === 0)).toBe(true);
    }),
  );
});
