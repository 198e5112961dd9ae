import type { ReturnRequestInput } from '#contract/orders/returns.input.ts';
import type { ReturnView } from '#contract/orders/returns.ts';
import type { OrderWithdrawalInput } from '#contract/orders/withdrawals.input.ts';
import { m } from '#messages';
import { saveFile } from '../browser/saveFile.ts';
import { call, download } from './call.ts';
import { changeOwnOrder, orderPath } from './orders.ts';

/** Withdraws from some units of an order. @throws ApiError */
export function withdrawFromOrder(orderId: string, body: OrderWithdrawalInput): Promise<string> {
  const options = { body, task: m.withdrawals.task() };
  return changeOwnOrder(orderId, () => call<'OrderWithdrawn'>('POST', `${orderPath(orderId)}/withdrawal`, options));
}

/** Asks to return units of an order. @throws ApiError */
export function requestReturn(orderId: string, body: ReturnRequestInput): Promise<string> {
  const options = { body, task: m.returns.task() };
  return changeOwnOrder(orderId, () => call<'OrderSaved'>('POST', `${orderPath(orderId)}/returns`, options));
}

/** Cancels a return that the shop has not received. @throws ApiError */
export function cancelReturn(orderId: string, returnId: string): Promise<string> {
  const path = `${orderPath(orderId)}/returns/${encodeURIComponent(returnId)}/cancel`;
  return changeOwnOrder(orderId, () => call<'OrderSaved'>('POST', path, { task: m.returns.cancel() }));
}

/** Downloads the slip that goes into the parcel of a return. @throws ApiError */
export async function saveReturnSlip(orderId: string, { _id, reference }: ReturnView): Promise<void> {
  const path = `${orderPath(orderId)}/returns/${encodeURIComponent(_id)}/slip`;
  saveFile(await download(path, m.returns.slip()), `return-${reference}.pdf`);
}
