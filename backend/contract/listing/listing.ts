/** The pages of products that shoppers browse. */

import type { AttributeValue, ProductDetailView, ProductView } from '../catalogue/catalogue.ts';

export const LISTING_SEARCH_MAX = 100;
/** Products on a page. */
export const PER_PAGE = 9;
export const PER_PAGE_MAX = 100;
/** Maximum number of `ids`. */
export const IDS_MAX = 50;
export const SUGGESTED_PRODUCTS = 6;
export const SUGGESTED_CATEGORIES = 3;

/**
 * Newest first, cheapest first, most expensive first, best rated first, biggest saving in percent first. Ties are newest first.
 */
export const productSorts = ['default', 'asc', 'desc', 'rating', 'saving'] as const;
export type ProductSort = (typeof productSorts)[number];

export type ListedCategoryView = { _id: string; slug: string; categoryName: string; productCount: number };

/** A category with the picture of its best rated product; '' without products. */
export type CategoryTileView = ListedCategoryView & Pick<ProductView, 'image' | 'imageWidths'>;

/** A product on a page. It stands for all members of its family that match. */
export type ListedProductView = ProductView & {
  /** The number of members that match; 1 without a family. */
  variantCount: number;
};

/**
 * A filterable attribute of the category, under all other filters. The count of a value is the total that choosing it
 * would give.
 */
export type FacetView = FacetOf<{ value: AttributeValue; label: string; count: number }>;

/** A facet without the words that shoppers read. */
export type CountedFacet = FacetOf<{ value: AttributeValue; count: number }>;

type FacetOf<Value> = { code: string; name: string; unit: string; values: Value[] } & (
  | { type: 'boolean' }
  /** `values` are the FACET_TEXTS_MAX most frequent and the chosen ones; `hasMore` if there are others. */
  | { type: 'text'; hasMore: boolean }
  /** The range of the values; null without any. `values` is empty if there are more than FACET_NUMBERS_MAX. */
  | { type: 'number'; min: number | null; max: number | null }
);
export const FACET_NUMBERS_MAX = 30;
export const FACET_TEXTS_MAX = 30;

export type ListingView = {
  products: ListedProductView[];
  /** The number of products on all pages. */
  total: number;
  /** Counts from 1. */
  page: number;
  pageCount: number;
  /** `similar` if nothing contains the search and near matches are listed instead. */
  match: 'exact' | 'similar';
  /** EUR; of the whole catalogue, or of the category if one is given. */
  highestPrice: number;
  category: ListedCategoryView | null;
  /** In the order of the attributes; empty without a category. */
  facets: FacetView[];
};

/** What stands beside the price of a product. */
export type ProductLabelsView = Pick<ProductView, 'energy' | 'charger' | 'energySheet'>;

export type ProductSuggestionView = Pick<
  ProductView,
  '_id' | 'title' | 'image' | 'imageWidths' | 'price' | 'priorPrice'
> &
  ProductLabelsView & { categoryName: string };

export type SuggestionsView = { suggestions: ProductSuggestionView[]; categories: ListedCategoryView[] };

/**
 * The query of the products that the shop recommends: the best rated ones in stock.
 * @param count from 1 to PER_PAGE_MAX
 */
export function bestRatedQuery(count: number): string {
  return `inStock=true&page=1&perPage=${count}&sort=rating`;
}

/** The rated products of a page of recommendations. */
export function ratedProducts({ products }: ListingView): ListedProductView[] {
  return products.filter(({ allRatings }) => allRatings.length > 0);
}

/** A product's page. */
export type ProductPageView = {
  product: ProductDetailView;
  /** At most RELATED_PRODUCTS similar products. */
  related: ProductView[];
};
export const RELATED_PRODUCTS = 6;
