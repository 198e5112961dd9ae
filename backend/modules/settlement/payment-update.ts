import type Stripe from 'stripe';
import { isId } from '#contract/text.ts';
import type { PaymentUpdate } from '../orders/settle-order.ts';

/** Maps a PaymentIntent to an order state. https://docs.stripe.com/payments/paymentintents/lifecycle */
export function paymentUpdateOf(intent: Stripe.PaymentIntent, refunds: readonly Stripe.Refund[]): PaymentUpdate {
  const made = refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled');
  return {
    paymentIntentId: intent.id,
    // Other systems may share the account and name their orders differently.
    orderId: isId(intent.metadata.orderId) ? intent.metadata.orderId : null,
    outcome: outcomeOf(intent),
    attemptedAt: attemptOf(intent),
    refunds: {
      amount: made.reduce((sum, { amount }) => sum + amount, 0),
      ids: made.map(({ metadata }) => metadata?.refundId).filter(isId),
    },
  };
}

/** Every attempt has its own charge. */
function attemptOf({ latest_charge: charge }: Stripe.PaymentIntent): Date | null {
  return charge !== null && typeof charge === 'object' ? new Date(charge.created * 1000) : null;
}

function outcomeOf(intent: Stripe.PaymentIntent): PaymentUpdate['outcome'] {
  const charge = intent.latest_charge;
  switch (intent.status) {
    case 'succeeded':
      return typeof charge === 'object' && charge?.refunded ? 'refunded' : 'paid';
    case 'canceled':
      return 'canceled';
    case 'requires_payment_method':
      return intent.last_payment_error ? 'failed' : 'pending';
    default:
      return 'pending';
  }
}
