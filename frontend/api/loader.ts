import { proxy } from 'valtio';

/** The number of pending foreground requests. */
export const loader = proxy({ pending: 0 });

/** Counts a pending request. @returns a function that ends it */
export function startWaiting(): () => void {
  loader.pending += 1;
  return () => {
    loader.pending -= 1;
  };
}
