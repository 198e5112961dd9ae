import type { ShipmentListInput } from '#contract/orders/orders.input.ts';
import type { OrderColumn } from '#contract/orders/orders.ts';
import type { ListedShipmentView } from '#contract/orders/shipment-lists.ts';
import { m } from '#messages';
import { showOnce } from '../../browser/toasts.ts';
import { call } from '../call.ts';
import { ordersTable } from './orders.ts';
import type { TableRequest } from './table.ts';
import { refreshWork } from './work.ts';

/** A list of shipments that was sent: the server's message, and the outcome of each line. */
export type ShippedList = { message: string; lines: readonly ListedShipmentView[] };

/** What each line of a list would do. @throws ApiError */
export async function previewShipments(body: ShipmentListInput): Promise<readonly ListedShipmentView[]> {
  return (
    await call<'ShipmentList'>('POST', '/admin/order/shipments/preview', { body, task: m.adminOrders.previewTask() })
  ).lines;
}

/** Ships the orders of a list and reloads the table, even after a failure. Repeating it ships nothing twice. @throws ApiError */
export async function shipListed(request: TableRequest<OrderColumn>, body: ShipmentListInput): Promise<ShippedList> {
  const options = { body, task: m.adminOrders.markAsShippedTask() };
  try {
    const shipped = await call<'ShipmentsListed'>('POST', '/admin/order/shipments', options);
    const isComplete = shipped.lines.every(({ state }) => state === 'shipped');
    showOnce(isComplete ? 'success' : 'warning', shipped.message);
    return shipped;
  } finally {
    refreshWork();
    ordersTable.remote.forgetHidden();
    await ordersTable.remote.reload(request);
  }
}
