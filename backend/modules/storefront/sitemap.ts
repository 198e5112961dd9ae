import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type PageName, pageAddress, pagePatterns } from '#contract/page-addresses.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { escapeHtml } from '../../core/http/html.ts';
import { listSliceStarts, readProductIds } from '../catalogue/catalogue.queries.ts';
import { readCategoryEntries } from '../catalogue/changes/catalogue-changes.queries.ts';

export type Sitemap = {
  /** A file of the sitemap, compressed with gzip; null if there is none at this path. */
  read(em: EntityManager, path: string): Promise<Buffer | null>;
};

type Limits = {
  /** A file may have 50,000 URLs and 50 MB: https://www.sitemaps.org/protocol.html#index */
  productsPerFile: number;
  /** Milliseconds for which files are not built again. */
  maxAge: number;
};

/** Yields the parts of a file, so that it never is in memory as a whole before compression. */
type Writer = (em: EntityManager) => AsyncGenerator<string>;

/** The files as of one moment. Each is built when it is first requested. */
type Edition = {
  createdAt: number;
  writers: Promise<Map<string, Writer>>;
  files: Map<string, Promise<Buffer>>;
};

/** Pages worth finding in a search engine, besides categories and products. */
const sitemapPages: PageName[] = ['catalogue', 'contact', 'authorization'];

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** The URLs of all public pages, categories and products: /sitemap.xml is the index of the other files. */
export function createSitemap(
  publicUrl: string,
  { productsPerFile, maxAge }: Limits = { productsPerFile: 50_000, maxAge: 10 * 60 * 1000 },
): Sitemap {
  let edition: Edition | null = null;

  function currentEdition(em: EntityManager): Edition {
    const now = performance.now();
    if (edition !== null && now - edition.createdAt < maxAge) return edition;
    const created: Edition = { createdAt: now, writers: planFiles(em), files: new Map() };
    // The waiting requests get the error; the next one retries.
    created.writers.catch(() => {
      if (edition === created) edition = null;
    });
    edition = created;
    return created;
  }

  async function planFiles(em: EntityManager): Promise<Map<string, Writer>> {
    const starts = await listSliceStarts(em, productsPerFile);
    const writers = new Map<string, Writer>([['/sitemap-pages.xml', writePages]]);
    starts.forEach((from, index) => {
      writers.set(`/sitemap-products-${index + 1}.xml`, (em) => {
        // Limited, because more products may have been published by now.
        return write('urlset', 'url', productPaths(em, { from, before: starts[index + 1], limit: productsPerFile }));
      });
    });
    const files = [...writers.keys()];
    return writers.set('/sitemap.xml', () => write('sitemapindex', 'sitemap', [files]));
  }

  async function* writePages(em: EntityManager): AsyncGenerator<string> {
    const pages = sitemapPages.map((name) => pagePatterns[name]);
    const categories = await readCategoryEntries(em);
    yield* write('urlset', 'url', [pages, categories.map(({ slug }) => pageAddress('category', { slug }))]);
  }

  async function* write(
    root: string,
    entry: string,
    paths: Iterable<string[]> | AsyncIterable<string[]>,
  ): AsyncGenerator<string> {
    yield `${DECLARATION}\n<${root} xmlns="${NAMESPACE}">\n`;
    for await (const batch of paths) {
      yield batch.map((path) => `<${entry}><loc>${escapeHtml(publicUrl + path)}</loc></${entry}>\n`).join('');
    }
    yield `</${root}>\n`;
  }

  return {
    async read(em, path) {
      const { writers, files } = currentEdition(em);
      const write = (await writers).get(path);
      if (write === undefined) return null;
      const known = files.get(path);
      if (known !== undefined) return known;
      const file = pipeline(write(em), createGzip(), buffer);
      files.set(path, file);
      file.catch(() => files.delete(path));
      return file;
    },
  };
}

async function* productPaths(em: EntityManager, slice: Parameters<typeof readProductIds>[1]): AsyncGenerator<string[]> {
  for await (const ids of readProductIds(em, slice)) {
    yield ids.map((productId) => pageAddress('product', { productId }));
  }
}
