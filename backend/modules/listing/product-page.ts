import { createHash } from 'node:crypto';
import type { ProductPageView } from '#contract/listing.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { AppError } from '../../core/errors.ts';
import { type EncodedBody, encodedBody } from '../../core/http/encoded-body.ts';
import { count, setLevel } from '../../core/observability/figures.ts';
import { presentProduct } from '../catalogue/catalogue.present.ts';
import { findAnyProduct, findProduct, findProducts, type ProductRow } from '../catalogue/catalogue.queries.ts';
import { PRODUCT_NOT_FOUND } from '../catalogue/catalogue.service.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import type { Catalogue } from './follow-catalogue.ts';
import { findRelated } from './related.ts';

/** Bodies kept in memory, of about 2 kB once compressed; the oldest makes room. */
const KEPT = 3000;

export type ProductPage = { version: string; body: EncodedBody };
type Kept = ProductPage & {
  /** The products that it shows. */
  productIds: string[];
  family: number;
};

export type ProductPages = {
  /** The response of GET /products/single/{id}, at most as old as `catalogue.recent`. @throws AppError notFound */
  read(em: EntityManager, productId: string): Promise<ProductPage>;
};

/** Caches the responses for single products until a product that they show changes. */
export function createProductPages(catalogue: Catalogue): ProductPages {
  const kept = new Map<string, Kept>();
  /** The ids of the kept pages that show a product. */
  const pagesWith = new Map<string, Set<string>>();
  /** Counts the changes that were heard of: a page built meanwhile may be older. */
  let changes = 0;

  const recordSize = () => setLevel('webshop_cache_entries', 'productPages', kept.size);

  function drop(productId: string): void {
    const page = kept.get(productId);
    if (page === undefined) return;
    kept.delete(productId);
    for (const shown of page.productIds) {
      const pages = pagesWith.get(shown);
      pages?.delete(productId);
      if (pages?.size === 0) pagesWith.delete(shown);
    }
  }

  function keep(productId: string, page: Kept): void {
    drop(productId);
    const [oldest] = kept.keys();
    if (kept.size >= KEPT && oldest !== undefined) drop(oldest);
    kept.set(productId, page);
    for (const shown of page.productIds) {
      const pages = pagesWith.get(shown) ?? new Set();
      pagesWith.set(shown, pages.add(productId));
    }
    recordSize();
  }

  catalogue.listen({
    productsChanged(productIds, families) {
      changes += 1;
      for (const productId of productIds) for (const page of [...(pagesWith.get(productId) ?? [])]) drop(page);
      // A page shows the options of the whole family.
      for (const [productId, { family }] of kept) if (family !== 0 && families.has(family)) drop(productId);
      recordSize();
    },
    allChanged() {
      changes += 1;
      kept.clear();
      pagesWith.clear();
      recordSize();
    },
  });

  async function build(em: EntityManager, productId: string): Promise<ProductPage> {
    const index = await catalogue.current(em);
    const before = changes;
    const { view, family } = await viewPage(em, index, await findProduct(em, productId));
    const bytes = Buffer.from(JSON.stringify({ status: 'success', ...view }));
    const version = createHash('sha1').update(bytes).digest('base64url');
    const productIds = [view.product, ...view.related].map(({ _id }) => _id);
    const page = { version, body: await encodedBody(bytes), productIds, family };
    if (before === changes) keep(productId, page);
    return page;
  }

  return {
    async read(em, productId) {
      await catalogue.recent(em);
      const page = kept.get(productId);
      count(page ? 'webshop_cache_hits_total' : 'webshop_cache_misses_total', 'productPages');
      return page ?? build(em, productId);
    },
  };
}

/** A product's page for an admin, also if the product is unpublished. @throws AppError notFound */
export async function readPageForAdmin(
  em: EntityManager,
  index: CatalogueIndex,
  productId: string,
): Promise<ProductPageView> {
  const { view } = await viewPage(em, index, await findAnyProduct(em, productId));
  return view;
}

async function viewPage(
  em: EntityManager,
  index: CatalogueIndex,
  product: ProductRow | undefined,
): Promise<{ view: ProductPageView; family: number }> {
  if (product === undefined) throw new AppError('notFound', PRODUCT_NOT_FOUND);
  const slot = index.rows.find(product.id);
  const [related, family] = slot === undefined ? [[], 0] : [findRelated(index, slot), index.rows.family(slot)];
  const view = { product: presentProduct(product), related: (await findProducts(em, related)).map(presentProduct) };
  return { view, family };
}
