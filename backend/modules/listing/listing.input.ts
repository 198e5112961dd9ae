import {
  IDS_MAX,
  LISTING_SEARCH_MAX,
  PER_PAGE,
  PER_PAGE_MAX,
  type ProductSort,
  productSorts,
} from '#contract/listing.ts';
import { isId } from '#contract/text.ts';
import type { ShopContext } from '../../core/http.ts';
import { type QueryString, queryString, type WithQuery } from '../../core/query-string.ts';
import type { AttributeParameters } from './attribute-filters.ts';

export type ListingInput = {
  /** '' for all products. */
  search: string;
  /** A slug or an id; null for all categories. */
  category: string | null;
  /** EUR, inclusive; null without a limit. */
  minPrice: number | null;
  maxPrice: number | null;
  /** Leaves out what is sold out. */
  isInStock: boolean;
  attributes: AttributeParameters;
  /** Null for near matches by likeness, and all else newest first. */
  sort: ProductSort | null;
  /** Counts from 1. */
  page: number;
  perPage: number;
};

const PARAMETERS = ['search', 'category', 'minPrice', 'maxPrice', 'inStock', 'sort', 'page', 'perPage', 'ids'];
const ATTRIBUTE = 'attribute.';

/** Whether a call asks for a page, not for the whole list. */
export function asksForPage(ctx: ShopContext): boolean {
  return Object.keys(ctx.query).some((name) => PARAMETERS.includes(name) || name.startsWith(ATTRIBUTE));
}

/** The products that a call asks for by id, each once; null if it doesn't. @throws AppError invalid */
export function readIds(ctx: ShopContext): string[] | null {
  const given = queryString(ctx, { strict: true });
  const ids = given.text('ids')?.split(',') ?? null;
  if (ids !== null && ids.length > IDS_MAX) given.reject('ids', `ids can list at most ${IDS_MAX} products`);
  given.finish();
  return ids && [...new Set(ids.filter(isId).map((id) => id.toLowerCase()))];
}

/** @throws AppError invalid */
export function readListing(ctx: WithQuery): ListingInput {
  const given = queryString(ctx, { strict: true });
  const listing = {
    search: readSearch(given),
    category: given.text('category') ?? null,
    minPrice: given.amount('minPrice') ?? null,
    maxPrice: given.amount('maxPrice') ?? null,
    isInStock: given.choice('inStock', ['true']) !== undefined,
    attributes: readAttributes(ctx),
    sort: given.choice('sort', productSorts) ?? null,
    page: given.count('page', Number.MAX_SAFE_INTEGER) ?? 1,
    perPage: given.count('perPage', PER_PAGE_MAX) ?? PER_PAGE,
  };
  given.finish();
  return listing;
}

/** @throws AppError invalid */
export function readSuggestionSearch(ctx: ShopContext): string {
  const given = queryString(ctx, { strict: true });
  const search = readSearch(given);
  given.finish();
  return search;
}

function readAttributes({ query }: WithQuery): AttributeParameters {
  const given = Object.entries(query).filter(([name]) => name.startsWith(ATTRIBUTE));
  return new Map(given.map(([name, values = []]) => [name.slice(ATTRIBUTE.length), [values].flat()]));
}

function readSearch(given: QueryString): string {
  const search = given.text('search') ?? '';
  if (search.length > LISTING_SEARCH_MAX) {
    given.reject('search', `search can have at most ${LISTING_SEARCH_MAX} characters`);
  }
  return search;
}
