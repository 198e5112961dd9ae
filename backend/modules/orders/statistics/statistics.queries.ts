import { sql } from 'kysely';
import type { OrderState } from '#contract/orders/orders.ts';
import { total } from '#contract/orders/pricing.ts';
import {
  BEST_PRODUCTS,
  type ConversionView,
  RATE_DAYS,
  RUNNING_OUT_DAYS,
  RUNNING_OUT_MAX,
  type SalesView,
  type StatisticsView,
} from '#contract/orders/statistics.ts';
import { currencyCodes, toMajorUnits } from '#contract/values/money.ts';
import { startOfDay } from '../../../core/database/days.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { anyOf } from '../../../core/database/queries.ts';
import { countedStock, findPrices } from '../../catalogue/catalogue.queries.ts';
import { db } from '../orders.tables.ts';
import { dayAfter, type SalesPeriod, sales, unitsSold, unpaidEnds } from './sales-days.queries.ts';

const firstOf = ({ days }: SalesPeriod) => days[0] ?? '';

/** The sales of a period in each currency. */
export async function readSales(em: EntityManager, period: SalesPeriod): Promise<SalesView[]> {
  const rows = await db(em)
    .selectFrom(sales(em, period, firstOf(period)).as('sold'))
    .select([sql<string>`day::text`.as('day'), 'currency', 'orders', 'charged', 'refunds'])
    .select([sql<number>`refunded + lost`.as('refunded'), 'lost'])
    .execute();
  return currencyCodes.map((currency) => {
    const sold = rows.filter((row) => row.currency === currency);
    const byDay = new Map(sold.map((row) => [row.day, row]));
    const orders = total(sold.map((row) => row.orders));
    const charged = total(sold.map((row) => row.charged));
    return {
      currency,
      orders,
      revenue: toMajorUnits(charged),
      averageOrder: orders === 0 ? null : toMajorUnits(Math.round(charged / orders)),
      refunds: total(sold.map(({ refunds }) => refunds)),
      refunded: toMajorUnits(total(sold.map(({ refunded }) => refunded))),
      lost: toMajorUnits(total(sold.map(({ lost }) => lost))),
      days: period.days.map((day) => ({
        day,
        orders: byDay.get(day)?.orders ?? 0,
        revenue: toMajorUnits(byDay.get(day)?.charged ?? 0),
        refunded: toMajorUnits(byDay.get(day)?.refunded ?? 0),
      })),
    };
  });
}

/** The outcome of the orders that were opened in a period, in one statement, so that the numbers add up. */
export async function readConversion(em: EntityManager, period: SalesPeriod): Promise<ConversionView> {
  const from = firstOf(period);
  const { timeZone } = period;
  const start = startOfDay(from, timeZone);
  const opened = (...states: OrderState[]) => ordersIn(em, states).where('createdAt', '>=', start);
  const ended = unpaidEnds(em, { timeZone, from }).where('shopOrder.createdAt', '>=', start).select(rowCount);
  const { canceled, replaced, ...counts } = await db(em)
    .selectNoFrom([
      opened('paid', 'refunded').$asScalar().$notNull().as('paid'),
      opened('pending', 'failed').$asScalar().$notNull().as('open'),
      opened('canceled').$asScalar().$notNull().as('canceled'),
      ended.where('step.what', '=', 'replaced').$asScalar().$notNull().as('replaced'),
      ended.where('step.what', '=', 'canceled').where('step.by', '=', 'shop').$asScalar().$notNull().as('expired'),
    ])
    .executeTakeFirstOrThrow();
  const { paid, open, expired } = counts;
  return { opened: paid + open + canceled - replaced, ...counts, canceled: canceled - replaced - expired };
}

