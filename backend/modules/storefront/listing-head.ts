import type { ListingView } from '#contract/listing.ts';
import { type ListingFilter, listingAddress, listingQuery, noFilter } from '#contract/listing-address.ts';
import { pagePatterns } from '#contract/page-addresses.ts';
import { categoryDescription, pageText } from '#contract/pages.ts';
import { isPictureReady, pictureAddress } from '#contract/pictures.ts';
import type { PageHead } from './page-head.ts';
import { breadcrumbData, categoryCrumb, homeCrumb, listData } from './structured-data.ts';

/** The metadata of a page of products. @param filter has the current slug of its category */
export function listingHead(
  listing: ListingView,
  filter: ListingFilter,
  { publicUrl, shopName }: { publicUrl: string; shopName: string },
): Omit<PageHead, 'shop'> {
  const { category, products } = listing;
  const [first] = products;
  const title = category?.categoryName ?? shopName;
  const url = publicUrl + canonicalAddress(filter, listing.pageCount);
  const list = listData(listing, title, url, publicUrl);
  const isReady = first !== undefined && isPictureReady(first);
  return {
    title,
    description:
      category === null ? pageText(pagePatterns.catalogue, shopName).description : categoryDescription(title, shopName),
    url,
    image:
      isReady && category !== null ? { url: publicUrl + pictureAddress(first.image), alt: first.title } : undefined,
    firstView: { listing: { query: listingQuery(filter), page: listing } },
    structuredData:
      category === null ? [list] : [list, breadcrumbData([homeCrumb, categoryCrumb(category)], publicUrl)],
  };
}

/** Filtered lists count as their unfiltered one: they repeat its products in too many ways to index each. */
function canonicalAddress(filter: ListingFilter, pageCount: number): string {
  const whole = { ...noFilter, category: filter.category };
  const { page } = filter;
  const isWhole = listingAddress(filter) === listingAddress({ ...whole, page });
  return listingAddress(isWhole && page <= pageCount ? filter : whole);
}
