import { type InferResult, sql } from 'kysely';
import type { OrderState } from '#contract/orders.ts';
import type { EntityManager } from '../../core/db.ts';
import { ago, anyOf } from '../../core/queries.ts';
import { findPrices } from '../catalogue/catalogue.queries.ts';
import type { Order } from './order.entity.ts';
import { db } from './orders.tables.ts';

/** States in which an order can still be paid. */
export const openStates: readonly OrderState[] = ['pending', 'failed'];

export type UnsettledOrder = InferResult<ReturnType<typeof unsettledOrders>>[number];
export type UncheckedOrder = UnsettledOrder & { isRefundRequested: boolean };

function unsettledOrders(em: EntityManager) {
  return db(em)
    .selectFrom('shopOrder')
    .select(['shopOrder.id', 'shopOrder.number', 'shopOrder.currency', 'shopOrder.amount'])
    .select(['shopOrder.paymentIntentId', 'shopOrder.createdAt']);
}

/** An order is checked again after this share of its age, so older ones are checked less often. */
const RECHECK_SHARE = 1 / 24;

/**
 * Orders due for a payment check, the longest unchecked first: open ones, and paid ones with a refund request. Due means
 * not checked for `milliseconds`, or longer for older orders.
 */
export function findUnchecked(em: EntityManager, milliseconds: number, limit: number): Promise<UncheckedOrder[]> {
  return unsettledOrders(em)
    .select(({ eb }) => eb('refundRequestedAt', 'is not', null).$castTo<boolean>().as('isRefundRequested'))
    .where(({ eb, and, or }) =>
      or([eb('state', 'in', openStates), and([eb('state', '=', 'paid'), eb('refundRequestedAt', 'is not', null)])]),
    )
    .where('checkedAt', '<', ago(milliseconds))
    .where(
      'checkedAt',
      '<',
      sql<string>`now() - (checked_at - coalesce(refund_requested_at, created_at)) * ${sql.lit(RECHECK_SHARE)}`,
    )
    .orderBy('checkedAt')
    .limit(limit)
    .execute();
}

/** The shopper's pending orders older than this one, so that the newest of several concurrent ones survives. */
export function findOlderPending(
  em: EntityManager,
  userId: string,
  { number }: Pick<Order, 'number'>,
): Promise<UnsettledOrder[]> {
  return unsettledOrders(em)
    .where('userId', '=', userId)
    .where('state', '=', 'pending')
    .where('number', '<', number)
    .execute();
}

/** The open orders in which the price of one of these products is outdated, or the product deleted. */
export async function findOutdated(em: EntityManager, productIds: readonly string[]): Promise<UnsettledOrder[]> {
  const products = await findPrices(em, [...productIds]);
  const prices = new Map(products.map(({ id, priceCents }) => [id, priceCents]));
  const lines = await unsettledOrders(em)
    .innerJoin('orderLine', 'orderLine.orderId', 'shopOrder.id')
    .select(['orderLine.productId', 'orderLine.unitPriceCents'])
    .where('shopOrder.state', 'in', openStates)
    .where('orderLine.productId', '=', anyOf(productIds))
    .execute();
  const outdated = lines.filter(({ productId, unitPriceCents }) => prices.get(productId) !== unitPriceCents);
  return [...new Map(outdated.map((order) => [order.id, order])).values()];
}
