import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';

/**
 * What a panel that opens below a control shares with every other: it closes on Escape, when the focus or a press goes
 * elsewhere, and when another page is shown. Spread `frame` on the element that holds the control and its panel.
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

  useEffect(() => {
    if (!open) return;
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !ref.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [open]);

  const frame = {
    ref,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !open) return;
      // In this order: a control may open its panel when it is focused.
      ref.current?.querySelector<HTMLElement>('a, button')?.focus();
      setOpen(false);
    },
    onBlur: (event: FocusEvent) => {
      if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
    },
  };
  return { open, setOpen, frame };
}
