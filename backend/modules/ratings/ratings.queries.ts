import type { EntityManager } from '../../core/db.ts';
import { anyOf } from '../../core/queries.ts';
import { db } from './ratings.tables.ts';

/** The ids of the products that each of the given users has rated, in the order of the ratings. */
export async function productsRatedBy(em: EntityManager, userIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db(em)
    .selectFrom('rating')
    .select(['userId', 'productId'])
    .where('userId', '=', anyOf(userIds))
    .orderBy('createdAt')
    .orderBy('id')
    .$narrowType<{ userId: string }>()
    .execute();
  const groups = Map.groupBy(rows, ({ userId }) => userId);
  return new Map([...groups].map(([userId, ratings]) => [userId, ratings.map(({ productId }) => productId)]));
}
