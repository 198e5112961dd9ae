import { expect, inject, test } from 'vitest';
import { createTestDatabase } from '../../../../testing/servers/postgres.ts';
import { openDatabase } from '../../../core/database/db.ts';
import { migrate } from '../../../core/database/migrations.ts';
import { newId } from '../../../core/ids.ts';
import { entities } from '../../../entities.ts';

const MIGRATION = '20261126230000-orders-given-back';

const url = await createTestDatabase(inject('postgresUrl'), { migrated: false });

test('the migration ends open orders whose units were all given back before they were shipped', async () => {
  const database = await openDatabase({ url, entities });
  const em = database.em.fork();
  type Line = { shipped: number; refunded: number };
  /** A paid order of lines of two units each. */
  const addOrder = async (lines: Line[], refundState = 'done') => {
    const orderId = newId();
    await em.execute(
      `insert into shop_order (id, state, currency, amount, subtotal, buyer_name, cart_fingerprint)
       values (?, 'paid', 'EUR', 1, 1, 'Ada', 'x')`,
      [orderId],
    );
    for (const { shipped, refunded } of lines)
      await em.execute(
        `insert into order_line (id, order_id, product_id, title, unit_price_cents, count, shipped, refunded)
         values (?, ?, ?, 'Lamp', 1, 2, ?, ?)`,
        [newId(), orderId, newId(), shipped, refunded],
      );
    await em.execute(
      `insert into refund (id, order_id, amount, state, lines, restocked, request_hash, reason, by) values (?, ?, 1, ?, '[]', '[]', '', '', 'shop')`,
      [newId(), orderId, refundState],
    );
    return orderId;
  };
  try {
    const pending = (await database.migrator.getPending()).map(({ name }) => name);
    await migrate(database, { names: pending.slice(0, pending.indexOf(MIGRATION)) });
    const givenBack = { shipped: 0, refunded: 2 };
    const ended = await addOrder([givenBack, givenBack]);
    const open = await Promise.all([
      addOrder([givenBack, { shipped: 0, refunded: 1 }]),
      addOrder([givenBack, { shipped: 2, refunded: 2 }]),
      addOrder([givenBack], 'requested'),
    ]);

    await migrate(database);

    const fulfilmentOf = async (id: string) => {
      const [order] = await em.execute<{ fulfilment: string }[]>('select fulfilment from shop_order where id = ?', [
        id,
      ]);
      return order?.fulfilment;
    };
    expect(await fulfilmentOf(ended)).toBe('canceled');
    for (const id of open) expect(await fulfilmentOf(id)).toBe('open');
  } finally {
    await database.close();
  }
});
