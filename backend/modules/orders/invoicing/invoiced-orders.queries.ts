import { type InferResult, sql } from 'kysely';
import type { EntityManager } from '../../../core/database/db.ts';
import { anyOf, jsonRows, prepared } from '../../../core/database/queries.ts';
import { db } from '../orders.tables.ts';

export type InvoicedOrder = InferResult<ReturnType<typeof invoiced>>[number];

/** Paid orders, with all that their documents show and those that they have, in the order in which they were paid. */
export const readInvoiced = prepared(invoiced);

function invoiced(em: EntityManager, orderIds: string[]) {
  return db(em)
    .selectFrom('shopOrder')
    .select(['shopOrder.id', 'shopOrder.number', 'shopOrder.currency', 'language', 'refunded'])
    .select(['amount', 'subtotal', 'discount', 'discountCode', 'shipping', 'tax', 'taxRateHundredths', 'taxes'])
    .select(['reverseCharge', 'billing', 'delivery', 'buyerName', 'shippingName', 'attemptedAt'])
    .select(sql<string>`clock_timestamp()`.as('now'))
    .select(({ selectFrom }) => [
      jsonRows(
        selectFrom('orderLine')
          .select(['orderLine.productId', 'orderLine.title', 'orderLine.count', 'orderLine.unitPriceCents'])
          .select(['orderLine.taxRateHundredths', 'orderLine.amount', 'orderLine.isDiscounted'])
          .whereRef('orderLine.orderId', '=', 'shopOrder.id')
          .orderBy('orderLine.id'),
      ).as('lines'),
      jsonRows(
        selectFrom('refund')
          .select(['refund.id', 'refund.amount', 'refund.lines', 'refund.state', 'refund.createdAt'])
          .whereRef('refund.orderId', '=', 'shopOrder.id')
          .orderBy('refund.id'),
      ).as('refunds'),
      jsonRows(
        selectFrom('orderHistory')
          .select(['orderHistory.what', 'orderHistory.date'])
          .whereRef('orderHistory.orderId', '=', 'shopOrder.id')
          .where('orderHistory.what', 'in', ['paid', 'partlyRefunded', 'refunded', 'delivered', 'collected'])
          .orderBy('orderHistory.date'),
      ).as('history'),
      jsonRows(
        selectFrom('document')
          .select(['document.id', 'document.kind', 'document.invoiceId', 'document.refundId', 'document.number'])
          .select(['document.date', 'document.amount', 'document.snapshot'])
          .whereRef('document.orderId', '=', 'shopOrder.id')
          .orderBy('document.date')
          .orderBy('document.id'),
      ).as('documents'),
    ])
    .where('shopOrder.id', '=', anyOf(orderIds))
    .where('shopOrder.state', 'in', ['paid', 'refunded'])
    .orderBy('attemptedAt')
    .orderBy('shopOrder.id');
}
