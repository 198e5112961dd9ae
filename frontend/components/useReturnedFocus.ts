import { useEffect, useRef } from 'react';

/** Focuses the page's heading once a dialog closes whose opener has disappeared, so that keyboard users keep their place. */
export function useReturnedFocus(open: boolean): void {
  const wasOpen = useRef(false);

  useEffect(() => {
    if (wasOpen.current && !open && document.activeElement === document.body) {
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    }
    wasOpen.current = open;
  }, [open]);
}
