import type Stripe from 'stripe';
import { isRejectedWith, type PaymentProvider, throwAsAppError, withIdempotencyKey } from './provider.ts';

/** The order data sent to the provider. `amount` is in minor units. */
type Payable = { id: string; number: number; amount: number; currency: string };

/** Creates an order's PaymentIntent. The idempotency key is the order's id, so repeated and concurrent calls return the same one. */
export function createIntentOf(
  provider: PaymentProvider,
  { id, amount, currency, number }: Payable,
): Promise<Stripe.PaymentIntent> {
  const metadata = { orderId: id, orderNumber: String(number) };
  return withIdempotencyKey(`order-${id}`, (options) =>
    provider.paymentIntents.create(intentParams(amount, currency, metadata), options),
  ).catch(throwAsAppError);
}

/** Creates a PaymentIntent without an order. */
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
    if (isRejectedWith(error, 'resource_missing')) return null;
    throwAsAppError(error);
  }
}

/** Cancels a PaymentIntent if still possible. @returns its current state; null if the provider does not know the id */
export async function cancelIntent(provider: PaymentProvider, id: string): Promise<Stripe.PaymentIntent | null> {
  try {
    return await provider.paymentIntents.cancel(id);
  } catch (error) {
    if (isRejectedWith(error, 'payment_intent_unexpected_state')) return findIntent(provider, id);
    throwAsAppError(error);
  }
}

/**
 * Refunds the rest of an order's payment. Succeeds if it is already refunded.
 * https://docs.stripe.com/api/refunds/create
 */
export async function refundIntent(provider: PaymentProvider, orderId: string, paymentIntentId: string): Promise<void> {
  const refund = { payment_intent: paymentIntentId, metadata: { orderId } };
  try {
    await withIdempotencyKey(`refund-${orderId}`, (options) => provider.refunds.create(refund, options));
  } catch (error) {
    // Refunded in the provider's dashboard, or by us before the idempotency key expired.
    if (!isRejectedWith(error, 'charge_already_refunded')) throwAsAppError(error);
  }
}

/** The client secret, which lets a browser pay. */
export function secretOf({ id, client_secret }: Stripe.PaymentIntent): string {
  if (client_secret === null) throw new Error(`${id} has no client secret`);
  return client_secret;
}

/** Whether there has been no payment attempt. */
export function isUntouched(intent: Stripe.PaymentIntent): boolean {
  return isAwaitingPayment(intent) && intent.last_payment_error === null;
}

/** Whether the provider has not begun to charge the card: canceling it costs the shopper nothing. */
export function isOpen(intent: Stripe.PaymentIntent): boolean {
  return isAwaitingPayment(intent) || isLeftUnfinished(intent);
}

/** Whether it awaits a card, before the first attempt or after a decline. */
export function isAwaitingPayment(intent: Stripe.PaymentIntent): boolean {
  return intent.status === 'requires_payment_method';
}

/** Whether a payment attempt awaits the shopper, for example to approve it with their bank. */
function isLeftUnfinished(intent: Stripe.PaymentIntent): boolean {
  return intent.status === 'requires_action' || intent.status === 'requires_confirmation';
}
