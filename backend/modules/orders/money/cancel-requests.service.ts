import type { OrderParty } from '#contract/orders/orders.ts';
import { type EntityManager, inFreshTransaction } from '../../../core/database/db.ts';
import { ago } from '../../../core/database/queries.ts';
import { emit } from '../../../core/events/outbox.ts';
import { db } from '../orders.tables.ts';
import { openStates } from './unsettled.queries.ts';

/** Orders that expire per transaction. */
const EXPIRED_BATCH = 500;

/** An unpaid order holds its units for this many times the expiry at most, however often its shopper begins to pay it. */
const HOLD_MAX = 3;

/** Whether an unpaid order has held its units for as long as one may. `expiry` is in milliseconds. */
export async function isHeldTooLong(em: EntityManager, orderId: string, expiry: number): Promise<boolean> {
  const held = db(em).selectFrom('shopOrder').select('id').where('id', '=', orderId);
  return (await held.where('createdAt', '<=', ago(HOLD_MAX * expiry)).executeTakeFirst()) !== undefined;
}

/** Notes that an unpaid order is to be canceled, with the first who wants it. The provider decides whether it still can be. */
export function requestCancel(em: EntityManager, orderId: string, by: OrderParty): Promise<void> {
  return replaceRequest(em, orderId, null, by);
}

/** Takes back the wish of `by` to cancel an order, which then can be paid again. */
export function revokeCancel(em: EntityManager, orderId: string, by: OrderParty): Promise<void> {
  return replaceRequest(em, orderId, by, null);
}

async function replaceRequest(em: EntityManager, orderId: string, from: OrderParty | null, to: OrderParty | null) {
  await db(em)
    .updateTable('shopOrder')
    .set({ cancelRequestedBy: to })
    .where('id', '=', orderId)
    .where('state', 'in', openStates)
    .where('cancelRequestedBy', 'is not distinct from', from)
    .execute();
}

/**
 * Announces the unpaid orders whose last attempt is at least `expiry` milliseconds ago, or that were held too long, once
 * each, as to be canceled.
 */
export async function announceExpired(em: EntityManager, expiry: number): Promise<void> {
  while ((await announceBatch(em, expiry)) === EXPIRED_BATCH);
}

/** @returns how many were announced */
function announceBatch(em: EntityManager, expiry: number): Promise<number> {
  return inFreshTransaction(em, async (em) => {
    const expired = await db(em)
      .updateTable('shopOrder')
      .set({ cancelRequestedBy: 'shop' })
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('shopOrder')
          .select('id')
          .where('state', 'in', openStates)
          .where('cancelRequestedBy', 'is', null)
          .where((order) =>
            order.or([order('attemptedAt', '<=', ago(expiry)), order('createdAt', '<=', ago(HOLD_MAX * expiry))]),
          )
          .orderBy('attemptedAt')
          .limit(EXPIRED_BATCH)
          .forUpdate()
          .skipLocked(),
      )
      .returning('id')
      .execute();
    for (const { id } of expired) emit(em, 'order.expired', { orderId: id });
    return expired.length;
  });
}
