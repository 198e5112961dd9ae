import { type InferResult, type RawBuilder, sql } from 'kysely';
import { m } from '#messages';
import type { EntityManager } from '../../core/database/db.ts';
import {
  anyOf,
  type Columns,
  columnsAs,
  columnsOf,
  containing,
  jsonRows,
  preparedWith,
} from '../../core/database/queries.ts';
import { AppError } from '../../core/errors.ts';
import { userNames } from '../users/accounts/users.queries.ts';
import { db } from './orders.tables.ts';
import { overdue } from './returns/order-return.entity.ts';

export const orderNotFound = () => new AppError('notFound', m.orders.notFound());

export type OrderRow = InferResult<ReturnType<typeof orders>>[number];

/** Orders with all that their pages show. */
export function orders(em: EntityManager) {
  return db(em)
    .selectFrom('shopOrder')
    .select(['shopOrder.id', 'number', 'state', 'currency', 'createdAt', 'buyerName', 'note', 'language'])
    .select(['subtotal', 'discount', 'discountCode', 'shipping', 'amount', 'tax', 'taxRateHundredths', 'refunded'])
    .select(['taxes', 'reverseCharge', 'billing', 'vatCheck'])
    .select(['shippingMethod', 'shippingName', 'minDays', 'maxDays', 'delivery', 'fulfilment', 'cancelRequestedBy'])
    .select(['shopOrder.texts', 'shopOrder.disputedAt', 'shopOrder.disputes', 'shopOrder.lost'])
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom('refund')
          .select('refund.id')
          .whereRef('refund.orderId', '=', 'shopOrder.id')
          .where('refund.state', '=', sql.lit<'requested'>('requested')),
      ).as('isRefunding'),
      jsonRows(
        selectFrom('orderLine')
          .select(['orderLine.productId', 'orderLine.title', 'orderLine.defaultTitle', 'orderLine.detail'])
          .select(['orderLine.unitPriceCents', 'orderLine.taxRateHundredths', 'orderLine.amount'])
          .select(['orderLine.count', 'orderLine.shipped', 'orderLine.refunded', 'orderLine.returned'])
          .select(['orderLine.isDiscounted', 'orderLine.taken'])
          .whereRef('orderLine.orderId', '=', 'shopOrder.id')
          .orderBy('orderLine.id'),
      ).as('lines'),
      jsonRows(
        selectFrom('shipment')
          .select(['shipment.id', 'shipment.carrier', 'shipment.trackingNumber', 'shipment.trackingUrl'])
          .select(['shipment.lines', 'shipment.createdAt as date', 'shipment.returnId'])
          .whereRef('shipment.orderId', '=', 'shopOrder.id')
          .orderBy('shipment.id'),
      ).as('shipments'),
      jsonRows(
        selectFrom('orderHistory')
          .select(['orderHistory.date', 'orderHistory.what', 'orderHistory.by', 'orderHistory.adminName'])
          .select('orderHistory.returnId')
          .whereRef('orderHistory.orderId', '=', 'shopOrder.id')
          .orderBy('orderHistory.date')
          .orderBy('orderHistory.id'),
      ).as('history'),
      jsonRows(
        selectFrom('orderReturn')
          .select(['orderReturn.id', 'orderReturn.place', 'orderReturn.state', 'orderReturn.reason'])
          .select(['orderReturn.wants', 'orderReturn.note', 'orderReturn.lines', 'orderReturn.received'])
          .select(['orderReturn.instructions', 'orderReturn.rejection', 'orderReturn.carrier'])
          .select(['orderReturn.trackingNumber', 'orderReturn.isLate', 'orderReturn.refundDue'])
          .select(sql.raw<boolean>(overdue).as('isOverdue'))
          .select(({ selectFrom }) =>
            selectFrom('refund')
              .select(({ fn }) => fn.sum<number | null>('refund.amount').as('amount'))
              .whereRef('refund.orderId', '=', 'orderReturn.orderId')
              .whereRef('refund.returnId', '=', 'orderReturn.id')
              .where('refund.state', '=', 'done')
              .as('refunded'),
          )
          .whereRef('orderReturn.orderId', '=', 'shopOrder.id')
          .orderBy('orderReturn.place'),
      ).as('returns'),
      jsonRows(
        selectFrom('withdrawal')
          .select(['withdrawal.reference', 'withdrawal.receivedAt', 'withdrawal.note', 'withdrawal.isLate'])
          .select(['withdrawal.state', 'withdrawal.lines'])
          .whereRef('withdrawal.orderId', '=', 'shopOrder.id')
          .where('withdrawal.state', '<>', 'dismissed')
          .orderBy('withdrawal.receivedAt'),
      ).as('withdrawals'),
    ]);
}

