import type Stripe from 'stripe';
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

/** A PaymentIntent with its latest charge, which shows refunds; null if the provider does not know the id. */
export async function findIntent(provider: PaymentProvider, id: string): Promise<Stripe.PaymentIntent | null> {
  try {
    return await provider.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
  } catch (error) {
    if (isRefusedWith(error, 'resource_missing')) return null;
    throwAsAppError(error);
  }
}

/** Cancels a PaymentIntent unless it is too late. @returns the PaymentIntent as it is now */
export async function cancelIntent(provider: PaymentProvider, id: string): Promise<Stripe.PaymentIntent | null> {
  try {
    return await provider.paymentIntents.cancel(id);
  } catch (error) {
    if (isRefusedWith(error, 'payment_intent_unexpected_state')) return findIntent(provider, id);
    throwAsAppError(error);
  }
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
  return isAwaitingPayment(intent) && intent.last_payment_error === null;
}

/** Whether it waits for a card, the first one or another after a decline. */
export function isAwaitingPayment(intent: Stripe.PaymentIntent): boolean {
  return intent.status === 'requires_payment_method';
}

/** Whether a payment was started and waits for the shopper, for example to approve it with their bank. */
export function isLeftUnfinished(intent: Stripe.PaymentIntent): boolean {
  return intent.status === 'requires_action' || intent.status === 'requires_confirmation';
}
