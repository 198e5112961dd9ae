import { sql } from '@mikro-orm/core';
import type { OrderState, OrderStep } from '#contract/orders.ts';
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
  /** What was given back in total, in minor units, and the ids of the shop's own refunds among it. */
  refunds: { amount: number; ids: readonly string[] };
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
    const wasRefunded = order.refunded;
    await moveOrder(em, order, update.outcome, { checkedBy });
    const isNowPaid = wasOpen && (order.state === 'paid' || order.state === 'refunded');
    // The shopper may have returned to the order after paying.
    if (isNowPaid || paidAt > order.attemptedAt) {
      // The provider's clock may run ahead.
      order.attemptedAt = sql<Date>`least(${paidAt}, now())`;
    }
    if (isNowPaid && !(await refundOutdated(em, order, paidAt))) emit(em, 'order.paid', { orderId: order.id });
    await recordRefunds(em, order, update.refunds);
    if (isNowPaid || order.refunded !== wasRefunded) await issueDocuments(em, settings, [order.id]);
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
    else await refundOutdated(em, order, order.attemptedAt);
  });
}

/** Cancels an order that never got a payment. `checkedBy` is the admin who requested the check, if any. */
export async function cancelUnpayable(em: EntityManager, orderId: string, checkedBy?: Actor): Promise<void> {
  await inFreshTransaction(em, async (em) => {
    const order = await findAndLock(em, { id: orderId, paymentIntentId: null, state: 'pending' });
    if (order !== null) await moveOrder(em, order, 'canceled', { checkedBy });
  });
}

/** Marks the order of a disputed payment, once. */
export async function markDisputed(em: EntityManager, paymentIntentId: string): Promise<void> {
  await inFreshTransaction(em, async (em) => {
    const order = await lockOrderOf(em, { paymentIntentId, orderId: null });
    if (order === null || order.disputedAt) return;
    order.disputedAt = currentTime();
    await record(em, order, 'disputed', { by: 'shopper' });
    emit(em, 'order.disputed', { orderId: order.id });
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
    } else if (state !== 'refunded') await record(em, order, state as OrderStep, { by: 'provider' });
  }
  // A check that changed nothing needs no audit entry.
  if (!checkedBy || order.state === before) return;
  const changes = changesBetween({ state: before }, { state: order.state });
  audit(em, checkedBy, { action: 'order.checked', subjectId: order.id, subjectName: orderName(order), changes });
}

/** Records what the provider has given back since the last time. The order must be locked. */
async function recordRefunds(em: EntityManager, order: Order, { amount, ids }: PaymentUpdate['refunds']) {
  const completed = await completeRefunds(em, order, ids);
  const total = order.state === 'refunded' ? order.amount : Math.min(amount, order.amount);
  const isFull = total === order.amount;
  const cancellation = completed.find(({ cancels }) => cancels);
  // Discounts are locked before products.
  if (cancellation || (isFull && (await isRestocked(em, order)))) await giveBackDiscount(em, order);
  await restock(em, order, completed);
  const increase = total - order.refunded;
  if (increase <= 0) return;
  order.refunded = total;
  const [latest] = completed.slice(-1);
  if (cancellation) await record(em, order, 'canceled', { by: cancellation.by });
  const cause = latest ? { by: latest.cancels ? 'shop' : latest.by, adminName: latest.adminName ?? null } : null;
  await record(em, order, isFull ? 'refunded' : 'partlyRefunded', cause ?? { by: 'provider' }, increase);
  if (isFull && order.fulfilment === 'open') order.fulfilment = 'canceled';
  if (cancellation) {
    const isOutdated = cancellation.by === 'shop';
    emit(em, 'order.canceled', { orderId: order.id, amount: increase, isOutdated });
  } else {
    const refundIds = completed.map(({ id }) => id);
    emit(em, 'order.refunded', { orderId: order.id, amount: increase, total, refundIds });
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
