import { REFUND_DUE_DAYS, type ReturnReason, type ReturnWish } from '#contract/orders/returns.ts';
import { endOfDayAfter } from '#contract/values/dates.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { newId } from '../../../core/ids.ts';
import type { Units } from '../../catalogue/products/stock.ts';
import type { Order } from '../order.entity.ts';
import type { Cause } from '../order-steps.ts';
import type { Withdrawal } from '../withdrawals/withdrawal.entity.ts';
import { OrderReturn } from './order-return.entity.ts';
import { recordReturn } from './return-steps.ts';

type Content = { lines: Units[]; note: string };

/** Requests a return of units of a locked order. */
export async function requestNewReturn(
  em: EntityManager,
  order: Order,
  content: Content & { reason: ReturnReason; wants: ReturnWish },
): Promise<void> {
  const goods = await createReturn(em, order, { ...content, state: 'requested' });
  await recordReturn(em, order, goods, { by: 'shopper' });
}

/** Opens the return of a withdrawal, which needs nobody's approval. */
export async function openWithdrawnReturn(
  em: EntityManager,
  order: Order,
  { id: withdrawalId, note, receivedAt, isLate }: Withdrawal,
  { lines, timeZone, cause }: { lines: Units[]; timeZone: string; cause: Cause },
): Promise<void> {
  const refundDue = endOfDayAfter(receivedAt, timeZone, REFUND_DUE_DAYS);
  const own = { reason: 'withdrawal', wants: 'refund', state: 'approved' } as const;
  const goods = await createReturn(em, order, { ...own, lines, note, withdrawalId, isLate, refundDue });
  await recordReturn(em, order, goods, cause);
}

type NewReturn = Content &
  Pick<OrderReturn, 'state' | 'reason' | 'wants'> &
  Partial<Pick<OrderReturn, 'withdrawalId' | 'isLate' | 'refundDue'>>;

async function createReturn(em: EntityManager, order: Order, content: NewReturn): Promise<OrderReturn> {
  const place = (await em.count(OrderReturn, { order })) + 1;
  return em.create(OrderReturn, { id: newId(), order, place, ...content });
}
