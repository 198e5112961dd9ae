import { withdrawRefund } from '../orders/settle-order.ts';
import { refundIntent } from '../provider/payment-intents.ts';
import { isRefusal } from '../provider/provider.ts';
import { type SettlementDeps, settlePayment } from './settlement.service.ts';

/**
 * Carries out a refund that is noted on its order, and settles the order. Idempotent. A refusal of the provider is final:
 * the note goes, so that the refund is not retried behind the admin's back.
 * @throws AppError invalid with the provider's refusal; unavailable, after which a retry goes on
 */
export async function carryOutRefund(deps: SettlementDeps, orderId: string, paymentIntentId: string): Promise<void> {
  try {
    await refundIntent(deps.provider, orderId, paymentIntentId);
  } catch (error) {
    if (isRefusal(error)) await withdrawRefund(deps.em, orderId);
    throw error;
  }
  await settlePayment(deps, paymentIntentId);
}
