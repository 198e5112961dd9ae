/** What a page of products is asked for, in the addresses of pages and of API calls. */

import { findPage, pageAddress, pagePatterns } from '../shop/page-addresses.ts';
import { PRICE_MAX } from '../values/money.ts';
import { LISTING_SEARCH_MAX, type ProductSort, productSorts } from './listing.ts';

/** The values of an attribute: any of `values`, and within `min` and `max`, inclusive. */
export type AttributeFilter = {
  code: string;
  /** As text, sorted. */
  values: readonly string[];
  min: number | null;
  max: number | null;
};

export type ListingFilter = {
  /** A slug or an id; null for the whole catalogue. */
  category: string | null;
  /** '' for all products. */
  search: string;
  /** EUR, inclusive; 0 and null without a limit. */
  minPrice: number;
  maxPrice: number | null;
  /** Whether to leave out what is sold out. */
  inStock: boolean;
  /** Whether to leave out what is not on sale. */
  onSale: boolean;
  /** One of each code, sorted by code. Only of a category. */
  attributes: readonly AttributeFilter[];
  sort: ProductSort;
  /** Counts from 1. */
  page: number;
};

/** The first page of the whole catalogue. */
export const noFilter: ListingFilter = {
  category: null,
  search: '',
  minPrice: 0,
  maxPrice: null,
  inStock: false,
  onSale: false,
  attributes: [],
  sort: 'default',
  page: 1,
};

/**
 * Reads the filter from the address of a page. Invalid values fall back to their defaults.
 * @param path percent-encoded, of the catalogue or of a category
 * @param query with or without its question mark
 */
export function readListingFilter(path: string, query: string): ListingFilter {
  const given = new URLSearchParams(query);
  const category = readCategory(path);
  const page = Number(given.get('page'));
  return {
    category,
    search: readSearch(given.get('search')),
    minPrice: readPrice(given.get('minPrice')) ?? noFilter.minPrice,
    maxPrice: readPrice(given.get('maxPrice')),
    inStock: given.get('inStock') === 'true',
    onSale: given.get('onSale') === 'true',
    attributes: category === null ? [] : readAttributes(given),
    sort: productSorts.find((sort) => sort === given.get('sort')) ?? noFilter.sort,
    page: Number.isSafeInteger(page) && page > 0 ? page : noFilter.page,
  };
}

/** The address of the page that shows a filter's products: the same for equal filters, and without defaults. */
export function listingAddress(filter: ListingFilter): string {
  const { category } = filter;
  const path = category === null ? pagePatterns.catalogue : pageAddress('category', { slug: category });
  const parameters = write(filter);
  if (filter.page !== noFilter.page) parameters.set('page', String(filter.page));
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}

/** The query of the API call for a filter's products, without its question mark. Equal filters have the same one. */
export function listingQuery(filter: ListingFilter): string {
  const parameters = write(filter);
  // Always: without any parameter, the call returns the whole list.
  parameters.set('page', String(filter.page));
  if (filter.category !== null) parameters.set('category', filter.category);
  return parameters.toString();
}

/** All but the category and the page. */
function write({ search, minPrice, maxPrice, inStock, onSale, attributes, sort }: ListingFilter): URLSearchParams {
  const parameters = new URLSearchParams();
  if (search !== noFilter.search) parameters.set('search', search);
  if (minPrice !== noFilter.minPrice) parameters.set('minPrice', String(minPrice));
  if (maxPrice !== null) parameters.set('maxPrice', String(maxPrice));
  if (inStock) parameters.set('inStock', 'true');
  if (onSale) parameters.set('onSale', 'true');
  for (const { code, values, min, max } of attributes) {
    for (const value of values) parameters.append(`attribute.${code}`, value);
    if (min !== null) parameters.set(`attribute.${code}.min`, String(min));
    if (max !== null) parameters.set(`attribute.${code}.max`, String(max));
  }
  if (sort !== noFilter.sort) parameters.set('sort', sort);
  return parameters;
}

function readCategory(path: string): string | null {
  const page = findPage(path);
  if (page?.name !== 'category') return null;
  const { slug = '' } = page.parameters;
  try {
    return decodeURIComponent(slug);
  } catch {
    // Not percent-encoded. No category has this slug.
    return slug;
  }
}

function readSearch(text: string | null): string {
  // Never cuts a character in half.
  return (text ?? noFilter.search).slice(0, LISTING_SEARCH_MAX).replace(/[\uD800-\uDBFF]$/, '');
}

/** In EUR, with six decimals, which never take an exponent to write. */
function readPrice(text: string | null): number | null {
  if (text === null || !/^\d+(\.\d+)?$/.test(text)) return null;
  const price = Math.round(Number(text) * 1_000_000) / 1_000_000;
  return price <= PRICE_MAX ? price : null;
}

const ATTRIBUTE = /^attribute\.(?<code>[a-z][a-z0-9_]*)(?:\.(?<limit>min|max))?$/;

function readAttributes(given: URLSearchParams): AttributeFilter[] {
  const read = new Map<string, AttributeFilter>();
  for (const name of new Set(given.keys())) {
    const { code, limit } = ATTRIBUTE.exec(name)?.groups ?? {};
    if (code === undefined) continue;
    const known = read.get(code) ?? { code, values: [], min: null, max: null };
    const change =
      limit === undefined
        ? { values: [...new Set(given.getAll(name))].filter((value) => value !== '').sort() }
        : { [limit]: readLimit(given.get(name)) };
    read.set(code, { ...known, ...change });
  }
  return [...read.values()]
    .filter(({ values, min, max }) => values.length > 0 || min !== null || max !== null)
    .sort((one, other) => (one.code < other.code ? -1 : 1));
}

/** Only numbers that JavaScript writes without an exponent. */
function readLimit(text: string | null): number | null {
  return text !== null && /^-?\d{1,15}(\.\d{1,6})?$/.test(text) ? Number(text) : null;
}
