import { isoInZone } from '#contract/dates.ts';
import { decimalAmount } from '#contract/money.ts';
import type { DeliveryView } from '#contract/orders.ts';
import { type EntityManager, inLongTransaction } from '../../../core/database/db.ts';
import { userNames } from '../../users/accounts/users.queries.ts';
import { db } from '../orders.tables.ts';
import { findOrders, type OrderFilter } from './orders.admin.queries.ts';

/** The address of an order for pickup. */
const PICKED_UP: DeliveryView = { name: '', address: '', city: '', postCode: '', country: '', phoneNumber: '' };

/** Orders per batch. */
const PAGE = 500;

/**
 * The columns of the order export, which has a row per order line. The amounts are of the whole order, in its currency,
 * besides `unitPriceEUR`; `taxRate` is in percent; `payment` is the provider's id. Shopper and email are empty once the shopper is deleted.
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
  'subtotal',
  'discount',
  'discountCode',
  'shipping',
  'shippingMethod',
  'amount',
  'taxRate',
  'tax',
  'refunded',
  'currency',
  'fulfilment',
  'name',
  'address',
  'postCode',
  'city',
  'country',
  'phoneNumber',
  'note',
  'payment',
  'orderId',
  'productId',
] as const;

/**
 * The lines of all orders that match the filter, newest order first, read in batches. Holds no transaction open: changes
 * during the export may be missing, but no line appears twice. Dates begin with their day in the time zone.
 */
export async function* exportOrders(em: EntityManager, filter: OrderFilter, timeZone: string) {
  for (let last: number | null = null; ; ) {
    const rows: ExportRow[] = await readLines(em, filter, last);
    for (const { createdAt, unitPriceCents, taxRateHundredths, delivery, ...row } of rows) {
      yield {
        ...row,
        ...(delivery ?? PICKED_UP),
        date: isoInZone(createdAt, timeZone),
        unitPriceEUR: decimalAmount(unitPriceCents),
        taxRate: taxRateHundredths / 100,
        ...inMajorUnits(row),
      };
    }
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.order;
  }
}

function inMajorUnits(row: Omit<ExportRow, 'createdAt' | 'unitPriceCents' | 'taxRateHundredths' | 'delivery'>) {
  const { subtotal, discount, shipping, amount, tax, refunded } = row;
  const amounts = Object.entries({ subtotal, discount, shipping, amount, tax, refunded });
  return Object.fromEntries(amounts.map(([name, minorUnits]) => [name, decimalAmount(minorUnits)]));
}

type ExportRow = Awaited<ReturnType<typeof readLines>>[number];

/** The lines of the next batch of orders, with numbers below `before`. */
function readLines(em: EntityManager, filter: OrderFilter, before: number | null) {
  return inLongTransaction(em, (em) => selectLines(em, filter, before).execute());
}

function selectLines(em: EntityManager, filter: OrderFilter, before: number | null) {
  let found = findOrders(em, filter);
  if (before !== null) found = found.where('shopOrder.number', '<', before);
  const page = found.selectAll('shopOrder').orderBy('shopOrder.number', 'desc').limit(PAGE);
  return db(em)
    .selectFrom(page.as('page'))
    .innerJoin('orderLine', 'orderLine.orderId', 'page.id')
    .leftJoin(userNames(em).as('shopper'), 'shopper.id', 'page.userId')
    .select(['page.number as order', 'page.createdAt', 'page.state', 'page.currency', 'page.fulfilment', 'page.note'])
    .select(['page.subtotal', 'page.discount', 'page.discountCode', 'page.shipping', 'page.shippingMethod'])
    .select(['page.amount', 'page.taxRateHundredths', 'page.tax', 'page.refunded', 'page.delivery'])
    .select(['page.paymentIntentId as payment', 'page.id as orderId'])
    .$narrowType<{ delivery: DeliveryView | null }>()
    .select(['orderLine.title as product', 'orderLine.unitPriceCents', 'orderLine.count', 'orderLine.productId'])
    .select(['shopper.username as shopper', 'shopper.email'])
    .orderBy('page.number', 'desc')
    .orderBy('orderLine.id');
}
