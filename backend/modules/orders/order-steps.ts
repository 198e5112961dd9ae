import { type FilterQuery, LockMode } from '@mikro-orm/core';
import type { OrderParty, OrderStep } from '#contract/orders/orders.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { prepared } from '../../core/database/queries.ts';
import { newId } from '../../core/ids.ts';
import { orderStepCount } from '../../core/observability/metrics.ts';
import { Order } from './order.entity.ts';
import { orderNotFound } from './orders.queries.ts';
import { db } from './orders.tables.ts';

/** Who causes a step in the life of an order. */
export type Cause = { by: OrderParty; adminName?: string | null };

/** Writes a step into the history of a locked order, or of one of its returns. `amount` is what a refund gave back, in minor units. */
export async function record(
  em: EntityManager,
  { id: orderId }: Pick<Order, 'id'>,
  what: OrderStep,
  { by, adminName = null }: Cause,
  amount: number | null = null,
  returnId: string | null = null,
): Promise<void> {
  await insertStep(em, newId(), orderId, what, by, adminName, amount, returnId);
  orderStepCount.inc({ step: what });
}

const insertStep = prepared(
  (
    em,
    id: string,
    orderId: string,
    what: OrderStep,
    by: OrderParty,
    adminName: string | null,
    amount: number | null,
    returnId: string | null,
  ) => db(em).insertInto('orderHistory').values({ id, orderId, what, by, adminName, amount, returnId }),
);

/** Locks an order, of this shopper only if given. @throws AppError notFound */
export function lockOrder(em: EntityManager, orderId: string, userId?: string): Promise<Order> {
  const where = { id: orderId, ...(userId !== undefined && { user: userId }) };
  return em.findOneOrFail(Order, where, { lockMode: LockMode.PESSIMISTIC_WRITE, failHandler: orderNotFound });
}

/** Locks the order that matches, if there is one. */
export function findAndLock(em: EntityManager, where: FilterQuery<Order>): Promise<Order | null> {
  return em.findOne(Order, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** An order's name in the audit trail. */
export function orderName({ number }: Pick<Order, 'number'>): string {
  return `Order ${number}`;
}
