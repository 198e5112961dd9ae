import type { IncomingHttpHeaders } from 'node:http';
import type Stripe from 'stripe';
import { type InferType, object, ValidationError } from 'yup';
import { record, requiredText } from '#contract/values/text.ts';
import { m } from '#messages';
import { AppError } from '../../../../core/errors.ts';
import { parseJson } from '../../../../core/http/bodies.ts';
import { readFields } from '../../../../core/http/validation.ts';
import type { ProviderEvent } from '../port.ts';
import { throwAsAppError } from './errors.ts';

export const SIGNATURE_HEADER = 'Stripe-Signature';

/** https://docs.stripe.com/api/events/types#event_types-charge.dispute.created */
const DISPUTE = 'charge.dispute.created';

/** Also of one that ends as an inquiry. https://docs.stripe.com/api/events/types#event_types-charge.dispute.closed */
const DISPUTE_CLOSED = 'charge.dispute.closed';

/** https://docs.stripe.com/api/events/types#event_types-payment_intent.payment_failed */
const PAYMENT_FAILED = 'payment_intent.payment_failed';

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

/** The payment events between two times, newest first. */
export async function* listEvents(stripe: Stripe, from: Date, until: Date): AsyncGenerator<ProviderEvent> {
  const created = { gte: toSeconds(from), lte: toSeconds(until) };
  try {
    for await (const event of stripe.events.list({ types: EVENT_TYPES, created, limit: 100 })) {
      yield eventOf({ ...event, data: { object: event.data.object as EventObject } });
    }
  } catch (error) {
    throwAsAppError(error);
  }
}

function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

/** https://docs.stripe.com/webhooks/signature. @throws AppError malformed */
export function readWebhook(
  stripe: Stripe,
  secret: string,
  rawBody: Buffer,
  headers: IncomingHttpHeaders,
): ProviderEvent {
  try {
    // Only verifies: what it returns is any JSON.
    stripe.webhooks.constructEvent(rawBody, headers[SIGNATURE_HEADER.toLowerCase()] ?? '', secret);
  } catch (cause) {
    throw new AppError('malformed', m.payments.wrongSignature(), { cause });
  }
  return eventOf(readEvent(rawBody));
}

/** The provider's ids have at most 255 characters: https://docs.stripe.com/upgrades#what-changes-does-stripe-consider-to-be-backwards-compatible */
const ID_MAX = 255;

/** As all ids of the provider are. Stored in JSON, which can't have every character. */
const PLAIN_ID = /^[\w-]{1,255}$/;

const INTENT_ID = /^pi_\w{1,250}$/;

/** A payment, or what belongs to one. */
type EventObject = {
  object?: unknown;
  id?: unknown;
  payment_intent?: unknown;
  amount?: unknown;
  status?: unknown;
};

/** The fields that the shop reads from an event. https://docs.stripe.com/api/events/object */
const eventInput = object({
  id: requiredText('id is missing').max(ID_MAX),
  type: requiredText('type is missing').max(ID_MAX),
  data: object({ object: record<EventObject>('data.object is missing').required('data.object is missing') }),
});
type StripeEvent = InferType<typeof eventInput>;

function readEvent(rawBody: Buffer): StripeEvent {
  try {
    return readFields(eventInput, parseJson(rawBody.toString('utf8')) as object);
  } catch (cause) {
    if (!(cause instanceof SyntaxError || cause instanceof ValidationError)) throw cause;
    throw new AppError('malformed', m.payments.notAnEvent(), { cause });
  }
}

function eventOf(event: StripeEvent): ProviderEvent {
  const { id, type } = event;
  return { id, type, paymentId: paymentIdOf(event), isDecline: type === PAYMENT_FAILED, dispute: disputeIn(event) };
}

function paymentIdOf({ data: { object } }: StripeEvent): string | null {
  const intent = object.object === 'payment_intent' ? object : object.payment_intent;
  const id = typeof intent === 'object' && intent !== null && 'id' in intent ? intent.id : intent;
  return isIntentId(id) ? id : null;
}

function isIntentId(id: unknown): id is string {
  return typeof id === 'string' && INTENT_ID.test(id);
}

/**
 * What an event says about a dispute; that one is lost can't be stale.
 * https://docs.stripe.com/api/disputes/object#dispute_object-status
 */
function disputeIn({ type, data: { object } }: StripeEvent): ProviderEvent['dispute'] {
  if (type !== DISPUTE && type !== DISPUTE_CLOSED) return null;
  const { id, amount, status } = object;
  const end = status === 'lost' ? 'lost' : 'won';
  return {
    id: typeof id === 'string' && PLAIN_ID.test(id) ? id : null,
    state: type === DISPUTE ? 'open' : end,
    amount: Number.isSafeInteger(amount) && Number(amount) >= 0 ? Number(amount) : null,
  };
}

export function opensDispute(type: string): boolean {
  return type === DISPUTE;
}
