import type { EntityManager } from '../../core/db.ts';

/** How many products there are. */
export async function countProducts(em: EntityManager): Promise<number> {
  const [row] = await em.execute<{ count: number }[]>('select count(*)::int from product');
  return row?.count ?? 0;
}

type RatedProduct = { productId: string; title: string; rating: number; ratings: number };

/** The best products among those that were rated: by average, then by number of ratings, then the newest. */
export function findBestRated(em: EntityManager, limit: number): Promise<RatedProduct[]> {
  return em.execute<RatedProduct[]>(
    `select id as "productId", title, rating, cardinality(all_ratings) as ratings
     from product where rating > 0 order by rating desc, cardinality(all_ratings) desc, id desc limit ?`,
    [limit],
  );
}
