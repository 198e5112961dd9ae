import { sql } from '@mikro-orm/core';
import type { OrderState, OrderStep } from '#contract/orders/orders.ts';
import { type Actor, audit, changesBetween } from '../../../core/audit/audit.ts';
import { currentTime } from '../../../core/database/columns.ts';
import { type EntityManager, inFreshTransaction } from '../../../core/database/db.ts';
import { anyOf } from '../../../core/database/queries.ts';
import { emit } from '../../../core/events/outbox.ts';
import type { ShopSettings } from '../../settings/shop-settings.ts';
import { issueDocuments } from '../invoicing/invoicing.service.ts';
import { Order } from '../order.entity.ts';
import { stepsBetween } from '../order.states.ts';
import { findAndLock, orderName, record } from '../order-steps.ts';
import { db } from '../orders.tables.ts';
import { giveBackDiscount, release } from '../placing/holds.ts';
import { endReturns } from '../returns/refunded-returns.ts';
import { failRefunds, type RefundTotal, recordFailure, sumOf, sumRefunds } from './failed-refunds.ts';
import type { Refund } from './refund.entity.ts';
import { completeRefunds, refundOutdated } from './refund-requests.ts';
import { isRestocked, restock } from './restocking.ts';
import { openStates } from './unsettled.queries.ts';

/** The current state of a payment at the provider, mapped to an order state; `pending` while undecided. */
export type PaymentUpdate = {
  paymentIntentId: string;
  /** The order it was created for, if any. */
  orderId: string | null;
  outcome: OrderState;
  /** When the shopper last tried to pay; null if they haven't. */
  attemptedAt: Date | null;
  /** What was given back in total. */
  refunds: RefundTotal;
  /** What was given back, and came back because the refunds failed. */
  failedRefunds: RefundTotal;
};

/**
 * Moves an order to the state of its payment. Idempotent: webhooks, returning shoppers and the reconciliation call it in
 * any order. `checkedBy` is the admin who requested the check, if any.
 */
export async function settleOrder(
  em: EntityManager,
  settings: ShopSettings,
  update: PaymentUpdate,
  checkedBy?: Actor,
): Promise<void> {
  await inFreshTransaction(em, async (em) => {
    const order = await lockOrderOf(em, update);
    // A payment without items has no order.
    if (order === null) return;
    order.paymentIntentId ??= update.paymentIntentId;
    const paidAt = update.attemptedAt ?? order.attemptedAt;
    const wasOpen = openStates.includes(order.state);
    const { refunded, refundsFailed } = order;
    const sums = sumRefunds(order, update);
    await moveOrder(em, order, stateOf(order, update.outcome, sums.refunded), { checkedBy });
    const isNowPaid = wasOpen && (order.state === 'paid' || order.state === 'refunded');
    // The shopper may have returned to the order after paying.
    if (isNowPaid || paidAt > order.attemptedAt) {
      // The provider's clock may run ahead.
      order.attemptedAt = sql<Date>`least(${paidAt}, now())`;
    }
    if (isNowPaid && !(await refundOutdated(em, order, { paidAt, replacesPaid: true })))
      emit(em, 'order.paid', { orderId: order.id });
    const given = await recordRefunds(em, order, update, sums);
    const isCorrected = order.refunded !== refunded || order.refundsFailed !== refundsFailed;
    const documentIds = isNowPaid || isCorrected ? await issueDocuments(em, settings, [order.id]) : [];
    if (given !== null) announceRefund(em, order, given, documentIds);
  });
}

/**
 * Notes since when an item of an order can't be bought at the order's price. An unpaid order is then to be canceled. One
 * that was paid since is refunded, now or when its payment is settled.
 */
export async function endOffer(em: EntityManager, orderId: string, endedAt: Date): Promise<void> {
  await inFreshTransaction(em, async (em) => {
    const order = await findAndLock(em, { id: orderId });
    if (order === null) return;
    if (!order.offerEndedAt || endedAt < order.offerEndedAt) order.offerEndedAt = endedAt;
    if (openStates.includes(order.state)) order.cancelRequestedBy ??= 'shop';
    else await refundOutdated(em, order, { paidAt: order.attemptedAt, replacesPaid: false });
  });
}

/** Cancels an order that never got a payment. `checkedBy` is the admin who requested the check, if any. */
export async function cancelUnpayable(em: EntityManager, orderId: string, checkedBy?: Actor): Promise<void> {
  await inFreshTransaction(em, async (em) => {
    const order = await findAndLock(em, { id: orderId, paymentIntentId: null, state: 'pending' });
    if (order !== null) await moveOrder(em, order, 'canceled', { checkedBy });
  });
}

/**
 * Cancels orders that another one replaces. Those of `canceled` that are no longer open were canceled by the webhook about
 * their payment, which did not know why.
 */
