import { type RawBuilder, sql } from 'kysely';
import type { OrderStep } from '#contract/orders/orders.ts';
import { dayOf, startOfDay } from '../../../core/database/days.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { db } from '../orders.tables.ts';

// Days are those of a time zone, the shop's, as YYYY-MM-DD.

/** The last days up to today. What happened before `open` is summed up by day; later days are read from the orders. */
export type SalesPeriod = { timeZone: string; days: string[]; open: string };

const EVER = '0001-01-01';

/** The last `days` days, including today. */
export async function findSalesPeriod(em: EntityManager, days: number, timeZone: string): Promise<SalesPeriod> {
  const { today, open } = await db(em)
    .selectNoFrom([sql<string>`${dayOf(sql`now()`, timeZone)}::text`.as('today'), openDay(em, timeZone).as('open')])
    .executeTakeFirstOrThrow();
  return {
    timeZone,
    days: Array.from({ length: days }, (_, index) => dayAfter(today, index + 1 - days)),
    open: open ?? EVER,
  };
}

export function dayAfter(day: string, days = 1): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The first day that is not summed up; null if none is. */
export async function findOpenDay(em: EntityManager, timeZone: string): Promise<string | null> {
  const row = await openDay(em, timeZone).executeTakeFirst();
  return row?.open ?? null;
}

function openDay(em: EntityManager, timeZone: string) {
  return db(em)
    .selectFrom('dailySales')
    .select(sql<string | null>`(max(day) + 1)::text`.as('open'))
    .where('timeZone', '=', timeZone);
}

/** Days from `from` on; before `to`, if given. */
export type Span = { timeZone: string; from: string; to?: string };

/** Steps of orders in a span of days. The names are literals, so that PostgreSQL knows that the partial index has them. */
function steps(em: EntityManager, names: readonly OrderStep[], { timeZone, from, to }: Span) {
  const found = db(em)
    .selectFrom('orderHistory as step')
    .where(sql<boolean>`step.what in (${sql.join(names.map((name) => sql.lit(name)))})`)
    .where('step.date', '>=', startOfDay(from, timeZone));
  return to === undefined ? found : found.where('step.date', '<', startOfDay(to, timeZone));
}

const dayOfStep = ({ timeZone }: Span) => dayOf(sql.ref('step.date'), timeZone).as('day');
const isPayment = sql<boolean>`step.what = 'paid'`;
const isRefund = sql<boolean>`step.what in ('partlyRefunded', 'refunded')`;
const isFailure = sql<boolean>`step.what in ('partRefundFailed', 'refundFailed')`;

/** The same for steps of both indexes of the history. */
function stepsOfBoth(em: EntityManager, names: readonly OrderStep[], losses: readonly OrderStep[], span: Span) {
  const columns = ['step.orderId', 'step.what', 'step.date', 'step.amount'] as const;
  const found = steps(em, names, span)
    .select(columns)
    .unionAll(steps(em, losses, span).select(columns));
  return db(em).selectFrom(found.as('step'));
}

/** The sales of each day and currency of a span, from the orders. */
export function salesOfOrders(em: EntityManager, span: Span) {
  const losses = ['partRefundFailed', 'refundFailed', 'disputeLost', 'disputeWon'] as const;
  return stepsOfBoth(em, ['paid', 'partlyRefunded', 'refunded'], losses, span)
    .innerJoin('shopOrder', 'shopOrder.id', 'step.orderId')
    .select([dayOfStep(span), 'shopOrder.currency'])
    .select([
      sql<number>`count(*) filter (where ${isPayment})`.as('orders'),
      sql<number>`coalesce(sum(shop_order.amount) filter (where ${isPayment}), 0)::bigint`.as('charged'),
      sql<number>`count(*) filter (where ${isRefund})`.as('refunds'),
      difference(isRefund, isFailure).as('refunded'),
      sql<number>`count(*) filter (where step.what = 'refunded') - count(*) filter (where step.what = 'refundFailed')`.as(
        'refundedOrders',
      ),
      difference(sql`step.what = 'disputeLost'`, sql`step.what = 'disputeWon'`).as('lost'),
    ])
    .groupBy(['day', 'shopOrder.currency']);
}

/** What some steps moved, less what others moved back. */
function difference(gone: RawBuilder<unknown>, back: RawBuilder<unknown>) {
  return sql<number>`coalesce(sum(case when ${gone} then step.amount when ${back} then -step.amount end), 0)::bigint`;
}

/** The units of each day and product of a span, from the orders. */
export function unitsOfOrders(em: EntityManager, span: Span) {
  return stepsOfBoth(em, ['paid', 'refunded'], ['refundFailed'], span)
    .innerJoin('orderLine as line', 'line.orderId', 'step.orderId')
    .select([dayOfStep(span), 'line.productId'])
    .select([
      sql<number>`sum(case when step.what = 'refunded' then -line.count else line.count end)::integer`.as('units'),
      sql<string>`(array_agg(line.title order by step.date desc, line.id desc))[1]`.as('title'),
    ])
    .groupBy(['day', 'line.productId']);
}

/** The sales of each day and currency since a day. */
export function sales(em: EntityManager, { timeZone, open }: SalesPeriod, from = EVER) {
  return db(em)
    .selectFrom('dailySales')
    .select([
      sql<string>`day`.as('day'),
      'currency',
      'orders',
      'charged',
      'refunds',
      'refunded',
      'refundedOrders',
      'lost',
    ])
    .where('timeZone', '=', timeZone)
    .where('day', '>=', from)
    .where('day', '<', open)
    .unionAll(salesOfOrders(em, { timeZone, from: from > open ? from : open }));
}

/** The units of each day and product since a day, which must be recent. */
export function unitsSold(em: EntityManager, { timeZone, open }: SalesPeriod, from: string) {
  return db(em)
    .selectFrom('dailyProductSales')
    .select([sql<string>`day`.as('day'), 'productId', 'units', 'title'])
    .where('timeZone', '=', timeZone)
    .where('day', '>=', from)
    .where('day', '<', open)
    .unionAll(unitsOfOrders(em, { timeZone, from: from > open ? from : open }));
}

/** Orders that ended unpaid in a span: the step with which each did. */
export function unpaidEnds(em: EntityManager, span: Span) {
  return steps(em, ['canceled', 'replaced'], span)
    .innerJoin('shopOrder', 'shopOrder.id', 'step.orderId')
    .where('shopOrder.state', '=', sql.lit('canceled'));
}
