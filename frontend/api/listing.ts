import type { ProductView } from '#contract/catalogue/catalogue.ts';
import {
  bestRatedQuery,
  IDS_MAX,
  type ListedProductView,
  type ListingView,
  ratedProducts,
} from '#contract/listing/listing.ts';
import { type ListingFilter, listingQuery } from '#contract/listing/listing-address.ts';
import { call } from './call.ts';
import { errorMessage, fieldErrors } from './errors.ts';
import { createRemote, type LoadOptions } from './remote.ts';
import { useRemote } from './useRemote.ts';

/** Pages of products, by the query of their call (see listingQuery). Back shows the latest ones at once. */
export const listing = createRemote<string, ListingView>({
  load: loadValidPage,
  isPublic: true,
});

// A former slug: the page moves to the current one, which has the same products.
listing.onData((query, page) => {
  const current = new URLSearchParams(query);
  if (page.category && current.get('category') !== page.category.slug) {
    current.set('category', page.category.slug);
    listing.write(current.toString(), page);
  }
});

/** Products by their ids, in this order, without those that are gone. */
export const productsById = createRemote<readonly string[], ListedProductView[]>({
  load: loadByIds,
  isPublic: true,
  hiddenMax: 2,
});

/** The best rated products in stock, this many at most. Optional: the page works if they can't be loaded. */
export const bestRated = createRemote<number, ListedProductView[]>({
  load: async (count, { signal }) =>
    ratedProducts(await loadPage(bestRatedQuery(count), { signal, showsLoader: false })),
  isPublic: true,
  onFailure: errorMessage,
});

/** The page of products that a filter asks for. The previous page stays until it arrives. */
export function useListing(filter: ListingFilter) {
  return useRemote(listing, listingQuery(filter), { keepsPrevious: true });
}

/** Starts to load a page of products that is about to be shown, so that rendering doesn't delay the request. */
export function preloadListing(filter: ListingFilter): void {
  void listing.load(listingQuery(filter), { quiet: true });
}

/** Products by their ids. The previous ones stay until they arrive. */
export function useProductsById(ids: readonly string[]) {
  return useRemote(productsById, ids, { keepsPrevious: true });
}

/** Loads products by their ids, in this order, without those that are gone. @throws ApiError */
export async function loadByIds(ids: readonly string[], options: LoadOptions): Promise<ListedProductView[]> {
  const parts = Array.from({ length: Math.ceil(ids.length / IDS_MAX) }, (_, index) => {
    return ids.slice(index * IDS_MAX, (index + 1) * IDS_MAX);
  });
  const pages = await Promise.all(parts.map((part) => loadPage(`ids=${part.map(encodeURIComponent).join()}`, options)));
  return pages.flatMap(({ products }) => products);
}

/** A product as a list shows it; undefined if none does. */
export function findListed(id: string): ProductView | undefined {
  const lists = [...listing.all().map(({ products }) => products), ...productsById.all()];
  return lists.flat().find(({ _id }) => _id === id);
}

/** Leaves out parameters that the shop refuses, such as text for an attribute that is a number. */
async function loadValidPage(query: string, options: LoadOptions): Promise<ListingView> {
  try {
    return await loadPage(query, options);
  } catch (error) {
    const valid = new URLSearchParams(query);
    for (const name of Object.keys(fieldErrors(error))) valid.delete(name);
    if (valid.toString() === query) throw error;
    return await loadPage(valid.toString(), options);
  }
}

async function loadPage(query: string, options: LoadOptions): Promise<ListingView> {
  // The whole catalogue comes only without a query.
  return (await call<'Products'>('GET', `/products?${query}`, options)) as ListingView;
}
