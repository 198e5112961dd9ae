import type { Actor } from '../../core/audit.ts';
import type { EntityManager } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { findAnyOrder } from '../orders/orders.admin.service.ts';
import { settleOrder } from '../orders/orders.service.ts';
import { requestRefund } from '../orders/refunds.service.ts';
import { RECONCILE_AFTER, settleOrGiveUp } from './payments.service.ts';
import {
  askProvider,
  isRefusedWith,
  type PaymentProvider,
  paymentUpdateOf,
  throwAsAppError,
  withIdempotencyKey,
} from './provider.ts';

type Deps = { em: EntityManager; provider: PaymentProvider };

/**
 * Gives the money of a paid order back, all that has not been given back yet, and settles the order. Doing it twice, at
 * once or after a crash anywhere in it, is one refund.
 * @throws AppError notFound; conflict if it is not paid, or with the provider's refusal; unavailable, after which
 * doing it again goes on
 */
export async function refundOrder({ em, provider }: Deps, admin: Actor, orderId: string): Promise<void> {
  const paymentIntentId = await requestRefund(em, admin, orderId);
  if (paymentIntentId === null) return;
  try {
    await giveBack(provider, orderId, paymentIntentId);
    await settleOrder(em, paymentUpdateOf(await askProvider(provider, paymentIntentId)));
  } catch (error) {
    throw toAdminError(error);
  }
}

/** https://docs.stripe.com/api/refunds/create: without an amount, what is left of the whole. */
async function giveBack(provider: PaymentProvider, orderId: string, paymentIntentId: string): Promise<void> {
  const refund = { payment_intent: paymentIntentId, metadata: { orderId } };
  try {
    await withIdempotencyKey(`refund-${orderId}`, (options) => provider.refunds.create(refund, options));
  } catch (error) {
    // By hand in the provider's own dashboard, or by us so long ago that it has forgotten the key.
    if (!isRefusedWith(error, 'charge_already_refunded')) throwAsAppError(error);
  }
}

/**
 * Asks the provider how the payment of an order stands, and settles the order; one that nobody began to pay is given up
 * by the rules of the reconciliation.
 * @throws AppError notFound, conflict if there is nothing to ask about, unavailable
 */
export async function checkOrder(deps: Deps, admin: Actor, orderId: string): Promise<void> {
  const { state, checkedAt, createdAt, ...order } = await findAnyOrder(deps.em, orderId);
  const isBeingPrepared = Date.parse(checkedAt) > Date.now() - RECONCILE_AFTER;
  if (!order.paymentIntentId && (state !== 'pending' || isBeingPrepared)) {
    throw new AppError('conflict', 'This order has no payment that the provider could be asked about');
  }
  try {
    await settleOrGiveUp(deps, { ...order, createdAt: new Date(createdAt) }, { checkedBy: admin });
  } catch (error) {
    throw toAdminError(error);
  }
}

/** What the provider refuses is no wrong field of an admin's, and who gives money back was charging nobody. */
function toAdminError(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.code === 'invalid') return new AppError('conflict', error.message, { cause: error });
  if (error.code !== 'unavailable') return error;
  const { retryAfter } = error;
  return new AppError('unavailable', 'The payment provider does not answer. Please try again.', {
    retryAfter,
    cause: error,
  });
}
