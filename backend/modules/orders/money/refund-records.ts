import { createHash } from 'node:crypto';
import type { RefundInput } from '#contract/orders/orders.input.ts';
import { m } from '#messages';
import { type Actor, audit, changesBetween } from '../../../core/audit/audit.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { Order } from '../order.entity.ts';
import { orderName } from '../order-steps.ts';
import { Refund } from './refund.entity.ts';

/** Without an input, the rest is refunded. `key` is the caller's idempotency key. */
export type RefundRequest = { input: RefundInput | null; key: string | null };

/** Whether all that is left is to be refunded. */
export function isOfRest({ input }: RefundRequest): boolean {
  return input?.amount === undefined && input?.lines === undefined;
}

/** The refund of a locked order that has the key of a request. @throws AppError conflict if it can't be repeated */
export async function findRepeated(em: EntityManager, order: Order, request: RefundRequest): Promise<Refund | null> {
  if (request.key === null) return null;
  const refund = await em.findOne(Refund, { order, idempotencyKey: request.key });
  if (refund !== null && refund.requestHash !== hashOf(request)) {
    throw new AppError('conflict', m.orders.keyOfOtherRefund());
  }
  if (refund?.state === 'rejected' || refund?.state === 'failed')
    throw new AppError('conflict', m.orders.refundRejected());
  return refund;
}

/** Records a refund by an admin. One without an amount is done: it keeps the key, and what it returned to stock. */
export function createRefund(
  em: EntityManager,
  admin: Actor,
  order: Order,
  request: RefundRequest,
  content: Pick<Refund, 'amount' | 'lines' | 'restocked'>,
): Refund {
  return em.create(Refund, {
    id: newId(),
    order,
    ...content,
    state: content.amount === 0 ? 'done' : 'requested',
    reason: request.input?.reason ?? '',
    by: 'shop',
    adminName: admin.username,
    idempotencyKey: request.key,
    requestHash: hashOf(request),
  });
}

/** Adds a refund to the audit trail, with its reason. */
export function auditRefund(
  em: EntityManager,
  admin: Actor,
  order: Order,
  { input }: RefundRequest,
  action: 'order.refundRequested' | 'order.restocked',
  values: { refund: number } | { items: number },
): void {
  const changes = changesBetween({}, { ...values, reason: input?.reason || null });
  audit(em, admin, { action, subjectId: order.id, subjectName: orderName(order), changes });
}

function hashOf({ input }: RefundRequest): string {
  const { amount, lines, reason, restock } = input ?? {};
  return createHash('sha256')
    .update(JSON.stringify([amount, lines?.map(valuesOf), reason, restock]))
    .digest('hex');
}

function valuesOf({ productId, count, returned }: NonNullable<RefundInput['lines']>[number]) {
  return returned === undefined ? [productId, count] : [productId, count, returned];
}
