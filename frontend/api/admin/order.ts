import type { OrderNoteInput, RefundInput, ShipmentInput } from '#contract/orders/orders.input.ts';
import { type AdminOrderDetailView, type OrderMailResendView, unitsToShip } from '#contract/orders/orders.ts';
import { m } from '#messages';
import { saveFile } from '../../browser/saveFile.ts';
import { showOnce } from '../../browser/toasts.ts';
import { call, download } from '../call.ts';
import { orderOf } from '../orders.ts';
import { sendStep } from '../outOfDate.ts';
import { sendDangerous } from '../reauthentication.ts';
import { createRemote } from '../remote.ts';
import { useRemote } from '../useRemote.ts';
import { refreshWork } from './work.ts';

const pathOf = (orderId: string) => `/admin/order/${encodeURIComponent(orderId)}`;

const adminOrder = createRemote<string, AdminOrderDetailView>({
  load: async (orderId, options) => inFull(await call<'AdminOrder'>('GET', pathOf(orderId), options)),
});

/** An order in a response, which during a deploy may be from the previous release. */
function inFull({ order }: { order: AdminOrderDetailView }): AdminOrderDetailView {
  const lines = order.lines.map((line) => ({ ...{ toShip: unitsToShip(line) }, ...line }));
  return orderOf({ order: { ...{ dispute: order.isDisputed ? ('open' as const) : null, lost: 0 }, ...order, lines } });
}

/** An order with all that its page shows, from the server. @throws ApiError */
export async function fetchAdminOrder(orderId: string): Promise<AdminOrderDetailView> {
  return inFull(await call<'AdminOrder'>('GET', pathOf(orderId), { task: m.adminOrders.updateTask() }));
}

/** Shows an order from another call's response on its page. */
export function writeAdminOrder(order: AdminOrderDetailView): void {
  adminOrder.write(order._id, inFull({ order }));
}

/** Sends a step of an order, and loads the order again if the server refuses it. @throws whatever `send` throws */
export function sendOrderStep<Result>(orderId: string, send: () => Promise<Result>): Promise<Result> {
  return sendStep(adminOrder, orderId, send);
}

/** Has the pages of orders load again once they are opened. */
export function forgetAdminOrders(): void {
  adminOrder.forgetHidden();
}

/** An order with all that its page in the dashboard shows. */
export function useAdminOrder(orderId: string) {
  return useRemote(adminOrder, orderId, { pollWhile: isAwaitingMail });
}

/** Milliseconds that a mail may take before something is wrong. */
const MAIL_PATIENCE = 60_000;

function isRecent({ date }: { date: string }): boolean {
  return Date.now() - Date.parse(date) < MAIL_PATIENCE;
}

/** Whether a mail should be sent again any moment. */
export function isBeingSent(resend: OrderMailResendView): boolean {
  return !resend.isSent && isRecent(resend);
}

/** Whether a mail should be sent any moment: again, or about a shipment, a refund or a return. */
function isAwaitingMail({ mails, shipments, refunds, returns, shopper }: AdminOrderDetailView): boolean {
  if (shopper === null) return false;
  const isNews = (change: { date: string }) => isRecent(change) && mails.every(({ date }) => date < change.date);
  const steps = returns.flatMap(({ history }) => history);
  return [...shipments, ...refunds, ...steps].some(isNews) || mails.some(({ resends }) => resends.some(isBeingSent));
}

type Action = {
  method?: 'POST' | 'DELETE';
  path: string;
  task: string;
  body?: object;
  headers?: Record<string, string>;
};

/** Changes an order and shows the result. @throws ApiError */
async function change(orderId: string, { method = 'POST', path, ...options }: Action): Promise<void> {
  const { message, order } = await sendOrderStep(orderId, () =>
    call<'AdminOrderSaved'>(method, `${pathOf(orderId)}/${path}`, options),
  );
  adminOrder.write(orderId, order);
  refreshWork();
  showOnce('success', message);
}

/** Adds a shipment. Units that are not listed stay to be shipped; without a list, all that are left go. @throws ApiError */
export function shipItems(orderId: string, body: ShipmentInput): Promise<void> {
  return change(orderId, { path: 'shipment', body, task: m.adminOrders.shipItemsTask() });
}

/** Marks an order as delivered, or as collected in the store. @throws ApiError */
export function finishOrder(orderId: string, step: 'delivered' | 'collected'): Promise<void> {
  return change(orderId, { path: step, task: m.adminOrders.updateTask() });
}

/** Gives money back. Repeating it with the same key refunds once. @throws ApiError */
export function refundItems(orderId: string, body: RefundInput, key: string): Promise<void> {
  const headers = { 'Idempotency-Key': key };
  return sendDangerous(() => change(orderId, { path: 'refund', body, headers, task: m.adminOrders.refundTask() }));
}

/** Leaves a note for the other admins. @throws ApiError */
export function addNote(orderId: string, body: OrderNoteInput): Promise<void> {
  return change(orderId, { path: 'note', body, task: m.adminOrders.addNoteTask() });
}

/** Deletes one's own note. @throws ApiError */
export function deleteNote(orderId: string, noteId: string): Promise<void> {
  return change(orderId, {
    method: 'DELETE',
    path: `note/${encodeURIComponent(noteId)}`,
    task: m.adminOrders.deleteNoteTask(),
  });
}

/** Sends a mail to the customer again. Repeating it with the same key sends it once. @throws ApiError */
export function resendMail(orderId: string, mailId: string, key: string): Promise<void> {
  const headers = { 'Idempotency-Key': key };
  return change(orderId, { path: 'resend', body: { mailId }, headers, task: m.adminOrders.resendTask() });
}

/** Asks the provider for the state of an order's payment. @throws ApiError */
export async function checkPayment(orderId: string): Promise<void> {
  const options = { task: m.adminOrders.checkPaymentTask() };
  const { message } = await sendOrderStep(orderId, () =>
    call<'AdminOrderChecked'>('POST', `${pathOf(orderId)}/check`, options),
  );
  refreshWork();
  await adminOrder.reload(orderId);
  showOnce('success', message);
}

/** Downloads the packing slip. @throws ApiError */
export async function savePackingSlip({ _id, number }: AdminOrderDetailView): Promise<void> {
  const slip = await download(`${pathOf(_id)}/packing-slip`, m.adminOrders.downloadTask());
  saveFile(slip, `packing-slip-${number}.pdf`);
}
