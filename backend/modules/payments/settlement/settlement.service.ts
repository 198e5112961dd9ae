import type { Actor } from '../../../core/audit/audit.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import type { EventMap } from '../../../core/events/events.ts';
import { cancelUnpayable, endOffer, settleOrder } from '../../orders/money/settle-order.ts';
import {
  findInState,
  findOutdated,
  hasRefunds,
  type OwnOrder,
  openStates,
  type UnsettledOrder,
} from '../../orders/money/unsettled.queries.ts';
import { findOrder, type OrderRow } from '../../orders/orders.queries.ts';
import type { ShopSettings } from '../../settings/shop-settings.ts';
import { isAwaitingPayment, isOpen, isRejection, type Payment, type PaymentProvider } from '../provider/port.ts';
import { paymentUpdateOf } from './payment-update.ts';

export type SettlementDeps = { em: EntityManager; provider: PaymentProvider; settings: ShopSettings };

/** Moves the order of a payment to the payment's current state at the provider. @throws AppError unavailable */
export async function settlePayment(deps: SettlementDeps, paymentIntentId: string): Promise<void> {
  await settleFound(deps, paymentIntentId, await deps.provider.findPayment(paymentIntentId));
}

/** Settles an order if it is paid. @throws AppError unavailable */
export async function settlePaid(deps: SettlementDeps, orderId: string): Promise<void> {
  const order = await findInState(deps.em, orderId, ['paid']);
  if (order?.paymentIntentId) await settlePayment(deps, order.paymentIntentId);
}

/** Like settlePayment, for a retrieved payment. Null means the provider doesn't know it, which cancels its order. */
export async function settleFound(
  { em, provider, settings }: SettlementDeps,
  paymentIntentId: string,
  payment: Payment | null,
  checkedBy?: Actor,
): Promise<void> {
  // The payment shows no refunds any more once all of them have failed.
  const mayHaveRefunds = payment !== null && (payment.isRefunded || (await hasRefunds(em, paymentIntentId)));
  const refunds = mayHaveRefunds ? await provider.listRefunds(paymentIntentId) : [];
  const none = { amount: 0, ids: [] };
  const nothing = { attemptedAt: null, refunds: none, failedRefunds: none };
  const unknown = { paymentIntentId, orderId: null, outcome: 'canceled' as const, ...nothing };
  await settleOrder(em, settings, payment === null ? unknown : paymentUpdateOf(payment, refunds), checkedBy);
}

/**
 * Settles an order, after canceling its payment if `mayCancel` allows it. If the shopper pays at the same moment, the
 * provider decides: the order is canceled only once the provider has confirmed the cancellation.
 */
export async function settleOrCancel(
  mayCancel: MayCancel,
  deps: SettlementDeps,
  order: UnsettledOrder,
  checkedBy?: Actor,
): Promise<void> {
  const { paymentIntentId, payment } = await tryCancel(mayCancel, deps.provider, order);
  if (paymentIntentId === null) await cancelUnpayable(deps.em, order.id, checkedBy);
  else await settleFound(deps, paymentIntentId, payment, checkedBy);
}

/**
 * Cancels the payment of an order that another one replaces, but leaves the order as it is. If it is paid or being paid,
 * settles the order instead.
 * @returns whether the order can no longer be paid
 */
export async function cancelReplaced(deps: SettlementDeps, order: OwnOrder): Promise<boolean> {
  const { paymentIntentId, payment } = await tryCancel(isAwaitingPayment, deps.provider, order);
  if (paymentIntentId === null || payment === null || payment.state === 'canceled') return true;
  await settleFound(deps, paymentIntentId, payment);
  return false;
}

type MayCancel = (payment: Payment) => boolean;

/** Cancels a payment if `mayCancel` allows it. @returns its id and its state at the provider; null if there is none */
async function tryCancel(mayCancel: MayCancel, provider: PaymentProvider, order: UnsettledOrder) {
  const paymentIntentId = order.paymentIntentId ?? (await findUnattached(provider, order));
  if (paymentIntentId === null) return { paymentIntentId, payment: null };
  const payment = await provider.findPayment(paymentIntentId);
  return {
    paymentIntentId,
    payment: payment && mayCancel(payment) ? await provider.cancelPayment(payment.id) : payment,
  };
}

/**
 * The payment of an order that has none attached: its creation may be in flight, or the response lost. Creating it again
 * returns the same payment. Null if the provider rejects it.
 */
async function findUnattached(provider: PaymentProvider, order: UnsettledOrder): Promise<string | null> {
  try {
    return (await provider.createPayment(order)).id;
  } catch (error) {
    if (isRejection(error)) return null;
    throw error;
  }
}

/**
 * Settles an order by its payment. Cancels the payment if the order is to be canceled, or if no payment was ever attached.
 * `checkedBy` is the admin who requested the check, if any.
 */
export async function settleOrGiveUp(deps: SettlementDeps, order: UnsettledOrder, checkedBy?: Actor): Promise<void> {
  const mayCancel = order.cancelRequestedBy === null && order.paymentIntentId ? () => false : isOpen;
  await settleOrCancel(mayCancel, deps, order, checkedBy);
}

/** Cancels an order that was not paid in time. Idempotent. @throws AppError unavailable; a retry resumes */
export async function cancelExpired(deps: SettlementDeps, orderId: string): Promise<void> {
  const order = await findInState(deps.em, orderId, openStates);
  if (order !== undefined) await settleOrCancel(isOpen, deps, order);
}

/**
 * Ends the orders in which the price of one of these products is outdated: cancels open ones with their payments, and has
 * those refunded that were paid since. Whoever pays at the same moment is refunded when their payment is settled. Keeps
 * orders that were paid before.
 * @throws AppError unavailable; a retry resumes
 */
export async function cancelOutdated(
  deps: SettlementDeps,
  { productIds, endedAt = new Date().toISOString() }: EventMap['product.offerEnded'],
): Promise<void> {
  const end = new Date(endedAt);
  for (const order of await findOutdated(deps.em, productIds, end)) {
    await endOffer(deps.em, order.id, end);
    if (openStates.includes(order.state)) await settleOrCancel(isOpen, deps, order);
  }
}

/** Settles the order of a shopper returning from the provider. @throws AppError notFound, unavailable */
export async function settleReturn(deps: SettlementDeps, userId: string, paymentIntentId: string): Promise<OrderRow> {
  await findOrder(deps.em, userId, { paymentIntentId });
  await settlePayment(deps, paymentIntentId);
  return findOrder(deps.em, userId, { paymentIntentId });
}
