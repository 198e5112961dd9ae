import { sql } from 'kysely';
import type { EntityManager } from '../../../core/database/db.ts';
import { ago } from '../../../core/database/queries.ts';
import { removeInBatches } from '../../../core/database/remove-in-batches.ts';

/**
 * Removes orders that were canceled at least `olderThan` milliseconds ago without ever being paid, with their addresses and
 * notes. They hold neither stock nor a discount, and nothing leads out of their state: a paid or refunded order stays. One
 * with a withdrawal that waits for staff stays until they decide: it may be meant for another order.
 */
export async function removeAbandonedOrders(em: EntityManager, olderThan: number): Promise<void> {
  const wasPaid = sql`exists (select from order_history where order_id = shop_order.id and what = 'paid')`;
  const isWithdrawn = sql`exists (select from withdrawal where order_id = shop_order.id and state = 'waiting')`;
  const isOld = sql`state = 'canceled' and checked_at <= ${ago(olderThan)} and refunded = 0 and discount_id is null`;
  await removeInBatches(em, 'shop_order', sql`${isOld} and not ${wasPaid} and not ${isWithdrawn}`);
}
