import { proxy } from 'valtio';
import type { ProductView } from '#contract/catalogue.ts';
import { products } from '../api/catalogue.ts';
import { message } from '../messages.ts';
import { showOnce } from '../toasts.ts';
import { type CartChanges, cart, updateCart } from './cart.ts';
import { cartNote } from './cartNote.ts';
import { currency } from './currency.ts';
import { session } from './session.ts';

export const CART_STEP = 1;
export const PAYMENT_STEP = 2;

export type Step = typeof CART_STEP | typeof PAYMENT_STEP;

type Checkout = {
  step: Step;
  /** The shop's changes to the cart, kept until the shopper proceeds. */
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

/** Shows the step stored in a history entry. */
export function showStep(step: Step): void {
  checkout.step = step;
}

/** Whether the shopper is logged in. Shows a toast if not. */
export function requireLoginToPay(): boolean {
  if (session.user === null) showOnce('info', message.loginToPay);
  return session.user !== null;
}

/** Shows the shop's changes to the cart before the shopper pays. */
export function noteChanges(changes: CartChanges): void {
  checkout.changes = changes;
}

/** Updates the cart to the catalogue, and shows the changes in a toast and on the cart's page. */
function refreshCart(list: readonly ProductView[]): void {
  if (cart.items.length === 0) return;
  const changes = updateCart(list);
  if (changes.repriced.length === 0 && changes.removed.length === 0) return;
  noteChanges(changes);
  const { title } = cartNote(changes, currency.code);
  showOnce('info', title);
}

products.onData((_args, list) => refreshCart(list));
