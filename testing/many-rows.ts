import type { EntityManager } from '../backend/core/database/db.ts';

/** Rows of each table that grows as the shop gets older: so many that finding rows by an index costs less than reading all. */
const ROWS = 20_000;

/** The id of the n-th row of each table. */
const id = (n: string | number) => `lpad(to_hex(${n}), 32, '0')::uuid`;

/** An id that fillTables gives. */
export function idOf(n: number): string {
  return `00000000-0000-0000-0000-${n.toString(16).padStart(12, '0')}`;
}

/** Few rows need work. */
const rare = (special: string, ordinary: string) => `case when n % 1000 = 0 then ${special} else ${ordinary} end`;
const past = `now() - n * interval '1 hour'`;

/** The columns of each table's rows, as expressions of `n`. */
const tables: Record<string, Record<string, string>> = {
  user_account: {
    id: id('n'),
    email: `'shopper' || n || '@example.com'`,
    username: `'shopper' || n`,
    password_hash: `''`,
  },
  session: { token_hash: `'session' || n`, user_id: id('n'), expires_at: `now() + n * interval '1 minute'` },
  email_verification: { token_hash: `'link' || n`, user_id: id('n'), expires_at: `now() + interval '1 day'` },
  authentication_challenge: {
    hash: `'challenge' || n`,
    purpose: `'reauthentication'`,
    user_id: id('n'),
    expires_at: `now() + interval '1 day'`,
  },
  passkey: { id: id('n'), user_id: id('n'), name: `'Key'`, credential_id: `'key' || n`, public_key: `''` },
  product: {
    id: id('n'),
    title: `'Product ' || n`,
    description: `'Fine'`,
    price_cents: '100 + n',
    category_id: id('1 + n % 30'),
    stock: rare('3', '40'),
    import_key: `'product' || n`,
    created_at: past,
  },
  picture: {
    id: id('n'),
    owner_kind: `'product'`,
    owner_id: id('n'),
    state: rare(`'failed'`, `'ready'`),
    extension: `'.jpg'`,
    uploaded_by: id('n'),
    created_at: past,
  },
  catalogue_change: { product_id: id('n'), created_at: `now() - n * interval '5 seconds'` },
  rating: { id: id('n'), product_id: id('n'), user_id: id('n'), rate: '1 + n % 5' },
  comment: {
    id: id('n'),
    product_id: id('n'),
    user_id: id('n'),
    author: `'shopper' || n`,
    content: `'Fine ' || n`,
    approved: rare('false', 'true'),
    created_at: past,
  },
  shop_order: {
    id: id('n'),
    user_id: id('n'),
    currency: `'EUR'`,
    amount: '100',
    subtotal: '100',
    buyer_name: `'Shopper ' || n`,
    cart_fingerprint: 'md5(n::text)',
    payment_intent_id: `'pi_' || n`,
    state: rare(`'pending'`, `'paid'`),
    fulfilment: rare(`'open'`, `'delivered'`),
    created_at: past,
  },
  order_line: {
    id: id('n'),
    order_id: id('n'),
    product_id: id('n'),
    title: `'Product ' || n`,
    unit_price_cents: '100',
    count: '1',
  },
  order_history: { id: id('n'), order_id: id('n'), what: `'paid'`, by: `'provider'`, date: past },
  order_mail: {
    id: id('n'),
    order_id: id('n'),
    reference: `'mail' || n`,
    kind: `'orderConfirmation'`,
    payload: `'{}'`,
  },
  order_note: { id: id('n'), order_id: id('n'), author_id: id('n'), author_name: `'Ada'`, content: `''` },
  shipment: { id: id('n'), order_id: id('n'), carrier: `''`, tracking_number: `''`, tracking_url: `''`, lines: `'[]'` },
  refund: {
    id: id('n'),
    order_id: id('n'),
    amount: '1',
    lines: `'[]'`,
    reason: `''`,
    restocked: `'[]'`,
    by: `'shop'`,
    request_hash: `''`,
    state: rare(`'requested'`, `'done'`),
  },
  product_sales_day: { day: `current_date - 1 - n / 1000`, product_id: id('n'), units: '1', title: `''` },
  payment_event: {
    id: `'evt_' || n`,
    type: `'payment_intent.succeeded'`,
    payment_intent_id: `'pi_' || n`,
    received_at: past,
  },
  outbox_event: {
    id: id('n'),
    name: `'product.rated'`,
    payload: `jsonb_build_object('productId', ${id('n')})`,
    enqueued_at: past,
    done_at: rare('null', past),
    failure: rare(`'rating: broken'`, 'null'),
  },
  sent_mail: { reference: `'mail' || n`, sent_at: past },
  audit_entry: {
    id: id('n'),
    actor_id: id('n'),
    actor_name: `'Ada'`,
    action: `'product.edited'`,
    subject_id: id('n'),
    subject_name: `'Product ' || n`,
    changes: `'{}'`,
    created_at: past,
  },
  bulk_edit: { id: id('n'), products: `'[]'`, created_at: past },
  rate_limit_count: { key: `'limit' || n`, points: '1', expire: 'extract(epoch from now()) * 1000 + 86400000' },
  upload_count: { user_id: id('n'), owner_kind: `'user'`, uploads: '1', ends_at: `now() + interval '1 day'` },
};

/** Fills an empty, migrated database. @returns the tables with many rows */
export async function fillTables(em: EntityManager): Promise<{ tables: string[]; rows: number }> {
  await em.transactional(async (em) => {
    // Skips triggers and foreign keys, which would take most of the time.
    await em.execute('set local session_replication_role = replica');
    await em.execute(
      `insert into category (id, name, slug) select ${id('n')}, 'Category ' || n, 'category-' || n from generate_series(1, 30) n`,
    );
    // Today is still open.
    await em.execute(
      `insert into sales_day (day, currency, orders, charged, refunds, refunded, refunded_orders)
       values (current_date - 3, 'EUR', 0, 0, 0, 0, 0)`,
    );
    for (const [table, columns] of Object.entries(tables)) {
      await em.execute(
        `insert into ${table} (${Object.keys(columns)}) select ${Object.values(columns)} from generate_series(1, ${ROWS}) n`,
      );
    }
  });
  await em.execute('vacuum analyze');
  return { tables: Object.keys(tables), rows: ROWS };
}
