import { AppError } from '../../../core/errors.ts';
import type { Logger } from '../../../core/observability/log.ts';
import { RECONCILE_AFTER } from '../settlement/reconciliation.service.ts';
import type { SettlementDeps } from '../settlement/settlement.service.ts';
import { storeEvent } from './webhooks.service.ts';
import { db } from './webhooks.tables.ts';

/** How far the first run looks back, in milliseconds: as long as the provider retries a webhook. */
const FIRST_RUN_SPAN = 3 * 24 * 60 * 60 * 1000;

/**
 * Stores the provider's events since the last run whose webhooks didn't arrive; ids identify those that did. Skips recent
 * events, whose webhooks may still be in flight. Logs an outage of the provider; the next run then covers the same period.
 * https://docs.stripe.com/webhooks/process-undelivered-events
 */
export async function receiveMissedEvents(
  { em, provider, log }: Pick<SettlementDeps, 'em' | 'provider'> & { log: Logger },
  { now = Date.now() }: { now?: number } = {},
): Promise<void> {
  const until = new Date(now - RECONCILE_AFTER);
  const position = await db(em).selectFrom('paymentEventPosition').select('seenUntil').executeTakeFirst();
  const from = new Date(position?.seenUntil ?? until.getTime() - FIRST_RUN_SPAN);
  try {
    for await (const event of provider.listEvents(from, until)) await storeEvent(em, event);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ err: error }, 'could not list missed payment events');
    return;
  }
  await db(em)
    .insertInto('paymentEventPosition')
    .values({ id: 1, seenUntil: until })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seenUntil: until }))
    .execute();
}
