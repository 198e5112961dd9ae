import { useLayoutEffect } from 'react';

let wentThroughHistory = false;
let shownPath = window.location.pathname;

// Registered before any router listens, so that the flag stands when the new page is drawn.
window.addEventListener('popstate', () => {
  // Back and forward within a page, such as through what was searched for, lead to no new one.
  wentThroughHistory = window.location.pathname !== shownPath;
});

/** Starts a page that a link led to at its top. Back and forward keep the place that the browser restores. */
export function useNavigationScroll(path: string): void {
  useLayoutEffect(() => {
    if (shownPath === path) return;
    shownPath = path;
    if (!wentThroughHistory) window.scrollTo(0, 0);
    wentThroughHistory = false;
  }, [path]);
}
