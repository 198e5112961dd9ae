import { useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus of a disappearing element to the nearest focusable ancestor, so that a keyboard goes on from there. Set
 * `ref` on the element.
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
