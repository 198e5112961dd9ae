import { beforeEach, expect, test } from 'vitest';
import { STATISTICS_DAYS } from '#contract/statistics.ts';
import { addPastOrder, dayOf } from '../../../../testing/past-orders.ts';
import { startTestShop } from '../../../../testing/shop.ts';
import { newId } from '../../../core/ids.ts';
import { sumUpDays } from './sales-days.service.ts';

const shop = await startTestShop();

beforeEach(() => shop.em().execute('truncate shop_order, sales_day, product_sales_day cascade'));

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
  await Promise.all([sumUpDays(shop.em()), sumUpDays(shop.em())]);
  const days = await daysIn('sales_day');
  expect(days[0]).toBe(dayOf(STATISTICS_DAYS + 10));
  // In the first hour of a day, the day before is still open.
  expect([dayOf(1), dayOf(2)]).toContain(days.at(-1));
  expect(await daysIn('product_sales_day')).toEqual([dayOf(3)]);

  // An order can no longer be added to such a day.
  await addPaid(`${dayOf(3)}T11:00:00Z`, 100, 'Late');
  await sumUpDays(shop.em());
  expect(await revenue()).toBe(55);
});

test('the units of products are kept as long as statistics need them', async () => {
  const today = dayOf(0);
  await shop.em().execute(
    `insert into product_sales_day (day, product_id, units, title)
     select date '${today}' - days, gen_random_uuid(), 1, 'Thing' from generate_series(${STATISTICS_DAYS - 1}, 60) days`,
  );
  await sumUpDays(shop.em());
  const days = await daysIn('product_sales_day');
  expect(days).toContain(dayOf(STATISTICS_DAYS - 1));
  expect(days.length).toBeLessThanOrEqual(3);
});
