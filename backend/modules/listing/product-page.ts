import type { ProductPageView } from '#contract/listing.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { AppError } from '../../core/errors.ts';
import { presentProduct } from '../catalogue/catalogue.present.ts';
import { type findAnyProduct, findProduct, findProducts } from '../catalogue/catalogue.queries.ts';
import { PRODUCT_NOT_FOUND } from '../catalogue/catalogue.service.ts';
import type { CatalogueIndex } from './catalogue-index.ts';
import { findRelated } from './related.ts';

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
  const product = await find(em, productId);
  if (product === undefined) throw new AppError('notFound', PRODUCT_NOT_FOUND);
  const related = await findProducts(em, relatedIds);
  return { product: presentProduct(product), related: related.map(presentProduct) };
}
