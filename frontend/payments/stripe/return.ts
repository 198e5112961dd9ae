import { PAYMENT_STATUS } from '#contract/shop/page-addresses.ts';
import type { PaymentOutcome, PaymentReturnQuery } from '../port.ts';

const PAYMENT = 'payment_intent';

/** https://docs.stripe.com/payments/accept-a-payment#web-post-payment */
const outcomes = new Map<string, PaymentOutcome>([
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['requires_payment_method', 'failed'],
  ['canceled', 'failed'],
  ['processing', 'processing'],
  ['pending', 'processing'],
]);

/** What Stripe adds to the address to which it leads the shopper. */
export function readStripeReturn(query: URLSearchParams): PaymentReturnQuery | null {
  const status = query.get(PAYMENT_STATUS);
  if (status === null) return null;
  return { claimed: outcomes.get(status) ?? 'unknown', paymentId: query.get(PAYMENT) ?? '' };
}

/** The same for a payment that is paid. */
export function stripeReturn(paymentId: string): string {
  return `${PAYMENT_STATUS}=succeeded&${PAYMENT}=${paymentId}`;
}