/** The number of orders in each state. Paid orders are many, and stay: only the sums of their days are read. */
export async function countOrdersByState(em: EntityManager, period: SalesPeriod): Promise<Record<OrderState, number>> {
  return db(em)
    .selectFrom(sales(em, period).as('sold'))
    .select([
      ordersIn(em, ['pending']).$asScalar().$notNull().as('pending'),
      sql<number>`coalesce(sum(orders - refunded_orders), 0)::bigint`.as('paid'),
      ordersIn(em, ['failed']).$asScalar().$notNull().as('failed'),
      ordersIn(em, ['canceled']).$asScalar().$notNull().as('canceled'),
      sql<number>`coalesce(sum(refunded_orders), 0)::bigint`.as('refunded'),
    ])
    .executeTakeFirstOrThrow();
}

const rowCount = sql<number>`count(*)`.as('count');

function ordersIn(em: EntityManager, states: readonly OrderState[]) {
  const literals = sql.join(states.map((state) => sql.lit(state)));
  return db(em).selectFrom('shopOrder').select(rowCount).where(sql<boolean>`state in (${literals})`);
}

/** Products by the units that each sold since a day. */
function soldProducts(em: EntityManager, period: SalesPeriod, from: string) {
  return db(em)
    .selectFrom(unitsSold(em, period, from).as('sold'))
    .select(({ fn }) => ['productId', fn.sum<number>('units').as('units')])
    .groupBy('productId')
    .having(sql<boolean>`sum(units) > 0`);
}

/** The products that sold most in a period, with their current titles; deleted and unpublished ones with their last. */
export async function findBestSelling(em: EntityManager, period: SalesPeriod): Promise<StatisticsView['bestSelling']> {
  const best = await soldProducts(em, period, firstOf(period))
    .orderBy('units', 'desc')
    .orderBy('productId', 'desc')
    .limit(BEST_PRODUCTS)
    .execute();
  const products = await findPrices(
    em,
    best.map(({ productId }) => productId),
  );
  const titles = new Map(products.map(({ id, title }) => [id, title]));
  const gone = best.map(({ productId }) => productId).filter((id) => !titles.has(id));
  const lastTitles = gone.length > 0 ? await findLastTitles(em, period, gone) : new Map<string, string>();
  return best.map(({ productId, units }) => ({
    productId,
    sold: units,
    title: titles.get(productId) ?? lastTitles.get(productId) ?? '',
    isGone: !titles.has(productId),
  }));
}

async function findLastTitles(em: EntityManager, period: SalesPeriod, productIds: string[]) {
  const rows = await db(em)
    .selectFrom(unitsSold(em, period, firstOf(period)).as('sold'))
    .distinctOn('productId')
    .select(['productId', 'title'])
    .where('productId', '=', anyOf(productIds))
    .orderBy('productId')
    .orderBy('day', 'desc')
    .execute();
  return new Map(rows.map(({ productId, title }) => [productId, title]));
}

/** Published products that sell out soon at the rate of the last days, those that are sold out first. */
export async function findRunningOut(em: EntityManager, period: SalesPeriod): Promise<StatisticsView['runningOut']> {
  const today = period.days.at(-1) ?? '';
  const recent = soldProducts(em, period, dayAfter(today, 1 - RATE_DAYS));
  const rows = await db(em)
    .selectFrom(recent.as('sold'))
    .innerJoin(countedStock(em).as('product'), 'product.id', 'sold.productId')
    .select(['sold.productId', 'product.title', 'product.stock as left', 'sold.units'])
    .select(sql<number>`count(*) over ()`.as('total'))
    .where(sql<boolean>`product.stock * ${sql.lit(RATE_DAYS)} < sold.units * ${sql.lit(RUNNING_OUT_DAYS)}`)
    .orderBy(sql`product.stock::float8 / sold.units`)
    .orderBy('sold.units', 'desc')
    .orderBy('sold.productId', 'desc')
    .limit(RUNNING_OUT_MAX)
    .execute();
  return {
    products: rows.map(({ productId, title, left, units }) => ({
      productId,
      title,
      left,
      perDay: toHundredths(units / RATE_DAYS),
      daysLeft: toHundredths((left * RATE_DAYS) / units),
    })),
    total: rows[0]?.total ?? 0,
  };
}

function toHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
