import type { PaymentInput } from '#contract/orders/payments.input.ts';
import type { SoldOut } from '#contract/orders/payments.ts';
import { m } from '#messages';
import { call } from '../api/call.ts';
import { ApiError } from '../api/errors.ts';
import { unitsLeftOf } from '../api/payments.ts';
import { cart, changeCount, removeFromCart } from './cart.ts';
import { type CartChanges, removeMissing } from './cartChanges.ts';
import { cartPrices } from './cartPrices.ts';
import { noteChanges } from './checkout.ts';

/** Settles when the latest request does. */
let lastRequest: Promise<unknown> = Promise.resolve();

/**
 * Opens an order and its payment. Requests wait for the previous one: each cancels the earlier payment, and out of order
 * they would cancel the wrong one.
 * @returns the client secret of the payment
 * @throws ApiError
 */
export function preparePayment(payment: PaymentInput): Promise<string> {
  const options = { body: payment, task: m.payment.task(), showsLoader: true };
  const request = lastRequest.then(() => call<'Payment'>('POST', '/payment', options));
  lastRequest = request.catch(() => {});
  return request.then(({ clientSecret }) => clientSecret);
}

/** Whether this cart can never be paid, for example because it costs too much. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.httpStatus === 422;
}

/**
 * Updates the cart after the shop rejected a payment because prices, products or the stock changed.
 * @returns false if it was rejected for another reason
 * @throws ApiError if the shop's prices could not be loaded
 */
export async function repairCart(refusal: unknown): Promise<boolean> {
  if (!(refusal instanceof ApiError)) return false;
  if (refusal.code === 'productsMissing' && Array.isArray(refusal.body.missing)) {
    noteChanges(removeMissing(refusal.body.missing));
    return true;
  }
  const available = unitsLeftOf(refusal);
  if (available !== null) {
    noteChanges(limitToStock(available));
    return true;
  }
  if (refusal.code !== 'priceChanged') return false;
  // Each response reprices the cart; stale ones are dropped.
  await cartPrices.refresh(null);
  return true;
}

/** Reduces the cart to the units that are left. */
function limitToStock(available: SoldOut['available']): CartChanges {
  const limited: CartChanges['limited'][number][] = [];
  for (const { productId, left } of available) {
    const item = cart.items.find(({ _id }) => _id === productId);
    if (item === undefined) continue;
    limited.push({ _id: productId, title: item.title, left });
    if (left > 0) changeCount(productId, left - item.count);
    else removeFromCart(productId);
  }
  return { repriced: [], removed: [], limited };
}
