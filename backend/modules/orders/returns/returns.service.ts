import type {
  ApproveReturnInput,
  ReceiveReturnInput,
  RejectReturnInput,
  ReturnRequestInput,
} from '#contract/orders/returns.input.ts';
import { m } from '#messages';
import { type Actor, audit, changesBetween } from '../../../core/audit/audit.ts';
import { type EntityManager, inFreshTransaction } from '../../../core/database/db.ts';
import { AppError, invalid } from '../../../core/errors.ts';
import type { Units } from '../../catalogue/products/stock.ts';
import type { Order } from '../order.entity.ts';
import { lockOrder, orderName } from '../order-steps.ts';
import type { WithdrawalSettings } from '../withdrawals/deadline.ts';
import { attach, statementOf } from '../withdrawals/statement.ts';
import { openWithdrawnReturn, requestNewReturn } from './new-return.ts';
import { OrderReturn } from './order-return.entity.ts';
import { lockReturn, moveReturn, returnReference } from './return-steps.ts';
import { unitsLeftOf, unitsOf } from './units-left.ts';

/**
 * Requests the return of units that a shopper has. One for a withdrawal is a statement, and so needs no approval.
 * @throws AppError notFound; invalid; conflict if units were not shipped, are refunded or in another return
 */
export async function requestReturn(
  em: EntityManager,
  userId: string,
  orderId: string,
  { lines, reason, wants, note }: ReturnRequestInput,
  settings: WithdrawalSettings,
): Promise<void> {
  await inFreshTransaction(em, async (em) => {
    const order = await lockOrder(em, orderId, userId);
    const units = lines.map(({ productId, count }) => ({ productId, count }));
    await requireReturnable(em, order, units);
    if (reason !== 'withdrawal') return requestNewReturn(em, order, { lines: units, reason, wants, note });
    if (wants !== 'refund') throw invalid({ wants: m.returns.withdrawalIsRefunded() });
    // All its money may be back while the shopper has the goods.
    if (order.state !== 'paid') throw new AppError('conflict', m.orders.isRefunded());
    const statement = await statementOf(em, order, { lines: units, note });
    await attach(em, order, statement, units, settings);
    const { timeZone } = settings;
    await openWithdrawnReturn(em, order, statement, { lines: units, timeZone, cause: { by: 'shopper' } });
  });
}

/** @throws AppError invalid, conflict */
async function requireReturnable(em: EntityManager, order: Order, units: readonly Units[]): Promise<void> {
  const lines = await order.lines.loadItems();
  const returns = await em.find(OrderReturn, { order });
  for (const { productId, count } of units) {
    const line = lines.find((each) => each.productId === productId);
    if (line === undefined) throw invalid({ lines: m.orders.noSuchProduct() });
    const { returnable } = unitsLeftOf(line, order.fulfilment, returns);
    if (count > returnable) throw new AppError('conflict', m.returns.notReturnable());
  }
}

/** Cancels a return before its goods arrive. @throws AppError notFound, conflict */
export async function cancelReturn(em: EntityManager, userId: string, orderId: string, returnId: string) {
  await inFreshTransaction(em, async (em) => {
    const { order, goods } = await lockReturn(em, returnId, { userId, orderId });
    await moveReturn(em, order, goods, 'canceled', { by: 'shopper' });
  });
}

/** Approves a return, with what its shopper needs to know to send it. @throws AppError notFound, conflict */
export function approveReturn(
  em: EntityManager,
  admin: Actor,
  returnId: string,
  { instructions }: ApproveReturnInput,
): Promise<void> {
  return decide(em, admin, returnId, { state: 'approved', instructions }, { instructions });
}

/** @throws AppError notFound, conflict */
export function rejectReturn(em: EntityManager, admin: Actor, returnId: string, { reason }: RejectReturnInput) {
  return decide(em, admin, returnId, { state: 'rejected', rejection: reason }, { reason });
}

function decide(
  em: EntityManager,
  admin: Actor,
  returnId: string,
  { state, ...content }: { state: 'approved' | 'rejected'; instructions?: string; rejection?: string },
  told: Record<string, string>,
): Promise<void> {
  return inFreshTransaction(em, async (em) => {
    const { order, goods } = await lockReturn(em, returnId);
    await moveReturn(em, order, goods, state, { by: 'shop', adminName: admin.username });
    Object.assign(goods, content);
    auditReturn(em, admin, order, goods, state === 'approved' ? 'order.returnApproved' : 'order.returnRejected', told);
  });
}

/**
 * Records which units of a return arrived. Missing ones can be returned later.
 * @throws AppError notFound; conflict; invalid if more came back than was announced, or something else
 */
export async function receiveReturn(
  em: EntityManager,
  admin: Actor,
  returnId: string,
  { lines }: ReceiveReturnInput,
): Promise<void> {
  await inFreshTransaction(em, async (em) => {
    const { order, goods } = await lockReturn(em, returnId);
    await moveReturn(em, order, goods, 'received', { by: 'shop', adminName: admin.username });
    const received = lines.map(({ productId, count, condition }) => ({ productId, count, condition }));
    const isTwice = new Set(received.map((line) => line.productId + line.condition)).size < received.length;
    if (isTwice) throw invalid({ lines: m.returns.conditionOnce() });
    for (const { productId } of received) {
      const tooMany = unitsOf(received, productId) > unitsOf(goods.lines, productId);
      if (tooMany) throw invalid({ lines: m.returns.notAnnounced() });
    }
    goods.received = received;
    const count = received.reduce((sum, line) => sum + line.count, 0);
    auditReturn(em, admin, order, goods, 'order.returnReceived', { items: count });
  });
}

type ReturnAction =
  | 'order.returnApproved'
  | 'order.returnRejected'
  | 'order.returnReceived'
  | 'order.returnReplaced'
  | 'order.returnRepaired';

/** Adds a step of a return to the audit trail of its order. */
export function auditReturn(
  em: EntityManager,
  admin: Actor,
  order: Order,
  { place }: OrderReturn,
  action: ReturnAction,
  values: Record<string, string | number>,
): void {
  const told = Object.entries(values).map(([name, value]) => [name, value || null]);
  const changes = changesBetween({}, { return: returnReference(order, place), ...Object.fromEntries(told) });
  audit(em, admin, { action, subjectId: order.id, subjectName: orderName(order), changes });
}
