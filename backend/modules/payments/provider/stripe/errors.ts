import Stripe from 'stripe';
import { invalid } from '../../../../core/errors.ts';
import { ProviderLimited, unavailable } from '../port.ts';

/**
 * Rethrows a rejection by the provider as `invalid` with the provider's message, and an outage as `unavailable`. All
 * other errors are bugs or wrong keys.
 */
export function throwAsAppError(error: unknown): never {
  if (error instanceof Stripe.errors.StripeInvalidRequestError) throw invalid({ amount: error.message }, error);
  // Stripe need not say how long: https://docs.stripe.com/rate-limits
  if (error instanceof Stripe.errors.StripeRateLimitError) {
    throw new ProviderLimited(Number(error.headers?.['retry-after']), error);
  }
  const isOutage =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    isRejectedWith(error, 'idempotency_key_in_use');
  throw isOutage ? unavailable(error) : error;
}

/** Whether the provider rejected the request with this code: https://docs.stripe.com/error-codes */
export function isRejectedWith(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === code;
}

const MAX_KEYS = 20;

/**
 * Sends a request with an idempotency key. The provider replays its response to a key for a day, even its own failures,
 * so a replayed failure is retried with the next key, in a fixed sequence. A new failure is final.
 * https://docs.stripe.com/api/idempotent_requests
 */
export async function withIdempotencyKey<T>(
  key: string,
  send: (options: Stripe.RequestOptions) => Promise<T>,
): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      // A retry by the library would make a new failure look like a replayed one.
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
