import { useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus to the nearest focusable ancestor when the element with `ref` unmounts, so that keyboard users keep
 * their place.
 */
export function useFocusFallback<T extends HTMLElement>() {
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
