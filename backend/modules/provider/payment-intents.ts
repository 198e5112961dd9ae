import type Stripe from 'stripe';
import { AppError } from '../../core/errors.ts';
import { isRefusedWith, type PaymentProvider, throwAsAppError, withIdempotencyKey } from './provider.ts';

/** What the provider needs to know about an order. `amount` is in minor units. */
export type Payable = { id: string; number: number; amount: number; currency: string };

/** The order's PaymentIntent. Its idempotency key is the order's id, so repeated and concurrent calls return the same one. */
export function createIntentOf(
  provider: PaymentProvider,
  { id, amount, currency, number }: Payable,
): Promise<Stripe.PaymentIntent> {
  const metadata = { orderId: id, orderNumber: String(number) };
  return withIdempotencyKey(`order-${id}`, (options) =>
    provider.paymentIntents.create(intentParams(amount, currency, metadata), options),
  ).catch(throwAsAppError);
}

/** A PaymentIntent without an order. */
export function createBareIntent(
  provider: PaymentProvider,
  { amount, currency, userId }: { amount: number; currency: string; userId: string },
): Promise<Stripe.PaymentIntent> {
  return provider.paymentIntents.create(intentParams(amount, currency, { userId })).catch(throwAsAppError);
}

function intentParams(
  amount: number,
  currency: string,
  metadata: Record<string, string>,
): Stripe.PaymentIntentCreateParams {
  return { amount, currency: currency.toLowerCase(), metadata, automatic_payment_methods: { enabled: true } };
}

/** A PaymentIntent with its latest charge, which shows refunds. @throws AppError invalid, unavailable */
export async function findIntent(provider: PaymentProvider, id: string): Promise<Stripe.PaymentIntent> {
  return provider.paymentIntents.retrieve(id, { expand: ['latest_charge'] }).catch(throwAsAppError);
}

/** Like findIntent; null if the provider does not know the id. */
export async function findIntentIfKnown(provider: PaymentProvider, id: string): Promise<Stripe.PaymentIntent | null> {
  try {
    return await findIntent(provider, id);
  } catch (error) {
    if (error instanceof AppError && isRefusedWith(error.cause, 'resource_missing')) return null;
    throw error;
  }
}

/** Cancels a PaymentIntent. @throws AppError invalid if it can't be canceled any more; unavailable */
export async function cancelIntent(provider: PaymentProvider, id: string): Promise<Stripe.PaymentIntent> {
  return provider.paymentIntents.cancel(id).catch(throwAsAppError);
}

/**
 * Refunds what is left of an order's payment; a payment that is refunded already is a success.
 * https://docs.stripe.com/api/refunds/create
 */
export async function refundIntent(provider: PaymentProvider, orderId: string, paymentIntentId: string): Promise<void> {
  const refund = { payment_intent: paymentIntentId, metadata: { orderId } };
  try {
    await withIdempotencyKey(`refund-${orderId}`, (options) => provider.refunds.create(refund, options));
  } catch (error) {
    // Refunded by hand in the provider's dashboard, or by us before the provider forgot the key.
    if (!isRefusedWith(error, 'charge_already_refunded')) throwAsAppError(error);
  }
}

/** The secret with which a browser pays. */
export function secretOf({ id, client_secret }: Stripe.PaymentIntent): string {
  if (client_secret === null) throw new Error(`${id} has no client secret`);
  return client_secret;
}

/** Whether nobody has tried to pay it yet. */
export function isUntouched(intent: Stripe.PaymentIntent): boolean {
  return intent.status === 'requires_payment_method' && intent.last_payment_error === null;
}

/** Whether a payment was started and waits for the shopper, for example to approve it with their bank. */
export function isLeftUnfinished(intent: Stripe.PaymentIntent): boolean {
  return intent.status === 'requires_action' || intent.status === 'requires_confirmation';
}
