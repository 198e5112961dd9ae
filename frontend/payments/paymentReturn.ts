import type { OrderState } from '#contract/orders/orders.ts';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import type { PaymentOutcome, PaymentReturnQuery } from './port.ts';
import { readStripeReturn, stripeReturn } from './stripe/return.ts';

/** Parses the query of the provider's redirect; null if this is not one. The local provider's bank returns as Stripe does. */
export function readPaymentReturn(search: string): PaymentReturnQuery | null {
  return readStripeReturn(new URLSearchParams(search));
}

/** The address of the result of a payment that is paid already. */
export function paidAddress(paymentId: string): string {
  return `${pagePatterns.order}?${stripeReturn(paymentId)}`;
}

/** The outcome according to the order. An unconfirmed claim that money moved counts as unknown. */
export function outcomeOf(claimed: PaymentOutcome, state: OrderState | undefined): PaymentOutcome {
  if (state === 'paid') return 'succeeded';
  if (state === 'refunded') return 'refunded';
  if (state === 'failed' || state === 'canceled') return 'failed';
  return claimed === 'succeeded' ? 'unknown' : claimed;
}
