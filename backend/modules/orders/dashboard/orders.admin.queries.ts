import { type InferResult, type RawBuilder, sql } from 'kysely';
import { type OrderColumn, orderStates, type RefundedShare } from '#contract/orders/orders.ts';
import type { TableQuery } from '#contract/table.ts';
import { CUSTOMER_ORDERS } from '#contract/users/customers.ts';
import { currencies, currencyCodes } from '#contract/values/money.ts';
import { startOfDay } from '../../../core/database/days.ts';
import type { EntityManager } from '../../../core/database/db.ts';
import { asInDictionary, isFound } from '../../../core/database/names.ts';
import { containing, jsonRows, pageOf } from '../../../core/database/queries.ts';
import { countRows, readPageAs } from '../../../core/database/table.ts';
import { userNames, usersNamed } from '../../users/accounts/users.queries.ts';
import { trackingNumber } from '../fulfilment/shipment.entity.ts';
import { recipient } from '../order.entity.ts';
import { orderNotFound, orders } from '../orders.queries.ts';
import { db } from '../orders.tables.ts';
import { isNewestFirst, type OrderFilter } from './order-list-query.ts';

export type AdminOrderRow = InferResult<ReturnType<typeof adminOrders>>[number];

/** Orders with their shoppers. */
export function ordersWithShopper(em: EntityManager) {
  return orders(em)
    .leftJoin(userNames(em).as('shopper'), 'shopper.id', 'shopOrder.userId')
    .select(['shopper.id as shopperId', 'shopper.username', 'shopper.email', 'shopper.verifiedAt']);
}

/** Orders of any shopper with all that their pages in the dashboard show. */
export function adminOrders(em: EntityManager) {
  return ordersWithShopper(em)
    .select('shopOrder.email as buyerEmail')
    .select(['shopOrder.paymentIntentId', 'shopOrder.checkedAt'])
    .select(({ selectFrom }) => [
      jsonRows(
        selectFrom('refund')
          .select(['refund.id', 'refund.amount', 'refund.reason', 'refund.state', 'refund.lines'])
          .select(['refund.by', 'refund.cancels', 'refund.createdAt as date'])
          .whereRef('refund.orderId', '=', 'shopOrder.id')
          // Others returned units without giving back money.
          .where('refund.amount', '>', 0)
          .orderBy('refund.id'),
      ).as('refunds'),
      jsonRows(
        selectFrom('orderNote')
          .select(['orderNote.id', 'orderNote.authorName as author', 'orderNote.authorId'])
          .select(['orderNote.content as text', 'orderNote.createdAt as date'])
          .whereRef('orderNote.orderId', '=', 'shopOrder.id')
          .orderBy('orderNote.id'),
      ).as('notes'),
      jsonRows(
        selectFrom('orderMail')
          .select(['orderMail.id', 'orderMail.kind', 'orderMail.payload', 'orderMail.sentAt'])
          .select(({ selectFrom }) =>
            jsonRows(
              selectFrom('orderMailResend as resend')
                .select(['resend.id', 'resend.requestedAt as date', 'resend.adminName', 'resend.sentAt'])
                .select('resend.idempotencyKey')
                .whereRef('resend.mailId', '=', 'orderMail.id')
                .orderBy('resend.id'),
            ).as('resends'),
          )
          .whereRef('orderMail.orderId', '=', 'shopOrder.id')
          .orderBy('orderMail.id'),
      ).as('mails'),
    ]);
}

/** An order of any shopper. @throws AppError notFound */
export function findAnyOrder(em: EntityManager, orderId: string): Promise<AdminOrderRow> {
  return adminOrders(em).where('shopOrder.id', '=', orderId).executeTakeFirstOrThrow(orderNotFound);
}

/** Orders by their numbers; unknown numbers are left out. */
export async function findNumberedOrders(em: EntityManager, numbers: readonly number[]) {
  const rows = await adminOrders(em).where('number', '=', sql<number>`any(${numbers}::integer[])`).execute();
  return new Map(rows.map((row) => [row.number, row]));
}

/** Compares amounts in different currencies by their value in euros. */
const amountInEur = sql`amount / case currency ${sql.join(
  currencyCodes.map((code) => sql`when ${sql.lit(code)} then ${sql.lit(currencies[code].rateHundredths)}.0`),
  sql` `,
)} end`;

/** Sorts states in the order in which orders pass through them. */
const stateIndex = sql`array_position(array[${sql.join(orderStates.map((state) => sql.lit(state)))}], state)`;

/** A page of orders for the dashboard's table. Unless another order is chosen, one with the searched number comes first. */
export async function listAllOrders(
  em: EntityManager,
  timeZone: string,
  query: TableQuery<OrderColumn>,
  filter: OrderFilter,
): Promise<{ rows: AdminOrderRow[]; total: number }> {
  const found = findOrders(em, timeZone, query.search, filter);
  return readPageAs(
    query,
    {
      columns: {
        number: 'shopOrder.number',
        shopper: asInDictionary(sql.ref('shopper.username')),
        amount: amountInEur,
        state: stateIndex,
        date: 'shopOrder.createdAt',
      },
      ties: ['shopOrder.id'],
    },
    found
      .select('shopOrder.id')
      .$if(isOrderNumber(query.search) && isNewestFirst(query), (rows) =>
        rows.orderBy(({ eb }) => eb('shopOrder.number', '=', Number(query.search)), 'desc'),
      )
      .$if(query.sort === 'shopper', (rows) =>
        rows.leftJoin(userNames(em).as('shopper'), 'shopper.id', 'shopOrder.userId'),
      ),
    countRows(em, found),
    {
      isSearch: query.search !== '',
      show: (page) => {
        const ids = page.map(({ id }) => id);
        return adminOrders(em).innerJoin(pageOf(ids), 'page.id', 'shopOrder.id').orderBy('page.place').execute();
      },
    },
  );
}

