import { useLayoutEffect } from 'react';

const QUESTION = 'Leave this page? What you have entered is not saved.';

/**
 * Asks before what was entered is lost by a link, the browser's back button, or the end of the page. A browser without the
 * Navigation API (https://developer.mozilla.org/docs/Web/API/Navigation_API) asks at the end of the page alone.
 */
export function useLeaveQuestion(isUnsaved: boolean): void {
  // Of the layout: who is led away because the page has gone, as after a logout, is not asked any more.
  useLayoutEffect(() => {
    if (!isUnsaved) return;
    const navigation = 'navigation' in window ? window.navigation : null;
    const askAtNavigation = (event: NavigateEvent) => {
      const { url, sameDocument } = event.destination;
      const isLeaving = sameDocument && new URL(url).pathname !== window.location.pathname;
      if (isLeaving && event.cancelable && !window.confirm(QUESTION)) event.preventDefault();
    };
    const askAtEnd = (event: BeforeUnloadEvent) => event.preventDefault();
    navigation?.addEventListener('navigate', askAtNavigation);
    window.addEventListener('beforeunload', askAtEnd);
    return () => {
      navigation?.removeEventListener('navigate', askAtNavigation);
      window.removeEventListener('beforeunload', askAtEnd);
    };
  }, [isUnsaved]);
}
