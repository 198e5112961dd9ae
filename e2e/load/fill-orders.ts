import type pg from 'pg';
import { addAdmin, addSessions, idInSql, THINGS, WORDS } from './fill.ts';

/** Rows per table. */
export const ORDERS = { products: 1000, users: 20_000, orders: 1_000_000 };

/** The price of every product, in EUR cents. */
export const PRICE_CENTS = 1000;
/** How many products after the first are not counted. */
export const UNCOUNTED = 900;
/** The stock of the product that everyone wants. */
export const HOT_STOCK = 1_000_000;

/** Fills an empty, migrated database with a shop of many orders: the same in every run, with dates up to today. */
export async function fillOrders(client: pg.Client): Promise<void> {
  const { products, users, orders } = ORDERS;
  const series = (count: number) => `generate_series(1, ${count}) n`;
  const statements = [
    `insert into category (id, name, slug, product_count) values (${idInSql('category', '1')}, 'All', 'all', ${products})`,
    `insert into product (id, title, description, price_cents, category_id, stock)
     select ${idInSql('product', 'n')}, ${WORDS}[1 + n % 10] || ' ' || ${THINGS}[1 + (n / 10) % 10] || ' ' || n, 'Fine', ${PRICE_CENTS}, ${idInSql('category', '1')},
       case when n = 1 then ${HOT_STOCK} when n > 1 + ${UNCOUNTED} then n % 100 * 10 end
     from ${series(products)}`,
    `insert into user_account (id, email, username, password_hash)
     select ${idInSql('user', 'n')}, 'shopper' || n || '@example.com', 'shopper' || n, '' from ${series(users)}`,
    `insert into shop_order (id, user_id, buyer_name, state, currency, amount, subtotal, refunded, delivery, fulfilment,
       cart_fingerprint, payment_intent_id, created_at)
     select ${idInSql('order', 'n')}, ${idInSql('user', `1 + (n * 13) % ${users}`)}, 'Shopper',
       (array['paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'canceled', 'paid', 'refunded', 'paid'])[1 + n % 10], 'EUR',
       ${PRICE_CENTS}, ${PRICE_CENTS}, case when n % 10 = 8 then ${PRICE_CENTS} when n % 100 = 7 then 100 else 0 end,
       case when n % 4 > 0 then json_build_object('country', (array['RS', 'DE', 'FR'])[n % 4]) end,
       (array['delivered', 'delivered', 'delivered', 'delivered', 'delivered', 'delivered', 'canceled', 'delivered', 'canceled', 'delivered'])[1 + n % 10],
       md5(n::text), 'pi_bench_' || n, now() - (${orders} - n) * interval '30 seconds'
     from ${series(orders)}`,
    `update shop_order set fulfilment = 'open' where created_at > now() - interval '1 day' and state = 'paid'`,
    `insert into order_line (id, order_id, product_id, title, unit_price_cents, count)
     select ${idInSql('line', 'n')}, ${idInSql('order', 'n')}, p.id, p.title, p.price_cents, 1
     from ${series(orders)} join product p on p.id = ${idInSql('product', `1 + (n * 17) % ${products}`)}`,
    `insert into order_history (id, order_id, what, by, date, amount)
     select ${idInSql('history', 'n * 4 + place')}, shop_order.id, what, by, created_at, case when place = 3 then refunded end
     from ${series(orders)} join shop_order on shop_order.id = ${idInSql('order', 'n')}
     cross join lateral (values
       (1, 'ordered', 'shopper'),
       (2, case when state = 'canceled' then (array['canceled', 'replaced'])[1 + n % 20 / 10] else 'paid' end,
         case when state <> 'canceled' then 'provider' when n % 20 < 10 then 'shop' else 'shopper' end),
       (3, case when state = 'refunded' then 'refunded' else 'partlyRefunded' end, 'shop')
     ) step(place, what, by)
     where place < 3 or refunded > 0`,
    'vacuum analyze',
  ];
  for (const statement of statements) await client.query(statement);
  await addAdmin(client);
  await addSessions(client, users);
}
