import { beforeEach, expect, test } from 'vitest';
import { STATISTICS_DAYS } from '#contract/orders/statistics.ts';
import { addPastOrder, dayOf } from '../../../../testing/data/past-orders.ts';
import { startTestShop } from '../../../../testing/shop/shop.ts';
import { startOfDay } from '../../../core/database/days.ts';
import { newId } from '../../../core/ids.ts';
import { sumUpDays } from './sales-days.service.ts';

const shop = await startTestShop();

beforeEach(() => shop.em().execute('truncate shop_order, daily_sales, daily_product_sales cascade'));

const addPaid = (date: string, amount: number, title: string) =>
  addPastOrder(shop.em(), {
    state: 'paid',
    steps: [['paid', date]],
    amount,
    lines: [{ productId: newId(), title, count: 1 }],
  });

const daysIn = async (table: string) => {
  const rows = await shop.em().execute<{ day: string }[]>(`select distinct day::text from ${table} order by 1`);
  return rows.map(({ day }) => day);
};

async function revenue(): Promise<number> {
  const { token } = await shop.admin();
  return (await shop.call('GET', '/admin/statistics', { token })).body.sales[0].revenue;
}

test('days are summed up once, from the first order to yesterday at the latest', async () => {
  await addPaid(`${dayOf(STATISTICS_DAYS + 10)}T10:00:00Z`, 1, 'Old');
  await addPaid(`${dayOf(3)}T10:00:00Z`, 50, 'New');
  await addPaid(`${dayOf(0)}T00:00:00Z`, 5, 'Newest');
  await Promise.all([sumUpDays(shop.em(), 'UTC'), sumUpDays(shop.em(), 'UTC')]);
  const days = await daysIn('daily_sales');
  expect(days[0]).toBe(dayOf(STATISTICS_DAYS + 10));
  // In the first hour of a day, the day before is still open.
  expect([dayOf(1), dayOf(2)]).toContain(days.at(-1));
  expect(await daysIn('daily_product_sales')).toEqual([dayOf(3)]);

  // An order can no longer be added to such a day.
  await addPaid(`${dayOf(3)}T11:00:00Z`, 100, 'Late');
  await sumUpDays(shop.em(), 'UTC');
  expect(await revenue()).toBe(55);
});

test('another time zone has sums of its own days, and those of the last one go', async () => {
  // Its days begin 14 hours before those of UTC.
  const timeZone = 'Pacific/Kiritimati';
  await addPaid(`${dayOf(6)}T10:00:00Z`, 10, 'First');
  await addPaid(`${dayOf(5)}T09:59:59Z`, 20, 'Last');
  await addPaid(`${dayOf(5)}T10:00:00Z`, 40, 'Next');
  const charged = async () => {
    const rows = await shop
      .em()
      .execute<{ day: string; charged: number }[]>(
        'select day::text, charged::integer from daily_sales where charged > 0 order by day',
      );
    return rows.map(({ day, charged }) => [day, charged]);
  };
  await sumUpDays(shop.em(), 'UTC');
  expect(await charged()).toEqual([
    [dayOf(6), 1000],
    [dayOf(5), 6000],
  ]);
  await Promise.all([sumUpDays(shop.em(), timeZone), sumUpDays(shop.em(), timeZone)]);
  expect(await charged()).toEqual([
    [dayOf(5), 3000],
    [dayOf(4), 4000],
  ]);
});

test.each([
  ['2026-03-29', 23],
  ['2026-03-30', 24],
  ['2026-10-25', 25],
])('%s has %d hours in Belgrade', async (day, hours) => {
  const start = (later: number) => startOfDay(day, 'Europe/Belgrade', later);
  const [row] = await shop
    .em()
    .getKysely()
    .selectNoFrom([start(0).as('start'), start(1).as('end')])
    .execute();
  expect(Date.parse(row?.end ?? '') - Date.parse(row?.start ?? '')).toBe(hours * 3_600_000);
});

test('the units of products are kept as long as statistics need them', async () => {
  const today = dayOf(0);
  await shop.em().execute(
    `insert into daily_product_sales (time_zone, day, product_id, units, title)
     select 'UTC', date '${today}' - days, gen_random_uuid(), 1, 'Thing' from generate_series(${STATISTICS_DAYS - 1}, 60) days`,
  );
  await sumUpDays(shop.em(), 'UTC');
  const days = await daysIn('daily_product_sales');
  expect(days).toContain(dayOf(STATISTICS_DAYS - 1));
  expect(days.length).toBeLessThanOrEqual(3);
});
