import { proxy } from 'valtio';
import { pagePatterns } from '#contract/shop/page-addresses.ts';

/** Which form the authorization page shows. */
export const authorizationForm = proxy<{ form: 'login' | 'register' }>({ form: 'login' });

export function showLogin(): void {
  authorizationForm.form = 'login';
}

export function showRegister(): void {
  authorizationForm.form = 'register';
}

/** The history state for a link on the page at `path` to the login form: login returns to the checkout it came from. */
export function loginState(path: string): unknown {
  if (path === pagePatterns.order) return { fromCheckout: true };
  return path === pagePatterns.authorization ? history.state : null;
}

/** Whether the open login form was reached from the checkout. */
export function isFromCheckout(): boolean {
  return history.state?.fromCheckout === true;
}
