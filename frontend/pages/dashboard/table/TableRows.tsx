import type { CSSProperties } from 'react';
import { m } from '#messages';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import type { TableColumn } from './columns.ts';
import styles from './DataTable.module.css';
import type { Selection } from './useSelection.ts';

type TableRowsProps<Row, Column extends string> = {
  rows: readonly Row[];
  columns: readonly TableColumn<Row, Column>[];
  /** The position of the first row in the whole table, from 1. */
  first: number;
  selection?: Selection<Row>;
  rowName: (row: Row) => string;
};

/** The rows of the page. */
export function TableRows<Row extends { _id: string }, Column extends string>(props: TableRowsProps<Row, Column>) {
  const { rows, columns, first, selection, rowName } = props;
  return (
    <tbody className={styles.body}>
      {rows.map((row, index) => (
        <tr key={row._id} className={selection?.has(row) ? `${styles.row} ${styles.selected}` : styles.row}>
          {selection && (
            <td className={styles.select}>
              <label className={styles.check}>
                <input type="checkbox" checked={selection.has(row)} onChange={() => selection.toggle(row)} />
                <span className="visually-hidden">{m.table.selectRow({ name: rowName(row) })}</span>
              </label>
            </td>
          )}
          {columns.map((column) => {
            const Cell = column.role === 'name' ? 'th' : 'td';
            return (
              <Cell key={column.title()} scope={Cell === 'th' ? 'row' : undefined} {...cellAttributes(column)}>
                {column.cell(row, first + index)}
              </Cell>
            );
          })}
        </tr>
      ))}
    </tbody>
  );
}

/** Taller than any window, so that content below the table doesn't flash into view. */
const SKELETON_ROWS = 15;

/** Shown while rows load for the first time. */
export function TableSkeleton<Row, Column extends string>({
  columns,
  withSelection,
}: {
  columns: readonly TableColumn<Row, Column>[];
  withSelection: boolean;
}) {
  return (
    <tbody className={styles.body} aria-hidden="true">
      {Array.from({ length: SKELETON_ROWS }, (_, row) => row).map((row) => (
        <tr key={row} className={styles.row}>
          {withSelection && <td className={styles.select} />}
          {columns.map((column) => (
            <td key={column.title()} {...cellAttributes(column)}>
              <Skeleton height={column.role === 'picture' ? '2.5rem' : '1rem'} width="100%" />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function cellAttributes<Row, Column extends string>(column: TableColumn<Row, Column>) {
  const { role, isNumber, isOptional, minWidth } = column;
  return {
    style: minWidth === undefined ? undefined : ({ '--column-width': minWidth } as CSSProperties),
    className:
      [isNumber && styles.number, isOptional && styles.optional, role && styles[role]].filter(Boolean).join(' ') ||
      undefined,
    'data-title': role === undefined ? column.title() : undefined,
  };
}
