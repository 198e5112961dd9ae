import { sql } from 'kysely';
import { toMajorUnits } from '#contract/money.ts';
import { type OrderState, orderStates } from '#contract/orders.ts';
import type { EntityManager } from '../../core/db.ts';
import { anyOf } from '../../core/queries.ts';
import { findPrices } from '../catalogue/catalogue.queries.ts';
import { db } from './orders.tables.ts';

/** In milliseconds. */
const DAY = 24 * 60 * 60 * 1000;

/** The last `days` UTC days as YYYY-MM-DD, including today, oldest first. */
function lastDays(days: number): string[] {
  const now = Date.now();
  return Array.from({ length: days }, (_, index) =>
    new Date(now - (days - 1 - index) * DAY).toISOString().slice(0, 10),
  );
}

/** The paid orders of the last `days` days, without refunded ones. */
function paidOrders(em: EntityManager, days: number) {
  return db(em)
    .selectFrom('shopOrder')
    .select(['id', sql<string>`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')`.as('day')])
    .where('state', '=', 'paid')
    .where('createdAt', '>=', `${lastDays(days)[0]}T00:00:00Z`);
}

function paidLines(em: EntityManager, days: number) {
  return db(em).selectFrom(paidOrders(em, days).as('sold')).innerJoin('orderLine', 'orderLine.orderId', 'sold.id');
}

type DayOfOrders = { day: string; orders: number; revenue: number };

/**
 * Paid orders and their revenue (EUR) on each of the last `days` UTC days, oldest first, including empty days. An order
 * counts on the day it was placed.
 */
export async function ordersByDay(em: EntityManager, days: number): Promise<DayOfOrders[]> {
  const [counts, revenues] = await Promise.all([
    db(em)
      .selectFrom(paidOrders(em, days).as('sold'))
      .select(({ fn }) => ['day', fn.countAll<number>().as('orders')])
      .groupBy('day')
      .execute(),
    paidLines(em, days)
      .select(['day', sql<number>`sum(unit_price_cents::bigint * count)::float8`.as('cents')])
      .groupBy('day')
      .execute(),
  ]);
  const ordersOf = new Map(counts.map(({ day, orders }) => [day, orders]));
  const centsOf = new Map(revenues.map(({ day, cents }) => [day, cents]));
  return lastDays(days).map((day) => ({
    day,
    orders: ordersOf.get(day) ?? 0,
    revenue: toMajorUnits(centsOf.get(day) ?? 0),
  }));
}

/** The number of orders in each state. */
export async function countOrdersByState(em: EntityManager): Promise<Record<OrderState, number>> {
  const rows = await db(em)
    .selectFrom('shopOrder')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  const counts = new Map<string, number>(rows.map(({ state, count }) => [state, count]));
  return Object.fromEntries(orderStates.map((state) => [state, counts.get(state) ?? 0])) as Record<OrderState, number>;
}

type SoldProduct = { productId: string; title: string; sold: number; isGone: boolean };

/**
 * The products with the most units in paid orders of the last `days` days, with their current titles. Deleted products
 * keep the title of their last order.
 */
export async function findBestSelling(em: EntityManager, days: number, limit: number): Promise<SoldProduct[]> {
  const best = await paidLines(em, days)
    .select(({ fn }) => ['orderLine.productId', fn.sum<number>('orderLine.count').as('sold')])
    .groupBy('orderLine.productId')
    .orderBy('sold', 'desc')
    .orderBy('orderLine.productId', 'desc')
    .limit(limit)
    .execute();
  const products = await findPrices(
    em,
    best.map(({ productId }) => productId),
  );
  const titles = new Map(products.map(({ id, title }) => [id, title]));
  const deleted = best.map(({ productId }) => productId).filter((id) => !titles.has(id));
  const lastTitles = deleted.length > 0 ? await findLastTitles(em, days, deleted) : new Map<string, string>();
  return best.map(({ productId, sold }) => ({
    productId,
    sold,
    title: titles.get(productId) ?? lastTitles.get(productId) ?? '',
    isGone: !titles.has(productId),
  }));
}

async function findLastTitles(em: EntityManager, days: number, productIds: string[]): Promise<Map<string, string>> {
  const rows = await paidLines(em, days)
    .distinctOn('orderLine.productId')
    .select(['orderLine.productId', 'orderLine.title'])
    .where('orderLine.productId', '=', anyOf(productIds))
    .orderBy('orderLine.productId')
    .orderBy('orderLine.id', 'desc')
    .execute();
  return new Map(rows.map(({ productId, title }) => [productId, title]));
}
