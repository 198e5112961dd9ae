import type { CurrencyCode } from '../values/money.ts';

/** The most products in a link that offers them together. */
export const BUY_PRODUCTS_MAX = 50;

/** A product in a link, and how many of it. */
export type BuyItem = { productId: string; count: number };

/** An id and a count. The page checks the count, so a link with too high a count is still valid. */
const ITEM = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}):(-?\d{1,9})$/i;

/**
 * Reads what a link offers from its path behind `/buy/`, percent-encoded or not; the counts of a product that it names twice
 * are added up. Null if it is malformed, or names too many products.
 */
export function readBuyItems(text: string): BuyItem[] | null {
  const counts = new Map<string, number>();
  for (const part of decoded(text).split(',')) {
    const [, id, count] = ITEM.exec(part) ?? [];
    if (id === undefined) return null;
    const productId = id.toLowerCase();
    counts.set(productId, (counts.get(productId) ?? 0) + Number(count));
  }
  if (counts.size > BUY_PRODUCTS_MAX) return null;
  return Array.from(counts, ([productId, count]) => ({ productId, count }));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** The address of a page that offers products together. @param code a discount code; '' without one */
export function buyAddress(items: readonly BuyItem[], currency: CurrencyCode, code: string): string {
  const products = items.map(({ productId, count }) => `${productId}:${count}`).join();
  return `/buy/${products}?${new URLSearchParams({ currency, ...(code && { code }) })}`;
}
