import { ALREADY_RATED, LOGIN_TO_RATE } from '#contract/ratings.ts';
import { showOnce } from '../../browser/toasts.ts';
import { session } from '../../stores/session.ts';

/** Whether the user has rated a product. */
export function hasRated(user: { readonly votedFor?: readonly string[] } | null, productId: string): boolean {
  return user?.votedFor?.includes(productId) ?? false;
}

/** Whether the shopper can rate a product now. Shows a toast with the reason if not. */
export function requireRatable(productId: string): boolean {
  const refusal = session.user === null ? LOGIN_TO_RATE : hasRated(session.user, productId) ? ALREADY_RATED : null;
  if (refusal !== null) showOnce('info', refusal);
  return refusal === null;
}
