import { isDeepStrictEqual } from 'node:util';
import type { ProductPageView } from '#contract/listing.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { AppError } from '../../core/errors.ts';
import { presentProduct } from '../catalogue/catalogue.present.ts';
import { findAnyProduct, findProduct, findProducts, type ProductRow } from '../catalogue/catalogue.queries.ts';
import { PRODUCT_NOT_FOUND } from '../catalogue/catalogue.service.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import type { Catalogue } from './follow-catalogue.ts';
import { findRelated } from './related.ts';

export type ProductPage = {
  view: ProductPageView;
  /** Whether the page shows the same as at a version of the catalogue. */
  isUnchangedSince: (version: number) => boolean;
};

/** A published product and those like it. @throws AppError notFound */
export async function readProductPage(
  em: EntityManager,
  catalogue: Catalogue,
  productId: string,
): Promise<ProductPage> {
  const index = await catalogue.recent(em);
  const related = relatedOf(index, productId);
  const shown = { productIds: [productId, ...related], family: familyOf(index, productId) };
  return {
    view: await viewPage(em, await findProduct(em, productId), related),
    isUnchangedSince: (version) => {
      if (!catalogue.changes.isUnchanged(version, shown)) return false;
      // The last index, since a loaded one replaces it.
      const { index } = catalogue;
      return index !== null && isDeepStrictEqual(relatedOf(index, productId), related);
    },
  };
}

/** A product's page for an admin, also if the product is unpublished. @throws AppError notFound */
export async function readPageForAdmin(
  em: EntityManager,
  index: CatalogueIndex,
  productId: string,
): Promise<ProductPageView> {
  return viewPage(em, await findAnyProduct(em, productId), relatedOf(index, productId));
}

async function viewPage(
  em: EntityManager,
  product: ProductRow | undefined,
  relatedIds: readonly string[],
): Promise<ProductPageView> {
  if (product === undefined) throw new AppError('notFound', PRODUCT_NOT_FOUND);
  const related = await findProducts(em, relatedIds);
  return { product: presentProduct(product), related: related.map(presentProduct) };
}

/** The ids of products like one. */
function relatedOf(index: CatalogueIndex, productId: string): string[] {
  const slot = index.rows.find(productId);
  return slot === undefined ? [] : findRelated(index, slot);
}

/** 0 without a family. */
function familyOf({ rows }: CatalogueIndex, productId: string): number {
  const slot = rows.find(productId);
  return slot === undefined ? 0 : rows.family(slot);
}
