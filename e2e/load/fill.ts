import type pg from 'pg';
import { hashToken } from '../../backend/core/http/sessions.ts';
import { hashPassword } from '../../backend/modules/users/passwords/passwords.ts';

/** Rows per table. */
export const SIZES = {
  categories: 24,
  products: 16_222,
  users: 10_000,
  comments: 50_000,
  orders: 20_000,
  ratings: 40_000,
  auditEntries: 5_000,
};

/** Number of shoppers with a session. */
export const SHOPPERS = 200;
export const PASSWORD = 'correct horse';

/** The id of the n-th row of a table: the same in every run, and ascending, like the shop's own ids. */
export function idOf(table: keyof typeof prefixes, n: number): string {
  return `${prefixes[table]}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
}

const prefixes = {
  category: '00000001',
  product: '00000002',
  user: '00000003',
  comment: '00000004',
  order: '00000005',
  line: '00000006',
  rating: '00000007',
  audit: '00000008',
  import: '00000009',
  history: '0000000a',
  invoice: '0000000b',
  note: '0000000c',
  return: '0000000d',
} as const;

/** The price of the n-th product, in EUR cents. */
export function priceCentsOf(n: number): number {
  return 99 + ((n * 7919) % 250_000);
}

export function tokenOf(n: number | 'admin'): string {
  return `bench-token-${n}`;
}

/** Like idOf, as an expression in SQL. */
export function idInSql(table: keyof typeof prefixes, n: string): string {
  return `('${prefixes[table]}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
}

export const WORDS = `(array['Quiet', 'Swift', 'Bright', 'Sturdy', 'Light', 'Compact', 'Wireless', 'Silent', 'Bold', 'Clear'])`;
export const THINGS = `(array['headphones', 'monitor', 'keyboard', 'laptop', 'speaker', 'camera', 'phone', 'mouse', 'router', 'drive'])`;

/** Fills an empty, migrated database with a large shop: the same in every run, with dates up to today. */
export async function fill(client: pg.Client): Promise<void> {
  const { categories, products, users, comments, orders, ratings, auditEntries } = SIZES;
  const series = (count: number) => `generate_series(1, ${count}) n`;
  const statements = [
    `insert into page_version (kind, language, version, title, body, "values")
     select kind, 'en', 1, initcap(kind), repeat('## Clause' || chr(10) || chr(10) || 'Some words of {{name}}. ', 100), '{"name":"Shop"}'
     from unnest(array['imprint', 'terms', 'privacy', 'withdrawal', 'delivery']) kind`,
    `insert into category (id, name, slug) select ${idInSql('category', 'n')}, 'Category ' || n, 'category-' || n from ${series(categories)}`,
    `insert into product (id, title, description, price_cents, category_id, created_at)
     select ${idInSql('product', 'n')},
       ${WORDS}[1 + n % 10] || ' ' || ${THINGS}[1 + (n / 10) % 10] || ' ' || n,
       'Made for those who ' || repeat('care about every detail, ', 1 + n % 5) || 'in model ' || md5(n::text),
       99 + (n * 7919) % 250000,
       ${idInSql('category', `1 + n % ${categories}`)}, now() - (${products} - n) * interval '1 minute'
     from ${series(products)}`,
    `insert into picture (id, owner_kind, owner_id, state, extension, widths)
     select md5(n::text)::uuid, 'product', ${idInSql('product', 'n')}, 'ready', '.jpg', '{320,640,1280}' from ${series(products)}`,
    `insert into user_account (id, email, username, first_name, last_name, city, active, role, password_hash, created_at)
     select ${idInSql('user', 'n')}, 'shopper' || n || '@example.com', 'shopper' || n, ${WORDS}[1 + n % 10],
       initcap(${THINGS}[1 + n % 10]), 'City ' || n % 97, n <= ${SHOPPERS} or n % 20 <> 0,
       case when n % 2500 = 0 then 'admin' else 'user' end, '${await hashPassword(PASSWORD)}',
       now() - (${users} - n) * interval '7 minutes'
     from ${series(users)}`,
    `insert into comment (id, product_id, author, content, approved, created_at)
     select ${idInSql('comment', 'n')}, ${idInSql('product', `1 + (n * 31) % ${products}`)},
       case when n % 4 = 0 then 'Guest' else 'shopper' || 1 + n % ${users} end,
       'Number ' || n || ': ' || repeat('it does what it says, and ', 1 + n % 8) || 'I would buy it again', n % 5 <> 0,
       now() - (${comments} - n) * interval '1 minute'
     from ${series(comments)}`,
    `insert into rating (id, product_id, user_id, rate)
     select ${idInSql('rating', 'n')}, ${idInSql('product', `1 + n % ${products}`)}, ${idInSql('user', `201 + n % ${users - 200}`)}, 1 + n % 5
     from ${series(ratings)} on conflict do nothing`,
    `update product set all_ratings = r.rates, rating = r.average from (
       select product_id, array_agg(rate order by id) as rates, avg(rate)::float8 as average from rating group by 1
     ) r where r.product_id = product.id`,
    `update category set product_count = (select count(*) from product where category_id = category.id)`,
    `insert into shop_order (id, user_id, state, currency, amount, subtotal, buyer_name, cart_fingerprint, payment_intent_id, created_at)
     select ${idInSql('order', 'n')}, ${idInSql('user', `1 + (n * 13) % ${users}`)},
       (array['paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'canceled', 'failed', 'refunded', 'paid'])[1 + n % 10],
       (array['EUR', 'USD', 'RSD'])[1 + n % 3], 1000 + (n * 7919) % 500000, 1000 + (n * 7919) % 500000, 'Shopper', md5(n::text), 'pi_bench_' || n,
       now() - (${orders} - n) * interval '4 minutes'
     from ${series(orders)}`,
    `insert into order_line (id, order_id, product_id, title, unit_price_cents, count)
     select ${idInSql('line', '(n - 1) * 3 + line')}, ${idInSql('order', 'n')}, p.id, p.title, p.price_cents, 1 + n % 3
     from ${series(orders)} cross join generate_series(1, 3) line
     join product p on p.id = ${idInSql('product', `1 + (n * 17 + line * 101) % ${products}`)}
     where line <= 1 + n % 3`,
    `insert into order_history (id, order_id, what, by, date, amount)
     select gen_random_uuid(), id, step, 'provider', created_at, case when step = 'refunded' then amount end
     from shop_order cross join unnest(array['paid', 'refunded']) step
     where state = 'refunded' or state = 'paid' and step = 'paid'`,
    `insert into audit_entry (id, actor_id, actor_name, action, subject_id, subject_name, changes, created_at)
     select ${idInSql('audit', 'n')}, '${idOf('user', 0)}', 'admin', 'product.edited', p.id, p.title,
       json_build_object('price', json_build_object('from', 1, 'to', 2)), now() - (${auditEntries} - n) * interval '1 hour'
     from ${series(auditEntries)} join product p on p.id = ${idInSql('product', `1 + n % ${products}`)}`,
    `insert into catalogue_import (id, file_name, actor_id, actor_name, state, progress, created, refused, refusals)
     select ${idInSql('import', 'n')}, 'parts-' || n || '.jsonl', '${idOf('user', 0)}', 'admin', 'done', 1, 16000, 500,
       (select jsonb_agg(jsonb_build_object('line', line, 'reason', 'Price is required')) from generate_series(1, 500) line)
     from ${series(25)}`,
    'vacuum analyze',
  ];
  for (const statement of statements) await client.query(statement);
  await addAdmin(client);
  await addSessions(client, SHOPPERS);
}

/** Logs the first `count` users in. */
export async function addSessions(client: pg.Client, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  await logIn(
    client,
    numbers.map((n) => [tokenOf(n), idOf('user', n)]),
  );
}

/** Adds an admin with a session. */
export async function addAdmin(client: pg.Client): Promise<void> {
  const adminId = idOf('user', 0);
  await client.query(
    `insert into user_account (id, email, username, role, password_hash) values ($1, 'admin@example.com', 'admin', 'admin', 'none')`,
    [adminId],
  );
  await logIn(client, [[tokenOf('admin'), adminId]]);
}

async function logIn(client: pg.Client, sessions: [token: string, userId: string][]): Promise<void> {
  await client.query(
    `insert into session (token_hash, user_id, expires_at)
     select hash, id, now() + interval '1 day' from unnest($1::text[], $2::uuid[]) as sessions(hash, id)`,
    [sessions.map(([token]) => hashToken(token)), sessions.map(([, userId]) => userId)],
  );
}
