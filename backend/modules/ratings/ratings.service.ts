import { sql } from 'kysely';
import type { RatingInput } from '#contract/comments/ratings.input.ts';
import { m } from '#messages';
import { type EntityManager, refuseDuplicate } from '../../core/database/db.ts';
import { AppError } from '../../core/errors.ts';
import { emit } from '../../core/events/outbox.ts';
import { sessionEnded } from '../../core/http/sessions.ts';
import {
  appendRating,
  hasWrongRating,
  lockProduct,
  storeRating,
} from '../catalogue/products/product-ratings.service.ts';
import { lockUser } from '../users/accounts/users.queries.ts';
import { Rating } from './rating.entity.ts';
import { db } from './ratings.tables.ts';

/**
 * Rates a product, once per user. The product's average is updated in the same transaction.
 * @throws AppError notFound, also for an unpublished product; conflict if the user has already rated it; unauthenticated if the user no longer exists
 */
export async function rateProduct(em: EntityManager, userId: string, { productId, productRate }: RatingInput) {
  await refuseDuplicate('rating_product_user_unique', m.ratings.alreadyRated(), () =>
    em.transactional(async (em) => {
      if ((await lockUser(em, userId)) === null) throw sessionEnded();
      const product = await lockProduct(em, productId);
      if (!product?.isPublished) throw new AppError('notFound', m.catalogue.productNotFound());
      em.create(Rating, { product: productId, user: userId, rate: productRate });
      emit(em, 'product.rated', { productId });
      await em.flush();
      await appendRating(em, productId, productRate);
    }),
  );
}

/**
 * Recomputes a product's ratings and average. Locks and writes nothing if they are right: sorting 100,000 ratings takes a
 * while, and a write invalidates the product list.
 */
export async function refreshRating(em: EntityManager, productId: string): Promise<void> {
  if (!(await hasWrongRating(em, productId, ratingOf(em, productId)))) return;
  await em.transactional(async (em) => {
    if (await lockProduct(em, productId)) await storeRating(em, productId, ratingOf(em, productId));
  });
}

/** Subquery: the ratings of one product, oldest first, and their average. */
function ratingOf(em: EntityManager, productId: string) {
  return db(em)
    .selectFrom('rating')
    .where('productId', '=', productId)
    .select([
      sql<number[]>`coalesce(array_agg(rate order by created_at, id), '{}')`.as('allRatings'),
      sql<number>`coalesce(avg(rate), 0)::float8`.as('rating'),
    ]);
}
