import { withdrawRefund } from '../orders/settle-order.ts';
import { refundIntent } from '../provider/payment-intents.ts';
import { isRejection } from '../provider/provider.ts';
import { type SettlementDeps, settlePayment } from './settlement.service.ts';

/**
 * Carries out a requested refund and settles the order. Idempotent. If the provider rejects the refund, withdraws the
 * request, so that it isn't retried without the admin's knowledge.
 * @throws AppError invalid with the provider's message; unavailable, in which case a retry resumes
 */
export async function carryOutRefund(deps: SettlementDeps, orderId: string, paymentIntentId: string): Promise<void> {
  try {
    await refundIntent(deps.provider, orderId, paymentIntentId);
  } catch (error) {
    if (isRejection(error)) await withdrawRefund(deps.em, orderId);
    throw error;
  }
  await settlePayment(deps, paymentIntentId);
}
