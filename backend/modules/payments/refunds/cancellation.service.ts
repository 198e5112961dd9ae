import { m } from '#messages';
import { AppError } from '../../../core/errors.ts';
import { requestCancel, revokeCancel } from '../../orders/money/cancel-requests.service.ts';
import { requestCancellation } from '../../orders/money/refund-requests.ts';
import { findInState, findOwnOpen, openStates } from '../../orders/money/unsettled.queries.ts';
import { findOrder } from '../../orders/orders.queries.ts';
import { isOpen, throwActionError } from '../provider/port.ts';
import { type SettlementDeps, settleOrCancel, settlePaid } from '../settlement/settlement.service.ts';
import { carryOutRefund } from './refunds.service.ts';

/**
 * Cancels a shopper's order: an unpaid one with its payment, a paid one that nothing was shipped of with a refund. The
 * reconciliation finishes what a crash interrupts.
 * @throws AppError notFound; conflict if it can't be canceled; unavailable, in which case a retry resumes
 */
export async function cancelOwnOrder(deps: SettlementDeps, userId: string, orderId: string): Promise<void> {
  const { state } = await findOrder(deps.em, userId, { id: orderId });
  if (state === 'canceled') throw new AppError('conflict', m.orders.cannotCancel());
  await cancelUnpaid(deps, orderId).catch(throwActionError);
  // It may have turned out to be paid.
  if ((await findOrder(deps.em, userId, { id: orderId })).state === 'canceled') return;
  await settlePaid(deps, orderId).catch(throwActionError);
  const refund = await requestCancellation(deps.em, userId, orderId);
  await carryOutRefund(deps, refund).catch(throwActionError);
}

/** Cancels all unpaid orders of a shopper. @throws AppError conflict while one is being paid; unavailable */
export async function cancelOpenOrders(deps: SettlementDeps, userId: string): Promise<void> {
  for (const { id } of await findOwnOpen(deps.em, userId)) await cancelUnpaid(deps, id).catch(throwActionError);
}

async function cancelUnpaid(deps: SettlementDeps, orderId: string): Promise<void> {
  const order = await findInState(deps.em, orderId, openStates);
  if (order === undefined) return;
  await requestCancel(deps.em, orderId, 'shopper');
  await settleOrCancel(isOpen, deps, order);
  if ((await findInState(deps.em, orderId, openStates)) === undefined) return;
  await revokeCancel(deps.em, orderId, 'shopper');
  throw new AppError('conflict', m.payments.beingProcessed());
}
