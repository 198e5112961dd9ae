import Stripe from 'stripe';
import { AppError, invalid } from '../../core/errors.ts';
import type { PaymentNews } from '../orders/orders.service.ts';

export type PaymentProvider = Stripe;

type Options = { secretKey: string /** Null: the library's own. */; apiUrl: string | null };

/** Milliseconds that one request to the provider may take. */
const TIMEOUT = 10_000;

export function openPaymentProvider({ secretKey, apiUrl }: Options): PaymentProvider {
  const address = apiUrl === null ? null : new URL(apiUrl);
  return new Stripe(secretKey, {
    timeout: TIMEOUT,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(address && {
      host: address.hostname,
      port: address.port || (address.protocol === 'http:' ? 80 : 443),
      protocol: address.protocol === 'http:' ? 'http' : 'https',
    }),
  });
}

/** What the provider says now of a payment, with its charge, so that a refund shows. */
export async function askProvider(provider: PaymentProvider, paymentIntentId: string): Promise<Stripe.PaymentIntent> {
  return provider.paymentIntents.retrieve(paymentIntentId, { expand: ['latest_charge'] }).catch(rethrow);
}

/** A PaymentIntent in the shop's words. https://docs.stripe.com/payments/paymentintents/lifecycle */
export function newsOf(intent: Stripe.PaymentIntent): PaymentNews {
  return {
    paymentIntentId: intent.id,
    clientSecret: intent.client_secret,
    orderId: intent.metadata.orderId ?? null,
    outcome: outcomeOf(intent),
  };
}

function outcomeOf(intent: Stripe.PaymentIntent): PaymentNews['outcome'] {
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

/** Whether nobody has tried to pay it yet, so that it can be canceled without taking anything from anybody. */
export function isUntouched(intent: Stripe.PaymentIntent): boolean {
  return intent.status === 'requires_payment_method' && intent.last_payment_error === null;
}

/**
 * The provider's refusal with its own sentence, for the shopper; its absence as 503. Whatever else it says is a defect
 * of the shop or its keys.
 */
export function rethrow(error: unknown): never {
  if (error instanceof Stripe.errors.StripeInvalidRequestError) throw invalid({ amount: error.message }, error);
  const isAbsent =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    isRefusedWith(error, 'idempotency_key_in_use');
  if (!isAbsent) throw error;
  throw new AppError('unavailable', 'The payment provider does not answer. Nothing was charged. Please try again.', {
    retryAfter: 10,
    cause: error,
  });
}

/** Whether the provider refused with that code: https://docs.stripe.com/error-codes */
export function isRefusedWith(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === code;
}
