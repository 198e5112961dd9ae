import { sql } from 'kysely';
import { type EntityManager, inFreshTransaction } from '../../../core/database/db.ts';
import { emit } from '../../../core/events/outbox.ts';
import { db } from '../orders.tables.ts';
import { overdue } from './order-return.entity.ts';

/** Announces the returns whose money is overdue, once each. */
export async function announceOverdue(em: EntityManager): Promise<void> {
  await inFreshTransaction(em, async (em) => {
    const found = await db(em)
      .updateTable('orderReturn')
      .set({ overdueNoticedAt: sql`now()` })
      .where(sql.raw<boolean>(overdue))
      .where('overdueNoticedAt', 'is', null)
      .returning(['id', 'orderId'])
      .execute();
    for (const { id, orderId } of found) emit(em, 'return.overdue', { orderId, returnId: id });
  });
}
