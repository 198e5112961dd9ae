import type { RefObject } from 'react';
import { useKeptFocus } from '../useKeptFocus.ts';

/**
 * Restores the focus when the focused control disappears with its row or bar: to the control now in its place, else to
 * the frame. Spread the result on the frame.
 */
export function useTableFocus(frame: RefObject<HTMLElement | null>) {
  return useKeptFocus(
    (control) => {
      const row = control.closest<HTMLTableRowElement>('tbody tr');
      const cell = control.closest<HTMLTableCellElement>('td, th');
      return { row: row ? row.sectionRowIndex : -1, cell: cell?.cellIndex ?? -1 };
    },
    ({ row, cell }) => {
      const rows = frame.current?.querySelectorAll<HTMLTableRowElement>('tbody tr') ?? [];
      const next = rows[Math.min(row, rows.length - 1)];
      return next?.cells[cell]?.querySelector<HTMLElement>('a, button, input') ?? frame.current;
    },
  );
}
