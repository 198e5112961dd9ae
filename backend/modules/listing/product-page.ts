import { type ProductPageView, RELATED_PRODUCTS } from '#contract/listing/listing.ts';
import { m } from '#messages';
import type { EntityManager } from '../../core/database/db.ts';
import { found } from '../../core/errors.ts';
import { presentProduct, presentProductDetail } from '../catalogue/catalogue.present.ts';
import { type findAnyProduct, findProduct, findProducts } from '../catalogue/catalogue.queries.ts';
import type { CatalogueIndex } from './catalogue-index.ts';

/**
 * A product and those like it.
 * @param find findProduct, or findAnyProduct for those who also see unpublished products
 * @throws AppError notFound
 */
export async function readProductPage(
  em: EntityManager,
  index: CatalogueIndex,
  productId: string,
  find: typeof findProduct | typeof findAnyProduct = findProduct,
): Promise<ProductPageView> {
  const slot = index.find(productId);
  const relatedIds = slot === undefined ? [] : findRelated(index, slot);
  const [product, related] = await Promise.all([find(em, productId), findProducts(em, relatedIds)]);
  return {
    product: presentProductDetail(found(product, m.catalogue.productNotFound()), index.term),
    related: related.map((row) => presentProduct(row, index.term)),
  };
}

/** How many products on each side of a price are compared. */
const NEIGHBORS = 250;

/**
 * The ids of products like the one at `slot`: of its category and about its price, first those with the most equal
 * attributes, then those with the closest price; one of each other family, and none that is sold out.
 */
function findRelated({ rows, ordered }: CatalogueIndex, slot: number): string[] {
  const byPrice = ordered(rows.category(slot), 'asc');
  const place = byPrice.indexOf(slot);
  const nearby = byPrice.subarray(Math.max(0, place - NEIGHBORS), place + NEIGHBORS + 1);
  const scored = Array.from(nearby)
    .filter((other) => other !== slot && !rows.isSoldOut(other))
    .map((other) => ({
      other,
      equal: rows.values.countEqual(slot, other),
      apart: Math.abs(rows.price(slot) - rows.price(other)),
    }))
    .sort((one, two) => two.equal - one.equal || one.apart - two.apart);
  const families = new Set([rows.family(slot)]);
  const related: string[] = [];
  for (const { other } of scored) {
    const family = rows.family(other);
    if (family !== 0 && families.has(family)) continue;
    families.add(family);
    related.push(rows.id(other));
    if (related.length === RELATED_PRODUCTS) break;
  }
  return related;
}
