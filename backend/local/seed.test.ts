import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { TermView } from '#contract/catalogue/terms.ts';
import type { DutyView } from '#contract/shop/duties.ts';
import { legalPageKinds } from '#contract/shop/legal-pages.ts';
import { shopLanguages } from '#messages/languages.ts';
import { startTestShop } from '../../testing/shop/shop.ts';
import { refreshProductCount } from '../modules/catalogue/categories/categories.service.ts';
import { documentKey } from '../modules/catalogue/documents/document-files.ts';
import { sumUpDays } from '../modules/orders/statistics/sales-days.service.ts';
import { refreshRating } from '../modules/ratings/ratings.service.ts';
import { loadSecrets } from './secrets.ts';
import { seed } from './seed.ts';
import type { Charge, PaymentIntent, Refund } from './stripe/objects.ts';
import { openState, stateFileIn } from './stripe/state.ts';

const shop = await startTestShop();

const dataDir = join(shop.dataDir, 'demo');

beforeAll(async () => {
  const config = { seed: 'demo', admin: null, payments: null, dataDir } as const;
  expect(await seed(shop.database, shop.storage, config, loadSecrets(dataDir))).toBe(true);
});

/** The rows of a query that finds contradictions. */
const wrong = (query: string) => shop.em().execute<object[]>(query);

async function statistics() {
  const { token } = await shop.admin();
  return (await shop.call('GET', '/admin/statistics', { token })).body;
}

test('orders are in every state, and in every stage of their way', async () => {
  const rows = await shop
    .em()
    .execute<{ state: string; fulfilment: string; pickup: boolean; count: number }[]>(
      `select state, fulfilment, delivery is null as pickup, count(*)::int as count from shop_order group by 1, 2, 3`,
    );
  const count = (wanted: object) =>
    rows
      .filter((row) => Object.entries(wanted).every(([key, value]) => row[key as keyof typeof row] === value))
      .reduce((sum, { count }) => sum + count, 0);
  expect(count({})).toBeGreaterThan(90);
  expect(count({ state: 'paid', fulfilment: 'open' })).toBeGreaterThan(1);
  expect(count({ state: 'paid', fulfilment: 'shipped' })).toBeGreaterThan(2);
  expect(count({ state: 'paid', fulfilment: 'delivered' })).toBeGreaterThan(40);
  expect(count({ fulfilment: 'collected', pickup: true })).toBeGreaterThan(0);
  expect(count({ state: 'pending' })).toBe(2);
  expect(count({ state: 'failed' })).toBe(1);
  expect(count({ state: 'canceled' })).toBeGreaterThan(3);
  expect(count({ state: 'refunded' })).toBeGreaterThan(2);
  expect(await wrong('select 1 from refund where not cancels')).not.toEqual([]);
  expect(await wrong('select 1 from shop_order where discount > 0')).not.toEqual([]);
  expect(await wrong(`select 1 from shop_order where note <> ''`)).not.toEqual([]);
});

test('shoppers of each language have ordered in it', async () => {
  const languages = await wrong('select language, count(*)::int as count from user_account group by 1 order by 1');
  expect(languages).toEqual([
    { language: 'de', count: 7 },
    { language: 'en', count: expect.any(Number) },
    { language: 'sr', count: 5 },
  ]);
  for (const language of ['de', 'sr']) {
    expect(await wrong(`select 1 from shop_order where language = '${language}'`)).not.toEqual([]);
  }
  expect(
    await wrong(
      `select o.number, line.title, line.default_title, o.shipping_name from shop_order o
         join user_account u on u.id = o.user_id
         join order_line line on line.order_id = o.id
         join product p on p.id = line.product_id
         join shipping_method method on method.code = o.shipping_method
         where o.language <> u.language
         or line.title <> coalesce(p.translations #>> array[o.language, 'title'], p.title)
         or coalesce(line.default_title, line.title) <> p.title
         or o.shipping_name <> coalesce(method.translations #>> array[o.language, 'name'], method.name)`,
    ),
  ).toEqual([]);
});

test.each(['de', 'sr'])('every word is in the dictionary of %s', async (language) => {
  const { token } = await shop.admin();
  const { terms } = (await shop.call('GET', `/admin/term?language=${language}`, { token })).body;
  expect(terms.length).toBeGreaterThan(250);
  expect(terms.filter(({ translation, uses }: TermView) => translation === '' || uses === 0)).toEqual([]);
});

