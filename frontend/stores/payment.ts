import { type CurrencyCode, toMajorUnits } from '#contract/money.ts';
import type { SoldOut } from '#contract/payments.ts';
import { ApiError } from '../api/errors.ts';
import { resumePayment } from '../api/ownOrder.ts';
import { loadProvider, type Provider } from '../api/paymentProvider.ts';
import { makePayment } from '../api/payments.ts';
import { type CartChanges, type CartItem, cart, changeCount, removeFromCart, removeMissing } from './cart.ts';
import { cartPrices } from './cartPrices.ts';
import { noteChanges } from './checkout.ts';

/** The cart as shown beside the card form. */
export type Quote = {
  lines: readonly Pick<CartItem, '_id' | 'title' | 'price' | 'count'>[];
  currency: CurrencyCode;
  totalMinorUnits: number;
};

export type PreparedPayment = Provider & { clientSecret: string };

/** Whether two quotes ask for the same payment. */
export function sameQuote(a: Quote, b: Quote): boolean {
  return (
    a.currency === b.currency &&
    a.totalMinorUnits === b.totalMinorUnits &&
    a.lines.length === b.lines.length &&
    a.lines.every((line, index) => line._id === b.lines[index]?._id && line.count === b.lines[index]?.count)
  );
}

/** Settles when the latest request does. */
let lastRequest: Promise<unknown> = Promise.resolve();

/**
 * Prepares a payment and loads the provider's library in parallel. Requests wait for the previous one:
 * each cancels the earlier payment, and out of order they would cancel the wrong one.
 * @throws ApiError, or an Error whose message can be shown if the library fails to load
 */
export async function preparePayment({ lines, currency, totalMinorUnits }: Quote): Promise<PreparedPayment> {
  const payment = {
    amount: toMajorUnits(totalMinorUnits),
    currency,
    items: lines.map(({ _id, count }) => ({ productId: _id, count })),
  };
  const request = lastRequest.then(() => makePayment(payment));
  lastRequest = request.catch(() => {});
  const [prepared, provider] = await Promise.allSettled([request, loadProvider()]);
  // The shop's error comes first: the cart can be updated without the library.
  if (prepared.status === 'rejected') throw prepared.reason;
  if (provider.status === 'rejected') throw provider.reason;
  return { ...provider.value, clientSecret: prepared.value.clientSecret };
}

/** Prepares the payment of an unpaid order. @throws like preparePayment */
export async function resumePreparedPayment(orderId: string): Promise<PreparedPayment> {
  const [{ clientSecret }, provider] = await Promise.all([resumePayment(orderId), loadProvider()]);
  return { ...provider, clientSecret };
}

/** Whether this cart can never be paid, for example because it costs too much. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.httpStatus === 422;
}

/** Whether the shop rejected a payment because prices, products or the stock changed. */
export function isCartOutdated(refusal: unknown): boolean {
  return refusal instanceof ApiError && ['productsMissing', 'priceChanged', 'soldOut'].includes(refusal.code ?? '');
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
  if (refusal.code === 'soldOut' && Array.isArray(refusal.body.available)) {
    noteChanges(limitToStock(refusal.body.available));
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
    limited.push({ title: item.title, left });
    if (left > 0) changeCount(productId, left - item.count);
    else removeFromCart(productId);
  }
  return { repriced: [], removed: [], limited };
}
