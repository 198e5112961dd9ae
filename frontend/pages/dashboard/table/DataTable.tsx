import { type ReactNode, useId, useRef, useState } from 'react';
import { formatNumber, type Noun, pluralOf } from '#contract/numbers.ts';
import { Button } from '../../../components/Button.tsx';
import { FailureNotice } from '../../../components/feedback/FailureNotice.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { Icon } from '../../../components/Icon.tsx';
import type { TableColumn } from './columns.ts';
import styles from './DataTable.module.css';
import { SearchBox } from './SearchBox.tsx';
import barStyles from './TableBar.module.css';
import { TableFoot } from './TableFoot.tsx';
import { CardSort, SelectAll, TableHead } from './TableHead.tsx';
import { TableRows, TableSkeleton } from './TableRows.tsx';
import { totalText } from './totalText.ts';
import { type Selection, useSelection } from './useSelection.ts';
import type { TableView } from './useTable.ts';

type DataTableProps<Row, Column extends string> = {
  /** From useTable. */
  view: TableView<Row, Column>;
  noun: Noun;
  columns: readonly TableColumn<Row, Column>[];
  /** Shown if the table has no rows. */
  empty: string;
  /** TableFilters, shown beside the search. */
  filters?: ReactNode;
  /** Names the checkbox of a row; rows can be selected only with `bulkActions`. */
  rowName?: (row: Row) => string;
  /** Buttons for the selected rows. */
  bulkActions?: (selection: Selection<Row>) => ReactNode;
};

/**
 * A table that the server searches, sorts and pages, controlled by the URL. On narrow screens each row is a card. Rows
 * stay visible while others load.
 */
export function DataTable<Row extends { _id: string }, Column extends string>(props: DataTableProps<Row, Column>) {
  const { view, noun, columns, empty, filters, rowName = () => '', bulkActions } = props;
  const { rows, first, total, error, isLoading, request, retry } = view;
  const selection = useSelection(rows ?? []);
  const shownSelection = bulkActions && rows && rows.length > 0 ? selection : undefined;
  const frame = useRef<HTMLElement>(null);
  const returnToStart = () => {
    frame.current?.focus({ preventScroll: true });
    frame.current?.scrollIntoView();
  };
  const isEmpty = rows?.length === 0 && total === 0;

  return (
    <section
      ref={frame}
      className={styles.frame}
      aria-label={capitalized(noun.other)}
      aria-busy={isLoading}
      tabIndex={-1}
    >
      <div className={`cluster row-gap-2 ${barStyles.bar}`}>
        <SearchBox
          label={`Search ${noun.other}`}
          search={request.search}
          onSearch={(search, continues) => view.changeRequest({ search }, { replace: continues })}
        />
        <CardSort columns={columns} view={view} />
        {filters && <Filters active={Object.keys(request.filters).length}>{filters}</Filters>}
        {shownSelection && (
          <div className={styles.cardSelectAll}>
            <SelectAll selection={shownSelection} rows={rows ?? []} plural={noun.other} />
          </div>
        )}
        <p className="soft numbers text-small" role="status">
          {rows && !error && `${totalText(total)} ${pluralOf(total, noun)}`}
        </p>
      </div>
      {bulkActions && selection.rows.length > 0 && (
        <fieldset className={`cluster row-gap-2 ${barStyles.bulk}`} aria-label={`Selected ${noun.other}`}>
          <p className="medium text-compact">{formatNumber(selection.rows.length)} selected</p>
          {bulkActions(selection)}
          <Button size="small" variant="quiet" onClick={selection.clear}>
            Clear selection
          </Button>
        </fieldset>
      )}
      {error && <FailureNotice message={error} onRetry={retry} busy={isLoading} />}
      {!error && isEmpty && <Empty view={view} noun={noun} empty={empty} />}
      {!error && !isEmpty && (
        <div className={styles.scroll}>
          <table className={rows && isLoading ? `${styles.table} ${styles.stale}` : styles.table}>
            <TableHead columns={columns} view={view} selection={shownSelection} noun={noun} />
            {rows ? (
              <TableRows rows={rows} columns={columns} first={first} selection={shownSelection} rowName={rowName} />
            ) : (
              <TableSkeleton columns={columns} withSelection={bulkActions !== undefined} />
            )}
          </table>
        </div>
      )}
      {!error && rows && total > 0 && <TableFoot view={view} onTurn={returnToStart} />}
    </section>
  );
}

/** The filters of a table. On phones, a button that counts the active ones unfolds them. */
function Filters({ active, children }: { active: number; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Button className={barStyles.toggle} aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
        <Icon name="filter" size={18} />
        <span>{active === 0 ? 'Filters' : `Filters (${formatNumber(active)})`}</span>
      </Button>
      <div id={id} className={`cluster row-gap-2 ${isOpen ? barStyles.open : barStyles.filters}`}>
        {children}
      </div>
    </>
  );
}

/** Shown if there are no rows, or none match. */
function Empty<Row, Column extends string>({
  view,
  noun,
  empty,
}: Pick<DataTableProps<Row, Column>, 'view' | 'noun' | 'empty'>) {
  const isFiltered = view.request.search !== '' || Object.keys(view.request.filters).length > 0;
  if (!isFiltered) return <Notice icon="menu" title={empty} />;
  return (
    <Notice
      icon="search"
      title={`No ${noun.other} match`}
      actions={<Button onClick={() => view.changeRequest({ search: '', filters: {} })}>Clear filters</Button>}
    />
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
