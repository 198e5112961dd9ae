import { toast } from 'react-toastify/unstyled';
import { proxy } from 'valtio';
import type { ProductView } from '#contract/catalogue.ts';
import type { OrderView } from '#contract/orders.ts';
import { settleReturn } from '../api.ts';
import { cart, updateCart } from './cart.ts';
import { type CartNote, cartNote } from './cartNote.ts';
import { currency } from './currency.ts';
import { readStoredJson, writeStored } from './storage.ts';

export const CART_STEP = 1;
export const PAYMENT_STEP = 2;

/** How many payments are remembered as dealt with: more than the back button leads to. */
const HANDLED_MAX = 50;

/** Where the shopper is between the cart (1) and the payment (2). */
export const order = proxy<{ step: number; note: CartNote | null }>({ step: CART_STEP, note: null });

/** From the cart to the payment, and never past it. */
export function next(): void {
  order.step = Math.min(order.step + 1, PAYMENT_STEP);
  order.note = null;
}

/** From the payment to the cart, and never below it. */
export function back(): void {
  order.step = Math.max(order.step - 1, CART_STEP);
}

/**
 * Brings a stored cart in line with the catalogue. What changed is told at once, and again on the cart's page until the
 * shopper proceeds from it.
 */
export function refreshCart(products: readonly ProductView[]): void {
  if (cart.items.length === 0) return;
  const changes = updateCart(products);
  if (changes.repriced.length === 0 && changes.removed.length === 0) return;
  order.note = cartNote(changes, currency.code);
  toast.info(order.note.title, { toastId: order.note.title });
}

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
