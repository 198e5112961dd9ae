import { AppError } from '../../../core/errors.ts';
import { type RequestedRefund, withdrawRefund } from '../../orders/money/refund-requests.ts';
import { createRefund } from '../provider/payment-intents.ts';
import { isRejection } from '../provider/provider.ts';
import { type SettlementDeps, settlePayment } from '../settlement/settlement.service.ts';

/**
 * Carries out a requested refund and settles the order. Idempotent. If the provider rejects the refund, withdraws the
 * request, so that it isn't retried without the admin's knowledge.
 * @throws AppError invalid with the provider's message; unavailable, in which case a retry resumes
 */
export async function carryOutRefund(deps: SettlementDeps, refund: RequestedRefund): Promise<void> {
  const { id, orderId, paymentIntentId } = refund;
  try {
    const isMade = await createRefund(deps.provider, refund);
    if (!isMade) await withdrawRefund(deps.em, orderId, id);
  } catch (error) {
    if (isRejection(error)) {
      await withdrawRefund(deps.em, orderId, id);
      // More may have been refunded at the provider than the shop knows.
      await settlePayment(deps, paymentIntentId).catch(ignoreRejection);
    }
    throw error;
  }
  await settlePayment(deps, paymentIntentId);
}

function ignoreRejection(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}
