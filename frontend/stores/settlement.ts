import type { OrderView } from '#contract/orders/orders.ts';
import { readStoredJson, writeStored } from '../browser/storage.ts';
import { emptyCart } from './cart.ts';
import { removePaid } from './cartChanges.ts';
import { forgetDraft } from './checkoutDraft.ts';

/** How many settled payments to remember: more than Back can reach. */
const HANDLED_MAX = 50;

/**
 * Marks a payment as handled: its return URL can be reopened later, with another cart.
 * @returns whether it was the first time
 */
export function claimPayment(paymentIntent: string): boolean {
  const stored = readStoredJson('handledPayments');
  const handled: unknown[] = Array.isArray(stored) ? stored : [];
  if (handled.includes(paymentIntent)) return false;
  writeStored('handledPayments', JSON.stringify([...handled, paymentIntent].slice(-HANDLED_MAX)));
  return true;
}

/** Removes a payment's items from the cart, and what was chosen for it, once. Items added since stay. */
export function clearPaidCart(paymentIntent: string, { lines }: Pick<OrderView, 'lines'>): void {
  if (!claimPayment(paymentIntent)) return;
  forgetDraft();
  if (lines.length === 0) emptyCart();
  else removePaid(lines);
}
