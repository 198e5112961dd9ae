import type { ProductView } from '#contract/catalogue/catalogue.ts';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';

/** "4.50 (2 ratings)". */
export function ratingText({ rating, allRatings }: Pick<ProductView, 'rating' | 'allRatings'>): string {
  const count = allRatings.length;
  return count === 0 ? m.product.noRatings() : m.product.ratingSummary({ rating: formatNumber(rating, 2), count });
}
