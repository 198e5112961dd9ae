import { parse } from 'node:querystring';
import { countryCodes } from '#contract/countries.ts';
import {
  deliveryMethods,
  fulfilments,
  type OrderColumn,
  orderColumns,
  orderStates,
  refundedShares,
} from '#contract/orders.ts';
import type { TableQuery } from '#contract/table.ts';
import { readDay, readFilter, readTableQuery } from '../../../core/database/table.ts';
import { choice, dayParameter, tableParameters } from '../../../core/http/parameters.ts';
import { queryString, type WithQuery } from '../../../core/http/query-string.ts';
import type { OrderFilter } from './orders.admin.queries.ts';

/** The parameters that readOrderTable, readOrderFilter and readOrderDays read. */
export const orderTableParameters = {
  ...tableParameters(orderColumns),
  state: choice(orderStates),
  fulfilment: choice(fulfilments),
  method: choice(deliveryMethods),
  country: choice(countryCodes),
  refunded: choice(refundedShares),
  from: dayParameter,
  to: dayParameter,
};

const NEWEST_FIRST = { sort: 'date', direction: 'desc' } as const;

/** The search, the order and the page of the orders table. @throws AppError invalid */
export function readOrderTable(ctx: WithQuery): TableQuery<OrderColumn> {
  return readTableQuery(ctx, orderColumns, { ...NEWEST_FIRST, page: 1 });
}

/** The filters by what orders are. @throws AppError invalid */
export function readOrderFilter(ctx: WithQuery): Omit<OrderFilter, 'search' | 'days'> {
  return {
    state: readFilter(ctx, 'state', orderStates),
    fulfilment: readFilter(ctx, 'fulfilment', fulfilments),
    method: readFilter(ctx, 'method', deliveryMethods),
    country: readFilter(ctx, 'country', countryCodes),
    refunded: readFilter(ctx, 'refunded', refundedShares),
  };
}

/** The days that a filter asks for. @throws AppError invalid */
export function readOrderDays(ctx: WithQuery) {
  return { from: readDay(ctx, 'from'), to: readDay(ctx, 'to') };
}

/**
 * What a query string of the orders table shows, without the page: its search, its filters, and its order unless that is
 * the default. Drops what the table doesn't know.
 * @throws AppError invalid
 */
export function cleanOrderQuery(query: string): string {
  const ctx = { query: parse(query.replace(/^\?/, '')) };
  const { search, sort, direction } = readOrderTable(ctx);
  const given = queryString(ctx);
  const clean = new URLSearchParams();
  if (search !== '') clean.set('search', search);
  for (const name of Object.keys({ ...readOrderFilter(ctx), ...readOrderDays(ctx) })) {
    const value = given.text(name);
    if (value !== undefined) clean.set(name, value);
  }
  if (sort !== NEWEST_FIRST.sort || direction !== NEWEST_FIRST.direction) {
    clean.set('sort', sort);
    clean.set('direction', direction);
  }
  return clean.toString();
}
