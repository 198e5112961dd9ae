import { PRODUCTS_PER_PAGE, type ProductView } from '#contract/catalogue.ts';
import type { Sort } from '../../stores/catalogue.ts';

type ProductFilter = {
  search: string;
  /** EUR. */
  minPrice: number;
  sort: Sort;
};

/** What the filter leaves of the products, in the order it asks for. `default` keeps the order of the server. */
export function filterProducts(
  products: readonly ProductView[],
  { search, minPrice, sort }: ProductFilter,
): ProductView[] {
  const wanted = search.toLowerCase();
  const left = products.filter(({ title, price }) => price >= minPrice && title.toLowerCase().includes(wanted));
  if (sort === 'default') return left;
  return left.sort((a, b) => (sort === 'asc' ? a.price - b.price : b.price - a.price));
}

/** EUR; 0 without products. */
export function highestPrice(products: readonly ProductView[]): number {
  return products.reduce((highest, { price }) => Math.max(highest, price), 0);
}

/** How many pages a list of this length fills. */
export function pageCount(length: number): number {
  return Math.ceil(length / PRODUCTS_PER_PAGE);
}

/** The products of one page, counted from 1. A page past the last one is the last one. */
export function productsOnPage(products: readonly ProductView[], page: number): ProductView[] {
  const start = (Math.min(page, Math.max(pageCount(products.length), 1)) - 1) * PRODUCTS_PER_PAGE;
  return products.slice(start, start + PRODUCTS_PER_PAGE);
}
