import type { ReturnStep } from '#contract/orders/orders.ts';
import type { ReturnState } from '#contract/orders/returns.ts';
import { m } from '#messages';
import type { EntityManager } from '../../../core/database/db.ts';
import { AppError } from '../../../core/errors.ts';
import { emit } from '../../../core/events/outbox.ts';
import type { Order } from '../order.entity.ts';
import { type Cause, lockOrder, record } from '../order-steps.ts';
import { db } from '../orders.tables.ts';
import { OrderReturn } from './order-return.entity.ts';
import { canBecome } from './return.states.ts';

const returnNotFound = () => new AppError('notFound', m.returns.notFound());

/** Locks the order of a return, of this shopper and this order only if given. @throws AppError notFound */
export async function lockReturn(
  em: EntityManager,
  returnId: string,
  owner?: { userId: string; orderId: string },
): Promise<{ order: Order; goods: OrderReturn }> {
  const found = await db(em)
    .selectFrom('orderReturn')
    .select('orderId')
    .where('id', '=', returnId)
    .executeTakeFirstOrThrow(returnNotFound);
  const order = await lockOrder(em, found.orderId, owner?.userId);
  if (owner !== undefined && owner.orderId !== order.id) throw returnNotFound();
  const goods = await em.findOneOrFail(OrderReturn, returnId, { failHandler: returnNotFound });
  return { order, goods };
}

/** Moves a return of a locked order on, and announces it. @throws AppError conflict if it can't come to that state */
export async function moveReturn(
  em: EntityManager,
  order: Order,
  goods: OrderReturn,
  state: ReturnState,
  cause: Cause,
): Promise<void> {
  requireNext(goods, state);
  goods.state = state;
  await recordReturn(em, order, goods, cause);
}

/** @throws AppError conflict if a return can't come to that state */
export function requireNext(goods: OrderReturn, state: ReturnState): void {
  if (!canBecome(goods.state, state)) throw new AppError('conflict', m.returns.notNow({ state: goods.state }));
}

/** Writes the state of a return into the history of its locked order, and announces it. */
export async function recordReturn(
  em: EntityManager,
  order: Order,
  { id: returnId, state }: OrderReturn,
  cause: Cause,
): Promise<void> {
  await record(em, order, stepTo(state), cause, null, returnId);
  emit(em, 'return.changed', { orderId: order.id, returnId, state });
}

function stepTo(state: ReturnState): ReturnStep {
  return `return${state[0]?.toUpperCase()}${state.slice(1)}` as ReturnStep;
}

/** The state to which a step of an order's history brought a return. */
export function stateOf(step: string): ReturnState {
  return step.replace(/^return(.)/, (_, first: string) => first.toLowerCase()) as ReturnState;
}

/** What people call a return: "1003-1". */
export function returnReference({ number }: Pick<Order, 'number'>, place: number): string {
  return `${number}-${place}`;
}
