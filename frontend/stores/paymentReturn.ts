import type { OrderState } from '#contract/orders.ts';

/** How a payment stands: what the provider's word, or the state of the order, means to the shopper. */
type PaymentOutcome = 'succeeded' | 'failed' | 'processing' | 'unknown';

export type PaymentReturnQuery = {
  outcome: PaymentOutcome;
  /** The payment's id (pi_…); '' if the address does not name it. */
  paymentIntent: string;
};

/** The provider's words (https://docs.stripe.com/payments/accept-a-payment#web-post-payment). */
const outcomes = new Map<string, PaymentOutcome>([
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['requires_payment_method', 'failed'],
  ['canceled', 'failed'],
  ['processing', 'processing'],
  ['pending', 'processing'],
]);

/** What the provider wrote into the address when it sent the shopper back; null if this is no return. */
export function readPaymentReturn(search: string): PaymentReturnQuery | null {
  const query = new URLSearchParams(search);
  const status = query.get('redirect_status');
  if (status === null) return null;
  return { outcome: outcomes.get(status) ?? 'unknown', paymentIntent: query.get('payment_intent') ?? '' };
}

/** How the payment stands by what is known: the shop's order, where it has ended, outweighs the address. */
export function outcomeOf(told: PaymentOutcome, state: OrderState | undefined): PaymentOutcome {
  if (state === 'paid') return 'succeeded';
  if (state === 'failed' || state === 'canceled') return 'failed';
  return told;
}
