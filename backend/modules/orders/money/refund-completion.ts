import type { EntityManager } from '../../../core/database/db.ts';
import { returnUnits } from '../../catalogue/products/stock.ts';
import { advanceToShipped } from '../fulfilment/shipments.service.ts';
import type { Order } from '../order.entity.ts';
import { Refund } from './refund.entity.ts';

/** Completes the refunds of a locked order that the provider has made. @returns those that were completed now */
export async function completeRefunds(
  em: EntityManager,
  order: Order,
  refundIds: readonly string[],
): Promise<Refund[]> {
  if (refundIds.length === 0) return [];
  const refunds = await em.find(Refund, { order, id: { $in: [...refundIds] }, state: 'requested' });
  for (const refund of refunds) refund.state = 'done';
  if (refunds.some(({ lines }) => lines.length > 0)) await advanceToShipped(em, order);
  return refunds;
}

/** Returns the units of refunds to stock that a locked order took out of it. */
export async function restock(em: EntityManager, order: Order, refunds: readonly Refund[]): Promise<void> {
  const units = refunds.flatMap(({ restocked }) => restocked);
  if (units.length === 0) return;
  const counts = new Map<string, number>();
  for (const { productId, count } of units) counts.set(productId, (counts.get(productId) ?? 0) + count);
  const lines = await order.lines.loadItems();
  const returned = lines.flatMap((line) => {
    // What was given back otherwise is not given back again.
    const count = Math.min(counts.get(line.productId) ?? 0, line.taken);
    line.taken -= count;
    return count > 0 ? { productId: line.productId, count } : [];
  });
  await returnUnits(em, returned);
}

/** Whether a refund of a locked order returned units. */
export async function isRestocked(em: EntityManager, order: Order): Promise<boolean> {
  const refunds = await em.find(Refund, { order });
  return refunds.some(({ state, restocked }) => state === 'done' && restocked.length > 0);
}
