import { useEffect, useRef } from 'react';

/**
 * A positioned list of links that scrolls sideways on narrow screens: keeps the current one in view. Put `ref` on the list.
 * @param current identifies the current link, which has `aria-current`
 */
export function useStrip<T extends HTMLElement>(current: unknown) {
  const ref = useRef<T>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls only when another link becomes the current one
  useEffect(() => {
    const strip = ref.current;
    const link = strip?.querySelector<HTMLElement>('[aria-current]');
    // Scrolls only the strip: scrollIntoView would move the page too.
    if (strip && link) strip.scrollLeft = link.offsetLeft - strip.clientWidth / 3;
  }, [current]);
  return ref;
}
