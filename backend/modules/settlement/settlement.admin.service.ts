import type { Actor } from '../../core/audit.ts';
import { AppError } from '../../core/errors.ts';
import { findAnyOrder } from '../orders/orders.admin.queries.ts';
import { requestRefund } from '../orders/settle-order.ts';
import { RECONCILE_AFTER } from './reconciliation.service.ts';
import { carryOutRefund } from './refunds.service.ts';
import { type SettlementDeps, settleOrGiveUp } from './settlement.service.ts';

/**
 * Refunds what is left of a paid order and settles it. Idempotent, also at once or after a crash anywhere in it.
 * @throws AppError notFound; conflict if it is not paid, or with the provider's refusal; unavailable, after which a
 * retry goes on
 */
export async function refundOrder(deps: SettlementDeps, admin: Actor, orderId: string): Promise<void> {
  const paymentIntentId = await requestRefund(deps.em, admin, orderId);
  if (paymentIntentId === null) return;
  try {
    await carryOutRefund(deps, orderId, paymentIntentId);
  } catch (error) {
    throw toAdminError(error);
  }
}

/**
 * Settles an order by its payment at the provider; an abandoned one is given up as by the reconciliation.
 * @throws AppError notFound, conflict if there is nothing to ask about, unavailable
 */
export async function checkOrder(deps: SettlementDeps, admin: Actor, orderId: string): Promise<void> {
  const { state, checkedAt, ...order } = await findAnyOrder(deps.em, orderId);
  const isBeingPrepared = Date.parse(checkedAt) > Date.now() - RECONCILE_AFTER;
  if (!order.paymentIntentId && (state !== 'pending' || isBeingPrepared)) {
    throw new AppError('conflict', 'This order has no payment to check');
  }
  try {
    await settleOrGiveUp(deps, order, { checkedBy: admin });
  } catch (error) {
    throw toAdminError(error);
  }
}

/** A refusal of the provider is not a wrong field of the admin's, and a refund charges nobody. */
function toAdminError(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.code === 'invalid') return new AppError('conflict', error.message, { cause: error });
  if (error.code !== 'unavailable') return error;
  const { retryAfter } = error;
  return new AppError('unavailable', "We can't reach the payment provider. Please try again.", {
    retryAfter,
    cause: error,
  });
}
