import type { EntityManager } from '../../../core/database/db.ts';
import { emit } from '../../../core/events/outbox.ts';
import type { Order } from '../order.entity.ts';
import { record } from '../order-steps.ts';
import { reopenReturns } from '../returns/refunded-returns.ts';
import { Refund } from './refund.entity.ts';
import { reject } from './refund-requests.ts';
import { countRefunded } from './refunded-units.ts';

/** Refunds at the provider: their sum, in minor units, and the ids of the shop's own among them. */
export type RefundTotal = { amount: number; ids: readonly string[] };

/**
 * The sums of an order's refunds after an update: what is given back, and what has failed. The update may be older than what
 * the shop knows, but a refund is made once and fails once, so that the greater sums are the newer ones.
 */
export function sumRefunds(
  { refunded, refundsFailed }: Pick<Order, 'refunded' | 'refundsFailed'>,
  { refunds, failedRefunds }: { refunds: RefundTotal; failedRefunds: RefundTotal },
): { refunded: number; failed: number } {
  const failed = Math.max(refundsFailed, failedRefunds.amount);
  const made = Math.max(refunded + refundsFailed, refunds.amount + failedRefunds.amount);
  return { refunded: made - failed, failed };
}

/**
 * Counts refunds of a locked order as failed, and the units that they were for as not refunded. Units that they returned to
 * stock stay there, and a canceled order stays canceled: a person decides. Those that were never done count as rejected.
 */
export async function failRefunds(em: EntityManager, order: Order, refundIds: readonly string[]) {
  if (refundIds.length === 0) return { failed: [], rejected: [] };
  const found = { order, id: { $in: [...refundIds] }, state: { $in: ['requested' as const, 'done' as const] } };
  const refunds = await em.find(Refund, found, { orderBy: { id: 'asc' } });
  const lines = await order.lines.loadItems();
  const rejected = refunds.filter(({ state }) => state === 'requested');
  const failed = refunds.filter(({ state }) => state === 'done');
  for (const refund of rejected) await reject(em, order, lines, refund);
  for (const refund of failed) {
    refund.state = 'failed';
    countRefunded(lines, refund.lines, -1);
  }
  await reopenReturns(em, failed);
  return { failed, rejected };
}

/** Records that refunds of a locked order failed, and notifies staff. `amount` is in minor units. */
export async function recordFailure(
  em: EntityManager,
  order: Order,
  { amount, failed, wasFull }: { amount: number; failed: readonly Refund[]; wasFull: boolean },
): Promise<void> {
  await record(em, order, wasFull ? 'refundFailed' : 'partRefundFailed', { by: 'provider' }, amount);
  const refundIds = failed.map(({ id }) => id);
  emit(em, 'order.refundFailed', { orderId: order.id, amount, total: order.refundsFailed, refundIds });
}

/** The sum of refunds, in minor units. */
export function sumOf(refunds: readonly Refund[]): number {
  return refunds.reduce((sum, { amount }) => sum + amount, 0);
}
