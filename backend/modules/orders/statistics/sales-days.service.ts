import { sql } from 'kysely';
import { currencyCodes } from '#contract/money.ts';
import { STATISTICS_DAYS } from '#contract/statistics.ts';
import { type EntityManager, inFreshTransaction } from '../../../core/database/db.ts';
import { ago } from '../../../core/database/queries.ts';
import { db } from '../orders.tables.ts';
import { dayAfter, findOpenDay, salesOfOrders, unitsOfOrders } from './sales-days.queries.ts';

/** Milliseconds after its end at which a day is summed up: by then, no transaction that began in it still runs. */
const MARGIN = 60 * 60 * 1000;

/**
 * Sums up the sales of the days that are over, once each, so that statistics read a few rows per day instead of its orders.
 * Statistics are right without it, but slower.
 */
export async function sumUpDays(em: EntityManager): Promise<void> {
  const { first, current } = await findBounds(em);
  const oldest = dayAfter(current, -STATISTICS_DAYS);
  for (let day = (await findOpenDay(em)) ?? first; day !== null && day < current; day = dayAfter(day)) {
    await sumUp(em, day, { withProducts: day >= oldest });
  }
  await db(em).deleteFrom('productSalesDay').where('day', '<', oldest).execute();
}

/** The day of the first order, null without orders, and the first that is not over. By the database's clock, like orders. */
async function findBounds(em: EntityManager): Promise<{ first: string | null; current: string }> {
  return db(em)
    .selectNoFrom(({ selectFrom }) => [
      sql<string>`((${ago(MARGIN)}) at time zone 'UTC')::date::text`.as('current'),
      selectFrom('shopOrder')
        .select(sql<string | null>`(min(created_at) at time zone 'UTC')::date::text`.as('day'))
        .as('first'),
    ])
    .executeTakeFirstOrThrow();
}

const sums = ['orders', 'charged', 'refunds', 'refunded', 'refundedOrders'] as const;

async function sumUp(em: EntityManager, day: string, { withProducts }: { withProducts: boolean }): Promise<void> {
  const span = { from: day, to: dayAfter(day) };
  await inFreshTransaction(em, async (em) => {
    await db(em)
      .insertInto('salesDay')
      .columns(['day', 'currency', ...sums])
      .expression(
        db(em)
          .selectFrom(sql<{ code: string }>`unnest(${[...currencyCodes]}::text[])`.as<'known'>(sql`known(code)`))
          .leftJoin(salesOfOrders(em, span).as('sold'), 'sold.currency', 'known.code')
          .select([sql<string>`${day}::date`.as('day'), 'known.code as currency'])
          .select(({ fn }) => sums.map((sum) => fn.coalesce(`sold.${sum}`, sql.lit(0)).as(sum))),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    if (!withProducts) return;
    await db(em)
      .insertInto('productSalesDay')
      .columns(['day', 'productId', 'units', 'title'])
      .expression(unitsOfOrders(em, span))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}
