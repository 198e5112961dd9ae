import type { OrderState } from '#contract/orders.ts';
import { PAYMENT_STATUS } from '#contract/page-addresses.ts';

/** The outcome for the shopper, from the provider's status or the state of the order. */
export type PaymentOutcome = 'succeeded' | 'failed' | 'refunded' | 'processing' | 'unknown';

export type PaymentReturnQuery = {
  /** The outcome that the URL claims. Anyone can forge it. */
  claimed: PaymentOutcome;
  /** The payment's id (pi_…); '' if the URL has none. */
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

/** Parses the query of the provider's redirect; null if this is not one. */
export function readPaymentReturn(search: string): PaymentReturnQuery | null {
  const query = new URLSearchParams(search);
  const status = query.get(PAYMENT_STATUS);
  if (status === null) return null;
  return { claimed: outcomes.get(status) ?? 'unknown', paymentIntent: query.get('payment_intent') ?? '' };
}

/** The outcome according to the order. An unconfirmed claim that money moved counts as unknown. */
export function outcomeOf(claimed: PaymentOutcome, state: OrderState | undefined): PaymentOutcome {
  if (state === 'paid') return 'succeeded';
  if (state === 'refunded') return 'refunded';
  if (state === 'failed' || state === 'canceled') return 'failed';
  return claimed === 'succeeded' ? 'unknown' : claimed;
}
