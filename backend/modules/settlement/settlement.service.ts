import type Stripe from 'stripe';
import type { Actor } from '../../core/audit.ts';
import type { EntityManager } from '../../core/db.ts';
import type { OrderRow } from '../orders/orders.present.ts';
import { findOrder } from '../orders/orders.queries.ts';
import { cancelUnpayable, settleOrder } from '../orders/settle-order.ts';
import type { UnsettledOrder } from '../orders/unsettled.queries.ts';
import {
  cancelIntent,
  createIntentOf,
  findIntent,
  isLeftUnfinished,
  isUntouched,
} from '../provider/payment-intents.ts';
import { isRefusal, type PaymentProvider } from '../provider/provider.ts';
import { paymentUpdateOf } from './payment-update.ts';

export type SettlementDeps = { em: EntityManager; provider: PaymentProvider };

/** Milliseconds after which a payment that nobody began is given up. */
export const ABANDONED_AFTER = 24 * 60 * 60 * 1000;

/** Settles the order of a payment, and cancels the payment first if `mayCancel` agrees. */
export async function cancelIf(
  mayCancel: (intent: Stripe.PaymentIntent) => boolean,
  { em, provider }: SettlementDeps,
  order: UnsettledOrder,
  checkedBy?: Actor,
): Promise<void> {
  const paymentIntentId = order.paymentIntentId ?? (await findUnattachedIntent(provider, order));
  if (paymentIntentId === null) return cancelUnpayable(em, order.id, checkedBy);
  const intent = await findIntent(provider, paymentIntentId);
  const now = mayCancel(intent) ? await cancelIntent(provider, intent.id) : intent;
  await settleOrder(em, paymentUpdateOf(now), checkedBy);
}

/**
 * The payment of an order that has none attached: it may be under way, or its answer was lost. Creating it again under the
 * same key returns the same one, which can then be canceled. Null if the provider refuses it.
 */
async function findUnattachedIntent(provider: PaymentProvider, order: UnsettledOrder): Promise<string | null> {
  try {
    return (await createIntentOf(provider, order)).id;
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

/**
 * Settles an order by its payment. A payment that nobody began within `abandonedAfter` milliseconds, that was begun and
 * left for three times as long, or that was never attached, is canceled. `checkedBy` is the admin who asked, if any.
 */
export async function settleOrGiveUp(
  { em, provider }: SettlementDeps,
  order: UnsettledOrder,
  { abandonedAfter = ABANDONED_AFTER, checkedBy }: { abandonedAfter?: number; checkedBy?: Actor } = {},
): Promise<void> {
  const age = Date.now() - order.createdAt.getTime();
  const mayCancel = (intent: Stripe.PaymentIntent) =>
    (isUntouched(intent) && (age > abandonedAfter || !order.paymentIntentId)) ||
    (isLeftUnfinished(intent) && age > 3 * abandonedAfter);
  await cancelIf(mayCancel, { em, provider }, order, checkedBy);
}

/** Settles the order of a shopper who returns from the provider. @throws AppError notFound, unavailable */
export async function settleReturn(
  { em, provider }: SettlementDeps,
  userId: string,
  paymentIntentId: string,
): Promise<OrderRow> {
  await findOrder(em, userId, { paymentIntentId });
  await settleOrder(em, paymentUpdateOf(await findIntent(provider, paymentIntentId)));
  return findOrder(em, userId, { paymentIntentId });
}
