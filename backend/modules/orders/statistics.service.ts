import { toMajorUnits } from '#contract/money.ts';
import { type OrderState, orderStates } from '#contract/orders.ts';
import type { EntityManager } from '../../core/db.ts';

type DayOfOrders = { day: string; orders: number; revenue: number };

/**
 * Orders and revenue (EUR) of the last `days` days of UTC, today included, oldest first, those without an order too. An
 * order that was paid counts on the day it was placed, also if refunded since; its lines are revenue unless it was.
 */
export async function ordersByDay(em: EntityManager, days: number): Promise<DayOfOrders[]> {
  const rows = await em.execute<{ day: string; orders: number; cents: number }[]>(
    `with sold as (
       select id, state, (created_at at time zone 'UTC')::date as day from shop_order
       where state in ('paid', 'refunded')
         and created_at >= (date_trunc('day', now() at time zone 'UTC') - make_interval(days => ?)) at time zone 'UTC'
     ), counts as (
       select day, count(*)::int as orders from sold group by day
     ), revenue as (
       select day, sum(l.unit_price_cents::bigint * l.count) as cents
       from sold join order_line l on l.order_id = sold.id where sold.state = 'paid' group by day
     )
     select to_char(calendar.day, 'YYYY-MM-DD') as day, coalesce(counts.orders, 0) as orders,
       coalesce(revenue.cents, 0)::float8 as cents
     from generate_series(0, ?) as age, lateral (select (now() at time zone 'UTC')::date - age as day) as calendar
     left join counts on counts.day = calendar.day left join revenue on revenue.day = calendar.day
     order by calendar.day`,
    [days - 1, days - 1],
  );
  return rows.map(({ cents, ...day }) => ({ ...day, revenue: toMajorUnits(cents) }));
}

/** How many orders are in each state. */
export async function countOrdersByState(em: EntityManager): Promise<Record<OrderState, number>> {
  const rows = await em.execute<{ state: OrderState; count: number }[]>(
    'select state, count(*)::int from shop_order group by state',
  );
  const counts = new Map(rows.map(({ state, count }) => [state, count]));
  return Object.fromEntries(orderStates.map((state) => [state, counts.get(state) ?? 0])) as Record<OrderState, number>;
}

type SoldProduct = { productId: string; title: string; sold: number; isGone: boolean };

/**
 * The products of which the most pieces are in paid orders. A product's title is today's; of one that is gone, what it
 * was called when it was last sold.
 */
export function findBestSelling(em: EntityManager, limit: number): Promise<SoldProduct[]> {
  return em.execute<SoldProduct[]>(
    `with best as (
       select l.product_id, sum(l.count)::int as sold
       from order_line l join shop_order o on o.id = l.order_id
       where o.state = 'paid' group by l.product_id order by sold desc, l.product_id desc limit ?
     )
     select best.product_id as "productId", best.sold, p.id is null as "isGone",
       coalesce(p.title, (
         select l.title from order_line l join shop_order o on o.id = l.order_id
         where l.product_id = best.product_id and o.state = 'paid' order by l.id desc limit 1
       )) as title
     from best left join product p on p.id = best.product_id
     order by best.sold desc, best.product_id desc`,
    [limit],
  );
}
