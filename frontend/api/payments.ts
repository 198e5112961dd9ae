import type { OrderView } from '#contract/orders.ts';
import type { PaymentInput, QuoteInput } from '#contract/payments.input.ts';
import type { PaymentConfig, PaymentView, QuoteView, SoldOut } from '#contract/payments.ts';
import { paymentMessage } from '../texts/paymentMessages.ts';
import { call } from './call.ts';
import { ApiError } from './errors.ts';
import type { LoadOptions } from './remote.ts';

/** The units left of products of which the shop has too few; null if that is not why it refuses. */
export function unitsLeftOf(refusal: unknown): SoldOut['available'] | null {
  if (!(refusal instanceof ApiError) || refusal.code !== 'soldOut') return null;
  return Array.isArray(refusal.body.available) ? refusal.body.available : null;
}

/** Prices a cart. It is refused as the payment would be. @throws ApiError */
export function quoteCart(cart: QuoteInput, signal: AbortSignal): Promise<QuoteView> {
  return call('POST', '/payment/quote', { body: cart, fallback: paymentMessage.fallback, quiet: true, signal });
}

/** Creates a payment for a cart. The errors `priceChanged`, `productsMissing` and `soldOut` carry the differences in `body`. */
export function makePayment(payment: PaymentInput): Promise<PaymentView> {
  return call('POST', '/payment', { body: payment, fallback: paymentMessage.fallback });
}

export function getPaymentConfig(): Promise<PaymentConfig> {
  return call('GET', '/payment/config', { fallback: paymentMessage.fallback, quiet: true });
}

/** Refreshes a payment from the provider after the redirect back. */
export function settleReturn(paymentIntent: string, options: LoadOptions): Promise<{ order: OrderView }> {
  return call('POST', '/payment/return', {
    ...options,
    body: { paymentIntent },
    fallback: paymentMessage.fallback,
    endsSession: false,
  });
}
