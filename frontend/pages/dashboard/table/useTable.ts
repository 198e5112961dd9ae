import { useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { TableRequest } from '../../../adminApi/table.ts';
import type { Table, TableState } from '../../../stores/dashboard/table.ts';
import { readTableAddress, tableAddress, tablePages } from '../../../stores/dashboard/tableAddress.ts';

export type TableView<Row, Column extends string> = TableState<Row> & {
  table: Table<Row, Column>;
  /** What the address asks for. */
  request: TableRequest<Column>;
  /**
   * Asks for something else, from the first page on unless a page is named. It goes into the address, where the back
   * button finds it; with `replace`, in place of what is there.
   */
  ask(change: Partial<TableRequest<Column>>, options?: { replace?: boolean }): void;
};

/** A table as the page's address asks for it, loaded whenever that changes. */
export function useTable<Row, Column extends string>(table: Table<Row, Column>): TableView<Row, Column> {
  const query = useSearch();
  const request = useMemo(() => readTableAddress(query, table.options), [query, table]);
  // A row is kept as it is (valtio's ref); TypeScript can't see through the snapshot of a type that it does not know yet.
  const state = useSnapshot(table.state) as TableState<Row>;

  const ask: TableView<Row, Column>['ask'] = (change, { replace = false } = {}) => {
    const asked = { ...readTableAddress(window.location.search, table.options), page: 1, ...change };
    const address = tableAddress(asked, table.options);
    if (address !== window.location.search) navigate(window.location.pathname + address, { replace });
  };

  useEffect(() => {
    void table.show(request);
  }, [table, request]);

  const lastPage = tablePages({ total: state.total, pageSize: request.pageSize });
  const isPastEnd = !state.loading && state.rows?.length === 0 && state.total > 0 && request.page > lastPage;
  useEffect(() => {
    // What was on the last page has been deleted.
    if (!isPastEnd) return;
    const asked = { ...request, page: lastPage };
    navigate(window.location.pathname + tableAddress(asked, table.options), { replace: true });
  }, [isPastEnd, request, lastPage, table]);

  return { ...state, table, request, ask };
}
