import { useLayoutEffect } from 'react';
import { currentPath } from '../browser/address.ts';

let wentThroughHistory = false;
let shownPath = import.meta.env.SSR ? '' : currentPath();

// Registered before the router, so that the flag is set when the new page renders.
if (!import.meta.env.SSR)
  window.addEventListener('popstate', () => {
    // Back and forward within a page, such as through earlier searches, don't open a new one.
    wentThroughHistory = currentPath() !== shownPath;
  });

/** Scrolls to the top after a link. Back and forward restore the scroll position. */
export function useNavigationScroll(path: string): void {
  useLayoutEffect(() => {
    if (shownPath === path) return;
    shownPath = path;
    if (!wentThroughHistory) window.scrollTo(0, 0);
    wentThroughHistory = false;
  }, [path]);
}
