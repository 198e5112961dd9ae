import { sql } from 'kysely';
import type { EntityManager } from '../../../core/database/db.ts';
import { ago } from '../../../core/database/queries.ts';
import { removeInBatches } from '../../../core/database/remove-in-batches.ts';
import type { EventMap } from '../../../core/events/events.ts';
import { emit } from '../../../core/events/outbox.ts';
import { paymentRefusals } from '../../../core/observability/metrics.ts';
import { recordDispute } from '../../orders/money/disputes.ts';
import type { PaymentProvider, ProviderEvent } from '../provider/port.ts';
import { type SettlementDeps, settlePayment } from '../settlement/settlement.service.ts';
import { db } from './webhooks.tables.ts';

/** Stores the event of a webhook, once per event. @throws AppError malformed, also for a wrong signature */
export async function receiveWebhook(
  { em, provider }: Pick<SettlementDeps, 'em' | 'provider'>,
  ...webhook: Parameters<PaymentProvider['readWebhook']>
): Promise<void> {
  await storeEvent(em, provider.readWebhook(...webhook));
}

/** Stores an event from the provider with its outbox row, unless it is already stored. */
export async function storeEvent(
  em: EntityManager,
  { id, type, paymentId, isDecline, dispute }: ProviderEvent,
): Promise<void> {
  const isNew = await em.transactional(async (em) => {
    const stored = await db(em)
      .insertInto('paymentEvent')
      .values({ id, type, paymentIntentId: paymentId })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (stored !== undefined) emit(em, 'payment.eventReceived', { eventId: id, ...(dispute && { dispute }) });
    return stored !== undefined;
  });
  if (isNew && isDecline) paymentRefusals.inc({ reason: 'declined' });
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
  else if (deps.provider.opensDispute(event.type)) {
    await recordDispute(em, event.paymentIntentId, { id: null, state: 'open', amount: null });
  }
}

/**
 * Deletes events that arrived at least `olderThan` milliseconds ago, which the provider neither sends nor lists any more.
 */
export async function removeOldEvents(em: EntityManager, olderThan: number): Promise<void> {
  await removeInBatches(em, 'payment_event', sql`received_at <= ${ago(olderThan)}`);
}
