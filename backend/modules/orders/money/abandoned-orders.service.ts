import type { EntityManager } from '../../../core/database/db.ts';
import { ago } from '../../../core/database/queries.ts';
import { removeInBatches } from '../../../core/database/remove-in-batches.ts';
import { db } from '../orders.tables.ts';

/**
 * Removes orders that were canceled at least `olderThan` milliseconds ago without ever being paid, with their addresses and
 * notes. They hold neither stock nor a discount, and nothing leads out of their state: a paid or refunded order stays.
 */
export async function removeAbandonedOrders(em: EntityManager, olderThan: number): Promise<void> {
  await removeInBatches((limit) =>
    db(em)
      .deleteFrom('shopOrder')
      .where('id', 'in', ({ selectFrom, exists, not }) =>
        selectFrom('shopOrder')
          .select('shopOrder.id')
          .where('state', '=', 'canceled')
          .where('checkedAt', '<=', ago(olderThan))
          .where('refunded', '=', 0)
          .where('discountId', 'is', null)
          .where(
            not(
              exists(
                selectFrom('orderHistory')
                  .select('orderHistory.id')
                  .whereRef('orderHistory.orderId', '=', 'shopOrder.id')
                  .where('what', '=', 'paid'),
              ),
            ),
          )
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      ),
  );
}
