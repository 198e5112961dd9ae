import { AppError } from '../../core/errors.ts';
import type { Logger } from '../../core/log.ts';
import { noteChecked } from '../orders/orders.service.ts';
import { findUnchecked, type UncheckedOrder } from '../orders/unsettled.queries.ts';
import { carryOutRefund } from './refunds.service.ts';
import { ABANDONED_AFTER, type SettlementDeps, settleOrGiveUp } from './settlement.service.ts';

/** Milliseconds after which an order that nobody has asked about is checked. */
export const RECONCILE_AFTER = 10 * 60 * 1000;
const RECONCILE_BATCH = 100;
/** Milliseconds after which a run checks no further order, however slow the provider is; the next run goes on. */
const RECONCILE_WITHIN = 50_000;

/**
 * Checks orders whose webhook may have been lost (see findUnchecked), gives up abandoned ones, and finishes refunds that a
 * crash interrupted. What does not fit into `within` milliseconds comes first in the next run. An outage or a refusal of
 * the provider is logged, and the order waits for its next turn.
 * @throws AggregateError at the end, for faults of the shop
 */
export async function reconcilePayments(
  { log, ...deps }: SettlementDeps & { log: Logger },
  { olderThan = RECONCILE_AFTER, abandonedAfter = ABANDONED_AFTER, within = RECONCILE_WITHIN } = {},
): Promise<void> {
  const end = performance.now() + within;
  const faults: unknown[] = [];
  for (const order of await findUnchecked(deps.em, olderThan, RECONCILE_BATCH)) {
    try {
      await reconcile(deps, order, abandonedAfter);
    } catch (error) {
      // It goes to the end of the line: one that can never be settled must not hold up the others.
      await noteChecked(deps.em, order.id);
      if (error instanceof AppError) log.warn({ err: error, orderId: order.id }, 'could not reconcile an order');
      else faults.push(error);
    }
    if (performance.now() > end) break;
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} orders could not be reconciled`);
}

async function reconcile(deps: SettlementDeps, order: UncheckedOrder, abandonedAfter: number): Promise<void> {
  if (order.isRefundRequested && order.paymentIntentId) {
    await carryOutRefund(deps, order.id, order.paymentIntentId);
  } else {
    await settleOrGiveUp(deps, order, { abandonedAfter });
  }
}
