import { LockMode } from '@mikro-orm/core';
import type { OrderState } from '#contract/orders.ts';
import { type Actor, audit, changesBetween } from '../../core/audit.ts';
import { type EntityManager, inFreshTransaction } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { emit } from '../../core/outbox.ts';
import { Order } from './order.entity.ts';
import { stepsBetween } from './order.states.ts';
import { NO_SUCH_ORDER } from './orders.queries.ts';

/** What the payment provider says about a payment now, in the shop's words; `pending` while its outcome is open. */
export type PaymentUpdate = {
  paymentIntentId: string;
  /** The order it was made for, if any. */
  orderId: string | null;
  outcome: OrderState;
};

/**
 * Moves an order to the state of its payment. Idempotent: webhook, return and reconciliation call it in any order, any
 * number of times. `checkedBy` is the admin who asked, if any.
 */
export async function settleOrder(em: EntityManager, update: PaymentUpdate, checkedBy?: Actor): Promise<void> {
  await inFreshTransaction(em, async (em) => {
    const order = await lockOrderOf(em, update);
    // A payment with no goods behind it has no order.
    if (order === null) return;
    order.paymentIntentId ??= update.paymentIntentId;
    moveOrder(em, order, update.outcome, checkedBy);
  });
}

/** Cancels an order that never got a payment. `checkedBy` is the admin who asked, if any. */
export async function cancelUnpayable(em: EntityManager, orderId: string, checkedBy?: Actor): Promise<void> {
  await inFreshTransaction(em, async (em) => {
    const unpayable = { id: orderId, paymentIntentId: null, state: 'pending' } as const;
    const order = await em.findOne(Order, unpayable, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (order !== null) moveOrder(em, order, 'canceled', checkedBy);
  });
}

/**
 * Notes that an admin wants a paid order refunded, once per order. The note comes before the request to the provider, so
 * that every refund leaves a trace and the reconciliation can finish one after a crash.
 * @returns the payment to refund; null if it is refunded already
 * @throws AppError notFound, conflict
 */
export async function requestRefund(em: EntityManager, admin: Actor, orderId: string): Promise<string | null> {
  return inFreshTransaction(em, async (em) => {
    const order = await em.findOne(Order, orderId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (order === null) throw new AppError('notFound', NO_SUCH_ORDER);
    if (order.state === 'refunded') return null;
    if (order.state !== 'paid' || !order.paymentIntentId) {
      throw new AppError('conflict', 'Only a paid order can be refunded');
    }
    order.checkedAt = new Date();
    if (!order.refundRequestedAt) {
      order.refundRequestedAt = new Date();
      audit(em, admin, { action: 'order.refundRequested', subjectId: orderId, subjectName: orderName(order) });
    }
    return order.paymentIntentId;
  });
}

/** Withdraws the note of a refund that the provider refused for good. */
export async function withdrawRefund(em: EntityManager, orderId: string): Promise<void> {
  await em.nativeUpdate(Order, { id: orderId, state: 'paid' }, { refundRequestedAt: null });
}

/** The only place where an order's state changes. The order must be locked. */
function moveOrder(em: EntityManager, order: Order, outcome: OrderState, checkedBy?: Actor): void {
  const before = order.state;
  order.checkedAt = new Date();
  for (const state of stepsBetween(before, outcome)) {
    order.state = state;
    if (state === 'paid' || state === 'refunded') emit(em, `order.${state}`, { orderId: order.id });
  }
  // An admin's check is worth an entry only if it changed something.
  if (!checkedBy || order.state === before) return;
  const changes = changesBetween({ state: before }, { state: order.state });
  audit(em, checkedBy, { action: 'order.checked', subjectId: order.id, subjectName: orderName(order), changes });
}

function orderName({ number }: Order): string {
  return `Order ${number}`;
}

/** Finds the order by its payment, or by its id if a crash came between creating the payment and noting it. */
async function lockOrderOf(em: EntityManager, { paymentIntentId, orderId }: PaymentUpdate): Promise<Order | null> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
  const order = await em.findOne(Order, { paymentIntentId }, lock);
  if (order !== null || orderId === null) return order;
  return em.findOne(Order, { id: orderId, paymentIntentId: null }, lock);
}