export async function replaceOrders(em: EntityManager, open: readonly string[], canceled: readonly string[]) {
  for (const order of await em.find(Order, { id: { $in: [...open] } }, { orderBy: { id: 'asc' } })) {
    await moveOrder(em, order, 'canceled', { isReplaced: true });
  }
  if (canceled.length === 0) return;
  await db(em)
    .updateTable('orderHistory')
    .set({ what: 'replaced', by: 'shopper' })
    .where('orderId', '=', anyOf(canceled))
    .where('what', '=', 'canceled')
    .where('by', '=', 'provider')
    .execute();
}

/** The only place where an order's payment state changes. The order must be locked. */
async function moveOrder(
  em: EntityManager,
  order: Order,
  outcome: OrderState,
  { checkedBy, isReplaced = false }: { checkedBy?: Actor | undefined; isReplaced?: boolean },
): Promise<void> {
  const before = order.state;
  order.checkedAt = currentTime();
  for (const state of stepsBetween(before, outcome)) {
    order.state = state;
    if (state === 'canceled') {
      const by = isReplaced ? 'shopper' : (order.cancelRequestedBy ?? 'provider');
      await record(em, order, isReplaced ? 'replaced' : 'canceled', { by });
      await release(em, order);
      if (order.fulfilment === 'open') order.fulfilment = 'canceled';
      // recordRefunds records refunds, and their failures with what it takes.
    } else if (state !== 'refunded' && before !== 'refunded')
      await record(em, order, state as OrderStep, { by: 'provider' });
  }
  // A check that changed nothing needs no audit entry.
  if (!checkedBy || order.state === before) return;
  const changes = changesBetween({ state: before }, { state: order.state });
  audit(em, checkedBy, { action: 'order.checked', subjectId: order.id, subjectName: orderName(order), changes });
}

/** The state of an order whose payment has this outcome: a paid one is refunded as long as all is given back. */
function stateOf({ amount }: Order, outcome: OrderState, refunded: number): OrderState {
  if (outcome !== 'paid' && outcome !== 'refunded') return outcome;
  return refunded >= amount ? 'refunded' : 'paid';
}

/** What the provider has given back since the last time, in minor units, with the shop's own refunds in it. */
type Given = { amount: number; refunds: readonly Refund[] };

/**
 * Records what the provider has given back since the last time, and which refunds failed. The order must be locked.
 * @returns null if nothing was given back
 */
async function recordRefunds(
  em: EntityManager,
  order: Order,
  update: PaymentUpdate,
  sums: ReturnType<typeof sumRefunds>,
): Promise<Given | null> {
  const { failed, rejected } = await failRefunds(em, order, update.failedRefunds.ids);
  const completed = await completeRefunds(em, order, update.refunds.ids);
  await endReturns(em, order, completed);
  const total = Math.min(sums.refunded, order.amount);
  const isFull = total === order.amount;
  const wasFull = order.refunded === order.amount;
  const cancellation = completed.find(({ cancels }) => cancels);
  // Discounts are locked before products.
  if (cancellation || (isFull && (await isRestocked(em, order)))) await giveBackDiscount(em, order);
  await restock(em, order, completed);
  const newlyFailed = sums.failed - order.refundsFailed;
  const newlyMade = total - order.refunded + newlyFailed;
  // Refunds that failed before the shop learned of them changed nothing.
  const unseen = Math.max(sumOf(rejected), Math.min(newlyMade - sumOf(completed), newlyFailed - sumOf(failed)));
  const decrease = newlyFailed - unseen;
  const increase = newlyMade - unseen;
  order.refunded = total;
  order.refundsFailed = sums.failed;
  if (decrease > 0) await recordFailure(em, order, { amount: decrease, failed, wasFull });
  if (increase <= 0) return null;
  if (cancellation) await record(em, order, 'canceled', { by: cancellation.by });
  const [latest] = completed.slice(-1);
  const cause = latest ? { by: 'shop' as const, adminName: latest.adminName ?? null } : null;
  await record(em, order, isFull ? 'refunded' : 'partlyRefunded', cause ?? { by: 'provider' }, increase);
  if (isFull && order.fulfilment === 'open') order.fulfilment = 'canceled';
  return { amount: increase, refunds: completed };
}

/** Announces what was given back, with the credit notes that were issued of it. */
function announceRefund(em: EntityManager, order: Order, { amount, refunds }: Given, documentIds: string[]): void {
  const { id: orderId, refunded: total, refundsFailed: failed } = order;
  const cancellation = refunds.find(({ cancels }) => cancels);
  if (cancellation) {
    emit(em, 'order.canceled', { orderId, amount, isOutdated: cancellation.by === 'shop', documentIds });
  } else {
    const refundIds = refunds.map(({ id }) => id);
    emit(em, 'order.refunded', { orderId, amount, total, refundIds, documentIds, ...(failed > 0 && { failed }) });
  }
}

/** Finds the order by its payment, or by its id if a crash kept the payment from being attached. */
async function lockOrderOf(
  em: EntityManager,
  { paymentIntentId, orderId }: Pick<PaymentUpdate, 'paymentIntentId' | 'orderId'>,
): Promise<Order | null> {
  const order = await findAndLock(em, { paymentIntentId });
  if (order !== null || orderId === null) return order;
  return findAndLock(em, { id: orderId, paymentIntentId: null });
}
