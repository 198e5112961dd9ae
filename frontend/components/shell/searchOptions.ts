import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** Handles a key of the search field while its popup is open. A key that it used is marked by `preventDefault`. */
export type PressKey = (event: KeyboardEvent) => void;

/** ARIA attributes that link the search field to its options. */
export type ShownOptions = {
  count: number;
  /** The id of the option selected with the arrow keys. */
  activeId: string | null;
};

export type OptionsProps = {
  listId: string;
  text: string;
  pressKey: RefObject<PressKey | null>;
  onShow: (shown: ShownOptions) => void;
};

/**
 * Moves between options by the keys of the field, which keeps the focus.
 * @param ids of the options in order
 * @returns the id of the active one
 */
export function useActiveOption(ids: readonly string[], { text, pressKey, onShow }: OptionsProps): string | null {
  const [reached, setReached] = useState<string | null>(null);
  const [typed, setTyped] = useState(text);
  if (typed !== text) {
    setTyped(text);
    setReached(null);
  }
  const activeId = reached !== null && ids.includes(reached) ? reached : null;
  const count = ids.length;

  useLayoutEffect(() => {
    pressKey.current = (event) => {
      if (ids.length === 0) return;
      const next = optionAfter(event, ids, activeId);
      if (next !== undefined) setReached(next);
      if (event.key === 'Enter' && activeId !== null) {
        event.preventDefault();
        document.getElementById(activeId)?.click();
      }
    };
    return () => {
      pressKey.current = null;
    };
  });

  // In the same commit as the options, so that a key never finds them visible but unknown to the field.
  useLayoutEffect(() => onShow({ count, activeId }), [count, activeId, onShow]);

  useEffect(() => {
    if (activeId !== null) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  return activeId;
}

/** The option that a key moves to: null for none, so that the key moves the caret; undefined if it doesn't move. */
function optionAfter(event: KeyboardEvent, ids: readonly string[], activeId: string | null): string | null | undefined {
  const index = activeId === null ? -1 : ids.indexOf(activeId);
  if (event.key.startsWith('Arrow') && event.altKey) return undefined;
  switch (event.key) {
    case 'ArrowDown':
      event.preventDefault();
      return ids[(index + 1) % ids.length];
    case 'ArrowUp':
      event.preventDefault();
      return ids[(index < 1 ? ids.length : index) - 1];
    case 'Home':
    case 'End':
    case 'ArrowLeft':
    case 'ArrowRight':
      return null;
    default:
      return undefined;
  }
}
