import { useEffectEvent, useLayoutEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { m } from '#messages';
import { session } from '../../stores/session.ts';
import { confirm } from '../dialogs/confirm.ts';

/** @returns whether unsaved changes may be discarded */
function askToDiscard(): Promise<boolean> {
  return confirm({
    title: m.forms.discardTitle(),
    text: <p>{m.forms.discardText()}</p>,
    action: m.forms.discard(),
    cancel: m.forms.keepEditing(),
  });
}

/**
 * Asks before a link or the Back button discards unsaved changes; closing or reloading the tab shows the browser's own
 * prompt, and so does a browser without https://developer.mozilla.org/docs/Web/API/Navigation_API. The end of the session
 * doesn't ask: without it, nothing can be saved.
 * @param editedIn what a query chooses to edit, as JSON; other queries of the same page discard nothing
 */
export function useUnsavedChangesPrompt(isUnsaved: boolean, editedIn: (search: string) => unknown = () => null): void {
  const isElsewhere = useEffectEvent(({ pathname, search }: URL) => {
    const isOtherPath = pathname !== window.location.pathname;
    return isOtherPath || JSON.stringify(editedIn(search)) !== JSON.stringify(editedIn(window.location.search));
  });
  // A layout effect cleans up before a page navigates away by itself, such as after saving.
  useLayoutEffect(() => {
    if (!isUnsaved) return;
    let isLeaving = false;
    const askToLeave = async (leave: () => void) => {
      isLeaving = await askToDiscard();
      if (isLeaving) leave();
    };
    const navigation = 'navigation' in window ? window.navigation : null;
    const interceptNavigation = (event: NavigateEvent) => {
      const { url, sameDocument } = event.destination;
      if (isLeaving || session.user === null || !sameDocument || !event.cancelable) return;
      if (!isElsewhere(new URL(url))) return;
      event.preventDefault();
      void askToLeave(repeatNavigation(event));
    };
    const interceptUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    navigation?.addEventListener('navigate', interceptNavigation);
    window.addEventListener('beforeunload', interceptUnload);
    return () => {
      navigation?.removeEventListener('navigate', interceptNavigation);
      window.removeEventListener('beforeunload', interceptUnload);
    };
  }, [isUnsaved]);
}

/** Returns a function that repeats the intercepted navigation. */
function repeatNavigation({ navigationType, destination: { key, url } }: NavigateEvent): () => void {
  if (navigationType === 'traverse') return () => void window.navigation.traverseTo(key);
  const { pathname, search, hash } = new URL(url);
  return () => navigate(pathname + search + hash, { replace: navigationType === 'replace' });
}
