import type Stripe from 'stripe';
import { isId } from '#contract/values/text.ts';
import type { BarePayment, Payable, Payment, PaymentState } from '../port.ts';
import { isRejectedWith, throwAsAppError, withIdempotencyKey } from './errors.ts';

/** Creates an order's PaymentIntent, with the order's id as its idempotency key. */
export function createPayment(stripe: Stripe, { id, amount, currency, number }: Payable): Promise<Payment> {
  const metadata = { orderId: id, orderNumber: String(number) };
  return withIdempotencyKey(`order-${id}`, (options) =>
    stripe.paymentIntents.create(intentParams(amount, currency, metadata), options),
  ).then(paymentOf, throwAsAppError);
}

export function createBarePayment(stripe: Stripe, { amount, currency, userId }: BarePayment): Promise<Payment> {
  return stripe.paymentIntents.create(intentParams(amount, currency, { userId })).then(paymentOf, throwAsAppError);
}

function intentParams(amount: number, currency: string, metadata: Record<string, string>) {
  return { amount, currency: currency.toLowerCase(), metadata, automatic_payment_methods: { enabled: true } };
}

/** A PaymentIntent with its latest charge, which shows attempts and refunds. */
export async function findPayment(stripe: Stripe, id: string): Promise<Payment | null> {
  try {
    return paymentOf(await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }));
  } catch (error) {
    if (isRejectedWith(error, 'resource_missing')) return null;
    throwAsAppError(error);
  }
}

export async function cancelPayment(stripe: Stripe, id: string): Promise<Payment | null> {
  try {
    return paymentOf(await stripe.paymentIntents.cancel(id));
  } catch (error) {
    if (isRejectedWith(error, 'payment_intent_unexpected_state')) return findPayment(stripe, id);
    throwAsAppError(error);
  }
}

function paymentOf(intent: Stripe.PaymentIntent): Payment {
  const { id, amount, client_secret: clientSecret, metadata, latest_charge: latest } = intent;
  // Every attempt has its own charge.
  const charge = typeof latest === 'object' ? latest : null;
  return {
    id,
    amount,
    state: stateOf(intent),
    // Other systems may name their orders differently.
    orderId: isId(metadata.orderId) ? metadata.orderId : null,
    attemptedAt: charge && new Date(charge.created * 1000),
    isRefunded: charge !== null && charge.amount_refunded > 0,
    clientSecret,
  };
}

/** https://docs.stripe.com/payments/paymentintents/lifecycle */
function stateOf({ status, last_payment_error: error }: Stripe.PaymentIntent): PaymentState {
  switch (status) {
    case 'requires_payment_method':
      return error ? 'declined' : 'awaiting';
    case 'requires_action':
    case 'requires_confirmation':
      return 'confirming';
    case 'succeeded':
      return 'paid';
    case 'canceled':
      return 'canceled';
    default:
      return 'processing';
  }
}
