import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PriceChangeView } from '#contract/catalogue/prices.ts';
import { isoInZone } from '#contract/values/dates.ts';
import { priorPrice } from './prior-price.ts';

const HOUR = 60 * 60 * 1000;
const HOURS_OF_YEAR = 365 * 24;
const PRIOR_HOURS = 30 * 24;
const START = Date.parse('2026-01-01T00:00:00Z');

type Edit = { hour: number; price: number };

/** A year of edits, several of which may be within one hour: the last one counts. */
const edits = fc.array(fc.record({ hour: fc.nat(HOURS_OF_YEAR), price: fc.integer({ min: 1, max: 50 }) }), {
  maxLength: 60,
});
/** What times are written in. Belgrade changes its clocks on March 29 and October 25. */
const zone = fc.constantFrom('UTC', 'Europe/Belgrade', 'America/New_York', 'Australia/Lord_Howe');

/** The price in each hour of the year; undefined before the product was sold. */
function pricesByHour(edits: readonly Edit[]): (number | undefined)[] {
  let price: number | undefined;
  return Array.from({ length: HOURS_OF_YEAR + 1 }, (_, hour) => {
    for (const edit of edits) if (edit.hour === hour) price = edit.price;
    return price;
  });
}

function naivePriorPrice(edits: readonly Edit[], saleHour: number): number | null {
  const before = pricesByHour(edits).slice(Math.max(0, saleHour - PRIOR_HOURS), saleHour);
  const known = before.filter((price) => price !== undefined);
  return known.length === 0 ? null : Math.min(...known);
}

function historyOf(edits: readonly Edit[], timeZone: string): PriceChangeView[] {
  const last = new Map(edits.map(({ hour, price }) => [hour, price]));
  return [...last].map(([hour, price]) => ({ price, from: isoInZone(new Date(START + hour * HOUR), timeZone) }));
}

describe('the price before a sale', () => {
  test('is the lowest of the 720 hours before it, as of each hour of a year', () => {
    fc.assert(
      fc.property(edits, fc.nat(HOURS_OF_YEAR), zone, (edits, saleHour, timeZone) => {
        const prior = priorPrice(historyOf(edits, timeZone), START + saleHour * HOUR);
        expect(prior).toBe(naivePriorPrice(edits, saleHour));
      }),
      { numRuns: 300 },
    );
  });

  test('does not depend on the order of the history, nor on what comes after the begin', () => {
    fc.assert(
      fc.property(edits, fc.nat(HOURS_OF_YEAR), (edits, saleHour) => {
        const history = historyOf(edits, 'UTC');
        const saleBegan = START + saleHour * HOUR;
        const earlier = history.filter(({ from }) => Date.parse(from) < saleBegan);
        expect(priorPrice(history.toReversed(), saleBegan)).toBe(priorPrice(earlier, saleBegan));
      }),
    );
  });

  test.each([
    ['ended 30 days before', '2026-03-14T12:00:00Z', 100],
    ['ended a moment later', '2026-03-14T12:00:00.001Z', 50],
  ])('counts a price by the clock of the world: one that %s', (_, until, expected) => {
    // In Belgrade, whose clocks go forward in between, the sale begins 30 days and an hour later.
    const history = [
      { price: 50, from: '2026-01-01T00:00:00Z' },
      { price: 100, from: until },
    ];
    expect(priorPrice(history, Date.parse('2026-04-13T14:00:00+02:00'))).toBe(expected);
  });

  test('is that of its life if the product is younger, and unknown if it was not sold before', () => {
    const history = [{ price: 100, from: '2026-01-10T00:00:00Z' }];
    expect(priorPrice(history, Date.parse('2026-01-11T00:00:00Z'))).toBe(100);
    expect(priorPrice(history, Date.parse('2026-01-10T00:00:00Z'))).toBeNull();
    expect(priorPrice([], START)).toBeNull();
  });
});
