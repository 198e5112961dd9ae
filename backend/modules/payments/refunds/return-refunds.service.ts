import type { RefundReturnInput } from '#contract/orders/returns.input.ts';
import { m } from '#messages';
import type { Actor } from '../../../core/audit/audit.ts';
import { AppError } from '../../../core/errors.ts';
import { requestReturnRefund } from '../../orders/returns/refund-of-return.ts';
import { findReturn } from '../../orders/returns/returns.queries.ts';
import { throwActionError } from '../provider/port.ts';
import { type SettlementDeps, settlePaid } from '../settlement/settlement.service.ts';
import { carryOutRefund } from './refunds.service.ts';

/**
 * Refunds a return whose goods came back, and settles its order. Idempotent for the same key.
 * @throws AppError notFound; invalid; conflict if it is not its next step, or with the provider's message; unavailable, in
 * which case a retry resumes
 */
export async function refundReturn(
  deps: SettlementDeps,
  admin: Actor,
  returnId: string,
  request: { input: RefundReturnInput; key: string | null },
): Promise<void> {
  const { orderId } = await findReturn(deps.em, returnId);
  await settlePaid(deps, orderId).catch(throwActionError);
  const refund = await requestReturnRefund(deps.em, admin, returnId, request);
  if (refund === null) return;
  await carryOutRefund(deps, refund).catch(throwActionError);
  // The provider may have given it back otherwise meanwhile.
  const { state } = await findReturn(deps.em, returnId);
  if (state === 'received') throw new AppError('conflict', m.orders.refundRejected());
}
