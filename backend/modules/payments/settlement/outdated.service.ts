import type { EventMap } from '../../../core/events/events.ts';
import { endOffer } from '../../orders/money/settle-order.ts';
import { findOutdated, openStates } from '../../orders/money/unsettled.queries.ts';
import { isOpen } from '../provider/payment-intents.ts';
import { type SettlementDeps, settleOrCancel } from './settlement.service.ts';

/**
 * Ends the orders in which the price of one of these products is outdated: cancels open ones with their payments, and has
 * those refunded that were paid since. Whoever pays at the same moment is refunded when their payment is settled. Keeps
 * orders that were paid before.
 * @throws AppError unavailable; a retry resumes
 */
export async function cancelOutdated(
  deps: SettlementDeps,
  { productIds, endedAt = new Date().toISOString() }: EventMap['product.offerEnded'],
): Promise<void> {
  const end = new Date(endedAt);
  for (const order of await findOutdated(deps.em, productIds, end)) {
    await endOffer(deps.em, order.id, end);
    if (openStates.includes(order.state)) await settleOrCancel(isOpen, deps, order);
  }
}
