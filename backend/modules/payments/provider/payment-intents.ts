import { setTimeout } from 'node:timers/promises';
import type Stripe from 'stripe';
import { m } from '#messages';
import { invalid } from '../../../core/errors.ts';
import { isRejectedWith, type PaymentProvider, throwAsAppError, withIdempotencyKey } from './provider.ts';

/** The order data sent to the provider. `amount` is in minor units. */
type Payable = { id: string; number: number; amount: number; currency: string };

/** Creates an order's PaymentIntent. The idempotency key is the order's id, so repeated and concurrent calls return the same one. */
export function createIntentOf(provider: PaymentProvider, { id, amount, currency, number }: Payable) {
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

function intentParams(amount: number, currency: string, metadata: Record<string, string>) {
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

/** A refund of a part of an order's payment, or of all; `amount` is in minor units. */
type Repayable = { id: string; orderId: string; paymentIntentId: string; amount: number };

/** Milliseconds to wait for the same request in flight, and how often. */
const IN_FLIGHT = { pause: 250, tries: 20 };

/**
 * Carries out a refund. The idempotency key is its id, so repeated and concurrent calls make one.
 * https://docs.stripe.com/api/refunds/create
 * @returns false if everything is refunded already
 * @throws AppError invalid if it is rejected; unavailable
 */
export async function createRefund(
  provider: PaymentProvider,
  { id, orderId, paymentIntentId, amount }: Repayable,
): Promise<boolean> {
  const refund = { payment_intent: paymentIntentId, amount, metadata: { orderId, refundId: id } };
  for (let tries = 1; ; tries += 1) {
    try {
      const made = await withIdempotencyKey(`refund-${id}`, (options) => provider.refunds.create(refund, options));
      if (isFailed(made)) throw invalid({ amount: m.orders.refundRejected() });
      return true;
    } catch (error) {
      if (isRejectedWith(error, 'charge_already_refunded')) return false;
      if (!isRejectedWith(error, 'idempotency_key_in_use') || tries === IN_FLIGHT.tries) throwAsAppError(error);
    }
    await setTimeout(IN_FLIGHT.pause);
  }
}

/** All refunds of a payment, also those that were made in the provider's dashboard. */
export async function listRefunds(provider: PaymentProvider, paymentIntentId: string): Promise<Stripe.Refund[]> {
  const list = provider.refunds.list({ payment_intent: paymentIntentId, limit: 100 });
  return list.autoPagingToArray({ limit: REFUNDS_MAX }).catch(throwAsAppError);
}

/** More refunds than an order can have, as each has at least one unit of its currency. */
const REFUNDS_MAX = 10_000;

/** Whether a refund gives nothing back, now or after all: https://docs.stripe.com/refunds#failed-refunds */
export function isFailed({ status }: Stripe.Refund): boolean {
  return status === 'failed' || status === 'canceled';
}

/** Whether something was given back. */
export function isRefunded({ latest_charge: charge }: Stripe.PaymentIntent): boolean {
  return typeof charge === 'object' && charge !== null && charge.amount_refunded > 0;
}

/** The client secret, which lets a browser pay. */
export function secretOf({ id, client_secret }: Stripe.PaymentIntent): string {
  if (client_secret === null) throw new Error(`${id} has no client secret`);
  return client_secret;
}

/** Whether the provider has not begun to charge the card: canceling it costs the shopper nothing. */
export function isOpen(intent: Stripe.PaymentIntent): boolean {
  // The others await the shopper, for example to approve a payment with their bank.
  return isAwaitingPayment(intent) || ['requires_action', 'requires_confirmation'].includes(intent.status);
}

/** Whether it awaits a card, before the first attempt or after a decline. */
export function isAwaitingPayment(intent: Stripe.PaymentIntent): boolean {
  return intent.status === 'requires_payment_method';
}
