import type { OrderView } from '#contract/orders.ts';
import { ApiError, showFailure } from '../api/errors.ts';
import { settleReturn } from '../api/payments.ts';
import { message } from '../messages.ts';
import { readStoredJson, writeStored } from '../storage.ts';
import { showOnce } from '../toasts.ts';

/** How many payments are remembered as dealt with: more than the back button leads to. */
const HANDLED_MAX = 50;

/**
 * Marks a payment as dealt with. The answer is whether it was the first time: the address that the provider sends the
 * shopper back to can be opened again, when there is another cart already.
 */
export function claimPayment(paymentIntent: string): boolean {
  const stored = readStoredJson('handledPayments');
  const handled: unknown[] = Array.isArray(stored) ? stored : [];
  if (handled.includes(paymentIntent)) return false;
  writeStored('handledPayments', JSON.stringify([...handled, paymentIntent].slice(-HANDLED_MAX)));
  return true;
}

/** The order that a payment was for, after the shop has asked the provider how it stands. @throws ApiError */
export async function settlePayment(paymentIntent: string): Promise<OrderView> {
  const { order } = await settleReturn(paymentIntent);
  return order;
}

/** Whether the shop has said that this shopper has no such payment. */
export function isUnknownPayment(error: unknown): boolean {
  return error instanceof ApiError && error.httpStatus === 404;
}

/**
 * The same for a shopper who asks again: a toast tells where there is nothing new, or where the question failed.
 * @returns null if it failed
 */
export async function checkPayment(paymentIntent: string): Promise<OrderView | null> {
  try {
    const order = await settlePayment(paymentIntent);
    if (order.state === 'pending') showOnce('info', message.paymentPending);
    return order;
  } catch (error) {
    showFailure(error);
    return null;
  }
}
