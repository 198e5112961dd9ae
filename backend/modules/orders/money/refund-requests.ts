import { createHash } from 'node:crypto';
import { toMajorUnits, toMinorUnits } from '#contract/money.ts';
import type { RefundInput } from '#contract/orders.input.ts';
import { type Actor, audit } from '../../../core/audit/audit.ts';
import { type EntityManager, inFreshTransaction } from '../../../core/database/db.ts';
import { AppError, invalid } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { Order, OrderLine } from '../order.entity.ts';
import { lockOrder, orderName } from '../order-steps.ts';
import { db } from '../orders.tables.ts';
import { Refund, type RefundedUnits } from './refund.entity.ts';
import { countUnits, readUnits, refundValue, TOO_MUCH, unitsOfRest } from './refunded-units.ts';

/** A refund to carry out at the provider. */
export type RequestedRefund = { id: string; orderId: string; amount: number; paymentIntentId: string };

/** Without an input, the rest is refunded. `key` is the caller's idempotency key. */
export type RefundRequest = { input: RefundInput | null; key: string | null };

/** Whether all that is left is refunded. */
function isOfRest(input: RefundInput | null): boolean {
  return input?.amount === undefined && input?.lines === undefined;
}

/**
 * Records a refund before the call to the provider, so that every refund has an audit entry and the reconciliation can
 * finish one after a crash. The same key, or a concurrent refund of the rest, leads to the same refund.
 * @returns null if it is already done
 * @throws AppError notFound, conflict, invalid
 */
export async function requestRefund(
  em: EntityManager,
  admin: Actor,
  orderId: string,
  { input, key }: RefundRequest = { input: null, key: null },
): Promise<RequestedRefund | null> {
  return inFreshTransaction(em, async (em) => {
    const order = await lockOrder(em, orderId);
    const requestHash = hashOf(input);
    const same = key === null ? null : await em.findOne(Refund, { order: orderId, idempotencyKey: key });
    if (same !== null) {
      if (same.requestHash !== requestHash) {
        throw new AppError('conflict', 'This Idempotency-Key was used for another refund');
      }
      if (same.state === 'rejected') throw new AppError('conflict', 'The payment provider rejected this refund');
      // The provider forgets its own keys after a day: asking again would refund twice.
      return same.state === 'done' ? null : toCarryOut(order, same);
    }
    const isRest = isOfRest(input);
    if (order.state === 'refunded' && isRest) return null;
    if (order.state !== 'paid' || !order.paymentIntentId) {
      throw new AppError('conflict', 'Only a paid order can be refunded');
    }
    const open = await em.find(Refund, { order: orderId, state: 'requested' });
    const left = order.amount - order.refunded - open.reduce((sum, { amount }) => sum + amount, 0);
    const [first] = open;
    if (isRest && left === 0 && first !== undefined) return toCarryOut(order, first);

    const lines = await order.lines.loadItems();
    const units = isRest ? unitsOfRest(lines) : readUnits(lines, input?.lines ?? []);
    const amount = amountOf(order, lines, units, { input, left, isRest });
    countUnits(lines, units, 1);
    const refund = em.create(Refund, {
      id: newId(),
      order,
      amount,
      lines: units,
      reason: input?.reason ?? '',
      restocked: input?.restock ? units.map(({ productId, count }) => ({ productId, count })) : [],
      by: 'shop',
      adminName: admin.username,
      idempotencyKey: key,
      requestHash,
    });
    order.checkedAt = new Date();
    const changes = {
      refund: { from: null, to: toMajorUnits(amount) },
      ...(refund.reason !== '' && { reason: { from: null, to: refund.reason } }),
    };
    audit(em, admin, { action: 'order.refundRequested', subjectId: orderId, subjectName: orderName(order), changes });
    return toCarryOut(order, refund);
  });
}

/**
 * Records the refund of what is left of a paid order that its shopper cancels, so that it is no longer shipped.
 * @throws AppError notFound; conflict if it can't be canceled
 */
