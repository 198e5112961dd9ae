import type Stripe from 'stripe';
import type { Actor } from '../../core/audit.ts';
import type { EntityManager } from '../../core/db.ts';
import { findOrder, type OrderRow } from '../orders/orders.queries.ts';
import { cancelUnpayable, settleOrder } from '../orders/settle-order.ts';
import type { UnsettledOrder } from '../orders/unsettled.queries.ts';
import {
  cancelIntent,
  createIntentOf,
  findIntent,
  isAwaitingPayment,
  isLeftUnfinished,
} from '../provider/payment-intents.ts';
import { isRejection, type PaymentProvider } from '../provider/provider.ts';
import { paymentUpdateOf } from './payment-update.ts';

export type SettlementDeps = { em: EntityManager; provider: PaymentProvider };

/** Milliseconds after which an unpaid payment without an attempt, or with a declined one, is canceled. */
export const ABANDONED_AFTER = 24 * 60 * 60 * 1000;

/** Moves the order of a payment to the payment's current state at the provider. @throws AppError unavailable */
export async function settlePayment({ em, provider }: SettlementDeps, paymentIntentId: string): Promise<void> {
  await settleIntent(em, paymentIntentId, await findIntent(provider, paymentIntentId));
}

/** Like settlePayment, for a retrieved payment. Null means the provider doesn't know it, which cancels its order. */
export async function settleIntent(
  em: EntityManager,
  paymentIntentId: string,
  intent: Stripe.PaymentIntent | null,
  checkedBy?: Actor,
): Promise<void> {
  const unknown = { paymentIntentId, orderId: null, outcome: 'canceled' as const };
  await settleOrder(em, intent === null ? unknown : paymentUpdateOf(intent), checkedBy);
}

/**
 * Settles an order, after canceling its payment if `mayCancel` allows it. If the shopper pays at the same moment, the
 * provider decides: the order is canceled only once the provider has confirmed the cancellation.
 */
export async function settleOrCancel(
  mayCancel: (intent: Stripe.PaymentIntent) => boolean,
  { em, provider }: SettlementDeps,
  order: UnsettledOrder,
  checkedBy?: Actor,
): Promise<void> {
  const paymentIntentId = order.paymentIntentId ?? (await findUnattachedIntent(provider, order));
  if (paymentIntentId === null) return cancelUnpayable(em, order.id, checkedBy);
  const intent = await findIntent(provider, paymentIntentId);
  const current = intent && mayCancel(intent) ? await cancelIntent(provider, intent.id) : intent;
  await settleIntent(em, paymentIntentId, current, checkedBy);
}

/**
 * The payment of an order that has none attached: its creation may be in flight, or the response lost. Creating it again
 * with the same idempotency key returns the same payment. Null if the provider rejects it.
 */
async function findUnattachedIntent(provider: PaymentProvider, order: UnsettledOrder): Promise<string | null> {
  try {
    return (await createIntentOf(provider, order)).id;
  } catch (error) {
    if (isRejection(error)) return null;
    throw error;
  }
}

/**
 * Settles an order by its payment. Cancels a payment without an attempt, or with a declined one, once the order is
 * `abandonedAfter` milliseconds old; an unfinished attempt after three times as long; an unattached payment at once.
 * `checkedBy` is the admin who requested the check, if any.
 */
export async function settleOrGiveUp(
  deps: SettlementDeps,
  order: UnsettledOrder,
  { abandonedAfter = ABANDONED_AFTER, checkedBy }: { abandonedAfter?: number; checkedBy?: Actor } = {},
): Promise<void> {
  const age = Date.now() - Date.parse(order.createdAt);
  const mayCancel = (intent: Stripe.PaymentIntent) =>
    (isAwaitingPayment(intent) && (age > abandonedAfter || !order.paymentIntentId)) ||
    (isLeftUnfinished(intent) && age > 3 * abandonedAfter);
  await settleOrCancel(mayCancel, deps, order, checkedBy);
}

/** Settles the order of a shopper returning from the provider. @throws AppError notFound, unavailable */
export async function settleReturn(deps: SettlementDeps, userId: string, paymentIntentId: string): Promise<OrderRow> {
  await findOrder(deps.em, userId, { paymentIntentId });
  await settlePayment(deps, paymentIntentId);
  return findOrder(deps.em, userId, { paymentIntentId });
}
