import type Stripe from 'stripe';
import { DEFAULT_TIME_ZONE } from '#contract/shop/settings.ts';
import { openDatabase } from '../../backend/core/database/db.ts';
import { newId } from '../../backend/core/ids.ts';
import { entities } from '../../backend/entities.ts';
import { sumUpDays } from '../../backend/modules/orders/statistics/sales-days.service.ts';
import { createPayment } from '../../backend/modules/payments/provider/stripe/payments.ts';
import { withClient } from '../../testing/servers/database.ts';
import type { BenchShop } from './bench-shop.ts';
import { idOf, tokenOf } from './fill.ts';
import { ORDERS, PRICE_CENTS, UNCOUNTED } from './fill-orders.ts';
import { COMPRESSED, type LoadRequest, measure } from './measure.ts';
import { type MeasuredCall, printCalls, printLimits, printProgress } from './table.ts';

type OrderCall = { name: string; request(turn: number): LoadRequest; p99Max: number };

/** Minimum orders per second through the shop, relative to the same statements and requests alone. */
const OF_BARE_MIN = 0.6;
/** Minimum orders per minute of one product. */
const HOT_PER_MINUTE_MIN = 200;

const HOT_ORDERS = 600;
const HOT_LANES = 16;
/** The product that everyone wants is counted; those that are ordered one at a time are not. */
const HOT = idOf('product', 1);
const JSON_TYPE = { 'Content-Type': 'application/json' };

const cart = Array.from({ length: 50 }, (_, index) => ({ productId: idOf('product', 2 + index), count: 1 }));
const asAdmin = { Authorization: tokenOf('admin'), ...COMPRESSED };

const table = (name: string, query: (turn: number) => string): OrderCall => ({
  name: `dashboard table, ${name}`,
  request: (turn) => ({ path: `/api/v1/admin/order?page=1&${query(turn)}`, headers: asAdmin }),
  p99Max: 100,
});

const calls: OrderCall[] = [
  table('newest first', () => ''),
  table('to be shipped', () => 'state=paid&fulfilment=open&method=shipping&sort=date&direction=asc'),
  table('picked up', () => 'method=pickup'),
  table('of a country', (turn) => `country=${['RS', 'DE', 'FR'][turn % 3]}`),
  table('partly refunded', () => 'refunded=partly'),
  table('refunded', () => 'state=refunded'),
  table('searched for a number', (turn) => `search=${1001 + ((turn * 7919) % ORDERS.orders)}`),
  table('searched for an email', (turn) => `search=shopper${1000 + ((turn * 7919) % 19_000)}@example.com`),
  table('searched for a name', (turn) => `search=shopper${1000 + ((turn * 7919) % 19_000)}`),
  table(
    'searched for a product',
    (turn) => `search=${['camera', 'keyboard', 'router'][turn % 3]}%20${100 + (turn % 900)}`,
  ),
  {
    name: 'statistics',
    request: () => ({ path: '/api/v1/admin/statistics', headers: asAdmin }),
    p99Max: 100,
  },
  {
    name: 'POST /payment/quote, 50 lines',
    request: () => ({
      path: '/api/v1/payment/quote',
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify({ currency: 'EUR', items: cart }),
    }),
    p99Max: 15,
  },
];

/** Measures a shop of many orders. @returns the missed limits */
export async function benchOrders(shop: BenchShop, seconds: number): Promise<string[]> {
  printProgress('the sales of past days');
  await sumUpSales(shop);
  const measured: MeasuredCall[] = [];
  for (const { request, ...call } of calls) {
    printProgress(call.name);
    measured.push({ ...call, figures: await measure(request, { url: shop.url, concurrency: 1, seconds }) });
  }
  const missed = printCalls('Orders', measured);
  printProgress('POST /payment');
  const payments = await measurePayments(shop, Math.max(seconds, 8));
  printProgress('one product for everyone');
  const hot = await measureHotProduct(shop);
  return [
    ...missed,
    ...printLimits('Payments, one at a time; bare: the same statements and requests alone', [
      { what: 'POST /payment, per second', value: payments.shop },
      { what: 'bare, per second', value: payments.bare },
      { what: 'POST /payment of bare', value: payments.shop / payments.bare, least: OF_BARE_MIN },
    ]),
    ...printLimits(`${HOT_ORDERS} orders of one product, on two APIs`, [
      { what: 'orders of one product per minute', value: hot.perMinute, least: HOT_PER_MINUTE_MIN },
      { what: `failed orders of one product: ${hot.failures[0] ?? 'none'}`, value: hot.failures.length, most: 0 },
    ]),
  ];
}

