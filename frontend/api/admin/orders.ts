import { type AdminOrderView, type OrderColumn, orderColumns } from '#contract/orders/orders.ts';
import { m } from '#messages';
import { call } from '../call.ts';
import { sendDangerous } from '../reauthentication.ts';
import { saveExport } from './exports.ts';
import { succeeds } from './failure.ts';
import { createTable, type TableRequest } from './table.ts';
import { refreshWork } from './work.ts';

/** All orders, newest first by default. */
export const ordersTable = createTable({
  load: (query, options) => call<'AdminOrders'>('GET', `/admin/order?${query}`, options),
  columns: orderColumns,
  sort: 'date',
  direction: 'desc',
  filters: ['state', 'fulfilment', 'method', 'country', 'refunded', 'from', 'to'],
  kept: ['view'],
  rowsOf: ({ orders }) => orders,
  onChanged: refreshWork,
});

type Request = TableRequest<OrderColumn>;

/** Refunds the whole order and shows it at once; a rejected refund is rolled back. Repeating it refunds once. */
export function refundOrder(request: Request, order: AdminOrderView): Promise<boolean> {
  const refunded = { ...order, state: 'refunded' as const };
  return succeeds(
    ordersTable.change(request, [refunded], () =>
      sendDangerous(() => post(order, 'refund', m.adminOrders.refundTask())),
    ),
  );
}

/** Checks an order's payment with the provider, and updates the order. */
export function checkOrder(request: Request, order: AdminOrderView): Promise<boolean> {
  return succeeds(ordersTable.change(request, [order], () => post(order, 'check', m.adminOrders.checkPaymentTask())));
}

async function post({ _id }: AdminOrderView, action: 'refund' | 'check', task: string) {
  const path = `/admin/order/${encodeURIComponent(_id)}/${action}`;
  const { message, order } = await call<'AdminOrderChecked'>('POST', path, { task });
  return { message, rows: [order] };
}

/** Downloads the filtered orders as a CSV file, with a row for each item. */
export function exportOrders({ search, filters }: Request): Promise<void> {
  const query = new URLSearchParams(filters);
  if (search !== '') query.set('search', search);
  return saveExport('orders', `/admin/order/export${query.size > 0 ? `?${query}` : ''}`);
}
