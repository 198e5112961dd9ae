import type { EntityManager } from '../../core/database/db.ts';
import { anyOf, prepared } from '../../core/database/queries.ts';
import { db } from './ratings.tables.ts';

const ratingsBy = prepared((em, userIds: readonly string[]) =>
  db(em)
    .selectFrom('rating')
    .select(['userId', 'productId'])
    .where('userId', '=', anyOf(userIds))
    .orderBy('createdAt')
    .orderBy('id')
    .$narrowType<{ userId: string }>(),
);

/** The ids of the products that each of the given users has rated, in the order of the ratings. */
export async function productsRatedBy(em: EntityManager, userIds: readonly string[]): Promise<Map<string, string[]>> {
  const groups = Map.groupBy(await ratingsBy(em, userIds), ({ userId }) => userId);
  return new Map([...groups].map(([userId, ratings]) => [userId, ratings.map(({ productId }) => productId)]));
}

/** Subquery: every rating, to join by `userId` and `productId`. */
export function rates(em: EntityManager) {
  return db(em).selectFrom('rating').select(['userId', 'productId', 'rate']);
}

/** A user's ratings, oldest first. */
export function listOwnRatings(em: EntityManager, userId: string) {
  return db(em)
    .selectFrom('rating')
    .select(['productId', 'rate'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}
