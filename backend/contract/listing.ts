/** The pages of products that shoppers browse. */

import { PRODUCTS_PER_PAGE, type ProductView } from './catalogue.ts';

export const LISTING_SEARCH_MAX = 100;
export const PER_PAGE = PRODUCTS_PER_PAGE;
export const PER_PAGE_MAX = 100;
/** Maximum number of `ids`. */
export const IDS_MAX = 50;
export const SUGGESTED_PRODUCTS = 6;
export const SUGGESTED_CATEGORIES = 3;

/** Newest first, cheapest first, most expensive first, best rated first. Ties are newest first. */
export const productSorts = ['default', 'asc', 'desc', 'rating'] as const;
export type ProductSort = (typeof productSorts)[number];

export type ListedCategoryView = { _id: string; slug: string; categoryName: string; productCount: number };

/** A category with the picture of its best rated product; '' without products. */
export type CategoryTileView = ListedCategoryView & Pick<ProductView, 'image' | 'imageWidths'>;

export type ListingView = {
  products: ProductView[];
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
  facets: [];
};

export type ProductSuggestionView = Pick<ProductView, '_id' | 'title' | 'image' | 'imageWidths' | 'price'> & {
  categoryName: string;
};

export type SuggestionsView = { suggestions: ProductSuggestionView[]; categories: ListedCategoryView[] };
