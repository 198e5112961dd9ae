import { proxy } from 'valtio';

/** Pending foreground requests, and those that leave the current screen in place. */
export const loader = proxy({ pending: 0, pendingChanges: 0 });

/** Counts a pending request. @returns a function that ends it */
export function startWaiting(kind: keyof typeof loader = 'pending'): () => void {
  loader[kind] += 1;
  return () => {
    loader[kind] -= 1;
  };
}
