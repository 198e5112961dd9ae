import { findPage, type PageName, pageAddress, pagePatterns } from '#contract/page-addresses.ts';
import { pageTexts } from '#contract/pages.ts';
import { isId } from '#contract/text.ts';
import type { EntityManager } from '../../core/db.ts';
import { escapeHtml } from '../../core/html.ts';
import { findProduct, listProductIds } from '../catalogue/catalogue.queries.ts';
import type { PageHead } from './page-head.ts';
import { productHead } from './product-head.ts';

/** The most URLs in a sitemap: https://www.sitemaps.org/protocol.html */
const SITEMAP_MAX = 50_000;

/** Pages worth finding in a search engine, besides the products. */
const sitemapPages: PageName[] = ['catalogue', 'contact', 'authorization'];

/** Personal pages, which search engines must not index. */
const privatePaths = [pagePatterns.profile, pageAddress('resetPassword', { token: '' }), pagePatterns.statistics];

/** The metadata of the page at a path; null if the page or its product does not exist. */
export async function describePage(em: EntityManager, path: string, publicUrl: string): Promise<PageHead | null> {
  const page = findPage(path);
  if (page === null) return null;
  if (page.name === 'product') {
    const { productId } = page.parameters;
    const product = isId(productId) ? await findProduct(em, productId) : undefined;
    return product ? productHead(product, publicUrl) : null;
  }
  // Parameters can be secret, such as the token of a password reset.
  const hasParameters = Object.keys(page.parameters).length > 0;
  return { ...pageTexts[page.name], url: hasParameters ? undefined : publicUrl + pagePatterns[page.name] };
}

/** The URLs of all public pages and products as XML: https://www.sitemaps.org/protocol.html */
export async function sitemap(em: EntityManager, publicUrl: string): Promise<string> {
  const pages = sitemapPages.map((name) => pagePatterns[name]);
  const products = await listProductIds(em, SITEMAP_MAX - pages.length);
  const paths = [...pages, ...products.map((productId) => pageAddress('product', { productId }))];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `<url><loc>${escapeHtml(publicUrl + path)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');
}

/** Rules for crawlers (RFC 9309). The API stays allowed, because the client renders pages from it. */
export function robots(publicUrl: string): string {
  const rules = privatePaths.map((path) => `Disallow: ${path}`);
  return ['User-agent: *', ...rules, '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n');
}
