import type { EntityManager } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import type { Logger } from '../../core/log.ts';
import { recordCheck } from '../orders/orders.service.ts';
import { findRequestedRefunds } from '../orders/refund-requests.ts';
import { findUnchecked, longestDue, type UncheckedOrder } from '../orders/unsettled.queries.ts';
import { carryOutRefund } from './refunds.service.ts';
import { type SettlementDeps, settleOrGiveUp, settlePaid } from './settlement.service.ts';

/** Milliseconds since the last check after which an order is checked. */
export const RECONCILE_AFTER = 10 * 60 * 1000;
const RECONCILE_BATCH = 100;
/** Milliseconds after which a run checks no more orders, in case the provider is slow; the next run resumes. */
const RECONCILE_WITHIN = 50_000;

/**
 * Checks orders whose webhooks may be lost (see findUnchecked), and finishes cancellations and refunds interrupted by a
 * crash. Stops after `within` milliseconds; the next run starts with the rest. Logs outages and rejections of the
 * provider and postpones the order.
 * @throws AggregateError after all orders, for any other errors
 */
export async function reconcilePayments(
  { log, ...deps }: SettlementDeps & { log: Logger },
  { olderThan = RECONCILE_AFTER, within = RECONCILE_WITHIN } = {},
): Promise<void> {
  const end = performance.now() + within;
  const errors: unknown[] = [];
  for (const order of await findUnchecked(deps.em, olderThan, RECONCILE_BATCH)) {
    try {
      await reconcile(deps, order);
    } catch (error) {
      // Goes to the end of the queue, so that an order that can't be settled doesn't block the others.
      await recordCheck(deps.em, order.id);
      if (error instanceof AppError) log.warn({ err: error, orderId: order.id }, 'could not reconcile an order');
      else errors.push(error);
    }
    if (performance.now() > end) break;
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} orders could not be reconciled`);
}

/** How long an order has been due for a check, in milliseconds; 0 if none is. Grows if the reconciliation can't keep up. */
export function reconciliationLag(em: EntityManager): Promise<number> {
  return longestDue(em, RECONCILE_AFTER);
}

async function reconcile(deps: SettlementDeps, order: UncheckedOrder): Promise<void> {
  if (order.refundRequestedAt === null) return settleOrGiveUp(deps, order);
  // The provider may have made it and forgotten its idempotency key since.
  await settlePaid(deps, order.id);
  for (const refund of await findRequestedRefunds(deps.em, order.id)) await carryOutRefund(deps, refund);
}
