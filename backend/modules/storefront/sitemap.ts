import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { type PageName, pageAddress, pagePatterns } from '#contract/page-addresses.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { escapeHtml } from '../../core/http/html.ts';
import { listProductIds, listSliceStarts } from '../catalogue/catalogue.queries.ts';
import { readCategoryEntries } from '../catalogue/changes/catalogue-changes.queries.ts';

export type Sitemap = ReturnType<typeof createSitemap>;

/** Pages worth finding in a search engine, besides categories and products. */
const sitemapPages: PageName[] = ['catalogue', 'contact', 'authorization'];

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

const INDEX = '/sitemap.xml';
const PAGES = '/sitemap-pages.xml';
const PRODUCTS = /^\/sitemap-products-([1-9]\d*)\.xml$/;

/**
 * The URLs of all public pages, categories and products: /sitemap.xml is the index of the other files.
 * @param productsPerFile a file may have 50,000 URLs and 50 MB: https://www.sitemaps.org/protocol.html#index
 * @param maxAge milliseconds for which files are not built again
 */
export function createSitemap(publicUrl: string, { productsPerFile = 50_000, maxAge = 10 * 60 * 1000 } = {}) {
  /** The first id of each file of products. */
  const starts = new LRUCache<'starts', string[], EntityManager>({
    max: 1,
    ttl: maxAge,
    fetchMethod: (_key, _stale, { context: em }) => listSliceStarts(em, productsPerFile),
  });
  const files = new LRUCache<string, Buffer, EntityManager>({
    max: 1000,
    ttl: maxAge,
    fetchMethod: async (path, _stale, { context: em }) => {
      const paths = await readPaths(em, path);
      return (
        paths && promisify(gzip)(path === INDEX ? xml('sitemapindex', 'sitemap', paths) : xml('urlset', 'url', paths))
      );
    },
  });

  /** The paths that a file lists. */
  async function readPaths(em: EntityManager, path: string): Promise<string[] | undefined> {
    if (path === PAGES) {
      const categories = await readCategoryEntries(em);
      return [
        ...sitemapPages.map((name) => pagePatterns[name]),
        ...categories.map(({ slug }) => pageAddress('category', { slug })),
      ];
    }
    const ids = (await starts.fetch('starts', { context: em })) ?? [];
    if (path === INDEX) return [PAGES, ...ids.map((_, index) => `/sitemap-products-${index + 1}.xml`)];
    const number = Number(PRODUCTS.exec(path)?.[1]);
    const from = ids[number - 1];
    if (from === undefined) return undefined;
    // Limited, because more products may have been published by now.
    const products = await listProductIds(em, { from, before: ids[number], limit: productsPerFile });
    return products.map((productId) => pageAddress('product', { productId }));
  }

  function xml(root: string, entry: string, paths: readonly string[]): string {
    const entries = paths.map((path) => `<${entry}><loc>${escapeHtml(publicUrl + path)}</loc></${entry}>\n`);
    return `${DECLARATION}\n<${root} xmlns="${NAMESPACE}">\n${entries.join('')}</${root}>\n`;
  }

  return {
    /** A file of the sitemap, compressed with gzip; undefined if there is none at this path. */
    read: (em: EntityManager, path: string) => files.fetch(path, { context: em }),
  };
}
