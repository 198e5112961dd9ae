import { m } from '#messages';
import type { Actor } from '../../../core/audit/audit.ts';
import { AppError, invalid } from '../../../core/errors.ts';
import type { RefundRequest } from '../../orders/money/refund-records.ts';
import {
  findRequestedRefunds,
  isRejected,
  type RequestedRefund,
  rejectRefund,
  requestRefund,
} from '../../orders/money/refund-requests.ts';
import { restockRefunded } from '../../orders/money/restocking.ts';
import { isRejection, throwActionError } from '../provider/port.ts';
import { type SettlementDeps, settlePaid, settlePayment } from '../settlement/settlement.service.ts';

/**
 * Refunds a paid order, or a part of it, and settles it. Of a refunded order, returns what is not back in stock yet, if
 * asked to. Idempotent for the same key, and without an input, even for concurrent calls and after a crash.
 * @throws AppError notFound; invalid; conflict if it is not paid, or with the provider's message; unavailable, in which
 * case a retry resumes
 */
export async function refundOrder(deps: SettlementDeps, admin: Actor, orderId: string, request: RefundRequest) {
  // What is left depends on refunds in the provider's dashboard, too, and on earlier attempts whose answers were lost.
  await settlePaid(deps, orderId).catch(throwActionError);
  const refund = await requestRefund(deps.em, admin, orderId, request);
  if (refund !== null) await carryOutRefund(deps, refund).catch(throwActionError);
  else if (await restockRefunded(deps.em, admin, orderId, request)) return 'restocked';
  return 'refunded';
}

/**
 * Carries out a requested refund and settles the order. Idempotent. If the provider rejects the refund, takes back the
 * request, so that it isn't retried without the admin's knowledge.
 * @throws AppError invalid with the provider's message; unavailable, in which case a retry resumes
 */
export async function carryOutRefund(deps: SettlementDeps, refund: RequestedRefund): Promise<void> {
  const { id, orderId, paymentIntentId } = refund;
  let isMade: boolean;
  try {
    isMade = await deps.provider.createRefund(refund);
    if (!isMade) await rejectRefund(deps.em, orderId, id);
  } catch (error) {
    if (isRejection(error)) {
      await rejectRefund(deps.em, orderId, id);
      // More may have been refunded at the provider than the shop knows.
      await settlePayment(deps, paymentIntentId).catch(ignoreRejection);
    }
    throw error;
  }
  await settlePayment(deps, paymentIntentId);
  // The shopper's bank may have refused it since.
  if (isMade && (await isRejected(deps.em, id))) throw invalid({ amount: m.orders.refundRejected() });
}

/**
 * Carries out the refunds of an order that were requested but not made yet. Idempotent.
 * @throws as carryOutRefund
 */
export async function carryOutRefunds(deps: SettlementDeps, orderId: string): Promise<void> {
  // The provider may have made it and forgotten its idempotency key since.
  await settlePaid(deps, orderId);
  for (const refund of await findRequestedRefunds(deps.em, orderId)) await carryOutRefund(deps, refund);
}

function ignoreRejection(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}
