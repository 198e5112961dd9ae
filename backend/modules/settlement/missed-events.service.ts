import type { EntityManager } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import type { Logger } from '../../core/log.ts';
import { listEvents } from '../provider/events.ts';
import { RECONCILE_AFTER } from './reconciliation.service.ts';
import type { SettlementDeps } from './settlement.service.ts';
import { db } from './settlement.tables.ts';
import { storeEvent } from './webhooks.service.ts';

/** Milliseconds that the first look goes back: as long as the provider retries a webhook. */
const FIRST_LOOK = 3 * 24 * 60 * 60 * 1000;

/**
 * Receives the provider's events since the last look as if their webhooks had just arrived; those that did arrive are known
 * by their ids. It looks only at events that their webhooks have had time for. An outage of the provider is logged, and
 * the next look covers the same time. https://docs.stripe.com/webhooks/process-undelivered-events
 */
export async function receiveMissedEvents(
  { em, provider, log }: SettlementDeps & { log: Logger },
  { now = Date.now() }: { now?: number } = {},
): Promise<void> {
  const until = new Date(now - RECONCILE_AFTER);
  const from = (await lastLook(em)) ?? new Date(until.getTime() - FIRST_LOOK);
  try {
    for await (const event of listEvents(provider, from, until)) await storeEvent(em, event);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ err: error }, 'could not list missed payment events');
    return;
  }
  await noteLook(em, until);
}

async function lastLook(em: EntityManager): Promise<Date | null> {
  const look = await db(em).selectFrom('paymentEventLook').select('seenUntil').executeTakeFirst();
  return look === undefined ? null : new Date(look.seenUntil);
}

async function noteLook(em: EntityManager, until: Date): Promise<void> {
  await db(em)
    .insertInto('paymentEventLook')
    .values({ id: 1, seenUntil: until })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seenUntil: until }))
    .execute();
}
