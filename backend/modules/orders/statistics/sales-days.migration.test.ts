import { expect, inject, test } from 'vitest';
import { createTestDatabase } from '../../../../testing/servers/postgres.ts';
import { openDatabase } from '../../../core/database/db.ts';
import { migrate } from '../../../core/database/migrations.ts';
import { entities } from '../../../entities.ts';

const BEFORE = '20261124180000-order-notes';

const id = (n: number) => `00000000-0000-7000-8000-00000000000${n}`;

const url = await createTestDatabase(inject('postgresUrl'), { migrated: false });

test('the migration finds out what each refund gave back and which orders were replaced', async () => {
  const database = await openDatabase({ url, entities });
  const em = database.em.fork();
  const step = (order: number, what: string, date: string, by = 'shop') =>
    em.execute('insert into order_history (id, order_id, what, date, by) values (gen_random_uuid(), ?, ?, ?, ?)', [
      id(order),
      what,
      date,
      by,
    ]);
  try {
    await database.migrator.up({ to: BEFORE });
    await em.execute(
      `insert into user_account (id, email, username, password_hash) values (?, 'ada@example.com', 'Ada', '')`,
      [id(9)],
    );
    const orders: [number, state: string, refunded: number, createdAt: string][] = [
      [1, 'paid', 600, '2026-11-01T10:00Z'],
      [2, 'refunded', 1000, '2026-11-02T10:00Z'],
      [3, 'canceled', 0, '2026-11-03T10:00Z'],
      [4, 'canceled', 0, '2026-11-03T10:05Z'],
      [5, 'refunded', 1000, '2026-11-05T10:00Z'],
    ];
    for (const [n, state, refunded, createdAt] of orders) {
      await em.execute(
        `insert into shop_order (id, user_id, state, currency, amount, subtotal, refunded, buyer_name, cart_fingerprint, created_at, checked_at)
         values (?, ?, ?, 'EUR', 1000, 1000, ?, 'Ada', '', ?, '2026-11-20T10:00Z')`,
        [id(n), id(9), state, refunded, createdAt],
      );
    }
    // Refunds by an admin, and one at the provider between them.
    await step(1, 'paid', '2026-11-01T10:01Z', 'provider');
    for (const day of ['06', '07', '08']) await step(1, 'partlyRefunded', `2026-11-${day}T10:00Z`);
    for (const [amount, state, day] of [
      [100, 'done', '06'],
      [50, 'rejected', '06'],
      [300, 'done', '08'],
    ]) {
      await em.execute(
        `insert into refund (id, order_id, amount, lines, reason, restocked, state, by, request_hash, created_at)
         values (gen_random_uuid(), ?, ?, '[]', '', '[]', ?, 'shop', '', ?)`,
        [id(1), amount, state, `2026-11-${day}T09:59Z`],
      );
    }
    await step(2, 'paid', '2026-11-02T10:01Z', 'provider');
    await step(2, 'refunded', '2026-11-03T10:00Z', 'provider');
    // The fourth replaced the third, and was then canceled by its shopper. The fifth is from before there was a history.
    await step(3, 'canceled', '2026-11-03T10:05Z', 'shopper');
    await step(4, 'canceled', '2026-11-03T11:00Z', 'shopper');

    await migrate(database);

    const history = await em.execute<{ order: string; what: string; date: Date; amount: string | null }[]>(
      'select order_id as "order", what, date, amount from order_history order by order_id, date',
    );
    expect(
      history.map(({ order, what, date, amount }) => [
        Number(order.at(-1)),
        what,
        new Date(date).toISOString(),
        amount === null ? null : Number(amount),
      ]),
    ).toEqual([
      [1, 'paid', '2026-11-01T10:01:00.000Z', null],
      [1, 'partlyRefunded', '2026-11-06T10:00:00.000Z', 100],
      [1, 'partlyRefunded', '2026-11-07T10:00:00.000Z', 300],
      [1, 'partlyRefunded', '2026-11-08T10:00:00.000Z', 200],
      [2, 'paid', '2026-11-02T10:01:00.000Z', null],
      [2, 'refunded', '2026-11-03T10:00:00.000Z', 1000],
      [3, 'replaced', '2026-11-03T10:05:00.000Z', null],
      [4, 'canceled', '2026-11-03T11:00:00.000Z', null],
      [5, 'paid', '2026-11-05T10:00:00.001Z', null],
      [5, 'refunded', '2026-11-20T10:00:00.000Z', 1000],
    ]);
  } finally {
    await database.close();
  }
});
