import { type FocusEvent, type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';

/**
 * What a panel that opens below a control shares with every other: it closes on Escape, when the focus or a press goes
 * elsewhere, when a link in it is followed, and when another page is shown. Spread `frame` on the element that holds the
 * control and its panel.
 */
export function useDisclosure<T extends HTMLElement>() {
  const ref = useRef<T>(null);
  const [open, setOpen] = useState(false);
  const [path] = useLocation();
  const [openedAt, setOpenedAt] = useState(path);
  if (openedAt !== path) {
    setOpenedAt(path);
    setOpen(false);
  }

  const close = useCallback(() => {
    // In this order: a control may open its panel when it is focused.
    if (ref.current?.contains(document.activeElement)) ref.current.querySelector<HTMLElement>('a, button')?.focus();
    setOpen(false);
  }, []);

  useEffect(() => {
    if (!open) return;
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !ref.current?.contains(event.target)) setOpen(false);
    };
    // Wherever the focus is: the pointer alone may have opened it.
    const closeByEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('keydown', closeByEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('keydown', closeByEscape);
    };
  }, [open, close]);

  const frame = {
    ref,
    onClick: ({ target }: MouseEvent) => {
      // It may lead to the page that is shown already.
      if (target instanceof Element && target.closest('a')) close();
    },
    onBlur: (event: FocusEvent) => {
      if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
    },
  };
  return { open, setOpen, frame };
}
