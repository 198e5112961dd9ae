import { useEffect, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Table, TableOptions, TableRequest } from '../../../api/admin/table.ts';
import { useRemote } from '../../../api/useRemote.ts';
import { currentPath, navigate } from '../../../browser/address.ts';
import { readTableAddress, tableAddress, tablePages } from './tableAddress.ts';

export type TableView<Row, Column extends string> = {
  /** Null until loaded. Rows stay while others load, and if a later refresh fails. */
  rows: readonly Row[] | null;
  /** The position of the first row in the whole table, from 1. */
  first: number;
  /** The number of rows on all pages. */
  total: number;
  isLoading: boolean;
  /** Why the requested rows can't be shown. */
  error: string | null;
  retry: () => void;
  /** Refreshes the rows in the background. */
  refresh: () => void;
  options: TableOptions<Column>;
  /** The request in the URL. */
  request: TableRequest<Column>;
  /** The address of this page with a changed request; its first page unless `page` is given. */
  addressOf(change: Partial<TableRequest<Column>>): string;
  /**
   * Changes the request, and returns to the first page unless `page` is given. Adds a history entry, or replaces the
   * current one with `replace`.
   */
  changeRequest(change: Partial<TableRequest<Column>>, options?: { replace?: boolean }): void;
  /** Changes a filter; '' turns it off. */
  changeFilter(name: string, value: string): void;
};

/** Loads the part of a table that the URL requests. Polls while a row needs it. */
export function useTable<Row, Column extends string>(
  { options, remote }: Table<Row, Column>,
  needsPolling: (row: Row) => boolean = () => false,
): TableView<Row, Column> {
  const query = useSearch();
  const [path] = useLocation();
  const request = useMemo(() => readTableAddress(query, options), [query, options]);
  const { data, isPrevious, isLoading, failure, retry } = useRemote(remote, request, {
    keepsPrevious: true,
    pollWhile: ({ rows }) => rows.some(needsPolling),
  });
  const { rows = null, first = 1, total = 0 } = data ?? {};

  const changeRequest: TableView<Row, Column>['changeRequest'] = (change, { replace = false } = {}) => {
    const changed = { ...readTableAddress(window.location.search, options), page: 1, ...change };
    const address = tableAddress(changed, options, window.location.search);
    if (address !== window.location.search) navigate(currentPath() + address, { replace });
  };

  const lastPage = tablePages({ total, pageSize: request.pageSize });
  const isPastEnd = !isLoading && !isPrevious && rows?.length === 0 && total > 0 && request.page > lastPage;
  useEffect(() => {
    // The rows of the last page have been deleted.
    if (!isPastEnd) return;
    const address = tableAddress({ ...request, page: lastPage }, options, window.location.search);
    navigate(currentPath() + address, { replace: true });
  }, [isPastEnd, request, lastPage, options]);

  const refresh = () => void remote.reload(request, { quiet: true });
  return {
    rows,
    first,
    total,
    isLoading,
    error: failure,
    retry,
    refresh,
    options,
    request,
    addressOf: (change) => path + tableAddress({ ...request, page: 1, ...change }, options, query),
    changeRequest,
    changeFilter: (name, value) => changeRequest({ filters: { ...request.filters, [name]: value } }),
  };
}
