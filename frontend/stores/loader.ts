import { proxy } from 'valtio';

/** How much is under way that people wait for. */
export const loader = proxy({ pending: 0 });

/** Counts something that people wait for. @returns what ends it */
export function startWaiting(): () => void {
  loader.pending += 1;
  return () => {
    loader.pending -= 1;
  };
}
