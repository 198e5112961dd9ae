import { sql } from 'kysely';
import { type InferType, object, ValidationError } from 'yup';
import { isPaymentIntentId } from '#contract/payments.input.ts';
import { record, requiredText } from '#contract/text.ts';
import { m } from '#messages';
import type { EntityManager } from '../../../core/database/db.ts';
import { ago } from '../../../core/database/queries.ts';
import { removeInBatches } from '../../../core/database/remove-in-batches.ts';
import { AppError } from '../../../core/errors.ts';
import type { EventMap } from '../../../core/events/events.ts';
import { emit } from '../../../core/events/outbox.ts';
import { parseJson } from '../../../core/http/bodies.ts';
import { readFields } from '../../../core/http/validation.ts';
import { paymentRefusals } from '../../../core/observability/metrics.ts';
import { type DisputeUpdate, recordDispute } from '../../orders/money/disputes.ts';
import { DISPUTE, DISPUTE_CLOSED, PAYMENT_FAILED } from '../provider/events.ts';
import { type SettlementDeps, settlePayment } from '../settlement/settlement.service.ts';
import { db } from './webhooks.tables.ts';

/**
 * Stores the event of a webhook, once per event. Verifies the signature over the raw bytes before reading anything.
 * https://docs.stripe.com/webhooks/signature
 * @throws AppError malformed
 */
export async function receiveWebhook(
  { em, provider }: Pick<SettlementDeps, 'em' | 'provider'>,
  { rawBody, signature, secret }: { rawBody: Buffer; signature: string; secret: string },
): Promise<void> {
  try {
    // Only verifies: what it returns is any JSON.
    provider.webhooks.constructEvent(rawBody, signature, secret);
  } catch (cause) {
    throw new AppError('malformed', m.payments.wrongSignature(), { cause });
  }
  await storeEvent(em, readEvent(rawBody));
}

/** Stores an event from the provider with its outbox row, unless it is already stored. */
export async function storeEvent(em: EntityManager, event: ProviderEvent): Promise<void> {
  const isNew = await em.transactional(async (em) => {
    const stored = await db(em)
      .insertInto('paymentEvent')
      .values({ id: event.id, type: event.type, paymentIntentId: paymentIntentIdOf(event) })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (stored !== undefined) emit(em, 'payment.eventReceived', { eventId: event.id, ...disputeIn(event) });
    return stored !== undefined;
  });
  if (isNew && event.type === PAYMENT_FAILED) paymentRefusals.inc({ reason: 'declined' });
}

/** The provider's ids have at most 255 characters: https://docs.stripe.com/upgrades#what-changes-does-stripe-consider-to-be-backwards-compatible */
const ID_MAX = 255;

/** As all ids of the provider are. Stored in JSON, which can't have every character. */
const PLAIN_ID = /^[\w-]{1,255}$/;

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
type ProviderEvent = InferType<typeof eventInput>;

function readEvent(rawBody: Buffer): ProviderEvent {
  try {
    return readFields(eventInput, parseJson(rawBody.toString('utf8')) as object);
  } catch (cause) {
    if (!(cause instanceof SyntaxError || cause instanceof ValidationError)) throw cause;
    throw new AppError('malformed', m.payments.notAnEvent(), { cause });
  }
}

/** Null if the event is not about a payment. */
function paymentIntentIdOf({ data: { object } }: ProviderEvent): string | null {
  const intent = object.object === 'payment_intent' ? object : object.payment_intent;
  const id = typeof intent === 'object' && intent !== null && 'id' in intent ? intent.id : intent;
  return isPaymentIntentId(id) ? id : null;
}

/**
 * What an event says about a dispute; that one is lost can't be stale.
 * https://docs.stripe.com/api/disputes/object#dispute_object-status
 */
function disputeIn({ type, data: { object } }: ProviderEvent): { dispute?: DisputeUpdate } {
  if (type !== DISPUTE && type !== DISPUTE_CLOSED) return {};
  const { id, amount, status } = object;
  const end = status === 'lost' ? 'lost' : 'won';
  return {
    dispute: {
      id: typeof id === 'string' && PLAIN_ID.test(id) ? id : null,
      state: type === DISPUTE ? 'open' : end,
      amount: Number.isSafeInteger(amount) && Number(amount) >= 0 ? Number(amount) : null,
    },
  };
}

/** Settles the order of an event by the current state at the provider, since the event may be stale. */
export async function handlePaymentEvent(
  deps: SettlementDeps,
  { eventId, dispute }: EventMap['payment.eventReceived'],
): Promise<void> {
  const { em } = deps;
  const events = db(em).selectFrom('paymentEvent').select(['type', 'paymentIntentId']);
  const event = await events.where('id', '=', eventId).executeTakeFirst();
  if (!event?.paymentIntentId) return;
  await settlePayment(deps, event.paymentIntentId);
  if (dispute) await recordDispute(em, event.paymentIntentId, dispute);
  // Emitted by the previous release.
  else if (event.type === DISPUTE) {
    await recordDispute(em, event.paymentIntentId, { id: null, state: 'open', amount: null });
  }
}

/**
 * Deletes events that arrived at least `olderThan` milliseconds ago, which the provider neither sends nor lists any more.
 */
export async function removeOldEvents(em: EntityManager, olderThan: number): Promise<void> {
  await removeInBatches(em, 'payment_event', sql`received_at <= ${ago(olderThan)}`);
}