export async function requestCancellation(
  em: EntityManager,
  userId: string,
  orderId: string,
): Promise<RequestedRefund> {
  return inFreshTransaction(em, async (em) => {
    const order = await lockOrder(em, orderId, userId);
    const open = await em.find(Refund, { order: orderId, state: 'requested' });
    const cancellation = open.find(({ cancels }) => cancels);
    if (cancellation !== undefined) return toCarryOut(order, cancellation);
    const lines = await order.lines.loadItems();
    const isUntouched = order.fulfilment === 'open' && lines.every(({ shipped }) => shipped === 0);
    const left = order.amount - order.refunded - open.reduce((sum, { amount }) => sum + amount, 0);
    if (order.state !== 'paid' || !isUntouched || left === 0) throw new AppError('conflict', CANNOT_CANCEL);
    const units = unitsOfRest(lines);
    countUnits(lines, units, 1);
    const refund = em.create(Refund, {
      id: newId(),
      order,
      amount: left,
      lines: units,
      reason: '',
      restocked: units.map(({ productId, count }) => ({ productId, count })),
      cancels: true,
      by: 'shopper',
      requestHash: hashOf(null),
    });
    order.fulfilment = 'canceled';
    order.checkedAt = new Date();
    return toCarryOut(order, refund);
  });
}

export const CANNOT_CANCEL = 'This order can no longer be canceled';

/** Withdraws a refund that the provider rejected. */
export async function withdrawRefund(em: EntityManager, orderId: string, refundId: string): Promise<void> {
  await inFreshTransaction(em, async (em) => {
    const order = await lockOrder(em, orderId);
    const refund = await em.findOneOrFail(Refund, refundId);
    if (refund.state !== 'requested') return;
    refund.state = 'rejected';
    if (refund.cancels && order.fulfilment === 'canceled') order.fulfilment = 'open';
    countUnits(await order.lines.loadItems(), refund.lines, -1);
  });
}

/** The refunds of an order that are still to be carried out. */
export function findRequestedRefunds(em: EntityManager, orderId: string): Promise<RequestedRefund[]> {
  return db(em)
    .selectFrom('refund')
    .innerJoin('shopOrder', 'shopOrder.id', 'refund.orderId')
    .select(['refund.id', 'refund.orderId', 'refund.amount', 'shopOrder.paymentIntentId'])
    .where('refund.orderId', '=', orderId)
    .where('refund.state', '=', 'requested')
    .where('shopOrder.paymentIntentId', 'is not', null)
    .$narrowType<{ paymentIntentId: string }>()
    .orderBy('refund.id')
    .execute();
}

function toCarryOut({ id, paymentIntentId }: Order, refund: Refund): RequestedRefund {
  if (!paymentIntentId) throw new Error(`Order ${id} has no payment to refund`);
  return { id: refund.id, orderId: id, amount: refund.amount, paymentIntentId };
}

/** @throws AppError invalid if it is more than is left, or nothing */
function amountOf(
  order: Order,
  lines: readonly OrderLine[],
  units: readonly RefundedUnits[],
  { input, left, isRest }: { input: RefundInput | null; left: number; isRest: boolean },
): number {
  if (isRest && left > 0) return left;
  if (input?.amount === undefined) return refundValue(order, lines, units, left);
  const amount = toMinorUnits(input.amount);
  if (amount > left) throw invalid({ amount: TOO_MUCH });
  return amount;
}

function hashOf(input: RefundInput | null): string {
  const { amount, lines, reason, restock } = input ?? {};
  return createHash('sha256')
    .update(JSON.stringify([amount, lines?.map(valuesOf), reason, restock]))
    .digest('hex');
}

function valuesOf({ productId, count, returned }: NonNullable<RefundInput['lines']>[number]) {
  return returned === undefined ? [productId, count] : [productId, count, returned];
}
