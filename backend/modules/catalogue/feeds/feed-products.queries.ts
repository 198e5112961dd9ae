import { type InferResult, sql } from 'kysely';
import { NIL } from 'uuid';
import type { Condition, EnergyView } from '#contract/catalogue/catalogue.ts';
import { readInBatches } from '../../../core/batches.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { shownText } from '../../../core/database/translations.ts';
import { shownPictures } from '../../pictures/pictures.queries.ts';
import { db } from '../catalogue.tables.ts';
import { chargedPrice, priorPrice, whileOnSale } from '../prices/prices.queries.ts';

export type FeedProductRow = InferResult<ReturnType<typeof feedProducts>>[number];

/** The published pictures of a product but the main one. */
function furtherPictures(em: EntityManager) {
  const further = shownPictures(em, 'product')
    .where('shown.ownerId', '=', sql.ref<string>('product.id'))
    .where('shown.position', '>', 0)
    .where('shown.state', '=', 'ready')
    .orderBy('position');
  return sql<string[]>`array(select image from (${further}) as further)`;
}

/** Published products that cost something and whose main picture is published. */
function feedProducts(em: EntityManager) {
  return db(em)
    .selectFrom('product')
    .innerJoin('category', 'category.id', 'product.categoryId')
    .innerJoin(shownPictures(em, 'product').as('picture'), (join) =>
      join.onRef('picture.ownerId', '=', 'product.id').on('picture.position', '=', 0),
    )
    .select(['product.id', 'product.sku', 'product.gtin', 'product.mpn', 'product.brand'])
    .select(['product.condition', 'product.energy', 'product.family', 'product.categoryId'])
    .$narrowType<{ condition: Condition | null; energy: EnergyView | null }>()
    .select([shownText('product', 'title').as('title'), shownText('product', 'description').as('description')])
    .select([shownText('category', 'name', 'categoryName').as('categoryName'), 'category.googleCategory'])
    .select(['picture.image', furtherPictures(em).as('furtherImages')])
    .select(sql<boolean>`coalesce(product.stock = 0, false)`.as('isSoldOut'))
    .select([chargedPrice.as('priceCents'), priorPrice.as('priorCents')])
    .select([whileOnSale<string>('saleBeginsAt').as('saleBeganAt'), whileOnSale<string>('saleUntil').as('saleUntil')])
    .where('product.isPublished', '=', true)
    .where('picture.isPublished', '=', true)
    .where(chargedPrice, '>', 0);
}

const BATCH = 500;

/**
 * The products of feeds in batches, oldest first, with texts in the language of the current work. In a snapshot of the
 * database, all are of one moment.
 */
export function readFeedProducts(em: EntityManager): AsyncGenerator<FeedProductRow[]> {
  return readInBatches(BATCH, (last?: FeedProductRow) =>
    feedProducts(em)
      .where('product.id', '>', last?.id ?? NIL)
      .orderBy('product.id')
      .limit(BATCH)
      .execute(),
  );
}
