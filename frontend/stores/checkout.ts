import { proxy } from 'valtio';
import type { ProductView } from '#contract/catalogue.ts';
import { message } from '../messages.ts';
import { type CartChanges, cart, updateCart } from './cart.ts';
import { cartNote } from './cartNote.ts';
import { currency } from './currency.ts';
import { session } from './session.ts';
import { tellOnce } from './tellOnce.ts';

export const CART_STEP = 1;
export const PAYMENT_STEP = 2;

export type Step = typeof CART_STEP | typeof PAYMENT_STEP;

type Checkout = {
  /** Where the shopper is between the cart and the payment. */
  step: Step;
  /** What the shop changed in the cart, until the shopper proceeds from it. */
  changes: CartChanges | null;
};

export const checkout = proxy<Checkout>({ step: CART_STEP, changes: null });

export function proceedToPayment(): void {
  checkout.step = PAYMENT_STEP;
  checkout.changes = null;
}

export function returnToCart(): void {
  checkout.step = CART_STEP;
}

/** To the step that an entry of the browser's history is for. */
export function showStep(step: Step): void {
  checkout.step = step;
}

/** Whether this shopper may proceed to the payment; if not, a toast says why. */
export function mayPay(): boolean {
  if (session.user === null) tellOnce('info', message.loginToPay);
  return session.user !== null;
}

/** Keeps what the shop changed in the cart, for the shopper to see before they pay. */
export function noteChanges(changes: CartChanges): void {
  checkout.changes = changes;
}

/**
 * Brings a stored cart in line with the catalogue. What changed is told at once, and again on the cart's page until the
 * shopper proceeds from it.
 */
export function refreshCart(products: readonly ProductView[]): void {
  if (cart.items.length === 0) return;
  const changes = updateCart(products);
  if (changes.repriced.length === 0 && changes.removed.length === 0) return;
  noteChanges(changes);
  const { title } = cartNote(changes, currency.code);
  tellOnce('info', title);
}
