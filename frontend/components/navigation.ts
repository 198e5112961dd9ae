import { useLayoutEffect, useRef } from 'react';

let navigated = false;
let wentThroughHistory = false;

// Registered before any router listens, so that the flag stands when the new page is drawn.
window.addEventListener('popstate', () => {
  wentThroughHistory = true;
});

/** Whether the shopper has moved from one page of the shop to another since it was loaded. */
export function hasNavigated(): boolean {
  return navigated;
}

/** Starts a page that a link led to at its top. Back and forward keep the place that the browser restores. */
export function useNavigationScroll(path: string): void {
  const shownPath = useRef(path);
  useLayoutEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    navigated = true;
    if (!wentThroughHistory) window.scrollTo(0, 0);
    wentThroughHistory = false;
  }, [path]);
}
