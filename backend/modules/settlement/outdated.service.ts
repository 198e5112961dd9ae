import type Stripe from 'stripe';
import { findOutdated } from '../orders/unsettled.queries.ts';
import { isAwaitingPayment, isLeftUnfinished } from '../provider/payment-intents.ts';
import { type SettlementDeps, settleOrCancel } from './settlement.service.ts';

/**
 * Cancels the open orders in which one of these products has a price that no longer holds, with their payments. What the
 * provider has taken, or is processing, is kept.
 * @throws AppError unavailable, after which a retry goes on
 */
export async function cancelOutdated(deps: SettlementDeps, productIds: string[]): Promise<void> {
  for (const order of await findOutdated(deps.em, productIds)) await settleOrCancel(isOpen, deps, order);
}

/** Until the provider charges the card, the shopper can be asked again at the new price. */
function isOpen(intent: Stripe.PaymentIntent): boolean {
  return isAwaitingPayment(intent) || isLeftUnfinished(intent);
}
