import type { EntityManager } from '../../backend/core/database/db.ts';

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

/** The columns of each table's rows, as expressions of `n`. Others that need a value get one by their type. */
const tables: Record<string, Record<string, string>> = {
  user_account: { email: `'shopper' || n || '@example.com'`, username: `'shopper' || n` },
  session: {},
  email_verification: {},
  authentication_challenge: { purpose: `'reauthentication'`, user_id: id('n') },
  passkey: {},
  product: {
    title: `'Product ' || n`,
    price_cents: '100 + n',
    category_id: id('1 + n % 30'),
    stock: rare('3', '40'),
    import_key: `'product' || n`,
    created_at: past,
  },
  picture: {
    owner_kind: `'product'`,
    state: rare(`'failed'`, `'ready'`),
    extension: `'.jpg'`,
    uploaded_by: id('n'),
    created_at: past,
  },
  catalogue_change: { created_at: `now() - n * interval '5 seconds'` },
  rating: { user_id: id('n'), rate: '1 + n % 5' },
  comment: {
    user_id: id('n'),
    author: `'shopper' || n`,
    content: `'Fine ' || n`,
    approved: rare('false', 'true'),
    created_at: past,
  },
  shop_order: {
    user_id: id('n'),
    currency: `'EUR'`,
    buyer_name: `'Shopper ' || n`,
    payment_intent_id: `'pi_' || n`,
    state: rare(`'pending'`, `'paid'`),
    fulfilment: rare(`'open'`, `'delivered'`),
    created_at: past,
  },
  order_line: { title: `'Product ' || n` },
  order_history: { what: `'paid'`, by: `'provider'`, date: past },
  document: {
    order_id: id('n'),
    kind: `'invoice'`,
    number: `'2026-' || n`,
    currency: `'EUR'`,
    date: past,
    is_kept: 'true',
  },
  document_tax: { date: past, currency: `'EUR'` },
  order_mail: { reference: `'mail' || n`, kind: `'orderConfirmation'` },
  order_note: { author_id: id('n') },
  shipment: {},
  refund: { by: `'shop'`, state: rare(`'requested'`, `'done'`) },
  payment_event: { id: `'evt_' || n`, payment_intent_id: `'pi_' || n`, received_at: past },
  outbox_event: {
    name: `'product.rated'`,
    payload: `jsonb_build_object('productId', ${id('n')})`,
    enqueued_at: past,
    done_at: rare('null', past),
    failure: rare(`'rating: broken'`, 'null'),
  },
  sent_mail: { sent_at: past },
  audit_entry: {
    actor_id: id('n'),
    action: `'product.edited'`,
    subject_id: id('n'),
    subject_name: `'Product ' || n`,
    changes: `'{}'`,
    created_at: past,
  },
  bulk_edit: { created_at: past },
  rate_limit_count: { expire: 'extract(epoch from now()) * 1000 + 86400000' },
  upload_count: { owner_kind: `'user'` },
};

/** Values of columns that must not be null and have no default. */
const needed: Record<string, string> = {
  uuid: id('n'),
  text: `'text' || n`,
  smallint: '1',
  integer: '1',
  bigint: '1',
  jsonb: `'[]'`,
  'timestamp with time zone': `now() + n * interval '1 minute'`,
};

/** Fills an empty, migrated database. @returns the tables with many rows */
export async function fillTables(em: EntityManager): Promise<{ tables: string[]; rows: number }> {
  await em.transactional(async (em) => {
    // Skips triggers and foreign keys, which would take most of the time.
    await em.execute('set local session_replication_role = replica');
    await em.execute(
      `insert into category (id, name, slug) select ${id('n')}, 'Category ' || n, 'category-' || n from generate_series(1, 30) n`,
    );
    await em.execute('insert into late_document_position (id, seen_until) values (1, now())');
    for (const [table, given] of Object.entries(tables)) {
      const lacking = await em.execute<{ name: string; type: string }[]>(
        `select column_name as name, data_type as type from information_schema.columns
         where table_name = ? and is_nullable = 'NO' and column_default is null and is_identity = 'NO'`,
        [table],
      );
      const columns = { ...Object.fromEntries(lacking.map(({ name, type }) => [name, needed[type]])), ...given };
      await em.execute(
        `insert into ${table} (${Object.keys(columns)}) select ${Object.values(columns)} from generate_series(1, ${ROWS}) n`,
      );
    }
  });
  await em.execute('vacuum analyze');
  return { tables: Object.keys(tables), rows: ROWS };
}
