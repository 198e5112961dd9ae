import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { formatDate } from '#contract/values/dates.ts';
import { addPastOrder } from '../../../testing/data/past-orders.ts';
import { startTestShop } from '../../../testing/shop/shop.ts';
import { sumUpDays } from '../orders/statistics/sales-days.service.ts';

// East of UTC by 14 hours, all year: its day is never that of UTC.
const timeZone = 'Pacific/Kiritimati';
const shop = await startTestShop({ timeZone });

/** The day there, `daysAgo` days ago. */
const dayThere = (daysAgo: number) => new Date(Date.now() + (14 - daysAgo * 24) * 3_600_000).toISOString().slice(0, 10);
const ask = async (path: string) => {
  const { token } = await shop.admin();
  return shop.call('GET', path, { token });
};

test('tables, their filters, exports and statistics have the days of the shop', async () => {
  const day = dayThere(3);
  const amounts = {
    [`${dayThere(4)}T23:59:59+14:00`]: 1,
    [`${day}T00:00:00+14:00`]: 10,
    [`${day}T23:59:59+14:00`]: 20,
  };
  for (const [date, amount] of Object.entries({ ...amounts, [`${dayThere(2)}T00:00:00+14:00`]: 300 })) {
    await addPastOrder(shop.em(), { state: 'paid', amount, steps: [['paid', date]] });
  }
  const listed = async (query: string) =>
    (await ask(`/admin/order?${query}`)).body.orders.map(({ amount }: { amount: number }) => amount).toSorted();
  expect(await listed(`from=${day}&to=${day}`)).toEqual([10, 20]);
  expect(await listed(`from=${dayThere(2)}`)).toEqual([300]);
  expect(await listed(`to=${dayThere(4)}`)).toEqual([1]);

  const revenue = async () => {
    const { days } = (await ask('/admin/statistics')).body.sales[0];
    return days.slice(-6).map(({ day, revenue }: { day: string; revenue: number }) => [day, revenue]);
  };
  const expected = [0, 1, 30, 300, 0, 0].map((amount, index) => [dayThere(5 - index), amount]);
  expect(await revenue()).toEqual(expected);
  await sumUpDays(shop.em(), timeZone);
  expect(await revenue()).toEqual(expected);
});

test('documents have the day of the shop on which the order was placed', async () => {
  const day = dayThere(8);
  await addPastOrder(shop.em(), { state: 'paid', steps: [['paid', `${day}T00:00:00+14:00`]] });
  const [{ _id }] = (await ask(`/admin/order?from=${day}&to=${day}`)).body.orders;
  const { token } = await shop.admin();
  for (const path of [`/orders/${_id}/invoice`, `/admin/order/${_id}/packing-slip`]) {
    const response = await fetch(`${shop.url}/api/v1${path}`, { headers: { Authorization: token } });
    const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
    const { text } = await extractText(pdf, { mergePages: true });
    expect(text).toContain(`Date ${formatDate(day, 'UTC')}`);
  }
});
