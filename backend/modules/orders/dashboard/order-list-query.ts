import { parse } from 'node:querystring';
import {
  deliveryMethods,
  fulfilments,
  type OrderColumn,
  orderColumns,
  orderStates,
  refundedShares,
} from '#contract/orders/orders.ts';
import type { TableQuery } from '#contract/table.ts';
import { countryCodes } from '#contract/values/countries.ts';
import { readTableQuery } from '../../../core/database/table.ts';
import { choice, dayParameter, tableParameters } from '../../../core/http/parameters.ts';
import { queryString, type WithQuery } from '../../../core/http/query-string.ts';

const filterParameters = {
  state: choice(orderStates),
  fulfilment: choice(fulfilments),
  method: choice(deliveryMethods),
  country: choice(countryCodes),
  refunded: choice(refundedShares),
  from: dayParameter,
  to: dayParameter,
};

/** The parameters that readOrderTable and readOrderFilter read. */
export const orderTableParameters = { ...tableParameters(orderColumns), ...filterParameters };

const NEWEST_FIRST = { sort: 'date', direction: 'desc' } as const;

/** The search, the order and the page of the orders table. @throws AppError invalid */
export function readOrderTable(ctx: WithQuery): TableQuery<OrderColumn> {
  return readTableQuery(ctx, orderColumns, { ...NEWEST_FIRST, page: 1 });
}

/** Whether the orders table has its default order. */
export function isNewestFirst({ sort, direction }: Pick<TableQuery<OrderColumn>, 'sort' | 'direction'>): boolean {
  return sort === NEWEST_FIRST.sort && direction === NEWEST_FIRST.direction;
}

export type OrderFilter = ReturnType<typeof readOrderFilter>;

/** The filters of the orders table, of which `from` and `to` are days. @throws AppError invalid */
export function readOrderFilter(ctx: WithQuery) {
  const given = queryString(ctx);
  const filter = {
    state: given.choice('state', orderStates),
    fulfilment: given.choice('fulfilment', fulfilments),
    method: given.choice('method', deliveryMethods),
    country: given.choice('country', countryCodes),
    refunded: given.choice('refunded', refundedShares),
    from: given.day('from'),
    to: given.day('to'),
  };
  given.finish();
  return filter;
}

/**
 * What a query string of the orders table shows, without the page: its search, its filters, and its order unless that is
 * the default. Drops what the table doesn't know.
 * @throws AppError invalid
 */
export function cleanOrderQuery(query: string): string {
  const ctx = { query: parse(query.replace(/^\?/, '')) };
  const table = readOrderTable(ctx);
  const { search, sort, direction } = table;
  const given = queryString(ctx);
  const clean = new URLSearchParams();
  if (search !== '') clean.set('search', search);
  for (const name of Object.keys(readOrderFilter(ctx))) {
    const value = given.text(name);
    if (value !== undefined) clean.set(name, value);
  }
  if (!isNewestFirst(table)) {
    clean.set('sort', sort);
    clean.set('direction', direction);
  }
  return clean.toString();
}
