import type {
  ApproveReturnInput,
  ReceiveReturnInput,
  RefundReturnInput,
  RejectReturnInput,
  SendReturnInput,
} from '#contract/orders/returns.input.ts';
import { type ReturnRefundView, returnColumns } from '#contract/orders/returns.ts';
import { m } from '#messages';
import { showOnce } from '../../browser/toasts.ts';
import { call } from '../call.ts';
import { sendDangerous } from '../reauthentication.ts';
import { createRemote } from '../remote.ts';
import { sendOrderStep, writeAdminOrder } from './order.ts';
import { createTable } from './table.ts';
import { refreshWork } from './work.ts';

/** The returns of all orders. */
export const returnsTable = createTable({
  load: (query, options) => call<'Returns'>('GET', `/admin/return?${query}`, options),
  columns: returnColumns,
  sort: 'date',
  direction: 'desc',
  filters: ['state', 'overdue'],
  rowsOf: ({ returns }) => returns,
  onChanged: refreshWork,
});

const pathOf = (returnId: string) => `/admin/return/${encodeURIComponent(returnId)}`;

/** What the refund of a return gives back, which other refunds change. */
export const returnRefund = createRemote<string, ReturnRefundView>({
  load: async (returnId, options) => (await call<'ReturnRefund'>('GET', `${pathOf(returnId)}/refund`, options)).refund,
  forgetsWhenHidden: true,
});

type Step = { path: string; body: object; headers?: Record<string, string> };

/** A return of an order. */
type Goods = { orderId: string; returnId: string };

/** Takes a return to its next state and shows the result. @throws ApiError */
async function step({ orderId, returnId }: Goods, { path, ...options }: Step): Promise<void> {
  const saved = await sendOrderStep(orderId, () =>
    call<'ReturnSaved'>('POST', `${pathOf(returnId)}/${path}`, { ...options, task: m.adminReturns.task() }),
  );
  writeAdminOrder(saved.order);
  returnsTable.update(saved.return);
  returnsTable.remote.forgetHidden();
  refreshWork();
  showOnce('success', saved.message);
}

/** Approves a return, with what its shopper needs to know to send it. @throws ApiError */
export function approveReturn(goods: Goods, body: ApproveReturnInput): Promise<void> {
  return step(goods, { path: 'approve', body });
}

/** Rejects a return. @throws ApiError */
export function rejectReturn(goods: Goods, body: RejectReturnInput): Promise<void> {
  return step(goods, { path: 'reject', body });
}

/** Records what came back, and how. @throws ApiError */
export function receiveReturn(goods: Goods, body: ReceiveReturnInput): Promise<void> {
  return step(goods, { path: 'receive', body });
}

/** Gives the money of a return back. Repeating it with the same key refunds once. @throws ApiError */
export function refundReturn(goods: Goods, body: RefundReturnInput, key: string): Promise<void> {
  return sendDangerous(() => step(goods, { path: 'refund', body, headers: { 'Idempotency-Key': key } }));
}

/** Sends new units, or those that came back after their repair. @throws ApiError */
export function sendGoods(goods: Goods, how: 'replace' | 'repair', body: SendReturnInput): Promise<void> {
  return step(goods, { path: how, body });
}
