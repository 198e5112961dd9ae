import { SpanKind } from '@opentelemetry/api';
import Stripe from 'stripe';
import { m } from '#messages';
import { AppError, invalid } from '../../../core/errors.ts';
import { traced } from '../../../core/observability/tracing.ts';

export type PaymentProvider = Stripe;

type Options = {
  secretKey: string;
  /** Null for the library's default. */
  apiUrl: string | null;
};

/** The timeout of a request to the provider, in milliseconds. */
const TIMEOUT = 10_000;
/** Milliseconds to wait after an outage or a limit of unknown duration. */
const DEFAULT_PAUSE = 10_000;

export function openPaymentProvider({ secretKey, apiUrl }: Options): PaymentProvider {
  const address = apiUrl === null ? null : new URL(apiUrl);
  return new Stripe(secretKey, {
    timeout: TIMEOUT,
    maxNetworkRetries: 1,
    telemetry: false,
    httpClient: tracedClient(),
    ...(address && {
      host: address.hostname,
      port: address.port || (address.protocol === 'http:' ? 80 : 443),
      protocol: address.protocol === 'http:' ? 'http' : 'https',
    }),
  });
}

/** The library's own HTTP client, with a span for each request. */
function tracedClient(): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient();
  const makeRequest = client.makeRequest.bind(client);
  client.makeRequest = (host, port, path, method, ...rest) => {
    const attributes = { 'http.request.method': method, 'server.address': host };
    return traced(`${method} ${pattern(path)}`, { kind: SpanKind.CLIENT, attributes }, () =>
      makeRequest(host, port, path, method, ...rest),
    );
  };
  return client;
}

/** A path with the id of its object replaced: /v1/refunds/:id */
function pattern(path: string): string {
  return path.replace(/[?].*/, '').replace(/^(\/v1\/[^/]+\/)[^/]+/, '$1:id');
}

/**
 * Rethrows a rejection by the provider as `invalid` with the provider's message, and an outage as `unavailable`. All
 * other errors are bugs or wrong keys.
 */
export function throwAsAppError(error: unknown): never {
  if (error instanceof Stripe.errors.StripeInvalidRequestError) throw invalid({ amount: error.message }, error);
  const isOutage =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    isRejectedWith(error, 'idempotency_key_in_use');
  if (!isOutage) throw error;
  throw new AppError('unavailable', m.payments.providerAway(), {
    retryAfter: (pauseOf(error) ?? DEFAULT_PAUSE) / 1000,
    cause: error,
  });
}

/**
 * Rethrows a rejection by the provider as a conflict, since no input is invalid, and an outage without the mention of a
 * charge.
 */
export function throwActionError(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'invalid') throw new AppError('conflict', error.message, { cause: error });
  if (error.code !== 'unavailable') throw error;
  const { retryAfter } = error;
  throw new AppError('unavailable', m.payments.providerAwayForAction(), {
    retryAfter,
    cause: error,
  });
}

/**
 * How long the provider wants no requests, in milliseconds; null if it did not limit the request. Stripe need not say how long.
 * https://docs.stripe.com/rate-limits
 */
export function pauseOf(error: unknown): number | null {
  const limited = error instanceof AppError ? error.cause : error;
  if (!(limited instanceof Stripe.errors.StripeRateLimitError)) return null;
  const seconds = Number(limited.headers?.['retry-after']);
  return seconds > 0 ? seconds * 1000 : DEFAULT_PAUSE;
}

/** Whether the provider rejected the request, so that a retry is pointless. */
export function isRejection(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'invalid';
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
