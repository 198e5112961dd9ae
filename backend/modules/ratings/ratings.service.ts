import { ForeignKeyConstraintViolationException } from '@mikro-orm/core';
import type { RatingInput } from '#contract/ratings.input.ts';
import { ALREADY_RATED } from '#contract/ratings.ts';
import { type EntityManager, isUniqueViolation } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { emit } from '../../core/outbox.ts';
import { sessionEnded } from '../../core/sessions.ts';
import { PRODUCT_NOT_FOUND } from '../catalogue/catalogue.service.ts';
import { Rating } from './rating.entity.ts';

/**
 * Rates a product, once per user. Whoever reads the product afterwards sees the rating in it.
 * @throws AppError notFound; conflict if the user has rated it already; unauthenticated if there is no such user any more
 */
export async function rateProduct(
  em: EntityManager,
  userId: string,
  { productId, productRate }: RatingInput,
): Promise<void> {
  try {
    await em.transactional(async (em) => {
      if (!(await lockProduct(em, productId))) throw new AppError('notFound', PRODUCT_NOT_FOUND);
      em.create(Rating, { product: productId, user: userId, rate: productRate });
      emit(em, 'product.rated', { productId });
      await em.flush();
      await recomputeRating(em, productId);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'rating_product_user_unique')) {
      throw new AppError('conflict', ALREADY_RATED, { cause: error });
    }
    // The product is locked: it is the user who has been deleted meanwhile.
    if (error instanceof ForeignKeyConstraintViolationException) throw sessionEnded(error);
    throw error;
  }
}

/** Computes a product's ratings and their average anew. Changes nothing if they were right. */
export async function refreshRating(em: EntityManager, productId: string): Promise<void> {
  await em.transactional(async (em) => {
    if (await lockProduct(em, productId)) await recomputeRating(em, productId);
  });
}

/** The lock lets two computations follow one another: the later one then sees all that the earlier one saw. */
async function lockProduct(em: EntityManager, productId: string): Promise<boolean> {
  const rows = await em.execute<unknown[]>('select 1 from product where id = ? for no key update', [productId]);
  return rows.length > 0;
}

async function recomputeRating(em: EntityManager, productId: string): Promise<void> {
  await em.execute(
    `update product set all_ratings = source.all_ratings, rating = source.rating
     from (
       select coalesce(array_agg(rate order by created_at, id), '{}') as all_ratings, coalesce(avg(rate), 0)::float8 as rating
       from rating where product_id = ?
     ) as source
     where product.id = ?`,
    [productId, productId],
  );
}
