import { sql } from 'kysely';
import { STATISTICS_DAYS } from '#contract/orders/statistics.ts';
import { currencyCodes } from '#contract/values/money.ts';
import { dayOf } from '../../../core/database/days.ts';
import { type EntityManager, inFreshTransaction } from '../../../core/database/db.ts';
import { ago } from '../../../core/database/queries.ts';
import { db } from '../orders.tables.ts';
import { dayAfter, findOpenDay, type Span, salesOfOrders, unitsOfOrders } from './sales-days.queries.ts';

/** Milliseconds after its end at which a day is summed up: by then, no transaction that began in it still runs. */
const MARGIN = 60 * 60 * 1000;

/**
 * Sums up the sales of the days that are over, once each, so that statistics read a few rows per day instead of its orders.
 * Statistics are right without it, but slower. Must not run beside a run with another time zone.
 * @param timeZone the shop's; sums of another one are removed
 */
export async function sumUpDays(em: EntityManager, timeZone: string): Promise<void> {
  const { first, current } = await findBounds(em, timeZone);
  const oldest = dayAfter(current, -STATISTICS_DAYS);
  for (let day = (await findOpenDay(em, timeZone)) ?? first; day !== null && day < current; day = dayAfter(day)) {
    await sumUp(em, { timeZone, from: day, to: dayAfter(day) }, { withProducts: day >= oldest });
  }
  // Not `<>`, which the index can't find.
  const isOther = sql<boolean>`(time_zone < ${timeZone} or time_zone > ${timeZone})`;
  const isOld = sql<boolean>`(time_zone = ${timeZone} and day < ${oldest})`;
  await db(em).deleteFrom('dailySales').where(isOther).execute();
  await db(em).deleteFrom('dailyProductSales').where(sql<boolean>`${isOther} or ${isOld}`).execute();
}

/** The day of the first order, null without orders, and the first that is not over. By the database's clock, like orders. */
async function findBounds(em: EntityManager, timeZone: string): Promise<{ first: string | null; current: string }> {
  return db(em)
    .selectNoFrom(({ selectFrom }) => [
      sql<string>`${dayOf(ago(MARGIN), timeZone)}::text`.as('current'),
      selectFrom('shopOrder')
        .select(sql<string | null>`${dayOf(sql`min(created_at)`, timeZone)}::text`.as('day'))
        .as('first'),
    ])
    .executeTakeFirstOrThrow();
}

const sums = ['orders', 'charged', 'refunds', 'refunded', 'refundedOrders', 'lost'] as const;

async function sumUp(em: EntityManager, span: Span, { withProducts }: { withProducts: boolean }): Promise<void> {
  const timeZone = sql<string>`${span.timeZone}::text`.as('timeZone');
  await inFreshTransaction(em, async (em) => {
    await db(em)
      .insertInto('dailySales')
      .columns(['timeZone', 'day', 'currency', ...sums])
      .expression(
        db(em)
          .selectFrom(sql<{ code: string }>`unnest(${[...currencyCodes]}::text[])`.as<'known'>(sql`known(code)`))
          .leftJoin(salesOfOrders(em, span).as('sold'), 'sold.currency', 'known.code')
          .select([timeZone, sql<string>`${span.from}::date`.as('day'), 'known.code as currency'])
          .select(({ fn }) => sums.map((sum) => fn.coalesce(`sold.${sum}`, sql.lit(0)).as(sum))),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    if (!withProducts) return;
    await db(em)
      .insertInto('dailyProductSales')
      .columns(['timeZone', 'day', 'productId', 'units', 'title'])
      .expression(
        db(em).selectFrom(unitsOfOrders(em, span).as('sold')).select([timeZone, 'day', 'productId', 'units', 'title']),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}
