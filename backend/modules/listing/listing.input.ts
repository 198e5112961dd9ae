import {
  IDS_MAX,
  LISTING_SEARCH_MAX,
  PER_PAGE,
  PER_PAGE_MAX,
  type ProductSort,
  productSorts,
} from '#contract/listing/listing.ts';
import { isId } from '#contract/values/text.ts';
import { plainText } from '#contract/values/words.ts';
import { m } from '#messages';
import type { ShopContext } from '../../core/http/http.ts';
import { choice, count, type JsonSchema, type Parameters } from '../../core/http/parameters.ts';
import { type QueryString, queryString, type WithQuery } from '../../core/http/query-string.ts';
import type { AttributeParameters } from './attribute-filters.ts';

export type ListingInput = {
  /** As titles are searched for it; see plainText. '' for all products. */
  search: string;
  /** A slug or an id; null for all categories. */
  category: string | null;
  /** EUR, inclusive; null without a limit. */
  minPrice: number | null;
  maxPrice: number | null;
  /** Leaves out what is sold out. */
  isInStock: boolean;
  /** Leaves out what is not on sale. */
  isOnSale: boolean;
  attributes: AttributeParameters;
  /** Null for similar matches, the best first, and all else newest first. */
  sort: ProductSort | null;
  /** Counts from 1. */
  page: number;
  perPage: number;
};

const ATTRIBUTE = 'attribute.';

const search: JsonSchema = { type: 'string', maxLength: LISTING_SEARCH_MAX };
const price: JsonSchema = { type: 'number', minimum: 0, description: 'EUR, inclusive.' };

/** The parameters of a page of products. */
export const listingParameters: Parameters = {
  search: {
    ...search,
    description:
      'A part of the title, in any case, or a whole SKU, GTIN or MPN. Without a match: all words, wherever they are, and then words with typing errors.',
  },
  category: { type: 'string', description: 'A slug or an id.' },
  minPrice: price,
  maxPrice: price,
  inStock: choice(['true']),
  onSale: choice(['true']),
  sort: choice(productSorts),
  page: { type: 'integer', minimum: 1 },
  perPage: count(PER_PAGE_MAX),
  ids: {
    type: 'string',
    description: `Up to ${IDS_MAX} ids separated by commas: these products in this order. Other parameters are ignored.`,
  },
  [`${ATTRIBUTE}*`]: {
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
    description: `Values of the category's attributes: ${ATTRIBUTE}CODE, also several times, ${ATTRIBUTE}CODE.min and ${ATTRIBUTE}CODE.max.`,
  },
};

export const suggestionParameters: Parameters = { search };

/** Whether a call asks for a page, not for the whole list. */
export function asksForPage(ctx: ShopContext): boolean {
  return Object.keys(ctx.query).some(isKnown);
}

/** The query of a call for a page, without parameters that are ignored, as URLSearchParams writes it. */
export function knownQuery({ query }: WithQuery): string {
  const known = Object.entries(query).filter(([name]) => isKnown(name));
  return new URLSearchParams(
    known.flatMap(([name, values = []]) => [values].flat().map((value) => [name, value])),
  ).toString();
}

function isKnown(parameter: string): boolean {
  return Object.hasOwn(listingParameters, parameter) || parameter.startsWith(ATTRIBUTE);
}

/** The products that a call asks for by id, each once; null if it doesn't. @throws AppError invalid */
export function readIds(ctx: ShopContext): string[] | null {
  const given = queryString(ctx, { strict: true });
  const ids = given.text('ids')?.split(',') ?? null;
  if (ids !== null && ids.length > IDS_MAX) given.reject('ids', m.listing.tooManyIds({ max: IDS_MAX }));
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
    isOnSale: given.choice('onSale', ['true']) !== undefined,
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
    given.reject('search', m.api.tooLong({ name: 'search', max: LISTING_SEARCH_MAX }));
  }
  return plainText(search);
}
