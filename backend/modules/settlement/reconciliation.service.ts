import { noteChecked } from '../orders/orders.service.ts';
import { findUnchecked } from '../orders/unsettled.queries.ts';
import { ABANDONED_AFTER, type SettlementDeps, settleOrGiveUp } from './settlement.service.ts';

/** Milliseconds after which an order that nobody has asked about is checked. */
export const RECONCILE_AFTER = 10 * 60 * 1000;
const RECONCILE_BATCH = 100;
/** Milliseconds after which a run checks no further order, however slow the provider is; the next run goes on. */
const RECONCILE_WITHIN = 50_000;

/**
 * Checks orders whose webhook may have been lost (see findUnchecked), and gives up those that nobody began to pay within
 * a day. What does not fit into `within` milliseconds comes first in the next run.
 * @throws AggregateError at the end, if some could not be settled
 */
export async function reconcilePayments(
  { em, provider }: SettlementDeps,
  { olderThan = RECONCILE_AFTER, abandonedAfter = ABANDONED_AFTER, within = RECONCILE_WITHIN } = {},
): Promise<void> {
  const end = performance.now() + within;
  const failures: unknown[] = [];
  for (const order of await findUnchecked(em, olderThan, RECONCILE_BATCH)) {
    try {
      await settleOrGiveUp({ em, provider }, order, { abandonedAfter });
    } catch (error) {
      failures.push(error);
      // It goes to the end of the line: one that can never be settled must not hold up the others.
      await noteChecked(em, order.id);
    }
    if (performance.now() > end) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} orders could not be settled`);
}
