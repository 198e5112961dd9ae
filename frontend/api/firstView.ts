import { FIRST_VIEW_ELEMENT, type FirstView } from '#contract/shop/shop-page.ts';
import { legalPage } from './legalPages.ts';
import { bestRated, listing } from './listing.ts';
import { productPage } from './product.ts';

/**
 * Reads the data that the server embedded in the page, so that the first view needs no request.
 * @returns whether there is any, from which the server has also rendered the page
 */
export function readFirstView(): boolean {
  const text = document.getElementById(FIRST_VIEW_ELEMENT)?.textContent;
  if (!text) return false;
  seedFirstView(JSON.parse(text), { isCurrent: !isFromHistory() });
  return true;
}

/** Fills the cache with the data of a page's first view. */
export function seedFirstView(view: FirstView, options: { isCurrent: boolean }): void {
  if (view.listing) listing.seed(view.listing.query, view.listing.page, options);
  if (view.featured) bestRated.seed(1, view.featured, options);
  if (view.legalPage) legalPage.seed(view.legalPage.key, view.legalPage.read, options);
  if (view.product) productPage.seed(view.product.product._id, view.product, options);
}

/** Back and Forward show a page from the browser's cache without asking the server whether it is current. */
function isFromHistory(): boolean {
  return performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward');
}
