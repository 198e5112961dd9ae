import { PRODUCTS_PER_PAGE, type ProductView } from '#contract/catalogue.ts';

/** Newest first, lowest or highest price first. */
export type Sort = 'default' | 'asc' | 'desc';

/** What the catalogue is narrowed to. */
export type CatalogueFilter = {
  search: string;
  /** EUR. */
  minPrice: number;
  sort: Sort;
  /** Counted from 1. */
  page: number;
};

/** All products, from the first page on. */
export const noFilter: CatalogueFilter = { search: '', minPrice: 0, sort: 'default', page: 1 };

/** A changed filter starts at its first page, unless the change is the page. */
export function changedFilter(filter: CatalogueFilter, change: Partial<CatalogueFilter>): CatalogueFilter {
  return { ...filter, page: 1, ...change };
}

/** The products that match, in the order asked for. `default` keeps the server's order. */
export function filterProducts(
  products: readonly ProductView[],
  { search, minPrice, sort }: Omit<CatalogueFilter, 'page'>,
): ProductView[] {
  const wanted = search.toLowerCase();
  const found = products.filter(({ title, price }) => price >= minPrice && title.toLowerCase().includes(wanted));
  if (sort === 'default') return found;
  return found.sort((a, b) => (sort === 'asc' ? a.price - b.price : b.price - a.price));
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
