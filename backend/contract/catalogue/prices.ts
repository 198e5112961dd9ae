/** A price of a product, charged from an instant (ISO 8601, UTC) on. EUR. */
export type PriceChangeView = { price: number; from: string };

/**
 * How much a sale saves, in whole percent of the prior price and rounded down, so that no shopper is promised more; 0 if the
 * prior price isn't above the price.
 */
export function savingPercent(price: number, prior: number | null): number {
  return prior === null || prior <= price ? 0 : Math.floor((1 - price / prior) * 100 + 1e-9);
}
