import { expect, inject, test } from 'vitest';
import { createTestDatabase } from '../../../../testing/servers/postgres.ts';
import { openDatabase } from '../../../core/database/db.ts';
import { migrate } from '../../../core/database/migrations.ts';
import { newId } from '../../../core/ids.ts';
import { entities } from '../../../entities.ts';

const BEFORE = '20261124231000-saved-views';

const url = await createTestDatabase(inject('postgresUrl'), { migrated: false });

test('the migration takes over the mails that were sent, under their references', async () => {
  const database = await openDatabase({ url, entities });
  const em = database.em.fork();
  try {
    await database.migrator.up({ to: BEFORE });
    const [orderId, shipmentId] = [newId(), newId()];
    await em.execute(
      `insert into shop_order (id, state, currency, amount, subtotal, buyer_name, cart_fingerprint)
       values (?, 'paid', 'EUR', 1, 1, 'Ada', 'x')`,
      [orderId],
    );
    const events: [name: string, payload: object, reference: string][] = [
      ['order.paid', { orderId }, `order-paid-${orderId}`],
      ['order.shipped', { orderId, shipmentId }, `order-shipped-${shipmentId}`],
      ['order.refunded', { orderId }, `order-refunded-${orderId}`],
      ['order.refunded', { orderId, amount: 4, total: 7, refundIds: [] }, `order-refunded-${orderId}-7`],
      ['order.canceled', { orderId, amount: 0 }, `order-canceled-${orderId}`],
    ];
    const unsent = { orderId, amount: 2, total: 9, refundIds: [] };
    const other = { orderId };
    for (const [name, payload] of [...events, ['order.refunded', unsent], ['order.disputed', other]] as const) {
      const values = [newId(), name, JSON.stringify(payload)];
      await em.execute('insert into outbox_event (id, name, payload) values (?, ?, ?)', values);
    }
    for (const [, , reference] of events) {
      await em.execute(`insert into sent_mail (reference, sent_at) values (?, '2026-11-01T10:00:00Z')`, [reference]);
    }

    await migrate(database);

    const mails = await em.execute(
      `select reference, kind, payload, sent_at = '2026-11-01T10:00:00Z' as "isDated" from order_mail order by id`,
    );
    const kinds = ['orderConfirmation', 'shipment', 'refund', 'refund', 'cancellation'];
    expect(mails).toEqual(
      events.map(([, payload, reference], index) => ({ reference, kind: kinds[index], payload, isDated: true })),
    );
  } finally {
    await database.close();
  }
});