test('the amounts of each order agree', async () => {
  expect(
    await wrong(
      `select o.number from shop_order o where currency = 'EUR'
         and subtotal <> (select sum(unit_price_cents * count) from order_line where order_id = o.id)`,
    ),
  ).toEqual([]);
  expect(
    await wrong(
      `select number from shop_order where amount <= 0 or tax_rate_hundredths <> 2000 or tax <> round(amount / 6.0)
         or refunded > amount or (state = 'refunded') <> (refunded = amount)`,
    ),
  ).toEqual([]);
  expect(
    await wrong(
      `select o.number from shop_order o
         where refunded <> (select coalesce(sum(amount), 0) from refund where order_id = o.id and state = 'done')
         or refunded <> (select coalesce(sum(amount), 0) from order_history where order_id = o.id)`,
    ),
  ).toEqual([]);
});

test('the history of each order leads to its state, by dates that are over', async () => {
  expect(await wrong('select 1 from order_history where date > now()')).toEqual([]);
  expect(
    await wrong(
      `select o.number from shop_order o join lateral (
         select array_agg(what order by date, id) as steps, min(date) as first from order_history where order_id = o.id
       ) as history on true
       where first <> created_at or steps[1] <> 'ordered'
         or (state in ('paid', 'refunded')) <> ('paid' = any (steps)) or (state = 'failed') <> ('failed' = any (steps))
         or (fulfilment = 'canceled') <> ('canceled' = any (steps)) or (state = 'refunded') <> ('refunded' = any (steps))
         or (fulfilment in ('shipped', 'delivered')) <> ('shipped' = any (steps))
         or (fulfilment in ('delivered', 'collected')) <> (steps && array['delivered', 'collected'])`,
    ),
  ).toEqual([]);
  expect(await wrong('select number from shop_order order by number')).toEqual(
    await wrong('select number from shop_order order by created_at'),
  );
  expect(await wrong('select id from shop_order order by id')).toEqual(
    await wrong('select id from shop_order order by created_at'),
  );
});

test('shipments have the units that their orders have shipped', async () => {
  expect(
    await wrong(
      `select o.number from shop_order o join order_line l on l.order_id = o.id
         where shipped <> case when fulfilment in ('shipped', 'delivered') then count else 0 end
         or (fulfilment in ('shipped', 'delivered')) <> exists (
           select from shipment s where s.order_id = o.id
             and s.lines @> jsonb_build_array(jsonb_build_object('productId', l.product_id, 'count', l.count)))`,
    ),
  ).toEqual([]);
  expect(await wrong(`select 1 from shop_order where (shipping_method = 'pickup') <> (delivery is null)`)).toEqual([]);
});

test('orders hold the units that they took out of stock and did not give back', async () => {
  expect(
    await wrong(
      `select o.number from shop_order o join order_line l on l.order_id = o.id join product p on p.id = l.product_id
         where taken <> case when stock is null or o.state = 'canceled' then 0 else count - l.refunded end
         or l.returned > l.refunded or p.created_at > o.created_at`,
    ),
  ).toEqual([]);
  expect(
    await wrong(
      `select code from discount d where uses = 0 or uses <> (select count(*) from shop_order where discount_id = d.id)`,
    ),
  ).toEqual([]);
});

test('an admin has caused what the audit trail says, in this order', async () => {
  const audited = await wrong(`select count(*)::int from audit_entry where action like 'order.%'`);
  expect(audited).toEqual(await wrong('select count(*)::int from order_history where admin_name is not null'));
  expect(await wrong('select created_at from audit_entry order by id')).toEqual(
    await wrong('select created_at from audit_entry order by created_at, id'),
  );
});

test('statistics count the orders, also once their days are summed up', async () => {
  const before = await statistics();
  const [euro] = before.sales;
  expect(euro.orders).toBeGreaterThan(60);
  expect(before.bestSelling).toHaveLength(5);
  const [row] = await shop.em().execute<{ revenue: number }[]>(
    `select sum(amount)::int as revenue from shop_order o where currency = 'EUR' and exists (
         select from order_history where order_id = o.id and what = 'paid' and date > now() - interval '29 days')`,
  );
  expect(Math.round(euro.revenue * 100)).toBeGreaterThanOrEqual(row?.revenue ?? 0);
  await sumUpDays(shop.em(), 'UTC');
  expect(await statistics()).toEqual(before);
});

test('every paid order has an invoice', async () => {
  const { token } = await shop.admin();
  const [order] = await shop
    .em()
    .execute<{ id: string }[]>(`select id from shop_order where discount > 0 and state = 'paid'`);
  const { status, headers } = await shop.call('GET', `/orders/${order?.id}/invoice`, { token });
  expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
});

