import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { localAddress, type PageName, pageAddress, pagePatterns } from '#contract/shop/page-addresses.ts';
import { DEFAULT_LANGUAGE, type LanguageCode } from '#messages/languages.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { escapeHtml } from '../../core/http/html.ts';
import { listProductIds, listSliceStarts } from '../catalogue/catalogue.queries.ts';
import { readCategoryEntries } from '../catalogue/changes/catalogue-changes.queries.ts';
import { listPublished } from '../pages/pages.queries.ts';

export type Sitemap = ReturnType<typeof createSitemap>;

/** Pages worth finding in a search engine, besides categories and products. */
const sitemapPages: PageName[] = ['catalogue', 'contact', 'authorization', 'withdrawal'];

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

const XHTML = ' xmlns:xhtml="http://www.w3.org/1999/xhtml"';

const INDEX = '/sitemap.xml';
const PAGES = '/sitemap-pages.xml';
const PRODUCTS = /^\/sitemap-products-([1-9]\d*)\.xml$/;

type SitemapOptions = {
  /** The languages that are switched on. */
  spoken: () => readonly LanguageCode[];
  /** A file may have 50,000 URLs and 50 MB: https://www.sitemaps.org/protocol.html#index */
  urlsPerFile?: number;
  /** Milliseconds for which files are not built again. */
  maxAge?: number;
};

/**
 * The URLs of all public pages, categories and products: /sitemap.xml is the index of the other files.
 * In a shop of several languages, each URL lists the page in the others.
 */
export function createSitemap(
  publicUrl: string,
  { spoken, urlsPerFile = 50_000, maxAge = 10 * 60 * 1000 }: SitemapOptions,
) {
  /** Each has a URL in each language. */
  const productsPerFile = () => Math.floor(urlsPerFile / spoken().length);
  /** The first id of each file of products. */
  const starts = new LRUCache<'starts', string[], EntityManager>({
    max: 1,
    ttl: maxAge,
    fetchMethod: (_key, _stale, { context: em }) => listSliceStarts(em, productsPerFile()),
  });
  const files = new LRUCache<string, Buffer, EntityManager>({
    max: 1000,
    ttl: maxAge,
    fetchMethod: async (path, _stale, { context: em }) => {
      const paths = await readPaths(em, path);
      return paths && promisify(gzip)(path === INDEX ? indexOf(paths) : pagesOf(paths));
    },
  });

  /** The paths that a file lists. */
  async function readPaths(em: EntityManager, path: string): Promise<string[] | undefined> {
    if (path === PAGES) {
      const categories = await readCategoryEntries(em);
      const legalPages = await listPublished(em);
      return [
        ...sitemapPages.map((name) => pagePatterns[name]),
        ...categories.map(({ slug }) => pageAddress('category', { slug })),
        ...legalPages.map(({ kind }) => pageAddress('legalPage', { kind })),
      ];
    }
    const ids = (await starts.fetch('starts', { context: em })) ?? [];
    if (path === INDEX) return [PAGES, ...ids.map((_, index) => `/sitemap-products-${index + 1}.xml`)];
    const number = Number(PRODUCTS.exec(path)?.[1]);
    const from = ids[number - 1];
    if (from === undefined) return undefined;
    // Limited, because more products may have been published by now.
    const products = await listProductIds(em, { from, before: ids[number], limit: productsPerFile() });
    return products.map((productId) => pageAddress('product', { productId }));
  }

  function indexOf(paths: readonly string[]): string {
    return xml('sitemapindex', '', paths.map((path) => `<sitemap>${locationOf(path)}</sitemap>\n`).join(''));
  }

  /** https://developers.google.com/search/docs/specialty/international/localized-versions#sitemap */
  function pagesOf(paths: readonly string[]): string {
    const codes = spoken();
    const entries = paths.flatMap((path) => {
      const links = codes.length === 1 ? '' : alternates(path, codes);
      return codes.map((code) => `<url>${locationOf(localAddress(path, code))}${links}</url>\n`);
    });
    return xml('urlset', codes.length === 1 ? '' : XHTML, entries.join(''));
  }

  function alternates(path: string, codes: readonly LanguageCode[]): string {
    const link = (hreflang: string, code: LanguageCode) =>
      `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeHtml(publicUrl + localAddress(path, code))}"/>`;
    return codes.map((code) => link(code, code)).join('') + link('x-default', DEFAULT_LANGUAGE);
  }

  function locationOf(path: string): string {
    return `<loc>${escapeHtml(publicUrl + path)}</loc>`;
  }

  function xml(root: string, namespaces: string, entries: string): string {
    return `${DECLARATION}\n<${root} xmlns="${NAMESPACE}"${namespaces}>\n${entries}</${root}>\n`;
  }

  return {
    /** A file of the sitemap, compressed with gzip; undefined if there is none at this path. */
    read: (em: EntityManager, path: string) => files.fetch(path, { context: em }),
  };
}
