import { type FocusEvent, type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';

/**
 * A panel that opens below a control. It closes on Escape, on focus or a click outside, on a link or an element with
 * `data-closes` inside, and on navigation. Spread `frame` on the element around both.
 * With `opensOnHover` it stays open under the pointer when focus moves elsewhere, as to a page that has just loaded.
 */
export function useDisclosure<T extends HTMLElement>({ opensOnHover = false } = {}) {
  const ref = useRef<T>(null);
  const [open, setOpen] = useState(false);
  const [path] = useLocation();
  const [openedAt, setOpenedAt] = useState(path);
  if (openedAt !== path) {
    setOpenedAt(path);
    setOpen(false);
  }

  const close = useCallback(() => {
    // Focus first: focusing the control may open the panel.
    if (ref.current?.contains(document.activeElement))
      ref.current.querySelector<HTMLElement>('a, button, input')?.focus();
    setOpen(false);
  }, []);

  useEffect(() => {
    if (!open) return;
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !ref.current?.contains(event.target)) setOpen(false);
    };
    // On the document: a panel opened by the pointer may not have the focus.
    const closeByEscape = (event: KeyboardEvent) => {
      // A popup inside, which closed on it, prevents the default.
      if (event.key === 'Escape' && !event.defaultPrevented) close();
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
      // A link to the current page doesn't navigate.
      if (target instanceof Element && target.closest('a, [data-closes]')) close();
    },
    onBlur: (event: FocusEvent) => {
      if (opensOnHover && event.currentTarget.matches(':hover')) return;
      if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
    },
  };
  return { open, setOpen, frame };
}
