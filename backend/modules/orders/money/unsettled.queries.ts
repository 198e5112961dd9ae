import { type InferResult, sql } from 'kysely';
import type { OrderState } from '#contract/orders/orders.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { ago, anyOf, jsonRows, prepared } from '../../../core/database/queries.ts';
import { findPrices } from '../../catalogue/catalogue.queries.ts';
import { db } from '../orders.tables.ts';

/** States in which an order can still be paid. */
export const openStates: readonly OrderState[] = ['pending', 'failed'];

export type UnsettledOrder = InferResult<ReturnType<typeof unsettledOrders>>[number];
export type UncheckedOrder = UnsettledOrder & { refundRequestedAt: string | null };

function unsettledOrders(em: EntityManager) {
  return db(em)
    .selectFrom('shopOrder')
    .select(['shopOrder.id', 'shopOrder.number', 'shopOrder.currency', 'shopOrder.amount'])
    .select(['shopOrder.paymentIntentId', 'shopOrder.createdAt', 'shopOrder.cancelRequestedBy', 'shopOrder.state']);
}

/** When the oldest refund was requested that is still to be carried out. */
const refundRequestedAt = sql<string | null>`(
  select min(created_at) from refund where refund.order_id = shop_order.id and refund.state = 'requested'
)`;

function ordersToRefund(em: EntityManager) {
  return db(em).selectFrom('refund').select('orderId').where('state', '=', 'requested');
}

/** An order is checked again after this share of its age, so older ones are checked less often. */
const RECHECK_SHARE = 1 / 24;

/**
 * Orders due for a payment check, the longest unchecked first: open ones, and those with a refund to carry out. Due means
 * not checked for `milliseconds`, or longer for older orders.
 */
export function findUnchecked(em: EntityManager, milliseconds: number, limit: number): Promise<UncheckedOrder[]> {
  const due = unsettledOrders(em)
    .select([refundRequestedAt.as('refundRequestedAt'), 'shopOrder.checkedAt'])
    .where('checkedAt', '<', ago(milliseconds))
    .where(
      'checkedAt',
      '<',
      sql<string>`now() - (checked_at - coalesce(${refundRequestedAt}, created_at)) * ${sql.lit(RECHECK_SHARE)}`,
    )
    .orderBy('checkedAt')
    .limit(limit);
  // Two queries, as each has its own index.
  const open = due.where('state', 'in', openStates);
  const toRefund = due.where('shopOrder.id', 'in', ordersToRefund(em));
  return db(em)
    .selectFrom(open.as('open'))
    .selectAll()
    .union(db(em).selectFrom(toRefund.as('toRefund')).selectAll())
    .orderBy('checkedAt')
    .limit(limit)
    .execute();
}

/** A refund can fail for so long after it was made, in days: https://docs.stripe.com/refunds#failed-refunds */
const FAILURE_DAYS = 30;

/** The refund after which a page begins. */
export type RefundPosition = { refundId: string; refundedAt: string };

/**
 * A page of the refunds that may still fail, oldest first, with their orders. They are due if the payment was not checked for
 * `milliseconds`.
 */
export function findRefunded(em: EntityManager, milliseconds: number, after: RefundPosition | null, limit: number) {
  const { refundId, refundedAt } = after ?? { refundId: null, refundedAt: null };
  return unsettledOrders(em)
    .innerJoin('refund', 'refund.orderId', 'shopOrder.id')
    .select([refundRequestedAt.as('refundRequestedAt'), sql<boolean>`checked_at < ${ago(milliseconds)}`.as('isDue')])
    .select(['refund.id as refundId', 'refund.createdAt as refundedAt'])
    .where(sql<boolean>`refund.state = 'done'`)
    .where('refund.createdAt', '>', ago(FAILURE_DAYS * 24 * 60 * 60 * 1000))
    .$if(after !== null, (page) =>
      page.where(sql<boolean>`(refund.created_at, refund.id) > (${refundedAt}, ${refundId})`),
    )
    .orderBy('refund.createdAt')
    .orderBy('refund.id')
    .limit(limit)
    .execute();
}

