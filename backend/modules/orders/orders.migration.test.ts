import { expect, inject, test } from 'vitest';
import { createTestDatabase } from '../../../testing/servers/postgres.ts';
import { openDatabase } from '../../core/database/db.ts';
import { migrate } from '../../core/database/migrations.ts';
import { newId } from '../../core/ids.ts';
import { entities } from '../../entities.ts';
import { findRequestedRefunds } from './money/refund-requests.ts';
import { presentOrderDetail } from './orders.present.ts';
import { findOrder } from './orders.queries.ts';

const BEFORE = '20261124031000-discounts';

const url = await createTestDatabase(inject('postgresUrl'), { migrated: false });

test('orders from before have goods only, no delivery, and are still to be collected unless they were given back', async () => {
  const database = await openDatabase({ url, entities });
  const em = database.em.fork();
  try {
    await database.migrator.up({ to: BEFORE });
    const userId = newId();
    await em.execute(
      `insert into user_account (id, email, username, password_hash) values (?, 'ada@example.com', 'ada', '')`,
      [userId],
    );
    const place = async (state: string, refundRequestedAt: string | null = null) => {
      const id = newId();
      await em.execute(
        `insert into shop_order (id, user_id, state, currency, amount, cart_fingerprint, payment_intent_id, created_at, refund_requested_at)
         values (?, ?, ?, 'USD', 10900, 'x', ?, '2026-01-02T03:04:05Z', ?)`,
        [id, userId, state, `pi_${state}${refundRequestedAt ? '_refund' : ''}`, refundRequestedAt],
      );
      await em.execute(
        `insert into order_line (id, order_id, product_id, title, unit_price_cents, count) values (?, ?, ?, 'Laptop', 10000, 1)`,
        [newId(), id, newId()],
      );
      return id;
    };
    const paid = await place('paid');
    const pending = await place('pending');
    const failed = await place('failed');
    const canceled = await place('canceled');
    const refunded = await place('refunded');
    const refunding = await place('paid', '2026-01-03T00:00:00Z');

    await migrate(database);

    const read = async (id: string) =>
      presentOrderDetail(await findOrder(em, userId, { id }), { timeZone: 'UTC', returnDays: 14 });
    for (const id of [paid, pending, failed]) {
      expect(await read(id)).toMatchObject({
        amount: 109,
        subtotal: 109,
        discount: 0,
        discountCode: '',
        shipping: 0,
        tax: { rate: 0, amount: 0 },
        taxes: [{ rate: 0, net: 109, amount: 0 }],
        lines: [{ price: 109, amount: 109 }],
        refunded: 0,
        delivery: null,
        note: '',
        shippingMethod: 'pickup',
        fulfilment: 'open',
        shipments: [],
        canCancel: true,
      });
    }
    const ordered = { date: '2026-01-02T03:04:05.000Z', what: 'ordered', by: 'shopper' };
    for (const id of [pending, failed]) expect((await read(id)).history).toEqual([ordered]);
    expect((await read(paid)).history).toMatchObject([ordered, { what: 'paid', by: 'provider' }]);
    expect(await read(canceled)).toMatchObject({ fulfilment: 'canceled', refunded: 0, canPay: false });
    expect(await read(refunded)).toMatchObject({ fulfilment: 'canceled', refunded: 109, delivery: null });
    expect(await findRequestedRefunds(em, refunding)).toMatchObject([
      { orderId: refunding, amount: 10_900, paymentIntentId: 'pi_paid_refund' },
    ]);
  } finally {
    await database.close();
  }
});
