import type { Actor } from '../../../core/audit/audit.ts';
import { AppError } from '../../../core/errors.ts';
import { findAnyOrder } from '../../orders/dashboard/orders.admin.queries.ts';
import type { RefundRequest } from '../../orders/money/refund-records.ts';
import { requestRefund } from '../../orders/money/refund-requests.ts';
import { restockRefunded } from '../../orders/money/restocking.ts';
import { wasCheckedWithin } from '../../orders/money/unsettled.queries.ts';
import { throwActionError } from '../provider/provider.ts';
import { carryOutRefund } from '../refunds/refunds.service.ts';
import { RECONCILE_AFTER } from './reconciliation.service.ts';
import { type SettlementDeps, settleOrGiveUp, settlePaid } from './settlement.service.ts';

/**
 * Refunds a paid order, or a part of it, and settles it. Of a refunded order, returns what is not back in stock yet, if
 * asked to. Idempotent for the same key, and without an input, even for concurrent calls and after a crash.
 * @throws AppError notFound; invalid; conflict if it is not paid, or with the provider's message; unavailable, in which
 * case a retry resumes
 */
export async function refundOrder(deps: SettlementDeps, admin: Actor, orderId: string, request: RefundRequest) {
  // What is left depends on refunds in the provider's dashboard, too, and on earlier attempts whose answers were lost.
  await settlePaid(deps, orderId).catch(throwActionError);
  const refund = await requestRefund(deps.em, admin, orderId, request);
  if (refund !== null) await carryOutRefund(deps, refund).catch(throwActionError);
  else if (await restockRefunded(deps.em, admin, orderId, request)) return 'restocked';
  return 'refunded';
}

/**
 * Settles an order by its payment at the provider, like the reconciliation.
 * @throws AppError notFound, conflict if it has no payment, unavailable
 */
export async function checkOrder(deps: SettlementDeps, admin: Actor, orderId: string): Promise<void> {
  const order = await findAnyOrder(deps.em, orderId);
  const isBeingPrepared = () => wasCheckedWithin(deps.em, orderId, RECONCILE_AFTER);
  if (!order.paymentIntentId && (order.state !== 'pending' || (await isBeingPrepared()))) {
    throw new AppError('conflict', 'This order has no payment yet');
  }
  await settleOrGiveUp(deps, order, admin).catch(throwActionError);
}
