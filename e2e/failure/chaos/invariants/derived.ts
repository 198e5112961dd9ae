import type { Evidence } from './evidence.ts';
import { type Finding, newFinding } from './finding.ts';

/** Checks that the averages and counts shown match the ratings and products. */
export async function checkDerived({ em, products }: Evidence): Promise<Finding[]> {
  const ratings = newFinding('averages', products.length);
  const wrongRatings = await em.execute<{ id: string; shown: string; right: string }[]>(
    `select id, concat(all_ratings, ' ', rating) as shown, concat(right_list, ' ', right_average) as right
     from product p cross join lateral (
       select coalesce(array_agg(rate order by created_at, id), '{}') as right_list,
         coalesce(avg(rate), 0)::float8 as right_average
       from rating where product_id = p.id
     ) as truth
     where all_ratings is distinct from right_list or rating is distinct from right_average`,
  );
  ratings.wrong = wrongRatings.map(({ id, shown, right }) => `${id} shows ${shown}, expected ${right}`);

  const categories = await em.execute<{ name: string; shown: number; right: number }[]>(
    `select name, product_count as shown, (select count(*)::int from product where category_id = c.id) as right
     from category c`,
  );
  const counts = newFinding('category counts', categories.length);
  counts.wrong = categories
    .filter(({ shown, right }) => shown !== right)
    .map(({ name, shown, right }) => `${name} shows ${shown}, expected ${right}`);
  return [ratings, counts];
}
