import Stripe from 'stripe';
import { AppError, invalid } from '../../core/errors.ts';

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

/**
 * Rethrows a refusal of the provider as `invalid` with the provider's sentence, and an outage as `unavailable`. Anything
 * else is a defect of the shop or its keys.
 */
export function throwAsAppError(error: unknown): never {
  if (error instanceof Stripe.errors.StripeInvalidRequestError) throw invalid({ amount: error.message }, error);
  const isOutage =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    isRefusedWith(error, 'idempotency_key_in_use');
  if (!isOutage) throw error;
  throw new AppError(
    'unavailable',
    "We can't reach the payment provider. You haven't been charged. Please try again.",
    {
      retryAfter: 10,
      cause: error,
    },
  );
}

/** Whether the provider has refused the request for good; asking again gives the same answer. */
export function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'invalid';
}

/** Whether the provider refused with this code: https://docs.stripe.com/error-codes */
export function isRefusedWith(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === code;
}

const MAX_KEYS = 20;

/**
 * Sends a request under an idempotency key. The provider replays its answer to a key for a day, its own failures
 * included; after a replayed failure the next key is tried, in the same order every time. A fresh failure is final.
 * https://docs.stripe.com/api/idempotent_requests
 */
export async function withIdempotencyKey<T>(
  key: string,
  send: (options: Stripe.RequestOptions) => Promise<T>,
): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      // A retry by the library would make a fresh failure look like a replayed one.
      return await send(
        count === 1 ? { idempotencyKey: key } : { idempotencyKey: `${key}-${count}`, maxNetworkRetries: 0 },
      );
    } catch (error) {
      if (count === MAX_KEYS || !isReplayed(error)) throw error;
    }
  }
}

function isReplayed(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true';
}
