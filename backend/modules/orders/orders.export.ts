import { decimalAmount } from '#contract/money.ts';
import type { EntityManager } from '../../core/db.ts';
import { userNames } from '../users/users.queries.ts';
import { findOrders, type OrderFilter } from './orders.admin.queries.ts';
import { db } from './orders.tables.ts';

/** Orders per batch. */
const PAGE = 500;

/**
 * The columns of the order export, which has a row per order line. `amount` is the total of the whole order, in its
 * currency; `payment` is the provider's id. Shopper and email are empty once the shopper is deleted.
 */
export const exportColumns = [
  'order',
  'date',
  'state',
  'shopper',
  'email',
  'product',
  'unitPriceEUR',
  'count',
  'amount',
  'currency',
  'payment',
  'orderId',
  'productId',
] as const;

/**
 * The lines of all orders that match the filter, newest order first, read in batches. Holds no transaction open: changes
 * during the export may be missing, but no line appears twice.
 */
export async function* exportOrders(em: EntityManager, filter: OrderFilter) {
  for (let last: number | null = null; ; ) {
    const rows: ExportRow[] = await readLines(em, filter, last);
    for (const { createdAt, unitPriceCents, minorUnits, ...row } of rows) {
      yield {
        ...row,
        date: new Date(createdAt),
        unitPriceEUR: decimalAmount(unitPriceCents),
        amount: decimalAmount(minorUnits),
      };
    }
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.order;
  }
}

type ExportRow = Awaited<ReturnType<typeof readLines>>[number];

/** The lines of the next batch of orders, with numbers below `before`. */
function readLines(em: EntityManager, filter: OrderFilter, before: number | null) {
  let found = findOrders(em, filter);
  if (before !== null) found = found.where('shopOrder.number', '<', before);
  const page = found
    .select(['shopOrder.id', 'shopOrder.number', 'shopOrder.createdAt', 'shopOrder.state', 'shopOrder.amount'])
    .select(['shopOrder.currency', 'shopOrder.paymentIntentId', 'shopOrder.userId'])
    .orderBy('shopOrder.number', 'desc')
    .limit(PAGE);
  return db(em)
    .selectFrom(page.as('page'))
    .innerJoin('orderLine', 'orderLine.orderId', 'page.id')
    .leftJoin(userNames(em).as('shopper'), 'shopper.id', 'page.userId')
    .select(['page.number as order', 'page.createdAt', 'page.state', 'page.amount as minorUnits', 'page.currency'])
    .select(['page.paymentIntentId as payment', 'page.id as orderId'])
    .select(['orderLine.title as product', 'orderLine.unitPriceCents', 'orderLine.count', 'orderLine.productId'])
    .select(['shopper.username as shopper', 'shopper.email'])
    .orderBy('page.number', 'desc')
    .orderBy('orderLine.id')
    .execute();
}