test('the provider knows the payment of each order, with its refunds', async () => {
  const orders = await shop
    .em()
    .execute<{ id: string; number: number; state: string; amount: number; refunded: number; payment: string }[]>(
      `select id, number, state, amount::int, refunded::int, payment_intent_id as payment from shop_order`,
    );
  const state = openState(stateFileIn(dataDir));
  try {
    for (const { id, number, amount, refunded, payment, ...order } of orders) {
      const intent = state.get<PaymentIntent>('payment_intent', payment);
      expect(intent).toMatchObject({ amount, metadata: { orderId: id, orderNumber: String(number) } });
      const isPaid = order.state === 'paid' || order.state === 'refunded';
      expect(intent.status === 'succeeded', order.state).toBe(isPaid);
      if (!isPaid) continue;
      const charge = state.get<Charge>('charge', intent.latest_charge ?? '');
      expect(charge).toMatchObject({ amount, amount_refunded: refunded, refunded: refunded === amount });
      const { data } = state.list<Refund>('refund', { limit: 100, startingAfter: null }, (refund) => {
        return refund.payment_intent === payment;
      });
      expect(data.reduce((sum, { amount }) => sum + amount, 0)).toBe(refunded);
    }
  } finally {
    state.close();
  }
});

test('no event announces an order, so no emails are sent', async () => {
  expect(await wrong(`select name from outbox_event where name like 'order.%'`)).toEqual([]);
});

test('ratings and numbers of products are right without a job', async () => {
  const derived = () =>
    wrong(
      'select id, round(rating::numeric, 9) as rating, all_ratings, (select product_count from category c where c.id = category_id) from product order by id',
    );
  const before = await derived();
  for (const { id } of await shop.em().execute<{ id: string }[]>('select id from product')) {
    await refreshRating(shop.em(), id);
  }
  for (const { id } of await shop.em().execute<{ id: string }[]>('select id from category')) {
    await refreshProductCount(shop.em(), id);
  }
  expect(await derived()).toEqual(before);
});

test('all sample texts are published in each language, with the settings that they name', async () => {
  const { token } = await shop.admin();
  const { pages } = (await shop.call('GET', '/admin/page', { token })).body;
  expect(pages.length).toBe(legalPageKinds.length * shopLanguages.length);
  for (const page of pages) expect(page).toMatchObject({ version: 1, isChanged: false });
  const { html } = (await shop.call('GET', '/pages/imprint', { headers: { 'Accept-Language': 'de' } })).body.page;
  expect(html).toContain('WebShop Demo d.o.o.');
  expect(html).toContain('Dunavska 7');
});

test('every product has its data, and each with an energy label its sheets', async () => {
  expect(
    await wrong(
      `select title from product
         where sku is null or gtin is null or mpn is null or brand is null or condition is null or has_battery is null
         or manufacturer_id is null or safety is null or not (translations -> 'de' ? 'safety' and translations -> 'sr' ? 'safety')`,
    ),
  ).toEqual([]);
  const documents = await wrong(
    `select product.title, array_agg(document.language order by document.language) as languages
       from product left join product_document document on document.product_id = product.id
       where energy is not null group by product.id`,
  );
  expect(documents.length).toBeGreaterThan(20);
  for (const document of documents) expect(document).toMatchObject({ languages: ['de', 'en', 'sr'] });
  const files = await shop.em().execute<{ id: string; bytes: number }[]>('select id, bytes from product_document');
  for (const { id, bytes } of files) expect(await shop.storage.stat(documentKey(id))).toMatchObject({ size: bytes });
});

test('sales run, one of them without a prior price above its own, and one is to come', async () => {
  const sales = await shop.em().execute<{ running: boolean; saves: boolean }[]>(
    `select is_on_sale(product, now()) as running, prior_price_cents > sale_price_cents as saves from product
         where sale_price_cents is not null order by running, saves`,
  );
  expect(sales).toEqual([
    { running: false, saves: true },
    { running: true, saves: false },
    { running: true, saves: true },
    { running: true, saves: true },
    { running: true, saves: true },
  ]);
});

test('no legal duty is open but that of the official notice, whose picture a shop uploads by itself', async () => {
  const { token } = await shop.admin();
  const { duties } = (await shop.call('GET', '/admin/duty', { token })).body;
  const open = duties.filter(({ code, state }: DutyView) => state === 'open' && code !== 'page.guarantee');
  expect(open).toEqual([]);
});
