import { PRODUCTS_PER_PAGE, type ProductView } from '#contract/catalogue.ts';

/** `default` is newest first. */
export type Sort = 'default' | 'asc' | 'desc';

/** The catalogue's filter, sort order and page. */
export type CatalogueFilter = {
  search: string;
  /** EUR. */
  minPrice: number;
  sort: Sort;
  /** From 1. */
  page: number;
};

/** The first page of all products. */
export const noFilter: CatalogueFilter = { search: '', minPrice: 0, sort: 'default', page: 1 };

/** Applies a change and returns to the first page, unless the change sets the page. */
export function changedFilter(filter: CatalogueFilter, change: Partial<CatalogueFilter>): CatalogueFilter {
  return { ...filter, page: 1, ...change };
}

/** The matching products, sorted. `default` keeps the server's order. */
export function filterProducts(
  products: readonly ProductView[],
  { search, minPrice, sort }: Omit<CatalogueFilter, 'page'>,
): ProductView[] {
  const needle = search.toLowerCase();
  const matches = products.filter(({ title, price }) => price >= minPrice && title.toLowerCase().includes(needle));
  if (sort === 'default') return matches;
  return matches.sort((a, b) => (sort === 'asc' ? a.price - b.price : b.price - a.price));
}

/** In EUR; 0 without products. */
export function highestPrice(products: readonly ProductView[]): number {
  return products.reduce((highest, { price }) => Math.max(highest, price), 0);
}

/** The number of pages of a list of this length. */
export function pageCount(length: number): number {
  return Math.ceil(length / PRODUCTS_PER_PAGE);
}

/** The products of one page, from 1. A page beyond the last one shows the last one. */
export function productsOnPage(products: readonly ProductView[], page: number): ProductView[] {
  const start = (Math.min(page, Math.max(pageCount(products.length), 1)) - 1) * PRODUCTS_PER_PAGE;
  return products.slice(start, start + PRODUCTS_PER_PAGE);
}
