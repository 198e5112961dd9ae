import type Stripe from 'stripe';
import { isId } from '#contract/text.ts';
import type { PaymentUpdate } from '../../orders/money/settle-order.ts';

/** Maps a PaymentIntent to an order state. https://docs.stripe.com/payments/paymentintents/lifecycle */
export function paymentUpdateOf(intent: Stripe.PaymentIntent, refunds: readonly Stripe.Refund[]): PaymentUpdate {
  const made = refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled');
  const refunded = made.reduce((sum, { amount }) => sum + amount, 0);
  return {
    paymentIntentId: intent.id,
    // Other systems may share the account and name their orders differently.
    orderId: isId(intent.metadata.orderId) ? intent.metadata.orderId : null,
    outcome: outcomeOf(intent, refunded),
    attemptedAt: attemptOf(intent),
    refunds: {
      amount: refunded,
      ids: made.map(({ metadata }) => metadata?.refundId).filter(isId),
    },
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
