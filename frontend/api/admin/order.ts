import type { OrderNoteInput, RefundInput, ShipmentInput } from '#contract/orders.input.ts';
import type { AdminOrderDetailView, OrderMailResendView } from '#contract/orders.ts';
import { saveFile } from '../../browser/saveFile.ts';
import { call, download } from '../call.ts';
import { sendDangerous } from '../reauthentication.ts';
import { createRemote } from '../remote.ts';
import { useRemote } from '../useRemote.ts';
import { showAdminFailure } from './failure.ts';

const pathOf = (orderId: string) => `/admin/order/${encodeURIComponent(orderId)}`;

const adminOrder = createRemote<string, AdminOrderDetailView>({
  load: async (orderId, options) => (await call<'AdminOrder'>('GET', pathOf(orderId), options)).order,
  onFailure: showAdminFailure,
});

/** An order with all that its page in the dashboard shows. */
export function useAdminOrder(orderId: string) {
  return useRemote(adminOrder, orderId, {
    pollWhile: ({ mails }) => mails.some(({ resends }) => resends.some(isBeingSent)),
  });
}

/** Milliseconds that a mail may take before something is wrong. */
const MAIL_PATIENCE = 60_000;

/** Whether a mail should be sent any moment. */
export function isBeingSent({ isSent, date }: OrderMailResendView): boolean {
  return !isSent && Date.now() - Date.parse(date) < MAIL_PATIENCE;
}

type Action = {
  method?: 'POST' | 'DELETE';
  path: string;
  task: string;
  body?: object;
  headers?: Record<string, string>;
};

/** Changes an order and shows the result. @returns the server's message @throws ApiError */
async function change(orderId: string, { method = 'POST', path, ...options }: Action): Promise<string> {
  const { message, order } = await call<'AdminOrderSaved'>(method, `${pathOf(orderId)}/${path}`, options);
  adminOrder.write(orderId, order);
  return message;
}

/** Adds a shipment. Units that are not listed stay to be shipped; without a list, all that are left go. @throws ApiError */
export function shipItems(orderId: string, body: ShipmentInput): Promise<string> {
  return change(orderId, { path: 'shipment', body, task: 'Ship items' });
}

/** Marks an order as delivered, or as collected in the store. @throws ApiError */
export function finishOrder(orderId: string, step: 'delivered' | 'collected'): Promise<string> {
  return change(orderId, { path: step, task: 'Update order' });
}

/** Gives money back. Repeating it with the same key refunds once. @throws ApiError */
export function refundItems(orderId: string, body: RefundInput, key: string): Promise<string> {
  const headers = { 'Idempotency-Key': key };
  return sendDangerous(() => change(orderId, { path: 'refund', body, headers, task: 'Refund' }));
}

/** Leaves a note for the other admins. @throws ApiError */
export function addNote(orderId: string, body: OrderNoteInput): Promise<string> {
  return change(orderId, { path: 'note', body, task: 'Add note' });
}

/** Deletes one's own note. @throws ApiError */
export function deleteNote(orderId: string, noteId: string): Promise<string> {
  return change(orderId, { method: 'DELETE', path: `note/${encodeURIComponent(noteId)}`, task: 'Delete note' });
}

/** Sends a mail to the customer again. Repeating it with the same key sends it once. @throws ApiError */
export function resendMail(orderId: string, mailId: string, key: string): Promise<string> {
  const headers = { 'Idempotency-Key': key };
  return change(orderId, { path: 'resend', body: { mailId }, headers, task: 'Sending the email again' });
}

/** Asks the provider for the state of an order's payment. @throws ApiError */
export async function checkPayment(orderId: string): Promise<string> {
  const options = { task: 'Checking the payment' };
  const { message } = await call<'AdminOrderChecked'>('POST', `${pathOf(orderId)}/check`, options);
  await adminOrder.reload(orderId);
  return message;
}

/** Downloads the packing slip, or the invoice of a paid order. @throws ApiError */
export async function saveDocument({ _id, number }: AdminOrderDetailView, kind: 'packing-slip' | 'invoice') {
  const path = kind === 'invoice' ? `/orders/${encodeURIComponent(_id)}/invoice` : `${pathOf(_id)}/packing-slip`;
  saveFile(await download(path, 'Download'), `${kind}-${number}.pdf`);
}
