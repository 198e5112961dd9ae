import { m } from '#messages';
import type { EntityManager } from '../../../core/database/db.ts';
import { AppError, invalid } from '../../../core/errors.ts';
import type { Units } from '../../catalogue/products/stock.ts';
import { refundWithdrawn } from '../money/return-refunds.ts';
import { openStates } from '../money/unsettled.queries.ts';
import type { Order } from '../order.entity.ts';
import type { Cause } from '../order-steps.ts';
import { openWithdrawnReturn } from '../returns/new-return.ts';
import { OrderReturn } from '../returns/order-return.entity.ts';
import { unitsInShop, unitsOf, unitsToWithdraw } from '../returns/units-left.ts';
import type { WithdrawalSettings } from './deadline.ts';
import type { Withdrawal } from './withdrawal.entity.ts';

/** The units of a locked order that can be withdrawn: see unitsToWithdraw. */
export async function findUnitsToWithdraw(em: EntityManager, order: Order): Promise<Units[]> {
  const { state, fulfilment } = order;
  const lines = await order.lines.loadItems();
  return unitsToWithdraw({ state, fulfilment, lines, returns: await em.find(OrderReturn, { order }) });
}

/**
 * The units of a locked order that a statement means: those that it lists, or all that are left.
 * @throws AppError conflict if the order is not paid or canceled, or has fewer left; invalid if it has no such product
 */
export async function requireUnits(em: EntityManager, order: Order, asked?: readonly Units[]): Promise<Units[]> {
  if (order.state === 'canceled') throw new AppError('conflict', m.orders.isCanceled());
  if (openStates.includes(order.state)) throw new AppError('conflict', m.orders.isNotPaid());
  const left = await findUnitsToWithdraw(em, order);
  const lines = await order.lines.loadItems();
  const units = asked?.map(({ productId, count }) => ({ productId, count })) ?? left;
  for (const { productId, count } of units) {
    if (!lines.some((line) => line.productId === productId)) throw invalid({ lines: m.orders.noSuchProduct() });
    if (count > unitsOf(left, productId)) throw new AppError('conflict', m.withdrawals.alreadyWithdrawn());
  }
  if (units.length === 0) throw new AppError('conflict', m.withdrawals.alreadyWithdrawn());
  return units;
}

/**
 * Does with the units of a statement, which is attached to their locked order, what follows from it: the shopper sends back
 * those that they have, and those in the shop are refunded at once, these first.
 */
export async function withdrawUnits(
  em: EntityManager,
  order: Order,
  statement: Withdrawal,
  { timeZone }: WithdrawalSettings,
  cause: Cause,
): Promise<void> {
  const { lines: units } = statement;
  const lines = await order.lines.loadItems();
  const inShop = units.map(({ productId, count }) => {
    const line = lines.find((each) => each.productId === productId);
    const left = line === undefined ? 0 : unitsInShop(line, order.fulfilment);
    return { productId, count: Math.min(count, left) };
  });
  const atShopper = units.map(({ productId, count }) => ({ productId, count: count - unitsOf(inShop, productId) }));
  const isAny = ({ count }: Units) => count > 0;
  const toSend = atShopper.filter(isAny);
  if (toSend.length > 0) {
    await openWithdrawnReturn(em, order, statement, { lines: toSend, timeZone, cause });
  }
  const toRefund = inShop.filter(isAny);
  if (toRefund.length > 0) await refundWithdrawn(em, order, statement, toRefund);
}
