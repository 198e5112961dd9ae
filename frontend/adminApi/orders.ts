import type { AdminOrderView, OrderColumn } from '#contract/orders.ts';
import type { TableTotal } from '#contract/table.ts';
import { call } from '../api/call.ts';
import { adminFallback } from './messages.ts';
import { download, type TableRequest, tablePath } from './table.ts';

/** One page of everybody's orders. */
export function getAllOrders(request: TableRequest<OrderColumn>): Promise<TableTotal & { orders: AdminOrderView[] }> {
  return call('GET', tablePath('/admin/order', request), { quiet: true });
}

/** Has the whole amount of a paid order given back. Asking twice refunds once. */
export function refundOrder(id: string): Promise<{ message: string; order: AdminOrderView }> {
  return call('POST', orderPath(id, 'refund'), { fallback: adminFallback.refund, quiet: true });
}

/** Has the payment provider asked how the payment stands, and the order settled by what it says. */
export function checkOrder(id: string): Promise<{ message: string; order: AdminOrderView }> {
  return call('POST', orderPath(id, 'check'), { fallback: adminFallback.checkOrder, quiet: true });
}

function orderPath(id: string, action: string): string {
  return `/admin/order/${encodeURIComponent(id)}/${action}`;
}

/** The orders that a table is narrowed to, all pages of them, as a CSV file with a line for each of their lines. */
export function exportOrders({ search, filters }: Pick<TableRequest, 'search' | 'filters'>): Promise<Blob> {
  const query = new URLSearchParams(filters);
  if (search !== '') query.set('search', search);
  return download(`/admin/order/export${query.size > 0 ? `?${query}` : ''}`);
}
