import type { Evidence } from './evidence.ts';
import { type Finding, newFinding } from './finding.ts';

/** Checks that the averages and counts shown match the ratings and products, and that histories match their orders. */
export async function checkDerived({ em, products, orders }: Evidence): Promise<Finding[]> {
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
  return [ratings, counts, await checkHistories(em, orders.length)];
}

/** Statistics sum up the histories: each payment, each refund and each failure of one is one step. */
async function checkHistories(em: Evidence['em'], orders: number): Promise<Finding> {
  const wrong = await em.execute<{ id: string; state: string; refunded: number; steps: string[]; given: number }[]>(
    `select id, state, refunded::float8 as refunded, steps, given
     from shop_order o cross join lateral (
       select array_agg(what order by date, id) as steps,
         coalesce(sum(case when what in ('partlyRefunded', 'refunded') then amount
           when what in ('partRefundFailed', 'refundFailed') then -amount end), 0)::float8 as given,
         count(*) filter (where what = 'paid') as payments,
         count(*) filter (where what = 'refunded') - count(*) filter (where what = 'refundFailed') as full_refunds,
         count(*) filter (where what in ('canceled', 'replaced')) as ends
       from order_history where order_id = o.id
     ) history
     where given <> refunded or payments <> (state in ('paid', 'refunded'))::int
       or full_refunds <> (state = 'refunded')::int or state = 'canceled' and ends <> 1`,
  );
  const finding = newFinding('histories of orders', orders);
  finding.wrong = wrong.map(({ id, state, refunded, steps, given }) => {
    return `${id} is ${state} with refunds of ${refunded}, but has the steps ${steps} with refunds of ${given}`;
  });
  return finding;
}
