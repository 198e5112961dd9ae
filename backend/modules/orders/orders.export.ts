import { type CurrencyCode, decimalAmount } from '#contract/money.ts';
import type { OrderState } from '#contract/orders.ts';
import type { EntityManager } from '../../core/db.ts';
import { type OrderFilter, ordersWhere } from './orders.admin.service.ts';

/** How many orders are in memory at a time. */
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
  /** Null, as is `email`, once the person is gone. */
  shopper: string | null;
  email: string | null;
  product: string;
  /** Two decimals, as `amount`. */
  unitPriceEUR: string;
  count: number;
  /** What the whole order was charged with, in its currency. */
  amount: string;
  currency: CurrencyCode;
  /** The provider's id. */
  payment: string | null;
  orderId: string;
  productId: string;
};

type ExportRow = Omit<ExportedLine, 'date' | 'unitPriceEUR' | 'amount'> & {
  createdAt: string;
  unitPriceCents: number;
  minorUnits: number;
};

/**
 * The lines of all orders, or of those that the filter leaves, newest order first, a page of orders at a time. No
 * transaction is held open meanwhile: what changes while somebody reads may be in it or not, but nothing is in it twice.
 */
export async function* exportOrders(em: EntityManager, filter: OrderFilter): AsyncGenerator<ExportedLine> {
  const conditions = ordersWhere(filter);
  const where = ['o.number < ?::bigint', ...conditions.map(({ sql }) => sql)].join(' and ');
  const parameters = conditions.flatMap((condition) => condition.parameters);
  for (let last = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await em.execute<ExportRow[]>(
      `select o.number as "order", o.created_at as "createdAt", o.state, u.username as shopper, u.email,
         l.title as product, l.unit_price_cents as "unitPriceCents", l.count, o.amount::float8 as "minorUnits",
         o.currency, o.payment_intent_id as payment, o.id as "orderId", l.product_id as "productId"
       from (select * from shop_order o where ${where} order by o.number desc limit ?) o
       join order_line l on l.order_id = o.id left join user_account u on u.id = o.user_id
       order by o.number desc, l.id`,
      [last, ...parameters, PAGE],
    );
    for (const { createdAt, unitPriceCents, minorUnits, ...row } of rows) {
      yield {
        ...row,
        date: new Date(createdAt),
        unitPriceEUR: decimalAmount(unitPriceCents),
        amount: decimalAmount(minorUnits),
      };
    }
    const [end] = rows.slice(-1);
    if (end === undefined) return;
    last = end.order;
  }
}