/** Sums up the days that are over, as the workers do every hour. */
async function sumUpSales({ databaseUrl }: BenchShop): Promise<void> {
  const database = await openDatabase({ url: databaseUrl, entities });
  await sumUpDays(database.em.fork(), DEFAULT_TIME_ZONE);
  await database.close();
}

/** Each shopper orders once, because a second order replaces the first. */
function order(shopper: number, productId: string): LoadRequest {
  return {
    path: '/api/v1/payment',
    method: 'POST',
    headers: { ...JSON_TYPE, Authorization: tokenOf(shopper) },
    body: JSON.stringify({ amount: PRICE_CENTS / 100, currency: 'EUR', items: [{ productId, count: 1 }] }),
  };
}

/** How often the two take turns, because the load of the machine changes during the run. */
const TURNS = 4;

async function measurePayments({ url, databaseUrl, provider, setFaults }: BenchShop, seconds: number) {
  // The API would handle them meanwhile, which is measured as an event.
  await setFaults({ webhooks: { drop: true } });
  let shopper = 0;
  const next = () => {
    shopper += 1;
    return order(shopper, idOf('product', 2 + (shopper % UNCOUNTED)));
  };
  const slice = { url, concurrency: 1, seconds: seconds / TURNS };
  await measure(next, slice);
  const payments = { shop: 0, bare: 0 };
  for (let turn = 0; turn < TURNS; turn += 1) {
    payments.shop += (await measure(next, slice)).throughput / TURNS;
    payments.bare += (await countBareOrders(databaseUrl, provider, seconds / TURNS)) / TURNS;
  }
  return payments;
}

let bareOrders = 0;

/** The statements of an order, prepared, and its request to the provider, without the shop. */
async function countBareOrders(databaseUrl: string, provider: Stripe, seconds: number): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const query = (name: string, text: string, values: unknown[] = []) => client.query({ name, text, values });
    const start = performance.now();
    const before = bareOrders;
    for (; performance.now() < start + seconds * 1000; bareOrders += 1) {
      const orderId = newId();
      const userId = idOf('user', ORDERS.users - bareOrders);
      const productId = idOf('product', 2 + (bareOrders % UNCOUNTED));
      await client.query('begin');
      await query('user', 'select username, first_name, last_name from user_account where id = $1 for update', [
        userId,
      ]);
      await query(
        'own',
        `select id, number, cart_fingerprint from shop_order where user_id = $1 and state in ('pending', 'failed') order by id for update`,
        [userId],
      );
      await query('methods', 'select * from shipping_method where is_active order by price_cents, name, id');
      await query('products', 'select * from product where id = any($1::uuid[]) order by id for no key update', [
        [productId],
      ]);
      await query(
        'tax',
        `select (select rate_hundredths from tax_rate where country = any($1) limit 1) as standard,
           (select rate_hundredths from reduced_tax_rate where country = any($1) limit 1) as reduced`,
        [['*']],
      );
      const { rows } = await query(
        'order',
        `insert into shop_order (id, user_id, buyer_name, currency, amount, subtotal, cart_fingerprint)
         values ($1, $2, 'Shopper', 'EUR', $3, $3, $4) returning number`,
        [orderId, userId, PRICE_CENTS, orderId],
      );
      await query(
        'line',
        `insert into order_line (id, order_id, product_id, title, unit_price_cents, count) values ($1, $2, $3, 'Thing', $4, 1)`,
        [newId(), orderId, productId, PRICE_CENTS],
      );
      await query(
        'history',
        `insert into order_history (id, order_id, what, by) values ($1, $2, 'ordered', 'shopper')`,
        [newId(), orderId],
      );
      await client.query('commit');
      const payable = { id: orderId, number: Number(rows[0]?.number), amount: PRICE_CENTS, currency: 'EUR' };
      const { id } = await createPayment(provider, payable);
      await query(
        'attach',
        'update shop_order set payment_intent_id = $2 where id = $1 and payment_intent_id is null',
        [orderId, id],
      );
    }
    return ((bareOrders - before) * 1000) / (performance.now() - start);
  });
}

/** Many shoppers order the same product at once, each at one of two APIs. */
async function measureHotProduct({ url, startApi }: BenchShop) {
  const urls = [url, (await startApi()).url];
  const failures: string[] = [];
  let turn = 0;
  const start = performance.now();
  const lane = async () => {
    while (turn < HOT_ORDERS) {
      turn += 1;
      const { path, ...request } = order(ORDERS.users / 2 + turn, HOT);
      const response = await fetch(`${urls[turn % 2]}${path}`, request as RequestInit);
      if (!response.ok) failures.push(`${response.status} ${await response.text()}`);
      else await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: HOT_LANES }, lane));
  const minutes = (performance.now() - start) / 60_000;
  return { perMinute: HOT_ORDERS / minutes, failures };
}
