import { PRICE_MAX } from '#contract/catalogue.ts';
import { type CatalogueFilter, noFilter, type Sort } from './filter.ts';

const sorts: readonly Sort[] = ['default', 'asc', 'desc'];

/** Parses a filter from a URL's query. Invalid values fall back to their defaults. */
export function readFilter(query: string): CatalogueFilter {
  const parameters = new URLSearchParams(query);
  const minPrice = Number(parameters.get('price'));
  const page = Number(parameters.get('page'));
  return {
    search: parameters.get('search') ?? noFilter.search,
    minPrice: minPrice > 0 && minPrice <= PRICE_MAX ? minPrice : noFilter.minPrice,
    sort: sorts.find((sort) => sort === parameters.get('sort')) ?? noFilter.sort,
    page: Number.isSafeInteger(page) && page > 0 ? page : noFilter.page,
  };
}

/** The query of a filter, with its question mark; '' for the whole catalogue. Omits defaults. */
export function filterQuery({ search, minPrice, sort, page }: CatalogueFilter): string {
  const parameters = new URLSearchParams();
  if (search !== noFilter.search) parameters.set('search', search);
  if (minPrice !== noFilter.minPrice) parameters.set('price', String(minPrice));
  if (sort !== noFilter.sort) parameters.set('sort', sort);
  if (page !== noFilter.page) parameters.set('page', String(page));
  return parameters.size === 0 ? '' : `?${parameters}`;
}

/** Controls that pass through intermediate values while the user edits. */
export type EditedField = 'search' | 'minPrice';

/** The only such control that differs between two filters; null if none or several do. */
export function editedField(from: CatalogueFilter, to: CatalogueFilter): EditedField | null {
  if (from.sort !== to.sort) return null;
  const search = from.search !== to.search;
  const minPrice = from.minPrice !== to.minPrice;
  if (search === minPrice) return null;
  return search ? 'search' : 'minPrice';
}
