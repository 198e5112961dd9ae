import { openDatabase } from '../../backend/core/database/db.ts';
import { newId } from '../../backend/core/ids.ts';
import { entities } from '../../backend/entities.ts';
import { settleOrder } from '../../backend/modules/orders/money/settle-order.ts';
import { openSettings } from '../../backend/modules/settings/shop-settings.ts';
import { withClient } from '../../testing/servers/database.ts';
import type { BenchShop } from './bench-shop.ts';
import { idInSql, idOf, tokenOf } from './fill.ts';
import { ORDERS, PRICE_CENTS } from './fill-orders.ts';
import { COMPRESSED, measure } from './measure.ts';
import { type MeasuredCall, printCalls, printLimits, printProgress } from './table.ts';

/** Maximum p99 of the report of a quarter in milliseconds. */
const REPORT_MAX = 1000;
/** Maximum p99 of a page of the dashboard's returns in milliseconds. */
const RETURNS_MAX = 100;
/** Minimum orders that are settled per second, with the numbers of their invoices. */
const SETTLED_MIN = 300;

const SETTLED = 3000;
const LANES = 16;
/** Minor units of PRICE_CENTS at 20%. */
const NET = Math.round((PRICE_CENTS * 100) / 120);

/** Measures the documents of many orders. @returns the missed limits */
export async function benchDocuments(shop: BenchShop, seconds: number): Promise<string[]> {
  printProgress('the documents of all orders');
  await withClient(shop.databaseUrl, async (client) => {
    for (const statement of [...fillDocuments, ...fillReturns]) await client.query(statement);
  });
  const to = new Date(Date.now() - 86_400_000);
  const day = (date: Date) => date.toISOString().slice(0, 10);
  const quarter = `from=${day(new Date(to.getTime() - 90 * 86_400_000))}&to=${day(to)}`;
  const calls = [
    { name: 'VAT of a quarter', path: `report/vat?${quarter}`, p99Max: REPORT_MAX },
    ...Object.entries(returnTables).map(([name, query]) => ({
      name: `returns, ${name}`,
      path: `return?pageSize=25${query}`,
      p99Max: RETURNS_MAX,
    })),
  ];
  const measured: MeasuredCall[] = [];
  for (const { path, ...call } of calls) {
    printProgress(call.name);
    const headers = { Authorization: tokenOf('admin'), ...COMPRESSED };
    const request = () => ({ path: `/api/v1/admin/${path}`, headers });
    const figures = await measure(request, { url: shop.url, concurrency: 1, seconds: Math.max(seconds, 5) });
    measured.push({ ...call, figures });
  }
  const missed = printCalls('Documents', measured);
  printProgress('orders that are settled');
  return [
    ...missed,
    ...printLimits(`${SETTLED} orders that are settled, ${LANES} at a time`, [
      {
        what: 'settled orders per second, with their invoices',
        value: await measureSettling(shop),
        least: SETTLED_MIN,
      },
    ]),
  ];
}

/** An invoice for each paid order, and a credit note for what was given back, as the shop would have issued them. */
const fillDocuments = [
  `insert into document (id, order_id, kind, series, position, number, date, currency, amount, snapshot, is_kept)
   select ${idInSql('invoice', 'place')}, id, 'invoice', 'BENCH', place, 'BENCH-' || place, created_at, 'EUR', amount,
     '{"buyer": {}, "taxes": [{"rateHundredths": 2000, "net": ${NET}, "tax": ${PRICE_CENTS - NET}}]}', true
   from (select id, created_at, amount, row_number() over (order by id) as place from shop_order where state <> 'canceled') paid`,
  `insert into document (id, order_id, kind, invoice_id, series, position, number, date, currency, amount, snapshot, is_kept)
   select ${idInSql('note', 'place')}, id, 'creditNote', id, 'CN-BENCH', place, 'CN-BENCH-' || place, created_at, 'EUR', refunded,
     '{"buyer": {}, "taxes": []}', true
   from (select id, created_at, refunded, row_number() over (order by id) as place from shop_order where refunded > 0) given`,
  `insert into document_tax (document_id, rate_hundredths, date, country, currency, net, tax, net_eur, tax_eur)
   select document.id, case position % 5 when 0 then 1000 else 2000 end, document.date, coalesce(delivery ->> 'country', 'RS'), document.currency,
     sign * document.amount * 5 / 6, sign * document.amount / 6, sign * document.amount * 5 / 6, sign * document.amount / 6
   from document join shop_order on shop_order.id = document.order_id,
     lateral (select case kind when 'invoice' then 1 else -1 end as sign) as signs`,
  'vacuum analyze document',
  'vacuum analyze document_tax',
];

/** The dashboard's returns, by what the table shows. */
const returnTables = {
  'newest first': '',
  'that wait': '&state=requested',
  'that are refunded': '&state=refunded&page=100',
  'that are overdue': '&overdue=true&sort=refundDue&direction=asc',
  'searched for a number': '&search=123450',
  'searched for an email': '&search=shopper1234@',
};

/** A return for every tenth order, and what happened to it. */
const fillReturns = [
  `insert into order_return (id, order_id, place, state, reason, wants, note, lines, received, withdrawal_id, refund_due, created_at)
   select ${idInSql('return', 'place')}, id, 1, state, case place % 2 when 0 then 'withdrawal' else 'defective' end, 'refund', '',
     json_build_array(line), case when state in ('received', 'refunded') then json_build_array(line || '{"condition": "asNew"}') else '[]' end,
     null, case place % 2 when 0 then created_at + interval '17 days' end, created_at + interval '3 days'
   from (select shop_order.id, created_at, row_number() over (order by shop_order.id) as place,
       jsonb_build_object('productId', product_id, 'count', 1) as line
     from shop_order join order_line on order_id = shop_order.id where number % 10 = 3 and created_at < now() - interval '3 days') paid,
     lateral (select case when place % 100 = 1 then 'requested' when place % 100 = 2 then 'received' else 'refunded' end as state) as step`,
  'vacuum analyze order_return',
];

/** Settles orders as webhooks do, in one process. @returns orders per second */
async function measureSettling({ databaseUrl }: BenchShop): Promise<number> {
  const orderIds = Array.from({ length: SETTLED }, () => newId());
  await withClient(databaseUrl, async (client) => {
    await client.query(
      `insert into shop_order (id, user_id, buyer_name, currency, amount, subtotal, cart_fingerprint, payment_intent_id)
       select id, $2, 'Shopper', 'EUR', $3, $3, id::text, 'pi_settled_' || id from unnest($1::uuid[]) as id`,
      [orderIds, idOf('user', ORDERS.users), PRICE_CENTS],
    );
    await client.query(
      `insert into order_line (id, order_id, product_id, title, unit_price_cents, count)
       select gen_random_uuid(), id, $2, 'Thing', $3, 1 from unnest($1::uuid[]) as id`,
      [orderIds, idOf('product', 2), PRICE_CENTS],
    );
  });
  const database = await openDatabase({ url: databaseUrl, entities, poolSize: LANES });
  const settings = openSettings({});
  const waiting = orderIds.values();
  const lane = async () => {
    for (const orderId of waiting) {
      const update = { paymentIntentId: `pi_settled_${orderId}`, orderId, outcome: 'paid' as const };
      const refunds = { amount: 0, ids: [] };
      await settleOrder(database.em.fork(), settings, {
        ...update,
        attemptedAt: new Date(),
        refunds,
        failedRefunds: refunds,
      });
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: LANES }, lane));
  const seconds = (performance.now() - start) / 1000;
  await database.close();
  return SETTLED / seconds;
}
