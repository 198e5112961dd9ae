import { type ReactNode, useRef } from 'react';
import { Button } from '../../../components/Button.tsx';
import { FailureNotice } from '../../../components/FailureNotice.tsx';
import { Notice } from '../../../components/Notice.tsx';
import type { TableColumn } from './columns.ts';
import styles from './DataTable.module.css';
import { SearchBox } from './SearchBox.tsx';
import barStyles from './TableBar.module.css';
import { TableFoot } from './TableFoot.tsx';
import { CardSort, SelectAll, TableHead } from './TableHead.tsx';
import { TableRows, TableSkeleton } from './TableRows.tsx';
import { useKeyboardPlace } from './useKeyboardPlace.ts';
import { type Selection, useSelection } from './useSelection.ts';
import type { TableView } from './useTable.ts';

type DataTableProps<Row, Column extends string> = {
  /** What useTable gives. */
  view: TableView<Row, Column>;
  /** What the rows are called, in small letters: `['product', 'products']`. */
  nouns: readonly [one: string, many: string];
  columns: readonly TableColumn<Row, Column>[];
  /** What stands in place of a table that has no rows. */
  empty: string;
  /** Further controls beside the search: TableFilters. */
  filters?: ReactNode;
  /** How a row is called, for the name of its checkbox; rows can be selected only with `bulkActions`. */
  rowName?: (row: Row) => string;
  /** What can be done with the selected rows at once: buttons. */
  bulkActions?: (selection: Selection<Row>) => ReactNode;
};

/**
 * A table of the dashboard: searches, sorts by its headings and turns pages on the server's side, as its address asks.
 * Where it is narrow each row is a card. While it loads anew it keeps what it shows.
 */
export function DataTable<Row extends { _id: string }, Column extends string>(props: DataTableProps<Row, Column>) {
  const { view, nouns, columns, empty, filters, rowName = () => '', bulkActions } = props;
  const { rows, first, total, error, loading, request, table } = view;
  const selection = useSelection(rows ?? []);
  const shownSelection = bulkActions && rows && rows.length > 0 ? selection : undefined;
  const frame = useRef<HTMLElement>(null);
  const turnTo = (page: number) => {
    view.ask({ page });
    frame.current?.focus({ preventScroll: true });
    frame.current?.scrollIntoView();
  };
  const isEmpty = rows?.length === 0 && total === 0;

  return (
    <section
      {...useKeyboardPlace(frame)}
      ref={frame}
      className={styles.frame}
      aria-label={capitalized(nouns[1])}
      aria-busy={loading}
      tabIndex={-1}
    >
      <div className={barStyles.bar}>
        <SearchBox
          label={`Search ${nouns[1]}`}
          search={request.search}
          onSearch={(search, goesOn) => view.ask({ search }, { replace: goesOn })}
        />
        <CardSort columns={columns} view={view} />
        {filters}
        {shownSelection && (
          <div className={styles.cardSelectAll}>
            <SelectAll selection={shownSelection} rows={rows ?? []} many={nouns[1]} />
          </div>
        )}
        <p className={barStyles.total} role="status">
          {rows && !error && counted(total, nouns)}
        </p>
      </div>
      {bulkActions && selection.rows.length > 0 && (
        <fieldset className={barStyles.bulk} aria-label={`Selected ${nouns[1]}`}>
          <p className={barStyles.selected}>{selection.rows.length} selected</p>
          {bulkActions(selection)}
          <Button size="small" variant="quiet" onClick={selection.clear}>
            Clear selection
          </Button>
        </fieldset>
      )}
      {error && <FailureNotice message={error} onRetry={table.reload} busy={loading} />}
      {!error && isEmpty && <Empty view={view} nouns={nouns} empty={empty} />}
      {!error && !isEmpty && (
        <div className={styles.scroll}>
          <table className={rows && loading ? styles.stale : styles.table}>
            <TableHead columns={columns} view={view} selection={shownSelection} nouns={nouns} />
            {rows ? (
              <TableRows rows={rows} columns={columns} first={first} selection={shownSelection} rowName={rowName} />
            ) : (
              <TableSkeleton columns={columns} withSelection={bulkActions !== undefined} />
            )}
          </table>
        </div>
      )}
      {!error && rows && total > 0 && <TableFoot view={view} onTurn={turnTo} />}
    </section>
  );
}

/** Nothing there at all, or nothing that matches. */
function Empty<Row, Column extends string>({
  view,
  nouns,
  empty,
}: Pick<DataTableProps<Row, Column>, 'view' | 'nouns' | 'empty'>) {
  const isNarrowed = view.request.search !== '' || Object.keys(view.request.filters).length > 0;
  if (!isNarrowed) return <Notice title={empty} />;
  return (
    <Notice
      icon="search"
      title={`No ${nouns[1]} match`}
      actions={<Button onClick={() => view.ask({ search: '', filters: {} })}>Show all {nouns[1]}</Button>}
    />
  );
}

/** "1 product", "3,000 products". */
function counted(count: number, [one, many]: readonly [string, string]): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
