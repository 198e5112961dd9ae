import { m } from '#messages';
import type { EntityManager } from '../../../core/database/db.ts';
import { AppError, invalid } from '../../../core/errors.ts';
import type { Units } from '../../catalogue/products/stock.ts';
import { findOpen } from '../money/refund-requests.ts';
import { refundWithdrawn } from '../money/return-refunds.ts';
import { openStates } from '../money/unsettled.queries.ts';
import type { Order } from '../order.entity.ts';
import type { Cause } from '../order-steps.ts';
import { openWithdrawnReturn } from '../returns/new-return.ts';
import { OrderReturn } from '../returns/order-return.entity.ts';
import { unitsInShop, unitsOf, unitsToWithdraw } from '../returns/units-left.ts';
import type { WithdrawalSettings } from './deadline.ts';
import { Withdrawal } from './withdrawal.entity.ts';

/** The units of a locked order that a waiting statement means and that can be withdrawn: its own, or all that are left. */
export async function unitsMeantBy(em: EntityManager, order: Order, statement: Withdrawal): Promise<Units[]> {
  const { lines, items } = statement;
  const free = await unitsFreeFor(em, order, statement);
  if (items === '') return free;
  return free
    .map(({ productId, count }) => ({ productId, count: Math.min(count, unitsOf(lines, productId)) }))
    .filter(isAny);
}

/** The units of a locked order that can be withdrawn, also those that `statement` waits with: see unitsToWithdraw. */
async function unitsFreeFor(em: EntityManager, order: Order, statement?: Withdrawal): Promise<Units[]> {
  const isDelayed = statement !== undefined && statement.lines.length > 0;
  const { state, fulfilment } = isDelayed ? beforeRefund(order) : order;
  const lines = await order.lines.loadItems();
  const returns = await em.find(OrderReturn, { order });
  const withdrawals = (await em.find(Withdrawal, { order })).filter((each) => each !== statement);
  return unitsToWithdraw({ state, fulfilment, lines, returns, withdrawals });
}

/**
 * The units of a locked order that a statement means: those that are asked for, or all that are left.
 * @param statement the one that is there already
 * @throws AppError conflict if the order is not paid or canceled, or has fewer left; invalid if it has no such product
 */
export async function requireUnits(
  em: EntityManager,
  order: Order,
  asked: readonly Units[] | undefined,
  statement?: Withdrawal,
): Promise<Units[]> {
  if (order.state === 'canceled') throw new AppError('conflict', m.orders.isCanceled());
  if (openStates.includes(order.state)) throw new AppError('conflict', m.orders.isNotPaid());
  const left = await unitsFreeFor(em, order, statement);
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
  const toRefund = await inShop(order, units);
  const atShopper = units.map(({ productId, count }) => ({ productId, count: count - unitsOf(toRefund, productId) }));
  const toSend = atShopper.filter(isAny);
  if (toSend.length > 0) {
    await openWithdrawnReturn(em, order, statement, { lines: toSend, timeZone, cause });
  }
  if (toRefund.length > 0) await refundWithdrawn(em, order, statement, toRefund);
}

/**
 * Whether units of a locked order can't be withdrawn yet: what those in the shop give back, or whether any are left, depends
 * on another refund, which may still be rejected.
 */
export async function mustWait(em: EntityManager, order: Order, units: readonly Units[]): Promise<boolean> {
  const isAtShopper = units.length > 0 && (await inShop(order, units)).length === 0;
  return !isAtShopper && (await findOpen(em, order)).length > 0;
}

/** Where the goods of an order were before a refund gave back all its money: the rest was still to be shipped. */
function beforeRefund({ state, fulfilment }: Order): Pick<Order, 'state' | 'fulfilment'> {
  if (state !== 'refunded') return { state, fulfilment };
  return { state: 'paid', fulfilment: fulfilment === 'canceled' ? 'open' : fulfilment };
}

/** Those of some units that are in the shop. */
async function inShop(order: Order, units: readonly Units[]): Promise<Units[]> {
  const lines = await order.lines.loadItems();
  const { fulfilment } = beforeRefund(order);
  return units
    .map(({ productId, count }) => {
      const line = lines.find((each) => each.productId === productId);
      const left = line === undefined ? 0 : unitsInShop(line, fulfilment);
      return { productId, count: Math.min(count, left) };
    })
    .filter(isAny);
}

function isAny({ count }: Units): boolean {
  return count > 0;
}
