import { type AdminOrderView, type OrderColumn, orderColumns } from '#contract/orders.ts';
import { checkOrder, exportOrders, getAllOrders, refundOrder } from '../../adminApi/orders.ts';
import type { TableRequest } from '../../adminApi/table.ts';
import { saveExport } from './saveExport.ts';
import { createTable, type Outcome } from './table.ts';

/** The orders, newest first unless asked otherwise. */
export const ordersTable = createTable<AdminOrderView, OrderColumn>({
  columns: orderColumns,
  sort: 'date',
  direction: 'desc',
  filters: ['state'],
  load: async (request) => {
    const { orders, total } = await getAllOrders(request);
    return { rows: orders, total };
  },
});

/** Gives the whole amount back, which is shown at once; the order is paid again if that fails. */
export function refund(order: AdminOrderView): Promise<boolean> {
  return ordersTable.change([{ ...order, state: 'refunded' }], () => outcome(refundOrder(order._id)));
}

/** Has the payment provider asked how the payment of an order stands. */
export function askProviderAgain(order: AdminOrderView): Promise<boolean> {
  return ordersTable.change([order], () => outcome(checkOrder(order._id)));
}

async function outcome(answer: ReturnType<typeof checkOrder>): Promise<Outcome<AdminOrderView>> {
  const { message, order } = await answer;
  return { message, rows: [order] };
}

/** Has the browser save the orders that the table is narrowed to as a CSV file; a failure is told in a toast. */
export function exportShownOrders(request: Pick<TableRequest, 'search' | 'filters'>): Promise<void> {
  return saveExport('orders', () => exportOrders(request));
}
