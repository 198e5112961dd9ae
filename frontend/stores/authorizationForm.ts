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

/**
 * The history state for a link on the page at `path` to the login form: login returns to the checkout, or the payment's
 * result, that it came from. @param query of that page, without "?"
 */
export function loginState(path: string, query: string): unknown {
  if (path === pagePatterns.order) return { orderQuery: query };
  return path === pagePatterns.authorization ? history.state : null;
}

/** Where the open login form leads: back to the order that it was reached from, else to the home page. */
export function addressAfterLogin(): string {
  const query = history.state?.orderQuery;
  if (query === undefined) return pagePatterns.catalogue;
  return query === '' ? pagePatterns.order : `${pagePatterns.order}?${query}`;
}
