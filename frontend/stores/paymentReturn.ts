import type { OrderState } from '#contract/orders.ts';

/** What the provider's status, or the state of the order, means to the shopper. */
export type PaymentOutcome = 'succeeded' | 'failed' | 'refunded' | 'processing' | 'unknown';

export type PaymentReturnQuery = {
  /** What the address says. Anybody can write an address: it proves nothing. */
  claimed: PaymentOutcome;
  /** The payment's id (pi_…); '' if the address does not name it. */
  paymentIntent: string;
};

/** The provider's statuses (https://docs.stripe.com/payments/accept-a-payment#web-post-payment). */
const outcomes = new Map<string, PaymentOutcome>([
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['requires_payment_method', 'failed'],
  ['canceled', 'failed'],
  ['processing', 'processing'],
  ['pending', 'processing'],
]);

/** Reads what the provider wrote into the address when it sent the shopper back; null if this is no return. */
export function readPaymentReturn(search: string): PaymentReturnQuery | null {
  const query = new URLSearchParams(search);
  const status = query.get('redirect_status');
  if (status === null) return null;
  return { claimed: outcomes.get(status) ?? 'unknown', paymentIntent: query.get('payment_intent') ?? '' };
}

/** The outcome as the shop's order proves it. Without proof, a claim that money moved counts as unknown. */
export function outcomeOf(claimed: PaymentOutcome, state: OrderState | undefined): PaymentOutcome {
  if (state === 'paid') return 'succeeded';
  if (state === 'refunded') return 'refunded';
  if (state === 'failed' || state === 'canceled') return 'failed';
  return claimed === 'succeeded' ? 'unknown' : claimed;
}
