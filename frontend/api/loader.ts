import { proxy } from 'valtio';

/** The number of requests that people wait for. */
export const loader = proxy({ pending: 0 });

/** Counts a wait. @returns a function that ends it */
export function startWaiting(): () => void {
  loader.pending += 1;
  return () => {
    loader.pending -= 1;
  };
}
