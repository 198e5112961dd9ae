import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

type Focused = { element: Element; row: number; cell: number };

/**
 * Restores the focus when the focused control disappears with its row or bar: to the control now in its place, else to
 * the frame. Spread the result on the frame.
 */
export function useTableFocus(frame: RefObject<HTMLElement | null>) {
  const focused = useRef<Focused | null>(null);

  useEffect(() => {
    const lost = focused.current;
    if (lost === null || lost.element.isConnected || document.activeElement !== document.body) return;
    focused.current = null;
    const rows = frame.current?.querySelectorAll<HTMLTableRowElement>('tbody tr') ?? [];
    const row = rows[Math.min(lost.row, rows.length - 1)];
    const next = row?.cells[lost.cell]?.querySelector<HTMLElement>('a, button, input') ?? frame.current;
    next?.focus({ preventScroll: true });
  });

  return {
    onFocus: ({ target }: FocusEvent) => {
      const row = target.closest<HTMLTableRowElement>('tbody tr');
      const cell = target.closest<HTMLTableCellElement>('td');
      focused.current = { element: target, row: row ? row.sectionRowIndex : -1, cell: cell?.cellIndex ?? -1 };
    },
    onBlur: () => {
      focused.current = null;
    },
  };
}
