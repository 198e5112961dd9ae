import { useEffect, useRef } from 'react';

/**
 * A positioned list of links or tabs that scrolls sideways on narrow screens: keeps the current one in view. Put `ref` on
 * the list.
 * @param current identifies the current one, which has `aria-current` or `aria-selected`
 * @param isComplete whether they have their final widths
 */
export function useStrip<T extends HTMLElement>(current: unknown, isComplete: boolean) {
  const ref = useRef<T>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls only when the current link is another or has moved
  useEffect(() => {
    const strip = ref.current;
    const link = strip?.querySelector<HTMLElement>('[aria-current], [aria-selected="true"]');
    // Scrolls only the strip: scrollIntoView would move the page too.
    if (strip && link) strip.scrollLeft = link.offsetLeft - (strip.clientWidth - link.offsetWidth) / 2;
  }, [current, isComplete]);
  return ref;
}
