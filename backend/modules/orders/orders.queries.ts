import { type InferResult, type NotNull, sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { DeliveryView, ShipmentView } from '#contract/orders.ts';
import type { EntityManager } from '../../core/database/db.ts';
import { anyOf, prepared } from '../../core/database/queries.ts';
import { AppError } from '../../core/errors.ts';
import { userNames } from '../users/accounts/users.queries.ts';
import { db } from './orders.tables.ts';

export const ORDER_NOT_FOUND = 'Order not found';

export type OrderRow = InferResult<ReturnType<typeof orders>>[number];

/** Orders with their lines. */
export function orders(em: EntityManager) {
  return db(em)
    .selectFrom('shopOrder')
    .select(['shopOrder.id', 'shopOrder.number', 'shopOrder.state', 'shopOrder.currency', 'shopOrder.amount'])
    .select('shopOrder.createdAt')
    .select(({ selectFrom }) =>
      selectFrom('orderLine')
        .whereRef('orderLine.orderId', '=', 'shopOrder.id')
        .select(({ fn, ref }) => {
          const line = jsonBuildObject({
            productId: ref('orderLine.productId'),
            title: ref('orderLine.title'),
            detail: ref('orderLine.detail'),
            unitPriceCents: ref('orderLine.unitPriceCents'),
            count: ref('orderLine.count'),
            shipped: ref('orderLine.shipped'),
            isDiscounted: ref('orderLine.isDiscounted'),
            refunded: ref('orderLine.refunded'),
            returned: ref('orderLine.returned'),
          });
          return fn.coalesce(fn.jsonAgg(line).orderBy('orderLine.id'), sql<never[]>`'[]'::json`).as('lines');
        })
        .as('lines'),
    )
    .$narrowType<{ lines: NotNull }>();
}

export type OrderDetailRow = InferResult<ReturnType<typeof orderDetails>>[number];

/** Orders with all that their pages show. */
export function orderDetails(em: EntityManager) {
  return orders(em)
    .select([
      'shopOrder.subtotal',
      'shopOrder.discount',
      'shopOrder.discountCode',
      'shopOrder.shipping',
      'shopOrder.tax',
    ])
    .select(['shopOrder.taxRateHundredths', 'shopOrder.refunded', 'shopOrder.shippingMethod', 'shopOrder.shippingName'])
    .select(['shopOrder.delivery', 'shopOrder.note', 'shopOrder.fulfilment', 'shopOrder.cancelRequestedBy'])
    .select('shopOrder.buyerName')
    .select([shipmentsOfOrder(em).as('shipments'), historyOfOrder(em).as('history')])
    .$narrowType<{ delivery: DeliveryView | null }>();
}

function shipmentsOfOrder(em: EntityManager) {
  return db(em)
    .selectFrom('shipment')
    .whereRef('shipment.orderId', '=', 'shopOrder.id' as never)
    .select(({ fn, ref }) => {
      const shipment = jsonBuildObject({
        id: ref('shipment.id'),
        carrier: ref('shipment.carrier'),
        trackingNumber: ref('shipment.trackingNumber'),
        trackingUrl: ref('shipment.trackingUrl'),
        date: ref('shipment.createdAt'),
        lines: ref('shipment.lines').$castTo<ShipmentView['lines']>(),
      });
      return fn.coalesce(fn.jsonAgg(shipment).orderBy('shipment.id'), sql<never[]>`'[]'::json`).as('all');
    })
    .$asScalar()
    .$notNull();
}

function historyOfOrder(em: EntityManager) {
  return db(em)
    .selectFrom('orderHistory')
    .whereRef('orderHistory.orderId', '=', 'shopOrder.id' as never)
    .select(({ fn, ref }) => {
      const step = jsonBuildObject({
        date: ref('orderHistory.date'),
        what: ref('orderHistory.what'),
        by: ref('orderHistory.by'),
        adminName: ref('orderHistory.adminName'),
      });
      const ordered = fn.jsonAgg(step).orderBy('orderHistory.date').orderBy('orderHistory.id');
      return fn.coalesce(ordered, sql<never[]>`'[]'::json`).as('all');
    })
    .$asScalar()
    .$notNull();
}

/** One of the shopper's own orders, with all that its page shows. @throws AppError notFound, like findOrder */
export async function findOrderDetail(em: EntityManager, userId: string, id: string): Promise<OrderDetailRow> {
  const order = await orderDetails(em).where('userId', '=', userId).where('shopOrder.id', '=', id).executeTakeFirst();
  if (order === undefined) throw new AppError('notFound', ORDER_NOT_FOUND);
  return order;
}

/** All that the pages of the shopper's own orders show, newest first. */
export function listOrderDetails(em: EntityManager, userId: string): Promise<OrderDetailRow[]> {
  return orderDetails(em).where('userId', '=', userId).orderBy('shopOrder.id', 'desc').execute();
}

/** The shopper's own orders, newest first. */
export const listOrders = prepared((em, userId: string) =>
  orders(em).where('userId', '=', userId).orderBy('shopOrder.id', 'desc'),
);

/** How the shopper's latest paid order went; undefined without one. */
export function lastDelivery(em: EntityManager, userId: string) {
  return db(em)
    .selectFrom('shopOrder')
    .select(['shippingMethod', 'delivery'])
    .where('userId', '=', userId)
    .where('state', 'in', ['paid', 'refunded'])
    .orderBy('id', 'desc')
    .limit(1)
    .$narrowType<{ delivery: DeliveryView | null }>()
    .executeTakeFirst();
}

/** One of the shopper's own orders. @throws AppError notFound, also for another shopper's order */
export async function findOrder(
  em: EntityManager,
  userId: string,
  which: { id: string } | { paymentIntentId: string },
): Promise<OrderRow> {
  const own = orders(em).where('userId', '=', userId);
  const order = await ('id' in which
    ? own.where('shopOrder.id', '=', which.id)
    : own.where('paymentIntentId', '=', which.paymentIntentId)
  ).executeTakeFirst();
  if (order === undefined) throw new AppError('notFound', ORDER_NOT_FOUND);
  return order;
}

/** The number of orders per user. Users without orders are left out. */
export async function countOrdersOf(em: EntityManager, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await orderCounts(em, userIds);
  return new Map(rows.map(({ userId, count }) => [userId, count]));
}

const orderCounts = prepared((em, userIds: readonly string[]) =>
  db(em)
    .selectFrom('shopOrder')
    .select(({ fn }) => ['userId', fn.countAll<number>().as('count')])
    .where('userId', '=', anyOf(userIds))
    .groupBy('userId')
    .$narrowType<{ userId: string }>(),
);

/** How many of a shopper's orders hold a use of a discount. */
export async function countUses(em: EntityManager, userId: string, discountId: string): Promise<number> {
  const [row] = await usesOf(em, userId, discountId);
  return row?.count ?? 0;
}

const usesOf = prepared((em, userId: string, discountId: string) =>
  db(em)
    .selectFrom('shopOrder')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('discountId', '=', discountId),
);

/** The number of each order and the email of its shopper, null if the account is deleted. */
export async function findOrderRecipients(
  em: EntityManager,
  orderIds: readonly string[],
): Promise<Map<string, { number: number; email: string | null }>> {
  const rows = await db(em)
    .selectFrom('shopOrder')
    .leftJoin(userNames(em).as('shopper'), 'shopper.id', 'shopOrder.userId')
    .select(['shopOrder.id', 'shopOrder.number', 'shopper.email'])
    .where('shopOrder.id', '=', anyOf(orderIds))
    .execute();
  return new Map(rows.map(({ id, ...recipient }) => [id, recipient]));
}
