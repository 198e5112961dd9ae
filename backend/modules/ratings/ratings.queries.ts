import type { EntityManager } from '../../core/database/db.ts';
import { anyOf } from '../../core/database/queries.ts';
import { db } from './ratings.tables.ts';

/** The ids of the products that each of the given users has rated, in the order of the ratings. */
export async function productsRatedBy(em: EntityManager, userIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db(em)
    .selectFrom('rating')
    .select([
      'userId',
      ({ fn }) => fn.agg<string[]>('array_agg', ['productId']).orderBy('createdAt').orderBy('id').as('rated'),
    ])
    .where('userId', '=', anyOf(userIds))
    .groupBy('userId')
    .$narrowType<{ userId: string }>()
    .execute();
  return new Map(rows.map(({ userId, rated }) => [userId, rated]));
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
