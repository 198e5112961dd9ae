import { findPage, type PageName, pageAddress, pagePatterns } from '#contract/page-addresses.ts';
import { pageTexts } from '#contract/pages.ts';
import { isId } from '#contract/text.ts';
import type { EntityManager } from '../../core/db.ts';
import { escapeHtml } from '../../core/html.ts';
import { findProduct, listProductIds } from '../catalogue/catalogue.queries.ts';
import type { PageHead } from './page-head.ts';
import { productHead } from './product-head.ts';

/** https://www.sitemaps.org/protocol.html: a sitemap lists at most so many addresses. */
const SITEMAP_MAX = 50_000;

/** The pages that somebody may look for, besides the products. */
const sitemapPages: PageName[] = ['catalogue', 'contact', 'authorization'];

/** Pages of one person each, which are nothing for a search engine. */
const privatePaths = [pagePatterns.profile, pageAddress('resetPassword', { token: '' }), pagePatterns.statistics];

/** What the page at a path tells about itself; null if there is no such page, or no such product. */
export async function describePage(em: EntityManager, path: string, publicUrl: string): Promise<PageHead | null> {
  const page = findPage(path);
  if (page === null) return null;
  if (page.name === 'product') {
    const { productId } = page.parameters;
    const product = isId(productId) ? await findProduct(em, productId) : undefined;
    return product ? productHead(product, publicUrl) : null;
  }
  const isOfOne = Object.keys(page.parameters).length > 0;
  return { ...pageTexts[page.name], url: isOfOne ? undefined : publicUrl + pagePatterns[page.name] };
}

/** The addresses of all pages and products as XML for search engines (https://www.sitemaps.org/protocol.html). */
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

/** What search engines may visit (RFC 9309). They need the API too: the pages draw themselves from it. */
export function robots(publicUrl: string): string {
  const rules = privatePaths.map((path) => `Disallow: ${path}`);
  return ['User-agent: *', ...rules, '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n');
}
