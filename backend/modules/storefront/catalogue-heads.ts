import { isPictureReady, pictureAddress } from '#contract/catalogue/pictures.ts';
import type { ListingView, ProductPageView } from '#contract/listing/listing.ts';
import { type ListingFilter, listingAddress, listingQuery, noFilter } from '#contract/listing/listing-address.ts';
import { pageAddress, pagePatterns } from '#contract/shop/page-addresses.ts';
import { pageText } from '#contract/shop/pages.ts';
import type { SettingsView } from '#contract/shop/settings.ts';
import { summary } from '#contract/shop/shop-page.ts';
import { convertCents, toCents } from '#contract/values/money.ts';
import { m } from '#messages';
import { pageUrl } from '../../core/http/page-url.ts';
import type { SalesTerms } from './offer-data.ts';
import type { PageContent } from './page-head.ts';
import { breadcrumbData, categoryCrumb, homeCrumb, listData, productData } from './structured-data.ts';

/** A product page's metadata for search engines and link previews. */
export function productHead(page: ProductPageView, publicUrl: string, terms: SalesTerms): PageContent {
  const { product } = page;
  const path = pageAddress('product', { productId: product._id });
  const url = pageUrl(publicUrl, path);
  const isReady = isPictureReady(product);
  const crumbs = [homeCrumb(), categoryCrumb(product.categoryId), { name: product.title, path }];
  return {
    title: product.title,
    description: summary(product.description),
    address: path,
    type: 'product',
    // The original, because not every link preview supports WebP.
    image: isReady ? { url: publicUrl + pictureAddress(product.image), alt: product.title } : undefined,
    price: { minorUnits: convertCents(toCents(product.price), terms.currency), currency: terms.currency },
    firstView: { product: page },
    structuredData: [productData(product, url, publicUrl, terms), breadcrumbData(crumbs, publicUrl)],
  };
}

/** The metadata of a page of products. @param filter has the current slug of its category */
export function listingHead(
  listing: ListingView,
  filter: ListingFilter,
  { publicUrl, settings: { name: shopName } }: { publicUrl: string; settings: SettingsView },
): PageContent {
  const { category, products } = listing;
  const [first] = products;
  const title = category?.categoryName ?? shopName;
  const address = canonicalAddress(filter, listing.pageCount);
  const url = pageUrl(publicUrl, address);
  const list = listData(listing, title, url, publicUrl);
  const isReady = first !== undefined && isPictureReady(first);
  return {
    title,
    description:
      category === null
        ? pageText(pagePatterns.catalogue, shopName).description
        : m.pages.namedCategoryDescription({ category: title, shop: shopName }),
    address,
    image:
      isReady && category !== null ? { url: publicUrl + pictureAddress(first.image), alt: first.title } : undefined,
    firstView: { listing: { query: listingQuery(filter), page: listing } },
    structuredData:
      category === null ? [list] : [list, breadcrumbData([homeCrumb(), categoryCrumb(category)], publicUrl)],
  };
}

/** Filtered lists count as their unfiltered one: they repeat its products in too many ways to index each. */
function canonicalAddress(filter: ListingFilter, pageCount: number): string {
  const whole = { ...noFilter, category: filter.category };
  const { page } = filter;
  const isWhole = listingAddress(filter) === listingAddress({ ...whole, page });
  return listingAddress(isWhole && page <= pageCount ? filter : whole);
}
