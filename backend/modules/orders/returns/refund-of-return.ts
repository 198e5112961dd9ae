import type { RefundReturnInput } from '#contract/orders/returns.input.ts';
import type { ReturnRefundView } from '#contract/orders/returns.ts';
import { toMajorUnits } from '#contract/values/money.ts';
import type { Actor } from '../../../core/audit/audit.ts';
import { type EntityManager, inFreshTransaction } from '../../../core/database/db.ts';
import { findRepeated } from '../money/refund-records.ts';
import { findOpen, type RequestedRefund, toCarryOut } from '../money/refund-requests.ts';
import { refundableOf, refundReturned } from '../money/return-refunds.ts';
import { lockReturn, moveReturn, requireNext, returnReference } from './return-steps.ts';
import { unitsIn } from './units-left.ts';

/**
 * Records the refund of a return whose goods came back, before the call to the provider. The same key, or a second request
 * while the first is carried out, leads to the same refund. If no money is left to give back, that ends the return.
 * @returns null if there is nothing to carry out
 * @throws AppError notFound, conflict, invalid
 */
export function requestReturnRefund(
  em: EntityManager,
  admin: Actor,
  returnId: string,
  { input, key }: { input: RefundReturnInput; key: string | null },
): Promise<RequestedRefund | null> {
  return inFreshTransaction(em, async (em) => {
    const { order, goods } = await lockReturn(em, returnId);
    // In no language, as its hash tells a repetition from another refund.
    const reason = returnReference(order, goods.place);
    const request = { input: { ...input, lines: unitsIn(goods), reason }, key };
    const open = await findOpen(em, order);
    const repeated =
      (await findRepeated(em, order, request)) ?? open.find((refund) => refund.returnId === returnId) ?? null;
    if (repeated !== null) return repeated.state === 'requested' ? toCarryOut(order, repeated) : null;
    requireNext(goods, 'refunded');
    const refund = await refundReturned(em, admin, order, goods, request);
    if (refund.state === 'requested') return toCarryOut(order, refund);
    await moveReturn(em, order, goods, 'refunded', { by: 'shop', adminName: admin.username });
    return null;
  });
}

/** What the refund of a return gives back now, by the same rule, without another amount. @throws AppError notFound */
export function viewReturnRefund(em: EntityManager, returnId: string): Promise<ReturnRefundView> {
  return inFreshTransaction(em, async (em) => {
    const { order, goods } = await lockReturn(em, returnId);
    const { amount, delivery } = await refundableOf(em, order, goods);
    return { amount: toMajorUnits(amount), delivery: toMajorUnits(delivery) };
  });
}
