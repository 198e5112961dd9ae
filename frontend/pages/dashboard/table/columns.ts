import type { ReactNode } from 'react';
import type { Direction } from '#contract/table.ts';
import { formatNumber } from '#contract/values/numbers.ts';
import { m } from '#messages';

export type TableColumn<Row, Column extends string> = {
  /** The heading: a message, which is called when it is shown. */
  title: () => string;
  /** The column to sort by; absent if it can't be sorted. */
  sort?: Column;
  /** The direction of the first click; `asc` by default. */
  firstDirection?: Direction;
  /**
   * Its place in a card on phones: `name` is the first line, beside `picture`; an `action` is a button at the bottom,
   * whose heading is visually hidden at every width. Other values follow, each after its heading.
   */
  role?: 'name' | 'picture' | 'action';
  /** Aligned to the right. */
  isNumber?: boolean;
  /** Hidden where not all columns fit; its content is available elsewhere too. */
  isOptional?: boolean;
  /** Its minimum width as a column, in CSS; 1cqi is 1% of the table's width. */
  minWidth?: string;
  /** @param number the row's position in the whole table, from 1 */
  cell: (row: Row, number: number) => ReactNode;
};

/** The rows' positions, for rows without a number or date of their own. */
export function numberColumn<Row>(): TableColumn<Row, never> {
  return { title: m.table.number, isNumber: true, isOptional: true, cell: (_row, number) => formatNumber(number) };
}

/** The order after a click on a heading: its first direction, then the other, then the table's default. */
export function nextSort<Column extends string>(
  column: { sort: Column; firstDirection?: Direction },
  shown: { sort: Column; direction: Direction },
  defaults: { sort: Column; direction: Direction },
): { sort: Column; direction: Direction } {
  const { sort, firstDirection = 'asc' } = column;
  if (shown.sort !== sort) return { sort, direction: firstDirection };
  if (shown.direction === firstDirection) return { sort, direction: firstDirection === 'asc' ? 'desc' : 'asc' };
  const { sort: first, direction } = defaults;
  return first === sort ? { sort, direction: firstDirection } : { sort: first, direction };
}
