import { LockMode } from '@mikro-orm/core';
import { type Actor, audit } from '../../core/audit.ts';
import { type EntityManager, inFreshTransaction } from '../../core/db.ts';
import { AppError } from '../../core/errors.ts';
import { Order } from './order.entity.ts';
import { NO_SUCH_ORDER } from './orders.queries.ts';
import { spokenName } from './orders.service.ts';

/**
 * Notes that an admin wants the money of a paid order given back, once an order. Comes before the provider is asked, so
 * that nothing is refunded without a trace, and so that the reconciliation knows what to ask about after a crash.
 * @returns the payment to be refunded; null if it is refunded already
 * @throws AppError notFound, conflict
 */
export async function requestRefund(em: EntityManager, admin: Actor, orderId: string): Promise<string | null> {
  return inFreshTransaction(em, async (em) => {
    const order = await em.findOne(Order, orderId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (order === null) throw new AppError('notFound', NO_SUCH_ORDER);
    if (order.state === 'refunded') return null;
    if (order.state !== 'paid' || !order.paymentIntentId) {
      throw new AppError('conflict', 'Only a paid order can be refunded');
    }
    order.checkedAt = new Date();
    if (!order.refundRequestedAt) {
      order.refundRequestedAt = new Date();
      audit(em, admin, { action: 'order.refundRequested', subjectId: orderId, subjectName: spokenName(order) });
    }
    return order.paymentIntentId;
  });
}
