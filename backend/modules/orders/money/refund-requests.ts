import { createHash } from 'node:crypto';
import { toMajorUnits, toMinorUnits } from '#contract/money.ts';
import type { RefundInput } from '#contract/orders.input.ts';
import { excessOf, refundOf } from '#contract/refunds.ts';
import { type Actor, audit } from '../../../core/audit/audit.ts';
import { type EntityManager, inFreshTransaction } from '../../../core/database/db.ts';
import { AppError, invalid } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { returnUnits } from '../../catalogue/products/stock.ts';
import { advanceToShipped } from '../fulfilment/shipments.service.ts';
import type { Order, OrderLine } from '../order.entity.ts';
import { lockOrder, orderName } from '../order-steps.ts';
import { db } from '../orders.tables.ts';
import { Refund, type ReturnedUnits } from './refund.entity.ts';

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
    const returned = input?.lines ?? (isRest ? notReturned(lines) : []);
    const amount = amountOf(order, lines, returned, { input, left, isRest });
    const units = markRefunded(lines, returned);
    const refund = em.create(Refund, {
      id: newId(),
      order,
      amount,
      lines: units,
      reason: input?.reason ?? '',
      restocked: input?.restock ? units : [],
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
    const units = markRefunded(lines, notReturned(lines));
    const refund = em.create(Refund, {
      id: newId(),
      order,
      amount: left,
      lines: units,
      reason: '',
      restocked: units,
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
    const counts = new Map(refund.lines.map(({ productId, count }) => [productId, count]));
    for (const line of await order.lines.loadItems()) line.refunded -= counts.get(line.productId) ?? 0;
  });
}

/** Completes the refunds of a locked order that the provider has made. @returns those that were completed now */
export async function completeRefunds(
  em: EntityManager,
  order: Order,
  refundIds: readonly string[],
): Promise<Refund[]> {
  if (refundIds.length === 0) return [];
  const refunds = await em.find(Refund, { order, id: { $in: [...refundIds] }, state: 'requested' });
  for (const refund of refunds) refund.state = 'done';
  if (refunds.some(({ lines }) => lines.length > 0)) await advanceToShipped(em, order);
  return refunds;
}

/** Returns the units of refunds to stock that a locked order took out of it. */
export async function restock(em: EntityManager, order: Order, refunds: readonly Refund[]): Promise<void> {
  const units = refunds.flatMap(({ restocked }) => restocked);
  if (units.length === 0) return;
  const counts = new Map<string, number>();
  for (const { productId, count } of units) counts.set(productId, (counts.get(productId) ?? 0) + count);
  const lines = await order.lines.loadItems();
  const returned = lines.flatMap((line) => {
    // What was given back otherwise is not given back again.
    const count = Math.min(counts.get(line.productId) ?? 0, line.taken);
    line.taken -= count;
    return count > 0 ? { productId: line.productId, count } : [];
  });
  await returnUnits(em, returned);
}

/** Whether a refund of a locked order returned units. */
export async function isRestocked(em: EntityManager, order: Order): Promise<boolean> {
  const refunds = await em.find(Refund, { order });
  return refunds.some(({ state, restocked }) => state === 'done' && restocked.length > 0);
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
  { discount, subtotal, currency }: Order,
  lines: readonly OrderLine[],
  returned: readonly ReturnedUnits[],
  { input, left, isRest }: { input: RefundInput | null; left: number; isRest: boolean },
): number {
  checkReturned(lines, returned);
  if (isRest && left > 0) return left;
  if (input?.amount !== undefined) {
    const amount = toMinorUnits(input.amount);
    if (amount > left) throw invalid({ amount: TOO_MUCH });
    return amount;
  }
  const counts = new Map(returned.map(({ productId, count }) => [productId, count]));
  const value = refundOf(
    lines.map((line) => ({ ...pick(line), returned: counts.get(line.productId) ?? 0 })),
    discount,
    currency,
  );
  if (value > left + excessOf(lines, subtotal, currency) || left === 0) throw invalid({ lines: TOO_MUCH });
  if (value === 0) throw invalid({ lines: 'These units have no price to give back' });
  return Math.min(value, left);
}

const TOO_MUCH = 'This is more than is left to refund';

function pick({ unitPriceCents, count, isDiscounted, refunded }: OrderLine) {
  return { unitPriceCents, count, isDiscounted, refunded };
}

/** @throws AppError invalid */
function checkReturned(lines: readonly OrderLine[], returned: readonly ReturnedUnits[]): void {
  for (const { productId, count } of returned) {
    const line = lines.find((each) => each.productId === productId);
    if (line === undefined) throw invalid({ lines: 'The order has no such product' });
    if (count > line.count - line.refunded) throw invalid({ lines: TOO_MUCH });
  }
}

function notReturned(lines: readonly OrderLine[]): ReturnedUnits[] {
  return lines
    .map(({ productId, count, refunded }) => ({ productId, count: count - refunded }))
    .filter(({ count }) => count > 0);
}

/** Counts units as returned. @returns the units */
function markRefunded(lines: readonly OrderLine[], returned: readonly ReturnedUnits[]): ReturnedUnits[] {
  for (const { productId, count } of returned) {
    const line = lines.find((each) => each.productId === productId);
    if (line !== undefined) line.refunded += count;
  }
  return returned.map(({ productId, count }) => ({ productId, count }));
}

function hashOf(input: RefundInput | null): string {
  const { amount, lines, reason, restock } = input ?? {};
  return createHash('sha256')
    .update(JSON.stringify([amount, lines?.map(({ productId, count }) => [productId, count]), reason, restock]))
    .digest('hex');
}
