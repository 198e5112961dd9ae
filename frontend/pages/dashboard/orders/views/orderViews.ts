import type { OrderColumn } from '#contract/orders/orders.ts';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { PAGE_SIZE } from '#contract/table.ts';
import { m } from '#messages';
import { ordersTable } from '../../../../api/admin/orders.ts';
import type { TableRequest } from '../../../../api/admin/table.ts';
import { readTableAddress, tableAddress } from '../../table/tableAddress.ts';

/** A name for a query of the orders table; `_id` if an admin saved it. */
export type NamedQuery = {
  _id?: string;
  name: string;
  query: string;
  /** The count of its orders, if they are work. Any other view may take a quarter of a second with a million orders. */
  waiting?: 'ordersToShip' | 'ordersToCollect';
};

// What waits longest comes first.
const TO_SHIP = 'state=paid&fulfilment=open&method=shipping&sort=date&direction=asc';
const TO_COLLECT = 'state=paid&fulfilment=open&method=pickup&sort=date&direction=asc';

/** Where the orders are that wait. */
export const orderViewAddresses = {
  toShip: `${pagePatterns.orders}?${TO_SHIP}`,
  toCollect: `${pagePatterns.orders}?${TO_COLLECT}`,
};

/** A view whose name is read when it is shown. */
function builtIn(name: () => string, view: Omit<NamedQuery, 'name'>): NamedQuery {
  return {
    ...view,
    get name() {
      return name();
    },
  };
}

/** The views of a day's work. */
export const builtInViews: readonly NamedQuery[] = [
  builtIn(m.adminOrders.all, { query: '' }),
  builtIn(m.adminOrders.toShip, { query: TO_SHIP, waiting: 'ordersToShip' }),
  builtIn(m.adminOrders.toCollect, { query: TO_COLLECT, waiting: 'ordersToCollect' }),
  builtIn(m.adminOrders.paymentPending, { query: 'state=pending' }),
  builtIn(m.adminOrders.refunded, { query: 'state=refunded' }),
];

/** What a request shows, apart from the page: the query to save. */
export function queryOf(request: TableRequest<OrderColumn>): string {
  return tableAddress({ ...request, page: 1, pageSize: PAGE_SIZE }, ordersTable.options).slice(1);
}

/** Whether a view shows what a request with this query does. */
export function shows({ query }: NamedQuery, requested: string): boolean {
  return queryOf(readTableAddress(query, ordersTable.options)) === requested;
}

/** The address of a view, which keeps the number of rows per page. */
export function viewAddress({ _id, query }: NamedQuery, { pageSize }: Pick<TableRequest, 'pageSize'>): string {
  const request = { ...readTableAddress(query, ordersTable.options), pageSize };
  return pagePatterns.orders + tableAddress(request, ordersTable.options, _id && `view=${_id}`);
}

/** The view on screen: the one that the address names, even if its filters were changed since, or the one that matches. */
export function activeView(views: readonly NamedQuery[], search: string, requested: string): NamedQuery | undefined {
  const chosen = new URLSearchParams(search).get('view');
  return views.find(({ _id }) => _id !== undefined && _id === chosen) ?? views.find((view) => shows(view, requested));
}
