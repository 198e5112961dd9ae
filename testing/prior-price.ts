import type { PriceChangeView } from '#contract/catalogue/prices.ts';

/** Before a sale, in milliseconds: 30 days, each of 24 hours, whatever the clocks do. */
const PRIOR_PERIOD = 30 * 24 * 60 * 60 * 1000;

/**
 * The lowest price that was charged in the 30 days before a sale began, to which Directive 98/6/EC, Art. 6a makes a shop compare
 * its sale price; of the product's life if that is shorter. Null if it was not sold before.
 * @param history in any order
 * @param saleBegan milliseconds since 1970
 */
export function priorPrice(history: readonly PriceChangeView[], saleBegan: number): number | null {
  const changes = history
    .map(({ price, from }) => ({ price, from: Date.parse(from) }))
    .sort((one, other) => one.from - other.from);
  const charged = changes.filter(({ from }, place) => {
    const until = changes[place + 1]?.from ?? Number.POSITIVE_INFINITY;
    return from < saleBegan && until > saleBegan - PRIOR_PERIOD;
  });
  return charged.length === 0 ? null : Math.min(...charged.map(({ price }) => price));
}
