import type { ReactNode } from 'react';
import type { Direction } from '#contract/table.ts';

export type TableColumn<Row, Column extends string> = {
  /** The heading. */
  title: string;
  /** What the call sorts by when the heading is pressed; absent where it can't. */
  sort?: Column;
  /** The direction that the first press asks for; `asc` unless named. */
  firstDirection?: Direction;
  /**
   * What it is on a phone, where each row is a card: `name` is its first line and `picture` stands beside that; an
   * `action` is a button at its foot, and its heading is for screen readers alone, at every width. Other values follow,
   * each after its heading.
   */
  role?: 'name' | 'picture' | 'action';
  /** Numbers line up at their end. */
  isNumber?: boolean;
  /** Left out where there is no room for every column: what it says can also be had elsewhere. */
  isSpare?: boolean;
  /** The narrowest it may be where it is a column, in CSS; `cqi` is a hundredth of the table's width. */
  minWidth?: string;
  /** @param number the row's place in the whole table, counted from 1 */
  cell: (row: Row, number: number) => ReactNode;
};

/** The column of the rows' places, for rows that have no number or date to begin with. */
export function numberColumn<Row>(): TableColumn<Row, never> {
  return { title: 'No.', isNumber: true, cell: (_row, number) => number };
}

/**
 * How a table is sorted once the heading of a column has been pressed: first in its first direction, then in the other,
 * then as the table begins.
 */
export function nextSort<Column extends string>(
  column: { sort: Column; firstDirection?: Direction },
  shown: { sort: Column; direction: Direction },
  beginning: { sort: Column; direction: Direction },
): { sort: Column; direction: Direction } {
  const { sort, firstDirection = 'asc' } = column;
  if (shown.sort !== sort) return { sort, direction: firstDirection };
  if (shown.direction === firstDirection) return { sort, direction: firstDirection === 'asc' ? 'desc' : 'asc' };
  const { sort: first, direction } = beginning;
  return first === sort ? { sort, direction: firstDirection } : { sort: first, direction };
}
