import type { Journal } from '../journal.ts';
import type { Evidence } from './evidence.ts';
import { checkPresence, countBy, type Finding, newFinding } from './finding.ts';

/** Seconds between the begin of an order's transaction and the prices that it reads, which may wait for locks. */
const PATIENCE = 60;

/** Each price that was charged, with those of sales that began or ended by themselves. */
const HISTORY = `select product_id, begins_at, price_cents,
    coalesce(lead(begins_at) over (partition by product_id order by begins_at), 'infinity') as ends_at
  from (
    select product_id, begins_at, price_cents from price_change
    union all
    select product.id, due.begins_at, due.price_cents from product cross join due_price_changes(product, now()) as due
  ) as price`;

/** Checks that each price that an order was charged, and each that an admin set, is in the history, and each change once. */
export async function checkPrices({ em }: Evidence, journal: Journal): Promise<Finding[]> {
  const [{ count: lines } = { count: 0 }] = await em.execute<{ count: number }[]>(
    'select count(*)::int as count from order_line',
  );
  const charged = newFinding('prices of orders in the history', lines);
  const unknown = await em.execute<{ id: string; productId: string; cents: number }[]>(
    `with history as (${HISTORY})
     select o.id, l.product_id as "productId", l.unit_price_cents as cents
     from order_line l join shop_order o on o.id = l.order_id
     where not exists (
       select from history where history.product_id = l.product_id and price_cents = l.unit_price_cents
         and begins_at <= o.created_at + interval '${PATIENCE} seconds' and ends_at > o.created_at
     )`,
  );
  charged.wrong = unknown.map(({ id, productId, cents }) => `${id} was charged ${cents} for ${productId}`);

  const prices = await em.execute<{ key: string }[]>(
    `select distinct product_id || ' ' || price_cents as key from (${HISTORY}) as history`,
  );
  const sales = checkPresence(
    'prices of sales in the history',
    // Another sale may have had the price of one that was refused.
    journal.sales
      .filter(({ outcome }) => outcome !== 'refused')
      .map(({ productId, salePrice, outcome }) => {
        return { key: `${productId} ${Math.round(salePrice * 100)}`, outcome };
      }),
    countBy(prices, ({ key }) => key),
  );

  const repeated = await em.execute<{ productId: string; price: number }[]>(
    `select product_id as "productId", price_cents as price from (
       select product_id, price_cents, lag(price_cents) over (partition by product_id order by begins_at) as before
       from (${HISTORY}) as history
     ) as change where price_cents = before`,
  );
  sales.duplicated.push(...repeated.map(({ productId, price }) => `${productId} changed from ${price} to the same`));
  return [charged, sales];
}
