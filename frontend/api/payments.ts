import type { OrderView } from '#contract/orders.ts';
import type { PaymentInput } from '#contract/payments.input.ts';
import type { PaymentConfig, PaymentView } from '#contract/payments.ts';
import { paymentMessage } from '../paymentMessages.ts';
import { call } from './call.ts';
import type { LoadOptions } from './remote.ts';

/** Requests a payment for a cart. The errors `priceChanged` and `productsMissing` carry the differences in `body`. */
export function makePayment(payment: PaymentInput): Promise<PaymentView> {
  return call('POST', '/payment', { body: payment, fallback: paymentMessage.fallback });
}

export function getPaymentConfig(): Promise<PaymentConfig> {
  return call('GET', '/payment/config', { fallback: paymentMessage.fallback });
}

/** Makes the shop ask the provider about a payment, after the provider has sent the shopper back. */
export function settleReturn(paymentIntent: string, options: LoadOptions): Promise<{ order: OrderView }> {
  return call('POST', '/payment/return', {
    ...options,
    body: { paymentIntent },
    fallback: paymentMessage.fallback,
    endsSession: false,
  });
}