/** How long an order has been due for a payment check (see findUnchecked), in milliseconds; 0 if none is. */
export async function longestDue(em: EntityManager, milliseconds: number): Promise<number> {
  const dueAt = (since: string) => sql<string>`checked_at + greatest(
    make_interval(secs => ${milliseconds / 1000}), (checked_at - ${sql.ref(since)}) * ${sql.lit(RECHECK_SHARE)}
  )`;
  // Two queries, as each has its own index.
  const open = db(em)
    .selectFrom('shopOrder')
    .select(dueAt('shopOrder.createdAt').as('due'))
    .where('state', 'in', openStates)
    .where('checkedAt', '<', ago(milliseconds));
  const toRefund = db(em)
    .selectFrom('refund')
    .innerJoin('shopOrder', 'shopOrder.id', 'refund.orderId')
    .select(dueAt('refund.createdAt').as('due'))
    .where('refund.state', '=', 'requested');
  const { longest } = await db(em)
    .selectFrom(open.unionAll(toRefund).as('unchecked'))
    .select(sql<number>`coalesce(greatest(extract(epoch from now() - min(due)) * 1000, 0), 0)::float8`.as('longest'))
    .executeTakeFirstOrThrow();
  return longest;
}

export type OwnOrder = InferResult<ReturnType<typeof ownOpenOrders>>[number];

/** A shopper's open orders with what they hold, oldest first. */
function ownOpenOrders(em: EntityManager, userId: string) {
  return unsettledOrders(em)
    .select(['shopOrder.discountId', 'shopOrder.cartFingerprint', 'shopOrder.texts'])
    .select(({ selectFrom }) =>
      jsonRows(
        selectFrom('orderLine')
          .select(['orderLine.productId', 'orderLine.taken as count'])
          .whereRef('orderLine.orderId', '=', 'shopOrder.id')
          .where('orderLine.taken', '>', 0),
      ).as('lines'),
    )
    .where('userId', '=', userId)
    .where('state', 'in', openStates)
    .orderBy('shopOrder.id');
}

export const findOwnOpen = prepared(ownOpenOrders);

/** Like findOwnOpen, and locks the orders until the transaction ends. */
export const lockOwnOpen = prepared((em, userId: string) => ownOpenOrders(em, userId).forUpdate('shopOrder'));

/** Whether the shop knows of refunds of a payment, made or requested. */
export async function hasRefunds(em: EntityManager, paymentIntentId: string): Promise<boolean> {
  return (await refundsOf(em, paymentIntentId)).length > 0;
}

const refundsOf = prepared((em, paymentIntentId: string) =>
  db(em)
    .selectFrom('shopOrder')
    .select('id')
    .where('paymentIntentId', '=', paymentIntentId)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('refunded', '>', 0),
        exists(selectFrom('refund').select('refund.id').whereRef('refund.orderId', '=', 'shopOrder.id')),
      ]),
    ),
);

/** An order, if it is in one of these states. */
export function findInState(em: EntityManager, orderId: string, states: readonly OrderState[]) {
  return unsettledOrders(em).where('id', '=', orderId).where('state', 'in', states).executeTakeFirst();
}

/** Whether the payment of an order was checked within the last `milliseconds`. */
export async function wasCheckedWithin(em: EntityManager, orderId: string, milliseconds: number): Promise<boolean> {
  const checked = db(em).selectFrom('shopOrder').select('id').where('checkedAt', '>', ago(milliseconds));
  return (await checked.where('id', '=', orderId).executeTakeFirst()) !== undefined;
}

/**
 * The orders in which the price of one of these products is outdated, or the product no longer sold: the open ones, and
 * those of which the shop learned since `endedAt` that they are paid.
 */
export async function findOutdated(em: EntityManager, productIds: readonly string[], endedAt: Date) {
  const products = await findPrices(em, [...productIds], endedAt);
  const prices = new Map(products.map(({ id, priceCents }) => [id, priceCents]));
  const open = db(em).selectFrom('shopOrder').select('id').where('state', 'in', openStates);
  const paid = db(em).selectFrom('orderHistory').select('orderId as id').where('what', '=', 'paid');
  const lines = await unsettledOrders(em)
    .innerJoin('orderLine', 'orderLine.orderId', 'shopOrder.id')
    .select(['orderLine.productId', 'orderLine.unitPriceCents'])
    // A union, as each has its own index.
    .where('shopOrder.id', 'in', open.union(paid.where('date', '>=', endedAt.toISOString())))
    .where('shopOrder.state', 'in', [...openStates, 'paid'])
    .where('orderLine.productId', '=', anyOf(productIds))
    // Later ones have prices that came after it, such as that of a sale that has begun since.
    .where('shopOrder.createdAt', '<=', endedAt.toISOString())
    .execute();
  const outdated = lines.filter(({ productId, unitPriceCents }) => prices.get(productId) !== unitPriceCents);
  return [...new Map(outdated.map((order) => [order.id, order])).values()];
}
