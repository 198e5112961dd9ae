import type { EntityManager } from '../../../core/database/db.ts';
import { returnUnits, takeUnits, type Units } from '../../catalogue/products/stock.ts';
import { giveBackUse, takeUse } from '../../discounts/discount-uses.ts';
import type { Order } from '../order.entity.ts';
import { db } from '../orders.tables.ts';

/** What an order reserves: units of its products and a use of its discount. */
export type Holds = { units: readonly Units[]; discountId: string | null };

/** Takes what a new order holds. Lock the discount and then the products first. */
export async function take(em: EntityManager, { units, discountId }: Holds): Promise<void> {
  if (discountId !== null) await takeUse(em, discountId);
  await takeUnits(em, units);
}

/** Gives back the use of its discount that a locked order holds. */
export async function giveBackDiscount(em: EntityManager, order: Order): Promise<void> {
  if (order.discountId) await giveBackUse(em, order.discountId);
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
