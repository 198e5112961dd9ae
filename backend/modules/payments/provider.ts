import Stripe from 'stripe';
import { isId } from '#contract/text.ts';
import { AppError, invalid } from '../../core/errors.ts';
import type { PaymentUpdate } from '../orders/orders.service.ts';

export type PaymentProvider = Stripe;

type Options = {
  secretKey: string;
  /** Null: the library's own. */
  apiUrl: string | null;
};

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
  return provider.paymentIntents.retrieve(paymentIntentId, { expand: ['latest_charge'] }).catch(throwAsAppError);
}

/** Like askProvider; null for a payment that the provider does not know. */
export async function findPayment(provider: PaymentProvider, id: string): Promise<Stripe.PaymentIntent | null> {
  try {
    return await askProvider(provider, id);
  } catch (error) {
    if (error instanceof AppError && isRefusedWith(error.cause, 'resource_missing')) return null;
    throw error;
  }
}

/** A PaymentIntent in the shop's words. https://docs.stripe.com/payments/paymentintents/lifecycle */
export function paymentUpdateOf(intent: Stripe.PaymentIntent): PaymentUpdate {
  return {
    paymentIntentId: intent.id,
    clientSecret: intent.client_secret,
    // Others may use the same account, and name their orders in their own way.
    orderId: isId(intent.metadata.orderId) ? intent.metadata.orderId : null,
    outcome: outcomeOf(intent),
  };
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

/** Whether nobody has tried to pay it yet, so that it can be canceled without taking anything from anybody. */
export function isUntouched(intent: Stripe.PaymentIntent): boolean {
  return intent.status === 'requires_payment_method' && intent.last_payment_error === null;
}

/** Whether somebody began to pay it and has yet to do something, such as telling their bank that it is them. */
export function isLeftUnfinished(intent: Stripe.PaymentIntent): boolean {
  return intent.status === 'requires_action' || intent.status === 'requires_confirmation';
}

/** Keys that one thing is tried under, at most. */
const KEYS_MAX = 20;

/**
 * Asks for one thing under an idempotency key. What the provider has answered to a key it repeats for a day, a failure of
 * its own too: then the next key is tried, the same ones in the same order each time. A try that fails anew is the last.
 * https://docs.stripe.com/api/idempotent_requests
 */
export async function withIdempotencyKey<T>(
  key: string,
  ask: (options: Stripe.RequestOptions) => Promise<T>,
): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      // Repeated by the library itself, a new failure would look like an old one.
      return await ask(
        count === 1 ? { idempotencyKey: key } : { idempotencyKey: `${key}-${count}`, maxNetworkRetries: 0 },
      );
    } catch (error) {
      if (count === KEYS_MAX || !isRepeated(error)) throw error;
    }
  }
}

/** Whether the provider only repeats what it has answered to this idempotency key before. */
function isRepeated(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true';
}

/**
 * The provider's refusal with its own sentence, for the shopper; its absence as 503. Whatever else it says is a defect
 * of the shop or its keys.
 */
export function throwAsAppError(error: unknown): never {
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
