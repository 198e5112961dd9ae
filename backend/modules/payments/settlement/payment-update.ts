import type Stripe from 'stripe';
import { isId } from '#contract/text.ts';
import type { RefundTotal } from '../../orders/money/failed-refunds.ts';
import type { PaymentUpdate } from '../../orders/money/settle-order.ts';
import { isFailed } from '../provider/payment-intents.ts';

/** Maps a PaymentIntent to an order state. https://docs.stripe.com/payments/paymentintents/lifecycle */
export function paymentUpdateOf(intent: Stripe.PaymentIntent, refunds: readonly Stripe.Refund[]): PaymentUpdate {
  const made = totalOf(refunds.filter((refund) => !isFailed(refund)));
  return {
    paymentIntentId: intent.id,
    // Other systems may share the account and name their orders differently.
    orderId: isId(intent.metadata.orderId) ? intent.metadata.orderId : null,
    outcome: outcomeOf(intent, made.amount),
    attemptedAt: attemptOf(intent),
    refunds: made,
    failedRefunds: totalOf(refunds.filter(isFailed)),
  };
}

function totalOf(refunds: readonly Stripe.Refund[]): RefundTotal {
  return {
    amount: refunds.reduce((sum, { amount }) => sum + amount, 0),
    ids: refunds.map(({ metadata }) => metadata?.refundId).filter(isId),
  };
}

/** Every attempt has its own charge. */
function attemptOf({ latest_charge: charge }: Stripe.PaymentIntent): Date | null {
  return charge !== null && typeof charge === 'object' ? new Date(charge.created * 1000) : null;
}

/** The refunds are newer than the payment, which may not show all of them. */
function outcomeOf(intent: Stripe.PaymentIntent, refunded: number): PaymentUpdate['outcome'] {
  switch (intent.status) {
    case 'succeeded':
      return refunded >= intent.amount ? 'refunded' : 'paid';
    case 'canceled':
      return 'canceled';
    case 'requires_payment_method':
      return intent.last_payment_error ? 'failed' : 'pending';
    default:
      return 'pending';
  }
}
