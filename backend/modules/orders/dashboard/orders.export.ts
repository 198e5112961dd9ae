import { type RawBuilder, sql } from 'kysely';
import type { DeliveryView } from '#contract/orders/orders.ts';
import { isoInZone } from '#contract/values/dates.ts';
import { toMajorUnits } from '#contract/values/money.ts';
import type { CsvValue } from '../../../core/csv.ts';
import { type EntityManager, inLongTransaction } from '../../../core/database/db.ts';
import { userNames } from '../../users/accounts/users.queries.ts';
import { unitPriceOf } from '../order-amounts.ts';
import { db } from '../orders.tables.ts';
import type { OrderFilter } from './order-list-query.ts';
import { findOrders } from './orders.admin.queries.ts';

/** Orders per batch. */
const PAGE = 500;

const column = (name: string) => sql.ref<CsvValue>(name);
const inMajorUnits = (name: string) => sql<string>`round(${sql.ref(name)} / 100.0, 2)`;
/** Null for pickup. */
const address = (field: keyof DeliveryView) => sql<string | null>`page.delivery ->> ${sql.lit(field)}`;

const columns: Record<string, RawBuilder<CsvValue>> = {
  state: column('page.state'),
  shopper: column('shopper.username'),
  email: column('shopper.email'),
  product: column('orderLine.title'),
  // In cents, with VAT: the price that the order was charged is computed where all prices are.
  unitPriceEUR: column('orderLine.unitPriceCents'),
  count: column('orderLine.count'),
  subtotal: inMajorUnits('page.subtotal'),
  discount: inMajorUnits('page.discount'),
  discountCode: column('page.discountCode'),
  shipping: inMajorUnits('page.shipping'),
  shippingMethod: column('page.shippingMethod'),
  amount: inMajorUnits('page.amount'),
  taxRate: sql`case when page.taxes -> 1 is null then trim_scale(page.tax_rate_hundredths / 100.0) end`,
  tax: inMajorUnits('page.tax'),
  refunded: inMajorUnits('page.refunded'),
  lost: inMajorUnits('page.lost'),
  currency: column('page.currency'),
  fulfilment: column('page.fulfilment'),
  name: address('name'),
  address: address('address'),
  postCode: address('postCode'),
  city: address('city'),
  addressState: address('state'),
  country: address('country'),
  phoneNumber: address('phoneNumber'),
  note: column('page.note'),
  payment: column('page.paymentIntentId'),
  orderId: column('page.id'),
  productId: column('orderLine.productId'),
};

/**
 * The columns of the order export, which has a row per order line. The amounts are of the whole order, in its currency,
 * besides `unitPriceEUR`; `lost` is what lost disputes took; `taxRate` is in percent, and empty if there are several; `payment` is
 * the provider's id. Shopper and email are empty once the shopper is deleted.
 */
export const exportColumns = ['order', 'date', ...Object.keys(columns)];

/**
 * The lines of all orders that match the filter, newest order first, read in batches. Holds no transaction open: an order
 * that changes meanwhile is exported as it then is. Dates begin with their day in the time zone.
 */
export async function* exportOrders(em: EntityManager, timeZone: string, search: string, filter: OrderFilter) {
  // Once: finding those of a search takes far longer than reading a batch of them.
  const numbers = await inLongTransaction(em, (em) => findNumbers(findOrders(em, timeZone, search, filter)));
  for (let start = 0; start < numbers.length; start += PAGE) {
    const rows = await linesOf(em, numbers.slice(start, start + PAGE)).execute();
    for (const { reverseCharge, taxRateHundredths, ...row } of rows) {
      const line = { unitPriceCents: row.unitPriceEUR, taxRateHundredths };
      const unitPrice = toMajorUnits(unitPriceOf(line, { currency: 'EUR', reverseCharge }));
      yield { ...row, date: isoInZone(row.date, timeZone), unitPriceEUR: unitPrice.toFixed(2) };
    }
  }
}

type ExportRow = {
  order: number;
  date: string;
  unitPriceEUR: number;
  taxRateHundredths: number | null;
  reverseCharge: boolean;
} & Record<string, CsvValue | boolean>;

/** As an array, since a million rows would take much more memory. */
async function findNumbers(found: ReturnType<typeof findOrders>): Promise<number[]> {
  const newestFirst = sql<number[] | null>`array_agg(number order by number desc)`;
  const { numbers } = await found.select(newestFirst.as('numbers')).executeTakeFirstOrThrow();
  return numbers ?? [];
}

/** The lines of orders by their numbers. */
function linesOf(em: EntityManager, numbers: readonly number[]) {
  const page = db(em).selectFrom('shopOrder').selectAll().where('number', '=', sql<number>`any(${numbers}::integer[])`);
  return (
    db(em)
      .selectFrom(page.as('page'))
      .innerJoin('orderLine', 'orderLine.orderId', 'page.id')
      .leftJoin(userNames(em).as('shopper'), 'shopper.id', 'page.userId')
      .select(['page.number as order', 'page.createdAt as date'])
      .select(['page.reverseCharge', 'orderLine.taxRateHundredths'])
      // Raw names, which keep their capitals.
      .select(Object.entries(columns).map(([name, value]) => value.as(sql.raw(`"${name}"`))))
      .orderBy('page.number', 'desc')
      .orderBy('orderLine.id')
      .$castTo<ExportRow>()
  );
}
