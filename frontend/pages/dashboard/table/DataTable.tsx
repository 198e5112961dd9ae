import { type ReactNode, useId, useRef, useState } from 'react';
import { TOTAL_MAX } from '#contract/table.ts';
import { m } from '#messages';
import { Button } from '../../../components/Button.tsx';
import { FailureNotice } from '../../../components/feedback/FailureNotice.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { FILTER } from '../../../components/laterIcons.ts';
import type { TableColumn } from './columns.ts';
import styles from './DataTable.module.css';
import { SearchBox } from './SearchBox.tsx';
import barStyles from './TableBar.module.css';
import { TableFoot } from './TableFoot.tsx';
import { CardSort, SelectAll, TableHead } from './TableHead.tsx';
import { TableRows, TableSkeleton } from './TableRows.tsx';
import type { TableTexts } from './tableTexts.ts';
import { totalText } from './totalText.ts';
import { type Selection, useSelection } from './useSelection.ts';
import type { TableView } from './useTable.ts';

type DataTableProps<Row, Column extends string> = {
  /** From useTable. */
  view: TableView<Row, Column>;
  texts: TableTexts;
  columns: readonly TableColumn<Row, Column>[];
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
  const { view, texts, columns, filters, rowName = () => '', bulkActions } = props;
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
    <section ref={frame} className={styles.frame} aria-label={texts.title()} aria-busy={isLoading} tabIndex={-1}>
      <div className={`cluster row-gap-2 ${barStyles.bar}`}>
        {texts.search && (
          <SearchBox
            label={texts.search()}
            search={request.search}
            onSearch={(search, continues) => view.changeRequest({ search }, { replace: continues })}
          />
        )}
        <CardSort columns={columns} view={view} />
        {filters && <Filters active={Object.keys(request.filters).length}>{filters}</Filters>}
        {shownSelection && (
          <div className={styles.cardSelectAll}>
            <SelectAll selection={shownSelection} rows={rows ?? []} label={texts.selectAll?.()} />
          </div>
        )}
        <p className="soft numbers text-small" role="status">
          {rows && !error && texts.counted({ count: Math.min(total, TOTAL_MAX), total: totalText(total) })}
        </p>
      </div>
      {bulkActions && selection.rows.length > 0 && (
        <fieldset className={`cluster row-gap-2 ${barStyles.bulk}`} aria-label={texts.selected?.()}>
          <p className="medium text-compact">{m.table.selected({ count: selection.rows.length })}</p>
          {bulkActions(selection)}
          <Button size="small" variant="quiet" onClick={selection.clear}>
            {m.table.clearSelection()}
          </Button>
        </fieldset>
      )}
      {error && <FailureNotice message={error} onRetry={retry} busy={isLoading} />}
      {!error && isEmpty && <Empty view={view} texts={texts} />}
      {!error && !isEmpty && (
        <div className={styles.scroll}>
          <table className={rows && isLoading ? `${styles.table} ${styles.stale}` : styles.table}>
            <TableHead columns={columns} view={view} selection={shownSelection} texts={texts} />
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
        <Icon name={FILTER} size={18} />
        <span>{active === 0 ? m.table.filters() : m.table.activeFilters({ count: active })}</span>
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
  texts,
}: Pick<DataTableProps<Row, Column>, 'view'> & { texts: TableTexts }) {
  const isFiltered = view.request.search !== '' || Object.keys(view.request.filters).length > 0;
  if (!isFiltered) return <Notice icon={texts.isGoal ? 'check' : 'search'} title={texts.empty()} />;
  return (
    <Notice
      icon="search"
      title={texts.noMatch()}
      actions={
        <Button onClick={() => view.changeRequest({ search: '', filters: {} })}>{m.table.clearFilters()}</Button>
      }
    />
  );
}
