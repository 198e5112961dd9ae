import { type CurrencyCode, decimalAmount } from '#contract/money.ts';
import type { OrderState } from '#contract/orders.ts';
import type { EntityManager } from '../../core/db.ts';
import { userNames } from '../users/users.queries.ts';
import { findOrders, type OrderFilter } from './orders.admin.queries.ts';
import { db } from './orders.tables.ts';

/** Orders in memory at a time. */
const PAGE = 500;

/** The columns of the orders' CSV file, which has a line for each order line. */
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

type ExportedLine = {
  order: number;
  date: Date;
  state: OrderState;
  /** Null, as is `email`, once the shopper is gone. */
  shopper: string | null;
  email: string | null;
  product: string;
  /** Two decimals, as `amount`. */
  unitPriceEUR: string;
  count: number;
  /** The total of the whole order, in its currency. */
  amount: string;
  currency: CurrencyCode;
  /** The provider's id. */
  payment: string | null;
  orderId: string;
  productId: string;
};

/**
 * The order lines that the filter leaves, newest order first, read a page of orders at a time. No transaction stays open
 * meanwhile: changes during the export may be missing, but no line comes twice.
 */
export async function* exportOrders(em: EntityManager, filter: OrderFilter): AsyncGenerator<ExportedLine> {
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

/** The lines of the next orders below the number `before`. */
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
