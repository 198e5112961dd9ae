import { findPage, pageAddress, pagePatterns } from '#contract/page-addresses.ts';
import { pageTexts } from '#contract/pages.ts';
import { isId } from '#contract/text.ts';
import type { EntityManager } from '../../core/db.ts';
import { findProduct } from '../catalogue/catalogue.queries.ts';
import type { PageHead } from './page-head.ts';
import { productHead } from './product-head.ts';

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

/** Rules for crawlers (RFC 9309). The API stays allowed, because the client renders pages from it. */
export function robots(publicUrl: string): string {
  const rules = privatePaths.map((path) => `Disallow: ${path}`);
  return ['User-agent: *', ...rules, '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n');
}
