import type { Actor } from '../../core/audit.ts';
import { AppError } from '../../core/errors.ts';
import { findAnyOrder } from '../orders/orders.admin.queries.ts';
import { requestRefund } from '../orders/settle-order.ts';
import { RECONCILE_AFTER } from './reconciliation.service.ts';
import { carryOutRefund } from './refunds.service.ts';
import { type SettlementDeps, settleOrGiveUp } from './settlement.service.ts';

/**
 * Refunds the rest of a paid order and settles it. Idempotent, even for concurrent calls and after a crash.
 * @throws AppError notFound; conflict if it is not paid, or with the provider's message; unavailable, in which case a
 * retry resumes
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
 * Settles an order by its payment at the provider, like the reconciliation.
 * @throws AppError notFound, conflict if it has no payment, unavailable
 */
export async function checkOrder(deps: SettlementDeps, admin: Actor, orderId: string): Promise<void> {
  const { state, checkedAt, ...order } = await findAnyOrder(deps.em, orderId);
  const isBeingPrepared = Date.parse(checkedAt) > Date.now() - RECONCILE_AFTER;
  if (!order.paymentIntentId && (state !== 'pending' || isBeingPrepared)) {
    throw new AppError('conflict', 'This order has no payment yet');
  }
  try {
    await settleOrGiveUp(deps, order, admin);
  } catch (error) {
    throw toAdminError(error);
  }
}

/** Turns a rejection by the provider into a conflict, since no input is invalid, and drops the mention of a charge. */
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