/** The shopper's own orders, newest first. */
export function listOrders(em: EntityManager, userId: string): Promise<OrderRow[]> {
  return orders(em).where('userId', '=', userId).orderBy('shopOrder.id', 'desc').execute();
}

/** One of the shopper's own orders. @throws AppError notFound, also for another shopper's order */
export async function findOrder(
  em: EntityManager,
  userId: string,
  which: { id: string } | { paymentIntentId: string },
): Promise<OrderRow> {
  const own = orders(em).where('userId', '=', userId);
  const found =
    'id' in which ? own.where('shopOrder.id', '=', which.id) : own.where('paymentIntentId', '=', which.paymentIntentId);
  return found.executeTakeFirstOrThrow(orderNotFound);
}

/** The number of orders per user. Users without orders are left out. */
export async function countOrdersOf(em: EntityManager, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db(em)
    .selectFrom('shopOrder')
    .select(({ fn }) => ['userId', fn.countAll<number>().as('count')])
    .where('userId', '=', anyOf(userIds))
    .groupBy('userId')
    .$narrowType<{ userId: string }>()
    .execute();
  return new Map(rows.map(({ userId, count }) => [userId, count]));
}

type Purchase = { userId: string; productId: string };

/** Which of the given products have been paid for by the given users, also if they were refunded later. */
export function findPurchases(em: EntityManager, asked: readonly Purchase[]): Promise<Purchase[]> {
  return purchases(em, columnsOf(['userId', 'productId'], asked));
}

const purchases = preparedWith(['userId', 'productId'], (em, asked: Columns<Purchase>) => {
  const types = { userId: 'uuid', productId: 'uuid' } as const;
  return (
    db(em)
      .selectFrom(columnsAs('asked', types, asked))
      .select(['asked.userId', 'asked.productId'])
      // Laterally, so that each pair is found by the indexes of its shopper's orders, whatever PostgreSQL expects.
      .innerJoinLateral(
        ({ selectFrom }) =>
          selectFrom('shopOrder')
            .innerJoin('orderLine', 'orderLine.orderId', 'shopOrder.id')
            .select('orderLine.id')
            .whereRef('shopOrder.userId', '=', 'asked.userId')
            .where('shopOrder.state', 'in', ['paid', 'refunded'])
            .whereRef('orderLine.productId', '=', 'asked.productId')
            .limit(1)
            .as('line'),
        (join) => join.onTrue(),
      )
  );
});

/** How many of a shopper's orders hold a use of a discount. */
export async function countUses(em: EntityManager, userId: string, discountId: string): Promise<number> {
  const { uses } = await db(em)
    .selectFrom('shopOrder')
    .select(({ fn }) => fn.countAll<number>().as('uses'))
    .where('userId', '=', userId)
    .where('discountId', '=', discountId)
    .executeTakeFirstOrThrow();
  return uses;
}

/** The number of each order, the email of its shopper, null if the account is deleted, and the email at the purchase. */
export async function findOrderRecipients(em: EntityManager, orderIds: readonly string[]) {
  const rows = await db(em)
    .selectFrom('shopOrder')
    .leftJoin(userNames(em).as('shopper'), 'shopper.id', 'shopOrder.userId')
    .select(['shopOrder.id', 'shopOrder.number', 'shopOrder.email as buyerEmail', 'shopper.email'])
    .where('shopOrder.id', '=', anyOf(orderIds))
    .execute();
  return new Map(rows.map(({ id, ...recipient }) => [id, recipient]));
}

/** Subquery: the order if the email at its purchase contains `search`. */
export function orderBoughtWith(em: EntityManager, orderId: RawBuilder<string>, search: string) {
  return db(em)
    .selectFrom('shopOrder')
    .select('id')
    .where('id', '=', orderId)
    .where('email', 'ilike', containing(search));
}
