import { m } from '#messages';
import type { Actor } from '../../../core/audit/audit.ts';
import { type EntityManager, inFreshTransaction } from '../../../core/database/db.ts';
import { anyOf } from '../../../core/database/queries.ts';
import { AppError } from '../../../core/errors.ts';
import { returnUnits, type Units } from '../../catalogue/products/stock.ts';
import type { Order } from '../order.entity.ts';
import { lockOrder } from '../order-steps.ts';
import { db } from '../orders.tables.ts';
import { giveBackDiscount } from '../placing/holds.ts';
import { unitsByProduct } from '../placing/priced-cart.ts';
import { Refund } from './refund.entity.ts';
import { auditRefund, createRefund, findRepeated, isOfRest, type RefundRequest } from './refund-records.ts';

/** Returns the units of refunds to stock that a locked order took out of it. */
export async function restock(em: EntityManager, order: Order, refunds: readonly Refund[]): Promise<void> {
  const counts = unitsByProduct(refunds.flatMap(({ restocked }) => restocked));
  if (counts.size === 0) return;
  const lines = await order.lines.loadItems();
  const returned = lines.flatMap((line) => {
    // Units already returned in another way are not returned twice.
    const count = Math.min(counts.get(line.productId) ?? 0, line.taken);
    line.taken -= count;
    return count > 0 ? { productId: line.productId, count } : [];
  });
  await returnUnits(em, returned);
}

/** Whether a refund of a locked order returned units, which stay in stock if the refund fails later. */
export async function isRestocked(em: EntityManager, order: Order): Promise<boolean> {
  const refunds = await em.find(Refund, { order });
  return refunds.some(({ state, restocked }) => (state === 'done' || state === 'failed') && restocked.length > 0);
}

/** The units that refunds returned to stock, by product. */
export async function restockedUnits(em: EntityManager, refundIds: readonly string[]): Promise<Units[]> {
  const refunds = await db(em).selectFrom('refund').select('restocked').where('id', '=', anyOf(refundIds)).execute();
  const counts = unitsByProduct(refunds.flatMap(({ restocked }) => restocked));
  return [...counts].map(([productId, count]) => ({ productId, count }));
}

/**
 * Returns the units of a refunded order to stock that are not back yet, if a refund of the rest asks for it, and with them
 * the use of its discount. Gives back no money, and happens once for a key.
 * @returns whether the request returned units
 * @throws AppError notFound; conflict if all units are back, or the key was used for another refund
 */
export async function restockRefunded(em: EntityManager, admin: Actor, orderId: string, request: RefundRequest) {
  return inFreshTransaction(em, async (em) => {
    const order = await lockOrder(em, orderId);
    const repeated = await findRepeated(em, order, request);
    if (repeated !== null) return repeated.amount === 0 && repeated.restocked.length > 0;
    if (order.state !== 'refunded' || !isOfRest(request)) return false;
    const restocked = request.input?.restock ? await unitsToReturn(order) : [];
    if (restocked.length === 0 && request.key === null) return false;
    const refund = createRefund(em, admin, order, request, { amount: 0, lines: [], restocked });
    if (restocked.length === 0) return false;
    // Discounts are locked before products.
    await giveBackDiscount(em, order);
    await restock(em, order, [refund]);
    const items = restocked.reduce((sum, { count }) => sum + count, 0);
    auditRefund(em, admin, order, request, 'order.restocked', { items });
    return true;
  });
}

/** @throws AppError conflict if all units are back */
async function unitsToReturn(order: Order): Promise<Units[]> {
  const lines = await order.lines.loadItems();
  const units = lines.map(({ productId, taken }) => ({ productId, count: taken })).filter(({ count }) => count > 0);
  if (units.length === 0) throw new AppError('conflict', m.orders.allInStock());
  return units;
}
