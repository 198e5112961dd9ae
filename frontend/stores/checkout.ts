import { proxy } from 'valtio';
import { m } from '#messages';
import { showOnce } from '../browser/toasts.ts';
import type { CartChanges } from './cartChanges.ts';
import { session } from './session.ts';

/** The shop's changes to the cart, kept until the shopper proceeds. */
export const checkout = proxy<{ changes: CartChanges | null }>({ changes: null });

/** Whether the shopper is logged in. Shows a toast if not. */
export function requireLoginToPay(): boolean {
  if (session.user === null) showOnce('info', m.checkout.loginRequired());
  return session.user !== null;
}

/** Shows the shop's changes to the cart before the shopper pays. */
export function noteChanges(changes: CartChanges): void {
  checkout.changes = changes;
}

/** The shopper has seen the changes. */
export function acceptChanges(): void {
  checkout.changes = null;
}
