import { useLayoutEffect } from 'react';

let wentThroughHistory = false;
let shownPath = window.location.pathname;

// Registered before any router listens, so that the flag stands when the new page is drawn.
window.addEventListener('popstate', () => {
  // Back and forward within a page, such as through earlier searches, open no new one.
  wentThroughHistory = window.location.pathname !== shownPath;
});

/** Starts a page at its top after a link. Back and forward keep the browser's scroll position. */
export function useNavigationScroll(path: string): void {
  useLayoutEffect(() => {
    if (shownPath === path) return;
    shownPath = path;
    if (!wentThroughHistory) window.scrollTo(0, 0);
    wentThroughHistory = false;
  }, [path]);
}
