import { requestCancel } from '../../orders/money/cancel-requests.service.ts';
import { findOutdated } from '../../orders/money/unsettled.queries.ts';
import { isOpen } from '../provider/payment-intents.ts';
import { type SettlementDeps, settleOrCancel } from './settlement.service.ts';

/**
 * Cancels the open orders in which the price of one of these products is outdated, with their payments. Keeps orders that
 * are paid or being processed at the provider.
 * @throws AppError unavailable; a retry resumes
 */
export async function cancelOutdated(deps: SettlementDeps, productIds: string[]): Promise<void> {
  for (const order of await findOutdated(deps.em, productIds)) {
    await requestCancel(deps.em, order.id, 'shop');
    await settleOrCancel(isOpen, deps, order);
  }
}
