import { setTimeout as pause } from 'node:timers/promises';
import { m } from '#messages';
import type { Actor } from '../../../core/audit/audit.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { AppError } from '../../../core/errors.ts';
import type { Logger } from '../../../core/observability/log.ts';
import { findAnyOrder } from '../../orders/dashboard/orders.admin.queries.ts';
import {
  findRefunded,
  findUnchecked,
  longestDue,
  type UncheckedOrder,
  wasCheckedWithin,
} from '../../orders/money/unsettled.queries.ts';
import { recordCheck } from '../../orders/placing/orders.service.ts';
import { ProviderLimited, throwActionError } from '../provider/port.ts';
import { carryOutRefunds } from '../refunds/refunds.service.ts';
import { type SettlementDeps, settleOrGiveUp } from './settlement.service.ts';

/** Milliseconds since the last check after which an order is checked. */
export const RECONCILE_AFTER = 10 * 60 * 1000;
/** The same for an order with a refund that may still fail. */
const RECHECK_AFTER = 24 * 60 * 60 * 1000;
const RECONCILE_BATCH = 100;
/** Milliseconds after which a run checks no more orders; the next run resumes. */
const RECONCILE_WITHIN = 50_000;
/** Orders checked at once, and the least milliseconds for each: 50 a second, half of what the provider allows. */
const AT_ONCE = 10;
const PACE = 200;

/**
 * Checks orders whose webhooks may be lost (see findUnchecked), and finishes cancellations and refunds interrupted by a
 * crash. Stops after `within` milliseconds; the next run starts with the rest. Waits when the provider limits its requests.
 * Logs outages and rejections of the provider and postpones the order.
 * @throws AggregateError after all orders, for any other errors
 */
export async function reconcilePayments(
  { log, ...deps }: SettlementDeps & { log: Logger },
  { olderThan = RECONCILE_AFTER, within = RECONCILE_WITHIN, atOnce = AT_ONCE, find = uncheckedOrders } = {},
): Promise<void> {
  const end = performance.now() + within;
  const orders = find(deps.em, olderThan);
  const errors: unknown[] = [];
  let resumeAt = 0;

  async function check(order: UncheckedOrder): Promise<void> {
    await until(resumeAt);
    try {
      const own = { ...deps, em: deps.em.fork() };
      await (order.refundRequestedAt === null ? settleOrGiveUp(own, order) : carryOutRefunds(own, order.id));
    } catch (error) {
      if (error instanceof ProviderLimited) {
        resumeAt = Math.max(resumeAt, performance.now() + error.pause);
        return resumeAt < end ? check(order) : undefined;
      }
      // Goes to the end of the queue, so that an order that can't be settled doesn't block the others.
      await recordCheck(deps.em, order.id);
      if (error instanceof AppError) log.warn({ err: error, orderId: order.id }, 'could not reconcile an order');
      else errors.push(error);
    }
  }

  async function checkInTurn(): Promise<void> {
    let nextAt = 0;
    for await (const order of orders) {
      await until(nextAt);
      nextAt = performance.now() + PACE;
      await check(order);
      if (Math.max(performance.now(), resumeAt) > end) break;
    }
  }

  await Promise.all(Array.from({ length: atOnce }, checkInTurn));
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} orders could not be reconciled`);
}

/** Looks once a day at refunds that banks may still refuse, in case the webhook about one was lost. */
export function recheckRefunds(deps: SettlementDeps & { log: Logger }): Promise<void> {
  return reconcilePayments(deps, { olderThan: RECHECK_AFTER, find: refundedOrders });
}

/**
 * Settles an order by its payment at the provider, like the reconciliation.
 * @throws AppError notFound, conflict if it has no payment, unavailable
 */
export async function checkOrder(deps: SettlementDeps, admin: Actor, orderId: string): Promise<void> {
  const order = await findAnyOrder(deps.em, orderId);
  const isBeingPrepared = () => wasCheckedWithin(deps.em, orderId, RECONCILE_AFTER);
  if (!order.paymentIntentId && (order.state !== 'pending' || (await isBeingPrepared()))) {
    throw new AppError('conflict', m.payments.noPaymentYet());
  }
  await settleOrGiveUp(deps, order, admin).catch(throwActionError);
}

/** How long an order has been due for a check, in milliseconds; 0 if none is. Grows if the reconciliation can't keep up. */
export function reconciliationLag(em: EntityManager): Promise<number> {
  return longestDue(em, RECONCILE_AFTER);
}

/** Each due order once, those that become due meanwhile included. */
async function* uncheckedOrders(em: EntityManager, olderThan: number): AsyncGenerator<UncheckedOrder> {
  const found = new Set<string>();
  for (;;) {
    const orders = (await findUnchecked(em, olderThan, RECONCILE_BATCH)).filter(({ id }) => !found.has(id));
    if (orders.length === 0) return;
    for (const order of orders) {
      found.add(order.id);
      yield order;
    }
  }
}

/** Each due order with refunds that may still fail, once. */
async function* refundedOrders(em: EntityManager, olderThan: number): AsyncGenerator<UncheckedOrder> {
  const found = new Set<string>();
  let page: Awaited<ReturnType<typeof findRefunded>> = [];
  do {
    page = await findRefunded(em, olderThan, page.at(-1) ?? null, RECONCILE_BATCH);
    for (const order of page.filter(({ id, isDue }) => isDue && !found.has(id))) {
      found.add(order.id);
      yield order;
    }
  } while (page.length === RECONCILE_BATCH);
}

async function until(time: number): Promise<void> {
  const milliseconds = time - performance.now();
  if (milliseconds > 0) await pause(milliseconds);
}
