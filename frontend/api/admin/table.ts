import type { Direction, TableQuery, TableTotal } from '#contract/table.ts';
import { showOnce } from '../../browser/toasts.ts';
import { isOutOfDate } from '../outOfDate.ts';
import { createRemote, type Remote } from '../remote.ts';

/** The part of a table that the URL requests. */
export type TableRequest<Column extends string = string> = TableQuery<Column> & {
  /** From 1. */
  page: number;
  /** The active filters, by query parameter. */
  filters: Record<string, string>;
};

export type TableOptions<Column extends string> = {
  /** The sortable columns. */
  columns: readonly Column[];
  /** The default order. */
  sort: Column;
  direction: Direction;
  /** The query parameters that filter. */
  filters?: readonly string[];
  /** Other parameters of the page, which stay when the request changes. */
  kept?: readonly string[];
};

export type TablePage<Row> = {
  rows: readonly Row[];
  /** The position of the first row in the whole table, from 1. */
  first: number;
  /** The number of rows on all pages. */
  total: number;
};

/** The response to a change: its message, and the changed rows if they differ from those sent. */
type Outcome<Row> = { message: string; rows?: readonly Row[] };

export type Table<Row, Column extends string> = {
  options: TableOptions<Column>;
  remote: Remote<TableRequest<Column>, TablePage<Row>>;
  /** Shows changed rows at once, and rolls back if the server rejects the change. Shows a toast on success. @throws ApiError */
  change(request: TableRequest<Column>, rows: readonly Row[], send: () => Promise<Outcome<Row>>): Promise<void>;
  /** Removes rows at once, and rolls back if the server rejects it. Shows a toast on success. @throws ApiError */
  remove(request: TableRequest<Column>, ids: readonly string[], send: () => Promise<Outcome<Row>>): Promise<void>;
  /** Updates a row from another call's response. */
  update(row: Row): void;
};

type TableSource<ResponseBody, Row, Column extends string> = TableOptions<Column> & {
  load: (query: URLSearchParams, options: { signal: AbortSignal }) => Promise<ResponseBody>;
  rowsOf: (response: ResponseBody) => readonly Row[];
  /** Called after each change, also a rejected one. */
  onChanged?: () => void;
};

/** A table with search, sorting, filters and pagination on the server. */
export function createTable<ResponseBody extends TableTotal, Row extends { _id: string }, Column extends string>({
  load,
  rowsOf,
  onChanged,
  ...options
}: TableSource<ResponseBody, Row, Column>): Table<Row, Column> {
  const remote = createRemote<TableRequest<Column>, TablePage<Row>>({
    load: async (request, { signal }) => {
      const response = await load(tableQuery(request), { signal });
      const first = (request.page - 1) * request.pageSize + 1;
      return { rows: rowsOf(response), first, total: response.total };
    },
  });

  const submit = async (
    request: TableRequest<Column>,
    rows: readonly Row[],
    removed: readonly string[],
    send: () => Promise<Outcome<Row>>,
  ): Promise<void> => {
    // Rows of the next page move up.
    let isStale = removed.length > 0;
    try {
      const { message } = await remote.change(
        request,
        (page) => applied(page, rows, removed),
        send,
        (page, outcome) => applied(page, outcome.rows ?? rows, removed),
      );
      showOnce('success', message);
    } catch (error) {
      isStale ||= isOutOfDate(error);
      throw error;
    } finally {
      remote.forgetHidden();
      onChanged?.();
      if (isStale) void remote.load(request, { quiet: true });
    }
  };

  return {
    options,
    remote,
    change: (request, rows, send) => submit(request, rows, [], send),
    remove: (request, ids, send) => submit(request, [], ids, send),
    update: (row) => remote.update((page) => applied(page, [row], [])),
  };
}

/** Makes a table for each id, once: it keeps what it has loaded. */
export function createTables<Row, Column extends string>(create: (id: string) => Table<Row, Column>) {
  const tables = new Map<string, Table<Row, Column>>();
  return (id: string): Table<Row, Column> => {
    const table = tables.get(id) ?? create(id);
    tables.set(id, table);
    return table;
  };
}

function applied<Row extends { _id: string }>(
  { rows, first, total }: TablePage<Row>,
  changed: readonly Row[],
  removed: readonly string[],
): TablePage<Row> {
  const left = rows.filter(({ _id }) => !removed.includes(_id));
  return {
    rows: left.map((row) => changed.find(({ _id }) => _id === row._id) ?? row),
    first,
    total: total - (rows.length - left.length),
  };
}

function tableQuery({ search, sort, direction, page, pageSize, filters }: TableRequest): URLSearchParams {
  const query = new URLSearchParams({ sort, direction, page: String(page), pageSize: String(pageSize), ...filters });
  if (search !== '') query.set('search', search);
  return query;
}
