import { LockMode } from '@mikro-orm/core';
import type { OrderParty, OrderState } from '#contract/orders.ts';
import { type Actor, audit, changesBetween } from '../../core/audit.ts';
import { type EntityManager, inFreshTransaction } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { emit } from '../../core/outbox.ts';
import { release } from './holds.ts';
import { Order, OrderHistory } from './order.entity.ts';
import { stepsBetween } from './order.states.ts';
import { ORDER_NOT_FOUND } from './orders.queries.ts';
import { lockExpired, openStates } from './unsettled.queries.ts';

/** Orders that expire per run; the next run finds the rest. */
const EXPIRED_BATCH = 500;

/** The current state of a payment at the provider, mapped to an order state; `pending` while undecided. */
export type PaymentUpdate = {
  paymentIntentId: string;
  /** The order it was created for, if any. */
  orderId: string | null;
  outcome: OrderState;
  /** When the shopper last tried to pay; null if they haven't. */
  attemptedAt: Date | null;
};

/** Who causes a step in the life of an order. */
export type Cause = { by: OrderParty; adminName?: string };

/**
 * Moves an order to the state of its payment. Idempotent: webhooks, returning shoppers and the reconciliation call it in
 * any order. `checkedBy` is the admin who requested the check, if any.
 */
export async function settleOrder(em: EntityManager, update: PaymentUpdate, checkedBy?: Actor): Promise<void> {
  await inFreshTransaction(em, async (em) => {
    const order = await lockOrderOf(em, update);
    // A payment without items has no order.
    if (order === null) return;
    order.paymentIntentId ??= update.paymentIntentId;
    if (update.attemptedAt !== null && update.attemptedAt > order.attemptedAt) order.attemptedAt = update.attemptedAt;
    await moveOrder(em, order, update.outcome, causeOf(order, update.outcome), checkedBy);
  });
}

/** Cancels an order that never got a payment. `checkedBy` is the admin who requested the check, if any. */
export async function cancelUnpayable(em: EntityManager, orderId: string, checkedBy?: Actor): Promise<void> {
  await inFreshTransaction(em, async (em) => {
    const unpayable = { id: orderId, paymentIntentId: null, state: 'pending' } as const;
    const order = await em.findOne(Order, unpayable, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (order !== null) await moveOrder(em, order, 'canceled', causeOf(order, 'canceled'), checkedBy);
  });
}

/**
 * Records an admin's refund request, once per order. Recorded before the call to the provider, so that every refund has
 * an audit entry and the reconciliation can finish one after a crash.
 * @returns the payment to refund; null if the order is already refunded
 * @throws AppError notFound, conflict
 */
export async function requestRefund(em: EntityManager, admin: Actor, orderId: string): Promise<string | null> {
  return inFreshTransaction(em, async (em) => {
    const order = await em.findOne(Order, orderId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (order === null) throw new AppError('notFound', ORDER_NOT_FOUND);
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

/** Withdraws a refund request that the provider rejected. */
export async function withdrawRefund(em: EntityManager, orderId: string): Promise<void> {
  await em.nativeUpdate(Order, { id: orderId, state: 'paid' }, { refundRequestedAt: null });
}

/**
 * Notes that an unpaid order is to be canceled, with the first who wants it. The provider decides whether it still can be.
 */
export async function requestCancel(em: EntityManager, orderId: string, by: OrderParty): Promise<void> {
  const cancelable = { id: orderId, state: { $in: [...openStates] }, cancelRequestedBy: null };
  await em.nativeUpdate(Order, cancelable, { cancelRequestedBy: by });
}

/** Announces the unpaid orders whose last attempt is at least `milliseconds` ago, once each. */
export async function announceExpired(em: EntityManager, milliseconds: number): Promise<void> {
  await inFreshTransaction(em, async (em) => {
    for (const orderId of await lockExpired(em, milliseconds, EXPIRED_BATCH)) {
      await requestCancel(em, orderId, 'shop');
      emit(em, 'order.expired', { orderId });
    }
  });
}

/** Who caused a change of the payment that the provider reports. */
function causeOf({ cancelRequestedBy, refundRequestedAt }: Order, outcome: OrderState): Cause {
  if (outcome === 'canceled') return { by: cancelRequestedBy ?? 'provider' };
  return { by: outcome === 'refunded' && refundRequestedAt ? 'shop' : 'provider' };
}

/** The only place where an order's payment state changes. The order must be locked. */
export async function moveOrder(
  em: EntityManager,
  order: Order,
  outcome: OrderState,
  { by, adminName }: Cause,
  checkedBy?: Actor,
): Promise<void> {
  const before = order.state;
  order.checkedAt = new Date();
  for (const state of stepsBetween(before, outcome)) {
    order.state = state;
    // Only the last step has this cause: what leads to it happened at the provider.
    const cause = state === outcome ? { by, adminName } : { by: 'provider' as const };
    if (state !== 'pending') em.create(OrderHistory, { id: newId(), order, what: state, ...cause });
    if (state === 'canceled') await release(em, order);
    if (state === 'refunded') order.refunded = order.amount;
    if ((state === 'canceled' || state === 'refunded') && order.fulfilment === 'open') order.fulfilment = 'canceled';
    if (state === 'paid' || state === 'refunded') emit(em, `order.${state}`, { orderId: order.id });
  }
  // A check that changed nothing needs no audit entry.
  if (!checkedBy || order.state === before) return;
  const changes = changesBetween({ state: before }, { state: order.state });
  audit(em, checkedBy, { action: 'order.checked', subjectId: order.id, subjectName: orderName(order), changes });
}

function orderName({ number }: Order): string {
  return `Order ${number}`;
}

/** Finds the order by its payment, or by its id if a crash kept the payment from being attached. */
async function lockOrderOf(em: EntityManager, { paymentIntentId, orderId }: PaymentUpdate): Promise<Order | null> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
  const order = await em.findOne(Order, { paymentIntentId }, lock);
  if (order !== null || orderId === null) return order;
  return em.findOne(Order, { id: orderId, paymentIntentId: null }, lock);
}
