import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PaymentsFixture } from '../testing/data/payments.ts';

const fixture = await PaymentsFixture.use();
const HOUR = 60 * 60 * 1000;

/** Sets the clock of this process, in which the shop runs too, two hours ahead of the database's. */
beforeEach(() => {
  const Clock = globalThis.Date;
  class Ahead extends Clock {
    constructor(...values: [] | [number | string | Date]) {
      super(values.length === 0 ? Ahead.now() : values[0]);
    }

    static override now(): number {
      return Clock.now() + 2 * HOUR;
    }
  }
  vi.stubGlobal('Date', Ahead);
});
afterEach(() => vi.unstubAllGlobals());

/** Times that only a clock ahead of the database's can have set, as "table.column". That of the provider's events is its own. */
async function aheadTimes(): Promise<string[]> {
  const em = fixture.shop.em();
  const columns = await em.execute<{ name: string; tableName: string; columnName: string }[]>(
    `select table_name || '.' || column_name as name, table_name as "tableName", column_name as "columnName"
     from information_schema.columns where table_schema = 'public' and data_type = 'timestamp with time zone'
       and table_name <> 'payment_event_position'`,
  );
  const ahead: string[] = [];
  for (const { name, tableName, columnName } of columns) {
    const rows = await em.execute(
      `select 1 from "${tableName}" where "${columnName}" between now() + interval '90 minutes' and now() + interval '150 minutes'`,
    );
    if (rows.length > 0) ahead.push(name);
  }
  return ahead;
}

test('a shop whose host runs ahead stores the times of the database', async () => {
  const { orderId } = await fixture.placeOrder();
  await fixture.shop.call('POST', `/orders/${orderId}/payment`, { token: fixture.shopper.token });
  await fixture.placePaidOrder();
  const paid = await fixture.placePaidOrder();
  await fixture.asAdmin('POST', `/admin/order/${paid.orderId}/refund`, { amount: 1, reason: 'Late', restock: false });
  await fixture.asAdmin('POST', `/admin/order/${paid.orderId}/note`, { text: 'Late' });
  await fixture.shop.call('POST', '/comment', {
    token: fixture.shopper.token,
    body: { author: 'Ada', content: 'Fine', productId: fixture.laptop, productTitle: 'Laptop' },
  });
  await fixture.shop.untilCalm();
  expect(await aheadTimes()).toEqual([]);
});

test('a session lasts as long as if the clocks agreed', async () => {
  const [row] = await fixture.shop.em().execute<{ days: number; isToday: boolean }[]>(
    `select extract(epoch from expires_at - now())::float8 / 86400 as days,
         last_used_on = (now() at time zone 'utc')::date as "isToday" from session where user_id = ?`,
    [fixture.shopper.userId],
  );
  expect(row?.days).toBeCloseTo(30, 2);
  expect(row?.isToday).toBe(true);
});
