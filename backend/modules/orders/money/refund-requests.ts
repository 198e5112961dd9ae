import { sql } from 'kysely';
import type { RefundInput } from '#contract/orders/orders.input.ts';
import { toMajorUnits, toMinorUnits } from '#contract/values/money.ts';
import { m } from '#messages';
import type { Actor } from '../../../core/audit/audit.ts';
import { currentTime } from '../../../core/database/columns.ts';
import { type EntityManager, inFreshTransaction } from '../../../core/database/db.ts';
import { AppError, invalid } from '../../../core/errors.ts';
import { emit } from '../../../core/events/outbox.ts';
import { newId } from '../../../core/ids.ts';
import type { Units } from '../../catalogue/products/stock.ts';
import { endShipping } from '../fulfilment/shipments.service.ts';
import type { Order, OrderLine } from '../order.entity.ts';
import { lockOrder } from '../order-steps.ts';
import { db } from '../orders.tables.ts';
import { isCancelable, isUnshipped } from './cancelable.ts';
import { Refund, type RefundedUnits } from './refund.entity.ts';
import { auditRefund, createRefund, findRepeated, isOfRest, type RefundRequest } from './refund-records.ts';
import { countRefunded, readUnits, refundValue, unitsOfRest } from './refunded-units.ts';

/** A refund to carry out at the provider. */
export type RequestedRefund = { id: string; orderId: string; amount: number; paymentIntentId: string };

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
  request: RefundRequest = { input: null, key: null },
): Promise<RequestedRefund | null> {
  const { input, key } = request;
  return inFreshTransaction(em, async (em) => {
    const order = await lockOrder(em, orderId);
    const open = await findOpen(em, order);
    const latest = open.at(-1);
    const repeated = await findRepeated(em, order, request);
    if (repeated !== null) {
      const refund = repeated.amount === 0 ? latest : repeated;
      // It shared a refund that is neither open nor made.
      if (refund === undefined && order.state !== 'refunded') throw new AppError('conflict', m.orders.refundRejected());
      // The provider forgets its own keys after a day: asking again would refund twice.
      return refund?.state === 'requested' ? toCarryOut(order, refund) : null;
    }
    const isRest = isOfRest(request);
    if (order.state === 'refunded' && isRest) return null;
    if (order.state !== 'paid' || !order.paymentIntentId) {
      throw new AppError('conflict', m.orders.refundOnlyPaid());
    }
    const left = amountLeft(order, open);
    const lines = await order.lines.loadItems();
    if (isRest && left === 0 && latest !== undefined) {
      if (input?.restock) latest.restocked = toStock(lines);
      if (key !== null) createRefund(em, admin, order, request, { amount: 0, lines: [], restocked: [] });
      return toCarryOut(order, latest);
    }
    const units = isRest ? unitsOfRest(lines) : readUnits(lines, input?.lines ?? []);
    const amount = isRest && left > 0 ? left : amountOf(order, lines, units, { input, left });
    countRefunded(lines, units, 1);
    const restocked = input?.restock ? toStock(isRest ? lines : units) : [];
    const refund = createRefund(em, admin, order, request, { amount, lines: units, restocked });
    order.checkedAt = currentTime();
    auditRefund(em, admin, order, request, 'order.refundRequested', { refund: toMajorUnits(amount) });
    return toCarryOut(order, refund);
  });
}

/**
 * Records the refund of what is left of a paid order that its shopper cancels, so that it is no longer shipped.
 * @throws AppError notFound; conflict if it can't be canceled, or not until another refund is carried out
 */
export async function requestCancellation(em: EntityManager, userId: string, orderId: string) {
  return inFreshTransaction(em, async (em) => {
    const order = await lockOrder(em, orderId, userId);
    const open = await findOpen(em, order);
    const cancellation = open.find(({ cancels }) => cancels);
    if (cancellation !== undefined) return toCarryOut(order, cancellation);
    const lines = await order.lines.loadItems();
    const isRefunding = open.length > 0;
    if (!isCancelable(order, lines, isRefunding)) {
      throw new AppError('conflict', isRefunding ? m.returns.refundUnderway() : m.orders.cannotCancel());
    }
    const amount = amountLeft(order, open);
    return toCarryOut(order, createCancellation(em, order, lines, { amount, by: 'shopper', reason: '' }));
  });
}

/**
 * Records the refund of what is left of a locked order that was paid at `paidAt`, after an item's offer had ended, and
 * announces that it is to be carried out. An order of which something was shipped is kept. While another refund is still to
 * be carried out, which may be rejected, refundDelayed does it later. `replacesPaid` says whether `order.paid` is not emitted
 * for it.
 * @returns whether it is refunded
 */
export async function refundOutdated(
  em: EntityManager,
  order: Order,
  { paidAt, replacesPaid }: { paidAt: Date; replacesPaid: boolean },
): Promise<boolean> {
  if (order.state !== 'paid' || !isPaidLate(order.offerEndedAt, paidAt)) return false;
  const lines = await order.lines.loadItems();
  const open = await findOpen(em, order);
  const amount = amountLeft(order, open);
  if (open.length > 0 || !isUnshipped(order, lines) || amount === 0) return false;
  createCancellation(em, order, lines, { amount, by: 'shop', reason: '', replacesPaid });
  emit(em, 'order.refundRequested', { orderId: order.id });
  return true;
}

