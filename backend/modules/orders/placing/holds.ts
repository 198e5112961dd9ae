import type { EntityManager } from '../../../core/database/db.ts';
import { returnUnits } from '../../catalogue/products/stock.ts';
import { addUses } from '../../discounts/discounts.queries.ts';
import type { Order } from '../order.entity.ts';
import { db } from '../orders.tables.ts';

/** Gives back the use of its discount that a locked order holds. */
export async function giveBackDiscount(em: EntityManager, order: Order): Promise<void> {
  if (order.discountId) await addUses(em, order.discountId, -1);
  order.discountId = null;
}

/** Gives back all that a locked order holds. */
export async function release(em: EntityManager, order: Order): Promise<void> {
  await giveBackDiscount(em, order);
  const units = await db(em)
    .selectFrom('orderLine')
    .select(['productId', 'taken as count'])
    .where('orderId', '=', order.id)
    .where('taken', '>', 0)
    .execute();
  if (units.length === 0) return;
  await returnUnits(em, units);
  await db(em).updateTable('orderLine').set({ taken: 0 }).where('orderId', '=', order.id).execute();
}
