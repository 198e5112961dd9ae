import type Stripe from 'stripe';
import { type PaymentProvider, throwAsAppError } from './provider.ts';

/** https://docs.stripe.com/api/events/types#event_types-charge.dispute.created */
export const DISPUTE = 'charge.dispute.created';

/** Also of one that ends as an inquiry. https://docs.stripe.com/api/events/types#event_types-charge.dispute.closed */
export const DISPUTE_CLOSED = 'charge.dispute.closed';

/** https://docs.stripe.com/api/events/types#event_types-payment_intent.payment_failed */
export const PAYMENT_FAILED = 'payment_intent.payment_failed';

/** The events that can change an order. */
export const EVENT_TYPES = [
  'payment_intent.succeeded',
  PAYMENT_FAILED,
  'payment_intent.canceled',
  'charge.refunded',
  // Some payment methods have only one of them.
  'charge.refund.updated',
  'refund.failed',
  DISPUTE,
  DISPUTE_CLOSED,
];

/** The provider's payment events between two times, newest first. @throws AppError unavailable */
export async function* listEvents(provider: PaymentProvider, from: Date, until: Date): AsyncGenerator<Stripe.Event> {
  const created = { gte: toSeconds(from), lte: toSeconds(until) };
  try {
    yield* provider.events.list({ types: EVENT_TYPES, created, limit: 100 });
  } catch (error) {
    throwAsAppError(error);
  }
}

function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
