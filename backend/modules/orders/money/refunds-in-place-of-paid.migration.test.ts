import { expect, inject, test } from 'vitest';
import { createTestDatabase } from '../../../../testing/servers/postgres.ts';
import { openDatabase } from '../../../core/database/db.ts';
import { migrate } from '../../../core/database/migrations.ts';
import { newId } from '../../../core/ids.ts';
import { entities } from '../../../entities.ts';

const MIGRATION = '20261201110000-refunds-in-place-of-paid';

const url = await createTestDatabase(inject('postgresUrl'), { migrated: false });

test('the migration marks the refunds that were recorded with the payment', async () => {
  const database = await openDatabase({ url, entities });
  const em = database.em.fork();
  /** A paid order with a refund that cancels it, `after` the payment. */
  const addRefund = async (after: string, by = 'shop') => {
    const [orderId, refundId] = [newId(), newId()];
    await em.execute(
      `insert into shop_order (id, state, currency, amount, subtotal, buyer_name, cart_fingerprint)
       values (?, 'paid', 'EUR', 1, 1, 'Ada', 'x')`,
      [orderId],
    );
    await em.execute(
      `insert into order_history (id, order_id, what, by, date) values (?, ?, 'paid', 'provider', '2026-11-01')`,
      [newId(), orderId],
    );
    await em.execute(
      `insert into refund (id, order_id, amount, cancels, lines, restocked, request_hash, reason, by, created_at)
       values (?, ?, 1, true, '[]', '[]', '', '', ?, timestamptz '2026-11-01' + ?::interval)`,
      [refundId, orderId, by, after],
    );
    return refundId;
  };
  try {
    const pending = (await database.migrator.getPending()).map(({ name }) => name);
    await migrate(database, { names: pending.slice(0, pending.indexOf(MIGRATION)) });
    const marked = await addRefund('0 s');
    await addRefund('1 s');
    await addRefund('0 s', 'shopper');

    await migrate(database);

    expect(await em.execute('select id from refund where replaces_paid')).toEqual([{ id: marked }]);
  } finally {
    await database.close();
  }
});
