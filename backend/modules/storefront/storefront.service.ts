import { parse } from 'node:querystring';
import { readBuyItems } from '#contract/catalogue/buy-links.ts';
import { bestRatedQuery, ratedProducts } from '#contract/listing/listing.ts';
import {
  type ListingFilter,
  listingAddress,
  listingQuery,
  noFilter,
  readListingFilter,
} from '#contract/listing/listing-address.ts';
import { isLegalPageKind, legalPageKey } from '#contract/shop/legal-pages.ts';
import { type FoundPage, findPage, localAddress, pageAddress, pagePatterns } from '#contract/shop/page-addresses.ts';
import { pageText } from '#contract/shop/pages.ts';
import type { SettingsView } from '#contract/shop/settings.ts';
import { askedCurrency, DEFAULT_CURRENCY } from '#contract/values/money.ts';
import { isId } from '#contract/values/text.ts';
import { m } from '#messages';
import type { LanguageCode } from '#messages/languages.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { AppError } from '../../core/errors.ts';
import { listActiveMethods } from '../delivery/delivery.queries.ts';
import type { CatalogueIndex } from '../listing/catalogue-index.ts';
import type { Catalogue } from '../listing/follow-catalogue.ts';
import { readListing } from '../listing/listing.input.ts';
import { listPage } from '../listing/listing.service.ts';
import { readProductPage } from '../listing/product-page.ts';
import { readPage } from '../pages/pages.queries.ts';
import { readVersionKey, versionQuery } from '../pages/version-key.ts';
import { listingHead, productHead } from './catalogue-heads.ts';
import type { PageContent } from './page-head.ts';

/** Personal pages, which search engines must not index. */
const privatePaths = [
  pagePatterns.profile,
  pageAddress('ownOrder', { orderId: '' }),
  pageAddress('resetPassword', { token: '' }),
  pageAddress('verifyEmail', { token: '' }),
  pagePatterns.statistics,
];

type Address = { path: string; query: string };
type Shop = { publicUrl: string; settings: SettingsView; catalogue: Catalogue };

/** The address of a page that is rendered, without parameters that rendering ignores; null for other pages. */
export function pageKey(address: Address): Address | null {
  const page = contentKey(address);
  const currency = askedCurrency(address.query) ?? DEFAULT_CURRENCY;
  if (page === null || currency === DEFAULT_CURRENCY) return page;
  const separator = page.query === '' ? '' : '&';
  return { path: page.path, query: `${page.query}${separator}currency=${currency}` };
}

/** What a page shows, whatever the currency of its prices. */
function contentKey({ path, query }: Address): Address | null {
  const page = findPage(path);
  if (page?.name === 'product' || page?.name === 'withdrawal') return { path, query: '' };
  if (page?.name === 'legalPage') {
    const key = readVersionKey(parse(query));
    return key === null ? null : { path, query: versionQuery(key) };
  }
  if (page?.name !== 'catalogue' && page?.name !== 'category') return null;
  const [, known = ''] = listingAddress(readListingFilter(path, query)).split('?');
  return { path, query: known };
}

/** The metadata of the page at an address, or the address that it has moved to; null if there is no such page. */
export async function describePage(
  em: EntityManager,
  { path, query }: Address,
  shop: Shop,
): Promise<PageContent | { movedTo: string } | null> {
  const { settings, catalogue } = shop;
  const page = findPage(path);
  if (page?.name === 'product') return describeProduct(em, page, { ...shop, query });
  if (page?.name === 'catalogue' || page?.name === 'category') {
    const index = await catalogue.recent(em);
    const filter = readListingFilter(path, query);
    if (filter.category === null) return describeListing(em, index, filter, shop);
    const slug = index.findCategory(filter.category)?.slug;
    if (slug === undefined) return null;
    if (slug === filter.category) return describeListing(em, index, filter, shop);
    return { movedTo: pageAddress('category', { slug }) + (query && `?${query}`) };
  }
  if (page?.name === 'legalPage') return describeLegalPage(em, page, { query, shopName: settings.name });
  if (page === null) return null;
  if (page.name === 'buy' && readBuyItems(page.parameters.items ?? '') === null) return null;
  // Parameters can be secret, such as the token of a password reset.
  const hasParameters = Object.keys(page.parameters).length > 0;
  return {
    ...pageText(path, settings.name),
    address: hasParameters ? undefined : pagePatterns[page.name],
    ...(page.name === 'withdrawal' && { firstView: {} }),
    // Search engines list the products that it offers.
    ...(page.name === 'buy' && { isIndexed: false }),
  };
}

async function describeLegalPage(
  em: EntityManager,
  { parameters: { kind } }: FoundPage,
  { query, shopName }: { query: string; shopName: string },
): Promise<PageContent | null> {
  const key = readVersionKey(parse(query));
  if (!isLegalPageKind(kind) || key === null) return null;
  try {
    const read = await readPage(em, kind, key);
    const { title } = read.page;
    return {
      title,
      description: m.pages.namedLegalPageDescription({ title, shop: shopName }),
      // Earlier versions, too: search engines list the current one alone.
      address: pageAddress('legalPage', { kind }),
      firstView: { legalPage: { key: legalPageKey(kind, query), read } },
    };
  } catch (error) {
    if (isAppError(error, 'notFound')) return null;
    throw error;
  }
}

async function describeProduct(
  em: EntityManager,
  { parameters: { productId } }: FoundPage,
  { publicUrl, settings, catalogue, query }: Shop & { query: string },
): Promise<PageContent | null> {
  if (!isId(productId)) return null;
  try {
    const index = await catalogue.recent(em);
    const [page, methods] = await Promise.all([
      readProductPage(em, index, productId.toLowerCase()),
      listActiveMethods(em),
    ]);
    const currency = askedCurrency(query) ?? DEFAULT_CURRENCY;
    return productHead(page, publicUrl, { settings, currency, methods });
  } catch (error) {
    if (isAppError(error, 'notFound')) return null;
    throw error;
  }
}

async function describeListing(
  em: EntityManager,
  index: CatalogueIndex,
  filter: ListingFilter,
  shop: Pick<Shop, 'publicUrl' | 'settings'>,
): Promise<PageContent> {
  try {
    const list = (query: string) => listPage(em, index, readListing({ query: parse(query) }));
    const { firstView, ...head } = listingHead(await list(listingQuery(filter)), filter, shop);
    if (listingAddress(filter) !== listingAddress(noFilter)) return { firstView, ...head };
    const featured = ratedProducts(await list(bestRatedQuery(1)));
    return { firstView: { ...firstView, featured }, ...head };
  } catch (error) {
    if (!isAppError(error, 'invalid')) throw error;
    // An attribute can't have the given value; the client shows the error.
    const whole = { ...noFilter, category: filter.category };
    return { ...(await describeListing(em, index, whole, shop)), firstView: undefined };
  }
}

/** Rules for crawlers (RFC 9309). The API stays allowed, because the client renders pages from it. */
export function robots(publicUrl: string, spoken: readonly LanguageCode[]): string {
  const rules = spoken.flatMap((code) => privatePaths.map((path) => `Disallow: ${localAddress(path, code)}`));
  return ['User-agent: *', ...rules, '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n');
}

function isAppError(error: unknown, code: AppError['code']): boolean {
  return error instanceof AppError && error.code === code;
}
