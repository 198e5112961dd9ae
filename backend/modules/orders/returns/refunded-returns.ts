import type { EntityManager } from '../../../core/database/db.ts';
import type { Refund } from '../money/refund.entity.ts';
import type { Order } from '../order.entity.ts';
import { OrderReturn } from './order-return.entity.ts';
import { moveReturn } from './return-steps.ts';

/** Ends the returns of a locked order whose refunds were made. */
export async function endReturns(em: EntityManager, order: Order, refunds: readonly Refund[]): Promise<void> {
  for (const { returnId, adminName = null } of refunds) {
    if (!returnId) continue;
    const goods = await em.findOneOrFail(OrderReturn, returnId);
    if (goods.state === 'received') await moveReturn(em, order, goods, 'refunded', { by: 'shop', adminName });
  }
}

/** Returns whose refunds failed after all are still to be refunded. */
export async function reopenReturns(em: EntityManager, refunds: readonly Refund[]): Promise<void> {
  const ids = refunds.flatMap(({ returnId }) => returnId ?? []);
  for (const goods of await em.find(OrderReturn, { id: { $in: ids }, state: 'refunded' })) goods.state = 'received';
}