/** Does what refundOutdated left until another refund was carried out, once. A rejected cancellation is not requested again. */
export async function refundDelayed(em: EntityManager, orderId: string): Promise<void> {
  await inFreshTransaction(em, async (em) => {
    const order = await lockOrder(em, orderId);
    const canceled = await em.count(Refund, { order, cancels: true });
    if (canceled === 0) await refundOutdated(em, order, { paidAt: order.attemptedAt, replacesPaid: false });
  });
}

/** The provider says only in which second something was paid: one in the same second counts as late. */
function isPaidLate(offerEndedAt: Date | null | undefined, paidAt: Date): boolean {
  return offerEndedAt != null && paidAt.getTime() >= Math.floor(offerEndedAt.getTime() / 1000) * 1000;
}

/** Records the refund of what is left of a locked order that is no longer shipped. */
export function createCancellation(
  em: EntityManager,
  order: Order,
  lines: readonly OrderLine[],
  refund: Pick<Refund, 'amount' | 'by' | 'reason'> & Partial<Pick<Refund, 'replacesPaid'>>,
): Refund {
  const units = unitsOfRest(lines);
  countRefunded(lines, units, 1);
  order.fulfilment = 'canceled';
  order.checkedAt = currentTime();
  return em.create(Refund, {
    id: newId(),
    order,
    ...refund,
    lines: units,
    restocked: toStock(units),
    cancels: true,
    requestHash: '',
  });
}

/** Completes the refunds of a locked order that the provider has made. @returns those that were completed now */
export async function completeRefunds(em: EntityManager, order: Order, refundIds: readonly string[]) {
  if (refundIds.length === 0) return [];
  const refunds = await em.find(Refund, { order, id: { $in: [...refundIds] }, state: 'requested' });
  for (const refund of refunds) refund.state = 'done';
  if (refunds.length > 0) emit(em, 'order.refundEnded', { orderId: order.id });
  if (refunds.some(({ lines }) => lines.length > 0)) await endShipping(em, order);
  return refunds;
}

/** Records that the provider rejected a refund. */
export async function rejectRefund(em: EntityManager, orderId: string, refundId: string): Promise<void> {
  await inFreshTransaction(em, async (em) => {
    const order = await lockOrder(em, orderId);
    const refund = await em.findOneOrFail(Refund, refundId);
    if (refund.state === 'requested') await reject(em, order, await order.lines.loadItems(), refund);
  });
}

/** Whether the provider rejected a refund. */
export async function isRejected(em: EntityManager, refundId: string): Promise<boolean> {
  const { state } = await db(em)
    .selectFrom('refund')
    .select('state')
    .where('id', '=', refundId)
    .executeTakeFirstOrThrow();
  return state === 'rejected';
}

/** Takes back a requested refund of a locked order. If it is of a statement, this waits for staff again. */
export async function reject(
  em: EntityManager,
  order: Order,
  lines: readonly OrderLine[],
  refund: Refund,
): Promise<void> {
  refund.state = 'rejected';
  emit(em, 'order.refundEnded', { orderId: order.id });
  if (refund.cancels && order.state === 'paid') {
    order.fulfilment = 'open';
    if (refund.replacesPaid) emit(em, 'order.paid', { orderId: order.id });
  }
  countRefunded(lines, refund.lines, -1);
  if (!refund.withdrawalId || refund.returnId) return;
  await db(em)
    .updateTable('withdrawal')
    .set({ state: 'waiting', lines: sql<Units[]>`'[]'::jsonb` })
    .where('id', '=', refund.withdrawalId)
    .execute();
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

/** What carries out a refund at the provider. */
export function toCarryOut({ id, paymentIntentId }: Order, refund: Refund): RequestedRefund {
  if (!paymentIntentId) throw new Error(`Order ${id} has no payment to refund`);
  return { id: refund.id, orderId: id, amount: refund.amount, paymentIntentId };
}

/** The refunds of a locked order that are still to be carried out, oldest first. */
export function findOpen(em: EntityManager, order: Order): Promise<Refund[]> {
  return em.find(Refund, { order, state: 'requested' }, { orderBy: { id: 'asc' } });
}

/** What is left of the payment of a locked order, in minor units. */
export function amountLeft({ amount, refunded, lost }: Order, open: readonly Refund[]): number {
  return amount - refunded - lost - open.reduce((sum, refund) => sum + refund.amount, 0);
}

function toStock(units: readonly Units[]): Units[] {
  return units.map(({ productId, count }) => ({ productId, count }));
}

/** @throws AppError invalid if it is more than is left, or nothing */
function amountOf(
  order: Order,
  lines: readonly OrderLine[],
  units: readonly RefundedUnits[],
  { input, left }: { input: RefundInput | null; left: number },
): number {
  if (input?.amount === undefined) return refundValue(order, lines, units, left);
  const amount = toMinorUnits(input.amount);
  if (amount > left) throw invalid({ amount: m.orders.refundTooMuch() });
  return amount;
}
