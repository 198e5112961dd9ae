import { proxy } from 'valtio';
import { showOnce } from '../browser/toasts.ts';
import { message } from '../texts/messages.ts';
import type { CartChanges } from './cartChanges.ts';
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
