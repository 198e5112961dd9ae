import { useLayoutEffect, useRef } from 'react';

/**
 * For what goes away once its button has done its work: the focus that lay in it passes to the nearest part of the page
 * that can hold it, so that a keyboard goes on from there. Set `ref` on the element that goes.
 */
export function useFocusKept<T extends HTMLElement>() {
  const ref = useRef<T>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      element.parentElement?.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
    };
  }, []);
  return ref;
}
