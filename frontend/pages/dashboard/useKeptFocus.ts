import { type FocusEvent, useEffect, useRef } from 'react';

/**
 * Restores the focus when the focused control disappears. Spread the result on the frame around it.
 * @param placeOf remembers the place of a control when it gets the focus
 * @param next the control that now takes that place
 */
export function useKeptFocus<Place>(
  placeOf: (control: Element) => Place,
  next: (place: Place) => HTMLElement | null | undefined,
) {
  const focused = useRef<{ control: Element; place: Place } | null>(null);

  useEffect(() => {
    const lost = focused.current;
    if (lost === null || lost.control.isConnected || document.activeElement !== document.body) return;
    focused.current = null;
    next(lost.place)?.focus({ preventScroll: true });
  });

  return {
    onFocus: ({ target }: FocusEvent) => {
      focused.current = { control: target, place: placeOf(target) };
    },
    onBlur: () => {
      focused.current = null;
    },
  };
}