/** The paid orders that wait to be shipped, and to be collected. */
export function countOpenOrders(em: EntityManager): Promise<{ toShip: number; toCollect: number }> {
  return (
    db(em)
      .selectFrom('shopOrder')
      .select([
        sql<number>`count(delivery)`.as('toShip'),
        sql<number>`count(*) filter (where delivery is null)`.as('toCollect'),
      ])
      // The predicate of the index.
      .where(sql<boolean>`state = 'paid' and fulfilment = 'open'`)
      .executeTakeFirstOrThrow()
  );
}

export type CustomerRows = Awaited<ReturnType<typeof readCustomer>>;

/** What a user has bought, in minor units: nothing if there is no such user. */
export async function readCustomer(em: EntityManager, userId: string) {
  const [orders, spent] = await Promise.all([
    adminOrders(em)
      .where('shopOrder.userId', '=', userId)
      .orderBy('shopOrder.id', 'desc')
      .limit(CUSTOMER_ORDERS)
      .execute(),
    db(em)
      .selectFrom('shopOrder')
      .select(['currency', sql<number>`sum(amount - refunded - lost)::bigint`.as('amount')])
      .where('userId', '=', userId)
      .where('state', 'in', ['paid', 'refunded'])
      .groupBy('currency')
      .having(sql<boolean>`sum(amount - refunded - lost) > 0`)
      .orderBy('currency')
      .execute(),
  ]);
  return { orders, spent };
}

const isRefunded: Record<RefundedShare, RawBuilder<boolean>> = {
  none: sql<boolean>`refunded = 0`,
  partly: sql<boolean>`refunded > 0 and refunded < amount`,
  fully: sql<boolean>`state = 'refunded'`,
};

/** The orders that match a search and a filter. Its days are those of the time zone. */
export function findOrders(em: EntityManager, timeZone: string, search: string, filter: OrderFilter) {
  const { state, fulfilment, method, country, refunded, from, to } = filter;
  let found = db(em).selectFrom('shopOrder');
  if (state !== undefined) found = found.where('shopOrder.state', '=', state);
  if (fulfilment !== undefined) found = found.where('shopOrder.fulfilment', '=', fulfilment);
  if (method !== undefined) found = found.where('delivery', method === 'pickup' ? 'is' : 'is not', null);
  if (country !== undefined) found = found.where(sql`delivery ->> 'country'`, '=', country);
  if (refunded !== undefined) found = found.where(isRefunded[refunded]);
  if (from !== undefined) found = found.where('shopOrder.createdAt', '>=', startOfDay(from, timeZone));
  if (to !== undefined) found = found.where('shopOrder.createdAt', '<', startOfDay(to, timeZone, 1));
  return search === '' ? found : found.where('shopOrder.id', 'in', ordersMatching(em, search));
}

/**
 * Subquery: the ids of the orders that match a search for order and tracking numbers, recipients with city and phone,
 * usernames, emails, line titles and payment ids. Each part has an index of its own, which an `or` could not use.
 */
export function ordersMatching(em: EntityManager, search: string) {
  const ids = () => db(em).selectFrom('shopOrder').select('shopOrder.id');
  let matches = ids()
    // An array, because PostgreSQL takes users for more than they are, and then joins them with all orders.
    .where('shopOrder.userId', '=', sql<string>`any(array(${usersNamed(em, search)}))`)
    .union(db(em).selectFrom('orderLine').select('orderLine.orderId as id').where(isFound('title', search)))
    .union(ids().where(isFound(recipient, search)));
  // Searched only for text that they can contain.
  const phone = phoneDigits(search);
  if (phone !== null)
    matches = matches.union(ids().where('delivery', 'is not', null).where(phoneOf, 'like', `%${phone}%`));
  if (/\d/.test(search)) {
    const tracked = db(em).selectFrom('shipment').select('shipment.orderId as id');
    matches = matches.union(tracked.where(isFound(trackingNumber, search.replaceAll(' ', ''))));
  }
  if (isOrderNumber(search)) matches = matches.union(ids().where('number', '=', Number(search)));
  if (/^\w+$/.test(search)) matches = matches.union(ids().where('paymentIntentId', 'ilike', containing(search)));
  return matches;
}

// The expression of the trigram index.
const phoneOf = sql<string>`regexp_replace(delivery ->> 'phoneNumber', '[^0-9]', '', 'g')`;

/** Shorter numbers are those of orders. */
const PHONE_DIGITS_MIN = 6;

/** The digits of a phone number, as far as each way to write it has them; null for other text. */
function phoneDigits(search: string): string | null {
  if (!/^[+\d\s()./-]+$/.test(search)) return null;
  const digits = search.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length < PHONE_DIGITS_MIN ? null : digits;
}

/** PostgreSQL's largest integer. */
const NUMBER_MAX = 2 ** 31 - 1;

/** Whether an order can have this number. */
export function isOrderNumber(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) <= NUMBER_MAX;
}
